"""What constructs a language has, as data: one folder a language."""
