"""Pages in a real browser: what they look like, and that nothing in them fails."""
