"""What a Python file says: a skeleton of scopes, and per scope its bindings, blocks and expressions."""
