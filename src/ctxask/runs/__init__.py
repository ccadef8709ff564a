"""Captured commands: what they said, what their tests came to, kept whole."""
