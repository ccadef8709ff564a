"""Requests: what is asked, and the same as a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ctxask.plan.model import Plan

Slots = tuple[tuple[str, Any], ...]


class Scope(NamedTuple):
    """What a question covers, as the person narrows it."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tests: str = "last"  # last, only, without


class Request(NamedTuple):
    """One question: an intent with its slots, or a plan; and how much of the answer to show."""

    intent: str = ""
    slots: Slots = ()
    question: str = ""  # the person's phrasing: at most a subject is read from it
    plan: Plan | None = None  # instead of an intent
    source: str = "-"  # the file that the plan came from
    scope: Scope = Scope()
    budget: int | None = None  # bytes of the page; 0 for no bound, None for the plan's own
    cursor: str = ""

    def command(self, inferred: str) -> tuple[str, ...]:
        """The arguments of `ctx` that ask the same, without budget and cursor; `inferred` is the question's subject."""
        scope = [f"--{name}={glob}" for name in ("include", "exclude") for glob in getattr(self.scope, name)]
        scope += [f"--tests={self.scope.tests}"] if self.scope.tests != "last" else []
        if self.plan is not None:
            return ("plan", "run", self.source, *scope)
        subject = (("symbol", inferred),) if inferred else ()
        return (self.intent, *arguments((*self.slots, *subject)), *scope)


def arguments(slots: Slots) -> tuple[str, ...]:
    """Slots as arguments of a short command: subjects first, the others as options."""
    subjects: list[str] = []
    options: list[str] = []
    for name, value in sorted(slots):
        flag = "--" + name.replace("_", "-")
        for given in value if isinstance(value, list | tuple) else (value,):
            text = str(given)
            if given is True:
                options.append(flag)
            elif text.startswith("-"):
                options.append(f"{flag}={text}")
            elif name == "symbol":
                subjects.append(text)
            else:
                options += [flag, text]
    return (*subjects, *options)
