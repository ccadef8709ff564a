"""Whether a test fails when the pure floors are changed in a small place."""
