"""How right the answers are, held against references that checkers agree on and calls that were observed."""
