"""Digest to bytes: the only room that knows widths and colours."""
