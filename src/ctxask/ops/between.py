"""What differs between the test results of two runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ctxask.rows import Failure, Record

KINDS = ("new", "persisting", "fixed", "not_run", "flaky")
_PROGRESS = re.compile(r"\[ *\d+%\]")
NOT_RUN = "not run"
_BAD = frozenset({"failed", "error"})


class Outcomes(NamedTuple):
    """A run as it is compared."""

    failures: Mapping[str, Failure]  # by test and subtest, as it failed last
    outcomes: Mapping[str, tuple[str, ...]]  # every outcome of a test, in the order of its results

    @classmethod
    def of(cls, failures: Iterable[Failure], outcomes: Iterable[Record]) -> Outcomes:
        """The rows of a run by test."""
        found: dict[str, tuple[str, ...]] = {}
        for row in outcomes:
            values = dict(row.values)
            found[_key(values["test"], values["subtest"])] = (
                *found.get(_key(values["test"], values["subtest"]), ()),
                values["outcome"],
            )
        return cls({_key(row.test, row.subtest): row for row in failures}, found)


def between(now: Outcomes, before: Outcomes) -> tuple[Record, ...]:
    """A record a test: new, persisting, fixed, not run any more, or flaky (it failed and passed in one run).

    By kind, then by test.
    """
    found: list[tuple[str, str, dict[str, Any]]] = []
    for key, failure in now.failures.items():
        kind = "persisting" if key in before.failures else "new"
        values = _failed(failure)
        if kind == "persisting":
            values |= _changed(failure, before.failures[key])
        else:
            values["before"] = _was(before, key)
        found.append((kind, key, values))
    for key, failure in before.failures.items():
        if key not in now.failures:
            outcome = _was(now, key)
            kind = "not_run" if outcome == NOT_RUN else "fixed"
            found.append((kind, key, {"test": failure.test, "now": outcome, **_subtest(failure)}))
    for key, outcomes in now.outcomes.items():
        if "passed" in outcomes and _BAD.intersection(outcomes):
            found.append(("flaky", key, {"test": key, "outcomes": outcomes}))
    found.sort(key=lambda item: (KINDS.index(item[0]), item[1]))
    return tuple(Record(kind, tuple(sorted(values.items()))) for kind, _, values in found)


def _key(test: str, subtest: str) -> str:
    return f"{test} {subtest}" if subtest else test


def _was(run: Outcomes, key: str) -> str:
    """What a test came to in a run where it is no failure."""
    outcomes = run.outcomes.get(key, ())
    return outcomes[-1] if outcomes else NOT_RUN


def _failed(failure: Failure) -> dict[str, Any]:
    path, line, function = failure.at
    at = f"{path}:{line}" + (f" in {function}" if function else "")
    values = {"test": failure.test, "type": failure.type, "message": failure.message.partition("\n")[0]}
    return values | ({"at": at} if path else {}) | _subtest(failure)


def _subtest(failure: Failure) -> dict[str, Any]:
    return {"subtest": failure.subtest} if failure.subtest else {}


def _changed(now: Failure, before: Failure) -> dict[str, Any]:
    """What a failure that persists said before, where that was something else."""
    if (now.type, now.message) == (before.type, before.message):
        return {}
    said = before.message.partition("\n")[0]
    return {"said": f"{before.type}: {said}" if before.type else said}


def changed_lines(now: Sequence[str], before: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines of the one output whose template the other does not have, with their numbers, each template once."""
    known = {template(line) for line in before}
    for number, line in enumerate(now, 1):
        shape = template(line)
        if shape not in known:
            known.add(shape)
            yield number, line


def template(line: str) -> str:
    """A line without what differs from run to run: numbers, addresses, durations, progress."""
    out = []
    for word in _PROGRESS.sub("#", line).split():
        digits = sum(character.isdigit() for character in word)
        out.append("#" if digits and (digits * 2 >= len(word) or word.startswith("0x")) else _without_digits(word))
    return " ".join(out)


def _without_digits(word: str) -> str:
    return "".join("#" if character.isdigit() else character for character in word)
