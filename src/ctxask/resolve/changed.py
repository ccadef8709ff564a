"""Which definitions differ between two states of the same files, and how."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ctxask.facts.positions import Positions
from ctxask.facts.python.likeness import same_meaning
from ctxask.facts.tokens import Token, tokens
from ctxask.resolve.broken import IMPORTED
from ctxask.resolve.resolver import Resolver
from ctxask.rows import File, Symbol

ALIKE = 600  # per mille of the words that two definitions share, from which on one is the other under a new name
_LEAST = 8  # words; shorter definitions are the same one only when they are equal
_PAIRS = 10_000  # comparisons of removed with added definitions
_OPENING, _CLOSING = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))
_COMPARED = ("function", "method", "property", "class")
_BODIES = ("function", "method", "class", "property", "interface", "enum", "namespace", "type")


class Pair(NamedTuple):
    """A file then and now; an empty path where it was not there, or is not any more."""

    old: str
    new: str
    lines: tuple[tuple[int, int], ...] = ()  # changed lines of the new file, first and last
    gone: tuple[tuple[int, int], ...] = ()  # changed lines of the old one
    beside: tuple[tuple[int, int], ...] = ()  # lines of the new file between which something is gone


class _Side(NamedTuple):
    """The definitions of a file with the words that are theirs and in no definition inside them."""

    symbols: dict[str, Symbol]
    words: dict[str, list[bytes]]
    owned: dict[str, list[int]]  # changed lines
    beside: dict[str, list[int]]  # lines beside which something is gone
    language: str
    code: Callable[[Symbol], bytes]  # of a whole definition
    wreck: bytes  # the source of a file that does not parse; empty for one that does

    def hides(self, name: str) -> bool:
        """Whether a file that does not parse may define a name all the same."""
        last = name.rpartition(".")[2].encode()
        text = self.wreck
        return any(word + last in text for word in (b"def ", b"class ", b"func ", b"function ")) or last + b" =" in text

    def head(self, symbol: Symbol) -> list[bytes]:
        """The decorators of a definition."""
        lines = self.code(symbol).split(b"\n")[: symbol.line - symbol.first_line]
        return [line.strip() for line in lines if line.strip()]


def pairs(files: Iterable[File]) -> Iterator[Pair]:
    """The two states of each changed file that can hold definitions."""
    for file in files:
        new = tuple((first, first + count - 1) for _, _, first, count in file.hunks if count)
        old = tuple((first, first + count - 1) for first, count, _, _ in file.hunks if count)
        beside = tuple((first, first + 1) for _, _, first, count in file.hunks if not count)
        if file.change == "deleted":
            yield Pair(file.path, "", gone=old)
        elif file.change == "added":
            yield Pair("", file.path, new)
        elif file.change == "typechange":  # what stands there now holds no definitions
            yield Pair(file.path, "", gone=old)
        elif file.change in ("modified", "renamed"):
            yield Pair(file.old_path or file.path, file.path, new, old, beside)


def changed_symbols(now: Resolver, then: Resolver, files: Iterable[File]) -> tuple[tuple[Symbol, ...], int]:
    """The symbols that changed, by path and place, and how many pairs of one gone and one new were not compared.

    What is gone stands where it stood.

    `change` is added, removed, renamed (also: moved to another file), signature, body; inert where the code does the
    same in other words, text where only comments, docstrings or layout differ.
    """
    found: list[Symbol] = []
    removed: list[tuple[Symbol, list[bytes]]] = []
    added: list[tuple[Symbol, list[bytes]]] = []
    for pair in pairs(files):
        before = _side(then, pair.old, pair.gone, ()) if pair.old else None
        after = _side(now, pair.new, pair.lines, pair.beside) if pair.new else None
        _compare(before, after, pair, found, removed, added)
        found += _imports_gone(now, then, pair)
    renamed = _renamed(removed, added)
    found += [symbol._replace(change="renamed", old=old) for symbol, old in renamed]
    new, old = {symbol.id for symbol, _ in renamed}, {old for _, old in renamed}
    found += [symbol._replace(change="added") for symbol, _ in added if symbol.id not in new]
    found += [symbol._replace(change="removed") for symbol, _ in removed if symbol.id not in old]
    left = max(0, len(removed) * len(added) - _PAIRS)
    return tuple(sorted(found, key=lambda s: (s.path, s.first_line, s.line, s.col, s.name, s.change))), left


def _compare(
    before: _Side | None,
    after: _Side | None,
    pair: Pair,
    found: list[Symbol],
    removed: list[tuple[Symbol, list[bytes]]],
    added: list[tuple[Symbol, list[bytes]]],
) -> None:
    """Sorts the definitions of one file into what changed, what is gone and what is new."""
    old = before.symbols if before else {}
    new = after.symbols if after else {}
    for name, symbol in new.items():
        assert after is not None
        here = symbol._replace(lines=_runs(after.owned.get(name) or after.beside.get(name, ())[:1]))
        if name not in old:
            added.append((here, after.words[name]))
            continue
        assert before is not None
        kind = _kind(old[name], symbol, before, after)
        if kind == "text" and not (after.owned.get(name) or before.owned.get(name)):
            continue
        found.append(here._replace(change=kind))
    for name, symbol in old.items():
        if name not in new and not (after is not None and after.hides(name)):
            assert before is not None
            removed.append((symbol._replace(lines=_runs(before.owned.get(name, ()))), before.words[name]))
    if pair.old and pair.new and pair.old != pair.new and after is not None:
        found.append(after.symbols[""]._replace(change="renamed", old=pair.old))


def _imports_gone(now: Resolver, then: Resolver, pair: Pair) -> Iterator[Symbol]:
    """Names that a Python module took from others and does not bind any more: who asked it for them is left behind."""
    if not (pair.old and pair.new) or {then.kind(pair.old), now.kind(pair.new)} != {"python"}:
        return
    left = then.python.imports(pair.old)
    kept = now.python.bound(pair.new)
    for name in sorted(name for name in left if name not in kept):
        line = left[name]
        if then.python.exported(pair.old, name) is not None:
            yield Symbol(pair.old, name, IMPORTED, line, 1, line, line, "", change="removed", lines=((line, line),))


def _kind(old: Symbol, new: Symbol, before: _Side, after: _Side) -> str:
    if before.words[old.name] == after.words[new.name]:
        return "text"
    if new.kind not in _BODIES:  # its one line says its value
        return "body"
    if (old.kind, old.signature) != (new.kind, new.signature) or before.head(old) != after.head(new):
        return "signature"
    python = before.language == after.language == "python" and new.kind in _COMPARED
    return "inert" if python and same_meaning(before.code(old), after.code(new)) else "body"


def _side(
    resolver: Resolver, path: str, changed: Sequence[tuple[int, int]], beside: Sequence[tuple[int, int]]
) -> _Side | None:
    """None for a file that holds no definitions, such as documentation."""
    if not resolver.kind(path):
        return None
    module = resolver.module(path)
    symbols = {"": module} | {symbol.name: symbol for symbol in resolver.definitions(path)}
    said = tokens(resolver.sources.read(path), resolver.sources.language(path))
    owners = _owners(symbols, module.last_line, *_statements(said))
    words: dict[str, list[bytes]] = {name: [] for name in symbols}
    for line, text in said:
        for name in owners[min(line, module.last_line)]:
            words[name].append(text)
    written = {number for number, line in enumerate(resolver.sources.lines(path), 1) if line.strip()}
    owned, near = (_owned(owners, spans, written) for spans in (changed, beside))
    language = resolver.sources.language(path)
    wreck = resolver.sources.read(path) if path in resolver.sources.damaged else b""
    return _Side(symbols, words, owned, near, language, partial(_code, resolver.sources.positions(path)), wreck)


def _code(positions: Positions, symbol: Symbol) -> bytes:
    """All definitions of a symbol, one after the other."""
    spans = sorted({(symbol.first_line, symbol.last_line), *symbol.more})
    return b"".join(positions.lines(first, last) for first, last in spans)


def _owned(
    owners: Sequence[tuple[str, ...]], spans: Sequence[tuple[int, int]], written: Container[int]
) -> dict[str, list[int]]:
    """The lines of the spans that are not blank, by the definitions that they belong to."""
    owned: dict[str, list[int]] = {}
    for first, last in spans:
        for line in range(first, last + 1):
            for name in owners[line] if line in written else ():
                owned.setdefault(name, []).append(line)
    return owned


def _statements(words: Iterable[Token]) -> tuple[dict[int, int], dict[int, int]]:
    """Where what begins on a line ends, over open brackets and strings of several lines; where decorators begin.

    The latter by the line below the last of them, where the definition stands.
    """
    ends: dict[int, int] = {}
    decorated: dict[int, int] = {}
    first = last = depth = begun = 0
    for line, word in words:
        if depth <= 0 and line > last:
            if begun:
                decorated[line] = begun
            begun = (begun or line) if word == b"@" else 0
            first, depth = line, 0
        last = max(last, line + word.count(b"\n"))
        ends[first] = last
        depth += (word in _OPENING) - (word in _CLOSING)
    return ends, decorated


def _owners(
    symbols: dict[str, Symbol], last: int, ends: Mapping[int, int], decorated: Mapping[int, int]
) -> list[tuple[str, ...]]:
    """For each line the innermost definitions on it; what a function assigns to an object is the function's."""
    owners: list[tuple[str, ...]] = [("",)] * (last + 1)
    inside = _inside_functions(symbols)
    ranges = [
        (decorated.get(first, first), end if symbol.kind in _BODIES else max(end, ends.get(first, end)), name)
        for name, symbol in symbols.items()
        if name and (symbol.kind in _BODIES or symbol.line not in inside)
        for first, end in ((symbol.first_line, symbol.last_line), *symbol.more)
    ]
    previous = (0, 0)
    for first, end, name in sorted(ranges, key=lambda r: (r[0], -r[1], r[2])):
        shared = previous == (first, end)
        for line in range(first, min(end, last) + 1):
            owners[line] = (*owners[line], name) if shared else (name,)
        previous = (first, end)
    return owners


