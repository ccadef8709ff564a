"""What a file says: names, definitions, bindings, expressions; kept by content."""
