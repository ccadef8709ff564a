"""One interpreter for all languages: runs a language's queries over a file and returns its outline."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ctxask.facts import ecmascript, grammar, held, relations
from ctxask.facts.definitions import Matches, read_definitions, read_imports
from ctxask.facts.expressions import Rules, type_text, written, written_arguments
from ctxask.facts.guard import MOST_NESTED, is_hostile
from ctxask.facts.nesting import Span, segments
from ctxask.facts.outline import CALLABLES, CLASSES, LOCALS, ROLES, Definition, Import, Outline, utf8

if TYPE_CHECKING:
    from tree_sitter import Node, QueryCursor, Tree

    from ctxask.facts.cleared import Name

ENGINE = "names@9"  # of what is extracted: a change of a query, of this code or of the outline's form is a new engine

_LONGEST_PATH = 200  # bytes of a receiver that is still taken for a dotted path
_NAME = rb"#?[\w$\x80-\xff]+"
_STEP = rb"\s*(?:[?!]?\.|\??->|::?)\s*"
_PATH = re.compile(_NAME + b"(?:" + _STEP + _NAME + b")*!?")
_NAMES = re.compile(_NAME)
_GAP = re.compile(_STEP + rb"(?P<sigil>\$?)")
_ANGLE = re.compile(rb"[<>]")
# What an identifier is when several patterns capture it: the last of these.
_STRENGTH = ("annotation", "write", "call", "decorator", "base", "import", "re-export")

Captures = dict[str, "list[Node]"]


def extract(data: bytes, language: str) -> Outline:
    """The outline of a file from its bytes; any bytes give one, and what does not parse is counted as damage."""
    source = utf8(data)
    if is_hostile(source):
        return Outline(language, 1, (), (), (), {}, (), ())
    details = grammar.details(language)
    tree, source, macros, unparsed = _parsed(source, language)
    root = tree.root_node
    captures = _cursor(language, "occurrences").captures(root)
    matches = _cursor(language, "definitions").matches(root)
    scopes = [Span(-1, len(source) + 1)]
    scopes += (Span(node.start_byte, node.end_byte) for node in captures.get("scope", ()))
    scopes += (Span(node.start_byte, node.end_byte, 1) for node in captures.get("scope.function", ()))
    imports = read_imports(source, language, matches, scopes)
    definitions = read_definitions(source, language, matches, scopes, imports)
    terms = held.terms(source, details)
    told = ecmascript.held(captures, matches, details["shapes"]) if details.get("facts") == "ecmascript" else None
    if told is not None:
        paths = told.receivers
        members, calls = {node.start_byte for node in captures.get("member", ())} | paths.keys(), dict[int, str]()
    elif terms is None:
        rules = details.get("expressions", {})
        owned = _owned(source, matches, rules)
        paths = _receivers(source, captures, details.get("this", ()), rules) | owned
        members = {node.start_byte for node in captures.get("member", ())} | owned.keys()
        calls = _arguments(source, captures, rules)
    else:
        paths = held.receivers(captures, terms)
        paths |= {start: paths.get(start, "") + held.MACRO for start in macros}
        members, calls = set(paths), {}
    members |= {name.start for name in unparsed if name.is_member}
    expressions, names, bases = _occurrences(source, captures, paths, members, calls, definitions, imports, unparsed)
    known = relations.known(matches, terms) if terms else ()
    if told is not None:
        definitions = [
            item._replace(type=told.types.get(item.start, ""), bases=told.bases.get(item.start, ()))
            for item in definitions
        ]
        bases, known = {}, told.known
    return Outline(
        language=language,
        damaged=len(captures.get("damage", ())),
        definitions=tuple(d._replace(bases=bases[i]) if i in bases else d for i, d in enumerate(definitions)),
        imports=imports,
        expressions=expressions,
        names=names,
        comments=_flat(captures.get("comment", ())),
        strings=_flat(captures.get("string", ())),
        package=".".join(
            re.findall(r"[\w$]+", next((_text(source, node) for node in captures.get("package", ())), ""))
        ),
        extends=relations.extends(matches, terms) if terms else (),
        known=known,
        assigned=told.assigned if told is not None else (),
    )


def _parsed(source: bytes, language: str) -> tuple[Tree, bytes, frozenset[int], tuple[Name, ...]]:
    """The tree of a file, the source in bytes as it counts, names of macros that are called, and names beside it."""
    details = grammar.details(language)
    if details.get("macros"):
        from ctxask.facts.macros import opened

        return *opened(source, language), ()
    if details.get("preprocessor"):
        from ctxask.facts.cleared import cleared

        tree, names = cleared(source, language)
        return tree, source, frozenset(), names
    return grammar.parser(language).parse(source), source, frozenset(), ()


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
    calls: dict[int, str],
    definitions: list[Definition],
    imports: tuple[Import, ...],
    unparsed: tuple[Name, ...],
) -> tuple[tuple[str, ...], dict[str, list[int]], dict[int, tuple[str, ...]]]:
    """Expressions in use, occurrences by name in the outline's flat form, and the bases of each class by its index."""
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
    for beside in unparsed:
        found[beside.start], spans[beside.start] = beside.role, beside.end
    for item in imports:
        if item.start in found:
            found[item.start] = "re-export" if item.exported else "import"
    for definition in definitions:
        if definition.start in keys and definition.kind in LOCALS:
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
        arguments = table.setdefault(calls[end], len(table) + 1) if role == "call" and end in calls else 0
        names.setdefault(name, []).extend((start, codes[role], receiver, within + 1, arguments))
        if role == "base" and within >= 0 and definitions[within].kind in CLASSES:
            bases[within] = (*bases.get(within, ()), name + _type_arguments(source, end))
    for i, definition in enumerate(definitions):
        if not definition.name:  # a class made in an expression, or by a constant of an enum
            holder = definitions[definition.container]
            bases[i] = (definition.type or definitions[holder.container].name,)
    return tuple(table), names, bases


