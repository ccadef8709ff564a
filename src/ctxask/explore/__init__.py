"""Exploring: where a question in plain words is answered, as places to read."""
