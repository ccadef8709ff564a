"""The call graph held against PyCG's micro-benchmark: small programs whose calls are known."""
