"""Teaching errors as values: what was wrong with the request and what to type next."""

from __future__ import annotations

from dataclasses import dataclass

EXIT = {"answered": 0, "verdict": 1, "usage": 2, "no_symbol": 3, "ambiguous": 4, "plan_rejected": 5, "budget": 6, "defect": 70}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A request that cannot be answered as it stands; becomes an error document or a few lines on stderr."""

    code: str  # closed vocabulary: unknown_intent, missing_intent, missing_slot, bad_slot, no_symbol, ambiguous, …
    message: str
    hint: str = ""  # a command that works, or the flag that supplies what is missing
    candidates: tuple[str, ...] = ()
    exit: int = 2

    def document(self) -> dict[str, object]:
        """The JSON error document."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint, "candidates": list(self.candidates)}}


class Stop(Exception):
    """Carries a Lesson out of the depth of a request to the one place that renders it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.message)
        self.lesson = lesson
