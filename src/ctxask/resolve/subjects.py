"""Finds the symbols that a subject names; the form of the subject alone decides how it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.resolve.resolver import Resolver
from ctxask.rows import Symbol

_TRACEBACK = re.compile(r'\s*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in (?P<name>.+?))?\s*')
_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<col>\d+))?")
_COLUMN = re.compile(r".+:(\d+):(\d+)")
_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_DEFINITION = re.compile(
    rb"^[ \t]*(?:async[ \t]+def|def|class|func|fn|function|struct|interface|enum)[ \t]+([A-Za-z_]\w*)", re.M
)
_CLOSE = 5
SHOWN = 20  # candidates that a lesson lists


def find(resolver: Resolver, subject: str, file: str | None, one: bool = False) -> tuple[Symbol, ...]:
    """The symbols that a subject names, by id; raises Stop with a lesson when there is none.

    `one`: what is defined in a source and declared in its stub is the definition alone.
    """
    found = _read(resolver, subject.strip(), file)
    if file is not None:
        within = _paths(resolver, file)
        if not within:
            raise Stop(_no_file(resolver, file))
        found = tuple(s for s in found if s.path in within)
    unique = {symbol.id: symbol for symbol in found}
    if not unique:
        raise Stop(_no_symbol(resolver, subject, file))
    if one and len(unique) > 1:
        stubs = [id_ for id_, s in unique.items() if not unique.keys().isdisjoint(resolver.python.described(s) - {id_})]
        unique = {id_: symbol for id_, symbol in unique.items() if id_ not in stubs}
    return tuple(unique[id_] for id_ in sorted(unique))


def _read(resolver: Resolver, subject: str, file: str | None) -> tuple[Symbol, ...]:
    if match := _TRACEBACK.fullmatch(subject):
        return _at(resolver, match["path"], int(match["line"]), 1)
    if "::" in subject:
        return _qualified(resolver, subject)
    if (match := _PLACE.fullmatch(subject)) and _looks_like_path(match["path"]):
        return _at(resolver, match["path"], int(match["line"]), int(match["col"] or 1))
    if _looks_like_path(subject):
        paths = _paths(resolver, subject)
        if paths or not _DOTTED.fullmatch(subject):
            return tuple(resolver.module(path) for path in paths)
    if not _DOTTED.fullmatch(subject):
        raise Stop(
            Lesson(
                "bad_subject",
                f"{subject!r} is no subject",
                "give a name (Context.invoke), path::name, a dotted import path, path:line or a path",
            )
        )
    if file is not None:
        here = [s for path in _paths(resolver, file) if (s := resolver.exact(path, subject)) is not None]
        if here:
            return tuple(here)
    imported = resolver.python.imported(subject) if "." in subject or not file else ()
    named = resolver.named(subject)
    if imported and ("." in subject or not named):
        return imported
    return named


def _looks_like_path(text: str) -> bool:
    return (
        "/" in text
        or re.search(r"\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|c|h|cc|cpp|hpp|md|rst|txt|toml|cfg|ini)$", text) is not None
    )


def _qualified(resolver: Resolver, subject: str) -> tuple[Symbol, ...]:
    """`path::Qual.name`, or a pytest node id: `path::Class::test[case]`."""
    path, _, rest = subject.partition("::")
    name = re.sub(r"\[.*", "", rest, flags=re.S).replace("::", ".")
    paths = _paths(resolver, path)
    if not paths:
        raise Stop(_no_file(resolver, path))
    return tuple(s for p in paths if (s := resolver.exact(p, name)) is not None)


def _at(resolver: Resolver, path: str, line: int, col: int) -> tuple[Symbol, ...]:
    """What is named at a place: the definition whose name stands there, else the one around it."""
    paths = _paths(resolver, path)
    if not paths:
        raise Stop(_no_file(resolver, path))
    found = []
    for one in paths:
        total = len(resolver.sources.lines(one))
        if not 1 <= line <= max(1, total):
            raise Stop(Lesson("no_such_line", f"{one} has {total} lines, not {line}", f"ctx locate {one}"))
        if resolver.kind(one):
            named = [s for s in resolver.definitions(one) if s.line == line and s.kind not in ("local", "parameter")]
            found.append(named[0] if named else resolver.enclosing(one, line, col))
        else:
            found.append(resolver.module(one))
    return tuple(found)


def _paths(resolver: Resolver, path: str) -> tuple[str, ...]:
    """The covered file of this path, else those whose path ends with it; an absolute path of a traceback by its end."""
    clean = path.removeprefix("./")
    covered = resolver.sources.paths()
    if resolver.sources.language(clean):
        return (clean,)
    parts = [p for p in clean.split("/") if p]
    if ".." in parts:
        return ()
    if not clean.startswith("/"):
        return tuple(p for p in covered if p.endswith("/" + clean))
    for start in range(len(parts)):
        tail = "/".join(parts[start:])
        if resolver.sources.language(tail):
            return (tail,)
    return ()


def _no_file(resolver: Resolver, path: str) -> Lesson:
    close = nearest(path, resolver.sources.paths())
    hint = "paths count from the repository's top level"
    return Lesson("no_such_file", f"no covered file is called {path!r}", hint, close, EXIT["no_symbol"])


def _no_symbol(resolver: Resolver, subject: str, file: str | None) -> Lesson:
    where = f" in {file}" if file else ""
    last = subject.rpartition("::")[2].rpartition(".")[2]
    names = _known_names(resolver)
    close: list[str] = []
    for name in nearest(last, names):
        close += [symbol.id for symbol in resolver.named(name)]
    hint = f"ctx locate {_shown(close[0])}" if close else "ctx doctor"
    return Lesson(
        "no_symbol",
        f"no symbol is called {subject!r}{where}",
        hint,
        tuple(dict.fromkeys(close))[:_CLOSE],
        EXIT["no_symbol"],
    )


def _shown(id_: str) -> str:
    import shlex

    return shlex.quote(id_)


def _known_names(resolver: Resolver) -> list[str]:
    """Names that covered code seems to define; only read when a name was not found."""
    names: set[str] = set()
    for path in resolver.sources.paths():
        if resolver.kind(path):
            names.update(m.decode("ascii") for m in _DEFINITION.findall(resolver.sources.read(path)))
    return sorted(names)


def ambiguous(subject: str, ids: list[str]) -> Lesson:
    """The lesson about an endpoint that several symbols bear."""
    shown = tuple(sorted(ids)[:SHOWN])
    more = f", the first {SHOWN} of them here" if len(ids) > SHOWN else ""
    message = f"{len(ids)} symbols bear the name {subject!r}{more}"
    return Lesson("ambiguous", message, "give one of the candidates", shown, EXIT["ambiguous"])


def nearest(text: str, choices: Iterable[str]) -> tuple[str, ...]:
    """Up to five of the choices that are closest to the text, the closest first."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(text, list(choices), scorer=OSA.normalized_similarity, limit=_CLOSE, score_cutoff=0.55)
    return tuple(choice for choice, _, _ in sorted(found, key=lambda row: (-round(row[1] * 1000), row[0])))


def check_column(resolver: Resolver, subject: str, found: Sequence[Symbol]) -> None:
    """Raises Stop for a subject with a column that its line does not have; an empty one has its first."""
    match = _COLUMN.fullmatch(subject.strip())
    if match is None:
        return
    for symbol in found:
        line, col = int(match[1]), int(match[2])
        text = resolver.sources.positions(symbol.path).text(line).decode("utf-8", "replace")
        width = len(text.removesuffix("\r"))
        if not 1 <= col <= max(1, width):
            message = f"line {line} of {symbol.path} has {width} columns, not {col}"
            raise Stop(Lesson("no_such_line", message, f"ctx locate {symbol.path}:{line}"))