def _type_arguments(source: bytes, start: int) -> str:
    """The arguments in angle brackets that begin at a byte, with the brackets; empty where none do."""
    depth, last = 0, start
    for mark in _ANGLE.finditer(source, start, start + _LONGEST_PATH):
        depth += 1 if mark[0] == b"<" else -1
        last = mark.end()
        if depth <= 0:
            break
    whole = source.startswith(b"<", start) and not depth
    return type_text(source[start:last].decode("utf-8", "replace")) if whole else ""


def _arguments(source: bytes, captures: Captures, rules: Rules) -> dict[int, str]:
    """End of a called name -> its list of arguments: the first list that begins behind it."""
    ends = sorted(node.end_byte for node in captures.get("call", ()))
    found: dict[int, str] = {}
    for node in sorted(captures.get("arguments", ()), key=lambda node: node.start_byte):
        place = bisect_right(ends, node.start_byte) - 1
        if place >= 0 and ends[place] not in found:
            found[ends[place]] = written_arguments(node, rules, source)
    return found


def _owned(source: bytes, matches: Matches, rules: Rules) -> dict[int, str]:
    """Start of a name that no dot makes a member -> the expression whose member it is: labels, keys, cases."""
    found: dict[int, str] = {}
    for _, captures in matches:
        if "owned" in captures:
            if "owner.type" in captures:
                text = f"<{type_text(_text(source, captures['owner.type'][0]))}>"
            else:
                text = written(captures["owner"][0], rules, source)
            found.update((node.start_byte, text) for node in captures["owned"])
    return found


def _receivers(source: bytes, captures: Captures, this: Sequence[str], rules: Rules) -> dict[int, str]:
    """Start of a member's name -> the expression before its dot; `""` from a literal."""
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
        text = written(node, rules, source) if rules else "?"
        if text == "?" and last - first <= _LONGEST_PATH and _PATH.fullmatch(source, first, last):
            names = [name.decode("utf-8", "replace") for name in _NAMES.findall(source, first, last)]
            other = names[0] in this and rebound[bisect_right(starts, first) - 1][1] > 0
            text = "?" if other else ".".join(names)
        elif text == "?" and source[first] in b"\"'`[0123456789":
            text = '""'
        paths[gap.start("sigil")] = paths[gap.end()] = _scopes(node, rules, source) + text
    return paths


def _scopes(node: Node, rules: Rules, source: bytes) -> str:
    """The scopes that stand before the one at a node, where the grammar nests them from the left: `a::(b::c)`."""
    scopes: list[str] = []
    here = node.parent
    while here is not None and here.parent is not None and here.parent.type == here.type:
        here = here.parent
        if rules.get(here.type, {}).get("base") == "scope":
            scopes.append(written(here.child_by_field_name("scope") or here, rules, source) + ".")
    return "".join(reversed(scopes))


def _text(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _flat(nodes: Iterable[Node]) -> tuple[int, ...]:
    return tuple(chain.from_iterable(sorted((node.start_byte, node.end_byte) for node in nodes)))
