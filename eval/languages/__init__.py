"""How right the answers are in languages other than Python, held against indexes of compilers and against the eye."""
