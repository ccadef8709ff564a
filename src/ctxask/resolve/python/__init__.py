"""Who is meant by a name in Python: scopes, bindings, imports, members, types."""
