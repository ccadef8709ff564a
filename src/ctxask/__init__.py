"""ctxask answers typed questions about a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxask.answer import ask, run_plan
    from ctxask.digest.model import Digest
    from ctxask.explore.answer import explore
    from ctxask.lesson import Lesson, Stop

__version__ = "0.1.0"

__all__ = ["Digest", "Lesson", "Stop", "__version__", "ask", "explore", "run_plan"]

_HOMES = {
    "ask": "ctxask.answer",
    "run_plan": "ctxask.answer",
    "explore": "ctxask.explore.answer",
    "Digest": "ctxask.digest",
    "Lesson": "ctxask.lesson",
    "Stop": "ctxask.lesson",
}


def __getattr__(name: str) -> Any:
    """The public names, each loaded when it is used."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