def _inside_functions(symbols: dict[str, Symbol]) -> set[int]:
    """Lines that stand in a function."""
    lines: set[int] = set()
    for symbol in symbols.values():
        if symbol.kind in ("function", "method", "property"):
            for first, last in ((symbol.first_line, symbol.last_line), *symbol.more):
                lines.update(range(first, last + 1))
    return lines


def _runs(lines: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Ascending line numbers as first and last of each run."""
    out: list[tuple[int, int]] = []
    for line in sorted(set(lines)):
        if out and out[-1][1] == line - 1:
            out[-1] = (out[-1][0], line)
        else:
            out.append((line, line))
    return tuple(out)


def _renamed(
    removed: Sequence[tuple[Symbol, list[bytes]]], added: Sequence[tuple[Symbol, list[bytes]]]
) -> list[tuple[Symbol, str]]:
    """The added definitions that a removed one became, each with the id of the old one; the most alike first."""
    scored = []
    compared = 0
    for new, after in added:
        for old, before in removed:
            if old.kind != new.kind or not new.name or compared >= _PAIRS:
                continue
            compared += 1
            score = _alike(old.name, before, new.name, after)
            if score >= ALIKE:
                same_place = old.path == new.path and _parent(old.name) == _parent(new.name)
                scored.append((-score, not same_place, new.id, old.id, new))
    taken: set[str] = set()
    out = []
    for _, _, new_id, old_id, new in sorted(scored, key=lambda item: item[:4]):
        if not taken & {"+" + new_id, "-" + old_id}:
            taken |= {"+" + new_id, "-" + old_id}
            out.append((new, old_id))
    return out


def _alike(old_name: str, before: list[bytes], new_name: str, after: list[bytes]) -> int:
    """Per mille of the words that two definitions share, their own names set equal."""
    first = Counter(before) - Counter([_last(old_name)])
    second = Counter(after) - Counter([_last(new_name)])
    total = max(first.total(), second.total())
    if first == second and (total or _last(old_name) == _last(new_name)):
        return 1000
    if min(first.total(), second.total()) < _LEAST:
        return 0
    return (first & second).total() * 1000 // total


def _last(name: str) -> bytes:
    return name.rpartition(".")[2].encode("utf-8")


def _parent(name: str) -> str:
    return name.rpartition(".")[0]
