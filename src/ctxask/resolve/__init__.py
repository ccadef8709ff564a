"""Who is meant by a name."""
