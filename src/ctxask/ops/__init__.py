"""Operators: one file each, thin over the World."""
