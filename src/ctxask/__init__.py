"""ctxask answers typed questions about a repository."""

__version__ = "0.1.0"
