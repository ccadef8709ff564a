"""What a site means, apart from the subject that a question asks about."""

from __future__ import annotations

from dataclasses import dataclass

from ctxask.resolve.family import Found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a site means, apart from the subject that a question asks about."""

    targets: tuple[Found, ...] = ()
    files: tuple[str, ...] = ()  # where a whole module is meant
    evidence: str = "scope"  # scope: certain, also that nothing of the repository is meant; name; syntax
    target: str = "exact"
    mechanism: str = ""
    other: str = ""  # what is meant, where it is no symbol
    candidates: tuple[Found, ...] = ()
    receiver: Found | None = None  # class of the receiver, whose subclasses may override
