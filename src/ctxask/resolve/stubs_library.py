"""The files beside the repository that resolution reads: the stubs of library modules."""

from __future__ import annotations


def read(path: str) -> bytes | None:
    """A stub's bytes; None for every path of the repository."""
    if not path.startswith("<"):
        return None
    from ctxask.resolve.python import stubs

    return stubs.source(path)
