"""Measures the project on pinned real packages: how right it is, and how fast."""
