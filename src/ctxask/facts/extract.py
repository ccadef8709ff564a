"""One interpreter for all languages: runs a language's queries over a file and returns its outline."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ctxask.facts import grammar, held, relations
from ctxask.facts.definitions import read_definitions, read_imports
from ctxask.facts.guard import MOST_NESTED, is_hostile
from ctxask.facts.nesting import Span, segments
from ctxask.facts.outline import CALLABLES, CLASSES, ROLES, Definition, Import, Outline, utf8

if TYPE_CHECKING:
    from tree_sitter import Node, QueryCursor, Tree

ENGINE = "names@2"  # of what is extracted: a change of a query, of this code or of the outline's form is a new engine

_LONGEST_PATH = 200  # bytes of a receiver that is still taken for a dotted path
_NAME = rb"#?[\w$\x80-\xff]+"
_STEP = rb"\s*(?:[?!]?\.|->|::)\s*"
_PATH = re.compile(_NAME + b"(?:" + _STEP + _NAME + b")*!?")
_NAMES = re.compile(_NAME)
_GAP = re.compile(_STEP)
# What an identifier is when several patterns capture it: the last of these.
_STRENGTH = ("annotation", "write", "call", "decorator", "base", "import", "re-export")

Captures = dict[str, "list[Node]"]


def extract(data: bytes, language: str) -> Outline:
    """The outline of a file from its bytes; any bytes give one, and what does not parse is counted as damage."""
    source = utf8(data)
    if is_hostile(source):
        return Outline(language, 1, (), (), (), {}, (), ())
    details = grammar.details(language)
    tree, source, macros = _parsed(source, language)
    root = tree.root_node
    captures = _cursor(language, "occurrences").captures(root)
    matches = _cursor(language, "definitions").matches(root)
    scopes = [Span(-1, len(source) + 1)]
    scopes += (Span(node.start_byte, node.end_byte) for node in captures.get("scope", ()))
    scopes += (Span(node.start_byte, node.end_byte, 1) for node in captures.get("scope.function", ()))
    imports = read_imports(source, language, matches, scopes)
    definitions = read_definitions(source, language, matches, scopes, imports)
    terms = held.terms(source, details)
    if terms is None:
        paths = _receivers(source, captures, details.get("this", ()))
        members = {node.start_byte for node in captures.get("member", ())}
    else:
        paths = held.receivers(captures, terms)
        paths |= {start: paths.get(start, "") + held.MACRO for start in macros}
        members = set(paths)
    receivers, names, bases = _occurrences(source, captures, paths, members, definitions, imports)
    return Outline(
        language=language,
        damaged=len(captures.get("damage", ())),
        definitions=tuple(d._replace(bases=bases[i]) if i in bases else d for i, d in enumerate(definitions)),
        imports=imports,
        receivers=receivers,
        names=names,
        comments=_flat(captures.get("comment", ())),
        strings=_flat(captures.get("string", ())),
        package=next(((node.text or b"").decode() for node in captures.get("package", ())), ""),
        extends=relations.extends(matches, terms) if terms else (),
        known=relations.known(matches, terms) if terms else (),
    )


def _parsed(source: bytes, language: str) -> tuple[Tree, bytes, frozenset[int]]:
    """The tree of a file, the source that it is of, and where the names of macros stand that are called."""
    if grammar.details(language).get("macros"):
        from ctxask.facts.macros import opened

        return opened(source, language)
    return grammar.parser(language).parse(source), source, frozenset()


def _cursor(language: str, query: str) -> QueryCursor:
    from tree_sitter import QueryCursor

    cursor = QueryCursor(grammar.query(language, query))
    cursor.set_max_start_depth(MOST_NESTED)
    return cursor


def _occurrences(
    source: bytes,
    captures: Captures,
    paths: dict[int, str],
    members: set[int],
    definitions: list[Definition],
    imports: tuple[Import, ...],
) -> tuple[tuple[str, ...], dict[str, list[int]], dict[int, tuple[str, ...]]]:
    """Receivers in use, occurrences by name in the outline's flat form, and the bases of each class by its index."""
    spans = {node.start_byte: node.end_byte for label in ("key", "read") for node in captures.get(label, ())}
    ends = {
        end: start for start, end in spans.items() if end > start
    }  # the parser invents empty ones where it misses one
    found = dict.fromkeys(ends.values(), "read")  # start -> role
    found.update((node.start_byte, "key") for node in captures.get("key", ()) if node.start_byte in found)
    keys = {node.start_byte for node in captures.get("keyed", ())}
    found.update(dict.fromkeys((members - keys) & found.keys(), "read"))
    for role in _STRENGTH:
        for node in captures.get(role, ()):
            start = ends.get(node.end_byte)
            if start is not None:
                found[start] = role
    for item in imports:
        if item.start in found:
            found[item.start] = "re-export" if item.exported else "import"
    for definition in definitions:
        if definition.start in keys and definition.kind == "local":
            continue  # a pattern reads the field by whose name it binds
        found[definition.start] = "definition"
        spans[definition.start] = definition.start + len(definition.name.encode())
    kept = CLASSES | CALLABLES
    bodies = segments(Span(d.first, d.last, i) for i, d in enumerate(definitions) if d.kind in kept)
    bodies.append((len(source) + 1, -1))
    place = 0
    table: dict[str, int] = {}
    names: dict[str, list[int]] = {}
    bases: dict[int, tuple[str, ...]] = {}
    codes = {role: code for code, role in enumerate(ROLES)}
    for start in sorted(found):
        role, end = found[start], spans[start]
        member = start in members and role != "definition"
        while bodies[place + 1][0] <= start:
            place += 1
        within = bodies[place][1]
        receiver = table.setdefault(paths.get(start, "?"), len(table) + 1) if member else 0
        name = source[start:end].decode("utf-8", "replace")
        names.setdefault(name, []).extend((start, codes[role], receiver, within + 1))
        if role == "base" and within >= 0 and definitions[within].kind in CLASSES:
            bases[within] = (*bases.get(within, ()), name)
    return tuple(table), names, bases


def _receivers(source: bytes, captures: Captures, this: Sequence[str]) -> dict[int, str]:
    """Start of a member's name -> what stands before its dot: a dotted path, `"` from a literal, `?` anything else."""
    bound = [Span(node.start_byte, node.end_byte, -1) for node in captures.get("this.bound", ())]
    bound += (Span(node.start_byte, node.end_byte, 1) for node in captures.get("this.rebound", ()))
    rebound = segments(bound)
    starts = [start for start, _ in rebound]
    paths: dict[int, str] = {}
    for node in captures.get("receiver", ()):
        first, last = node.start_byte, node.end_byte
        gap = _GAP.match(source, last)
        if gap is None:
            continue
        if last - first <= _LONGEST_PATH and _PATH.fullmatch(source, first, last):
            names = [name.decode("utf-8", "replace") for name in _NAMES.findall(source, first, last)]
            other = names[0] in this and rebound[bisect_right(starts, first) - 1][1] > 0
            paths[gap.end()] = "?" if other else ".".join(names)
        else:
            paths[gap.end()] = '"' if source[first] in b"\"'`[0123456789" else "?"
    return paths


def _flat(nodes: Iterable[Node]) -> tuple[int, ...]:
    return tuple(chain.from_iterable(sorted((node.start_byte, node.end_byte) for node in nodes)))
