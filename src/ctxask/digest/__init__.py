"""Makes the answer from node results: a pure function of rows, budget and cursor."""

from typing import TYPE_CHECKING, Any

from ctxask.digest.model import Digest, Meta

if TYPE_CHECKING:
    from ctxask.digest.compose import build

__all__ = ["Digest", "Meta", "build"]


def __getattr__(name: str) -> Any:
    """`build`, loaded when it is used: an answer that was kept needs only the words."""
    if name == "build":
        from ctxask.digest.compose import build

        return build
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
