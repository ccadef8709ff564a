"""The plan: its model, the declarations that it is checked against, and its total validation."""
