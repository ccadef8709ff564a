"""Which change explains which failure: the planes of evidence joined, and the changes ranked by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ctxask.ops.observed import Observed
from ctxask.rows import QUIET, Failure, Record, Symbol

NAMED, LINE, INSIDE, OBSERVED, REACHED, UNEXECUTED, CHANGED = range(6, -1, -1)  # how strongly a failure points to it
_HOW = {
    NAMED: "named",
    LINE: "line",
    INSIDE: "inside",
    OBSERVED: "observed",
    REACHED: "reached",
    UNEXECUTED: "unexecuted",
    CHANGED: "changed",
}
_NAMING = frozenset(  # exceptions whose message names what is missing or does not fit
    {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError", "UnboundLocalError", "KeyError"}
)
_MISSING = frozenset({"ImportError", "ModuleNotFoundError"})
_WORD = re.compile(r"\w+")


class Cause(NamedTuple):
    """Failures that began with the same exception at the same place."""

    type: str
    path: str
    line: int
    function: str
    failures: tuple[Failure, ...]

    @property
    def id(self) -> str:
        """The id of its first failure, which no other cause has."""
        first = self.failures[0]
        return f"{first.test} {first.subtest}".rstrip() if first.subtest else first.test


class Link(NamedTuple):
    """Why a change may explain a failure."""

    strength: int
    depth: int  # frames between the change and the place where the exception was raised; calls, where it has no frame
    at: str  # `path:line in function` of the frame; empty without one
    trail: tuple[str, ...]  # from the change to the test, for a change that the test reaches


class User(NamedTuple):
    """A definition that depends on a change: where it stands, and the trail from the change to it."""

    path: str
    first: int
    last: int
    trail: tuple[str, ...]


class Evidence(NamedTuple):
    """All that the planes say."""

    symbols: Sequence[Symbol]  # that changed
    reached: Mapping[str, Mapping[str, tuple[str, ...]]]  # changed symbol -> symbol of a test -> trail
    passed: frozenset[str]  # symbols of tests that passed, and never failed
    moved: frozenset[str]  # paths that changed since the run: their lines are not the run's
    users: Mapping[str, Sequence[User]] = {}  # changed symbol -> definitions that depend on it
    observed: Observed = Observed()  # which tests executed a change, where the run has coverage
    all_told: bool = True  # whether changes are told that nothing ties to a failure


def causes(failures: Iterable[Failure]) -> tuple[Cause, ...]:
    """The failures folded by cause, those with most failures first."""
    groups: dict[tuple[str, str, int, str, str], list[Failure]] = {}
    for failure in failures:
        place = ("", 0, "") if failure.type in _MISSING else failure.at  # whoever asks first is the one that fails
        alike = "" if place[0] else failure.message.partition("\n")[0]
        groups.setdefault((failure.type, *place, alike), []).append(failure)
    found = [Cause(key[0], *members[0].at, tuple(members)) for key, members in groups.items()]
    return tuple(sorted(found, key=lambda c: (-len(c.failures), c.path, c.line, c.type, c.id)))


def culprits(found: Sequence[Cause], evidence: Evidence) -> tuple[Record, ...]:
    """The changes that explain failures, the likeliest first, each with its planes.

    At last what changed as well, where nothing ties it to a failure: it is tied to those that no other change explains.
    """
    rest = {cause.id: Link(CHANGED, 0, "", ()) for cause in untouched(found, evidence)}
    scored = []
    for symbol in evidence.symbols:
        links = {cause.id: link for cause in found if (link := _best(cause, symbol, evidence)) is not None}
        if links or (found and evidence.all_told and symbol.change not in QUIET):
            links = links or rest
            scored.append((_rank(symbol, links, found, evidence), symbol, links))
    scored.sort(key=lambda item: (item[0], item[1].id))
    return tuple(_record(symbol, links, found, evidence) for _, symbol, links in scored)


def untouched(found: Sequence[Cause], evidence: Evidence) -> tuple[Cause, ...]:
    """The causes that no change explains."""
    return tuple(cause for cause in found if all(_best(cause, symbol, evidence) is None for symbol in evidence.symbols))


def _best(cause: Cause, symbol: Symbol, evidence: Evidence) -> Link | None:
    """The strongest link between a change and the failures of a cause."""
    links = [link for failure in cause.failures for link in _links(failure, symbol, evidence)]
    return min(links, key=lambda link: (-link.strength, link.depth, link.at, link.trail), default=None)


def _links(failure: Failure, symbol: Symbol, evidence: Evidence) -> Iterator[Link]:
    if symbol.change not in QUIET and _names(failure, symbol):
        yield Link(NAMED, 0, "", ())
    elif symbol.change not in QUIET and _mentions(failure, symbol):
        yield Link(INSIDE, 0, "", ())
    yield from _frames(failure, symbol, evidence)
    yield from _users(failure, symbol, evidence)
    trail = _trail(evidence.reached.get(symbol.id, {}), failure)
    executed = evidence.observed.says(symbol.id, failure.test)
    if executed:
        yield Link(OBSERVED, max(len(trail or ()) - 1, 0), "", trail or ())
    elif trail is not None:
        yield Link(REACHED if executed is None else UNEXECUTED, max(len(trail) - 1, 0), "", trail)
    elif symbol.id == failure.symbol or (
        symbol.path == failure.path and not symbol.name and failure.phase == "collect"
    ):
        yield Link(REACHED, 0, "", (symbol.id,))


def _trail(reached: Mapping[str, tuple[str, ...]], failure: Failure) -> tuple[str, ...] | None:
    """How the failing test reaches a change: itself, or as one of the tests in a class, a file or a folder."""
    around = failure.symbol.rpartition(".")[0]
    for symbol in (failure.symbol, around, failure.path) if reached else ():
        if symbol in reached:
            return reached[symbol]
    folder = failure.path if reached else ""
    while folder:
        folder = folder.rpartition("/")[0]
        if (folder or ".") in reached:
            return reached[folder or "."]
    return None


def _names(failure: Failure, symbol: Symbol) -> bool:
    """Whether the message of an exception names what the change took away, or no longer fits.

    A whole qualified name tells of any change; a bare word only of what is gone or takes something else now.
    """
    path, _, name = (symbol.old or symbol.id).partition("::")
    word = name.rpartition(".")[2] or path.rpartition("/")[2].partition(".")[0]
    if word == "__init__" and name:
        word = name.split(".")[-2] if "." in name else word
    gone = symbol.change in ("removed", "renamed", "signature")
    for type_, message, _, _ in failure.raised:
        if "." in name and re.search(rf"(?<![\w.]){re.escape(name)}\b", message):
            return True
        if gone and type_.rpartition(".")[2] in _NAMING and word in _words(message):
            return True
    return False


def _words(message: str) -> set[str]:
    """The words of a message; a private name also as it is written in its class."""
    words = set(_WORD.findall(message))
    return words | {"__" + word.partition("__")[2] for word in words if word.startswith("_") and "__" in word[1:]}


def _mentions(failure: Failure, symbol: Symbol) -> bool:
    """Whether a message names the class whose method changed, or the method that only the language calls."""
    *around, last = symbol.name.split(".")
    special = last if last.startswith("__") and last.endswith("__") and around else ""
    words = {word for _, message, _, _ in failure.raised for word in _words(message)}
    return not words.isdisjoint({special, *around[-1:]} - {""})


def _frames(failure: Failure, symbol: Symbol, evidence: Evidence) -> Iterator[Link]:
    """Links by the frames that lie in the changed symbol, the innermost of each exception being the nearest."""
    last: dict[int, int] = {}
    for number, frame in enumerate(failure.frames):
        last[frame[0]] = number
    for number, (index, path, line, function, inside) in enumerate(failure.frames):
        if not inside or path != symbol.path or symbol.change == "removed":
            continue
        at = f"{path}:{line}" + (f" in {function}" if function else "")
        depth = last[index] - number
        if path in evidence.moved:
            if function.rpartition(".")[2] == symbol.name.rpartition(".")[2] and symbol.name:
                yield Link(INSIDE, depth, at, ())
        elif any(first <= line <= end for first, end in symbol.lines):
            yield Link(LINE, depth, at, ())
        elif symbol.name and _holds(symbol, line):
            yield Link(INSIDE, depth, at, ())


def _users(failure: Failure, symbol: Symbol, evidence: Evidence) -> Iterator[Link]:
    """Links by frames whose definitions depend on the change: what they worked with may come from it."""
    users = evidence.users.get(symbol.id, ())
    last = {frame[0]: number for number, frame in enumerate(failure.frames)} if users else {}
    for number, (index, path, line, function, inside) in enumerate(failure.frames if users else ()):
        if not inside or path in evidence.moved:
            continue
        at = f"{path}:{line}" + (f" in {function}" if function else "")
        for user in users:
            if user.path == path and user.first <= line <= user.last:
                yield Link(REACHED, last[index] - number + len(user.trail) - 1, at, user.trail)


def _holds(symbol: Symbol, line: int) -> bool:
    return any(first <= line <= end for first, end in ((symbol.first_line, symbol.last_line), *symbol.more))


def _rank(
    symbol: Symbol, links: Mapping[str, Link], found: Sequence[Cause], evidence: Evidence
) -> tuple[int, int, int, int, int, int, int]:
    """Smaller is likelier: what acts, how strongly, how suspicious, for how many, how near, what passing ones spare."""
    strongest = max((link.strength for link in links.values()), default=CHANGED)
    explained = sum(len(c.failures) for c in found if c.id in links and links[c.id].strength == strongest)
    nearest = min((link.depth for link in links.values() if link.strength == strongest), default=0)
    suspicious = evidence.observed.suspiciousness(symbol.id) or 0
    spared = (symbol.change == "body", _shared(symbol, evidence))
    return (symbol.change in QUIET, -strongest, -suspicious, -explained, nearest, *spared)


def _shared(symbol: Symbol, evidence: Evidence) -> int:
    """How many passing tests reach the change as well."""
    return sum(test in evidence.passed for test in evidence.reached.get(symbol.id, {}))


def _record(symbol: Symbol, links: Mapping[str, Link], found: Sequence[Cause], evidence: Evidence) -> Record:
    unlinked = Link(CHANGED, 0, "", ())
    best = min(links.values(), key=lambda k: (-k.strength, k.depth, k.at, k.trail), default=unlinked)
    mine = [cause for cause in found if cause.id in links and links[cause.id].strength == best.strength]
    also = sum(len(cause.failures) for cause in found if cause.id in links) - sum(len(c.failures) for c in mine)
    strengths = {link.strength for link in links.values()}
    planes = ["dynamic"] if strengths & {LINE, INSIDE, NAMED} else []
    if any(evidence.observed.says(symbol.id, failure.test) for cause in mine for failure in cause.failures):
        planes.append("observed")
    trail = next((link.trail for link in links.values() if link.trail), ())
    reached = evidence.reached.get(symbol.id, {})
    if trail or any(_trail(reached, failure) is not None for cause in mine for failure in cause.failures):
        planes.append("static")
    planes.append("temporal")
    values: dict[str, object] = {
        "symbol": symbol.id,
        "change": symbol.change,
        "planes": tuple(planes),
        "explains": sum(len(cause.failures) for cause in mine),
        "causes": tuple(cause.id for cause in mine),
        "how": _HOW[best.strength],
        "passing": _shared(symbol, evidence),
    }
    suspicious = evidence.observed.suspiciousness(symbol.id)
    if suspicious is not None:
        values["suspiciousness"] = suspicious
    if also:
        values["also"] = also
    if best.at:
        values["at"] = best.at
    if trail:
        values["trail"] = trail
    return Record("culprit", tuple(sorted(values.items())))
