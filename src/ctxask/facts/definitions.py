"""The definitions and imports of one file, from the matches of its language's `definitions.scm`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.facts import grammar, held
from ctxask.facts.declarators import declared
from ctxask.facts.expressions import Rules, type_text, written
from ctxask.facts.nesting import Nesting, Span, segments
from ctxask.facts.outline import CALLABLES, CLASSES, LOCALS, MEMBERS, Definition, Import
from ctxask.facts.terms import Terms
from ctxask.facts.uses import uses

if TYPE_CHECKING:
    from tree_sitter import Node

Captures = dict[str, "list[Node]"]
Matches = list[tuple[int, Captures]]

# What a name defines when several patterns capture it: the first of these.
_KINDS = """
    enum interface class type namespace property method function prototype macro object attribute enumerator assigned
    constant variable parameter type_parameter local exported
"""
_RANK = {kind: rank for rank, kind in enumerate(_KINDS.split())}
_LABELS = {f"definition.{kind}": (kind, False) for kind in _RANK} | {"definition.variable.hoisted": ("variable", True)}
_MEMBERS = MEMBERS | {"assigned"}
_CALLABLE = {"variable": "function", "attribute": "method"}
_DECLARED = _CALLABLE | {"variable": "prototype"}
_DEMOTED = frozenset({"object", "constant", "variable"})  # local where a function holds them
_TYPE = re.compile(
    r"(?:[:&*\s]|'\w+\s|(?:const|mut|readonly|struct|class|enum|final|dyn|impl|volatile|static)\s)*"
    r"(?P<path>[\w$]+(?:(?:\.|::)[\w$]+)*)\s*(?:<(?P<inner>.*)>)?(?P<rest>[\s&*?]*(?:\[\]|\.\.\.)*)"
    r"(?:\|\s*(?:null|undefined)\s*)*",
    re.DOTALL,
)
_ITERATOR = re.compile(r"(?:const )?(?:typename )?(.*>)::(?:const_)?(?:reverse_)?iterator", re.DOTALL)
_INFERRED = frozenset({"auto", "var"})
_NOWHERE = "::"
_CONTAINER = re.compile(r"(?<!')\b[\w$]+")


class _Draft(NamedTuple):
    """A definition before its surroundings are known."""

    name: str
    kind: str
    start: int
    first: int
    last: int
    container: str  # as written at the definition itself: a receiver, an impl, a qualifier; `::` for none at all
    type: str
    hoisted: bool


def _merged(one: _Draft, other: _Draft) -> _Draft:
    """What two patterns say of one name."""
    strong, weak = (one, other) if _RANK[one.kind] <= _RANK[other.kind] else (other, one)
    first, last = min(one.first, other.first), max(one.last, other.last)
    container, type_ = strong.container or weak.container, strong.type or weak.type
    return _Draft(strong.name, strong.kind, strong.start, first, last, container, type_, strong.hoisted)


def read_imports(source: bytes, language: str, matches: Matches, scopes: list[Span]) -> tuple[Import, ...]:
    """The imports, by position."""
    query = grammar.query(language, "definitions")
    nesting = Nesting(scopes)
    clauses = [(captures["import"][0], pattern, captures) for pattern, captures in matches if "import" in captures]
    found: dict[tuple[int, str, str], Import] = {}
    for node, pattern, captures in sorted(clauses, key=lambda clause: clause[0].start_byte):
        fixed = query.pattern_settings(pattern)
        scope = next(nesting.around(node.start_byte, node.end_byte))
        for use in (use for root in captures.get("uses", ()) for use in uses(root)):
            place, exported = use.place.start_byte, "exported" in captures
            item = Import(use.module, use.name, use.alias, place, exported, max(scope.first, 0), scope.last)
            found.setdefault((place, use.name, use.alias), item)
        if "uses" in captures:
            continue
        module = "/".join(_text(source, part) for part in captures.get("module", ())) or fixed.get("module") or ""
        names, aliases = captures.get("imported", []), captures.get("alias", [])
        name = _text(source, names[0]) if names else fixed.get("name") or ""
        place = (aliases or names or captures.get("module") or [node])[0].start_byte
        if name == "last":
            module, _, name = module.rpartition(".")
            place = place if aliases else captures["module"][0].end_byte - len(name.encode())
        alias = _text(source, aliases[0]) if aliases else fixed.get("alias")
        if alias is None:
            alias = "" if name == "*" else name
        elif alias == "last":
            alias = _last_part(module)
        exported = "exported" in fixed
        visible = (0, 0) if exported else (max(scope.first, 0), scope.last)
        found.setdefault((place, name, alias), Import(module, name, alias, place, exported, *visible))
    return tuple(found[key] for key in sorted(found))


def read_definitions(
    source: bytes, language: str, matches: Matches, scopes: list[Span], imports: tuple[Import, ...]
) -> list[Definition]:
    """The definitions by position of the name; containers and visibility are worked out, bases still empty."""
    details = grammar.details(language)
    drafts = _drafts(source, matches, details)
    for item in (item for item in imports if item.module):  # what the file lets out under a name stays its own
        drafts.pop((item.start, False), None)
        drafts.pop((item.start, True), None)
    drafts = {key: draft for key, draft in drafts.items() if draft.kind != "exported"}
    ordered = _demoted(sorted(drafts.values(), key=lambda draft: (draft.first, -draft.last, draft.start)), scopes)
    settled = list(_settled(ordered, scopes, details))
    order = sorted(_declared_once(settled), key=lambda index: (settled[index].start, settled[index].kind))
    position = {index: place for place, index in enumerate(order)}
    return [settled[index]._replace(container=position.get(settled[index].container, -1)) for index in order]


def _drafts(source: bytes, matches: Matches, details: Mapping[str, Any]) -> dict[tuple[int, bool], _Draft]:
    wrappers = dict.fromkeys(details.get("wrappers", ()), 0) | details.get("containers", {})
    terms = held.terms(source, details)
    drafts: dict[tuple[int, bool], _Draft] = {}
    for _, captures in matches:
        for label, nodes in captures.items():
            if label in _LABELS:
                kind, hoisted = _LABELS[label]
                if terms is not None:
                    named = _holding(source, captures, kind, nodes[0], terms)
                else:
                    named = _named(source, captures, kind, nodes[0], hoisted, wrappers, details)
                for draft in named:
                    key = (draft.start, draft.kind in LOCALS)
                    drafts[key] = _merged(drafts[key], draft) if key in drafts else draft
                break
    return drafts


def _holding(source: bytes, captures: Captures, kind: str, whole: Node, terms: Terms) -> Iterator[_Draft]:
    """One draft for every name of a match, with the term of what it holds."""
    container = _owner(_text(source, captures["container"][0])) if "container" in captures else ""
    for node, value in held.named(captures, terms):
        text = _text(source, node)
        if text:
            yield _Draft(text, kind, node.start_byte, whole.start_byte, whole.end_byte, container, value, False)


def _named(
    source: bytes,
    captures: Captures,
    kind: str,
    whole: Node,
    hoisted: bool,
    wrappers: Mapping[str, int],
    details: Mapping[str, Any],
) -> Iterator[_Draft]:
    """One draft for every name of a match."""
    type_ = _type(source, captures, wrappers, details.get("expressions", {}))
    if "callable" in captures:
        kind = _CALLABLE.get(kind, kind)
    first, last = whole.start_byte, whole.end_byte
    container = _owner(_text(source, captures["container"][0])) if "container" in captures else ""
    container = _NOWHERE if "unscoped" in captures else container
    if "nameless" in captures:
        place = captures["nameless"][0].start_byte
        yield _Draft("", kind, place, first, last, container, type_, hoisted)
    for node in captures.get("name", ()):
        text = _text(source, node)
        if text:  # the parser invents an empty name where one is missing
            held = type_ or _given(source, captures, node, details.get("expressions", {}))
            yield _Draft(text, kind, node.start_byte, first, last, container, held, hoisted)
    for node in captures.get("declarator", ()):
        hit = declared(node, details["declarators"])
        if hit is not None and hit.name.start_byte < hit.name.end_byte:
            text, place = _text(source, hit.name), hit.name.start_byte
            container = _owner("::".join(_text(source, part).partition("<")[0] for part in hit.qualifiers))
            called = _DECLARED.get(kind, kind) if hit.callable else kind
            yield _Draft(text, called, place, first, last, container, type_, hoisted)


def _type(source: bytes, captures: Captures, wrappers: Mapping[str, int], rules: Rules) -> str:
    """What a match says of the type of its names."""
    for label, many in (("type", ""), ("type.many", "[]")):
        if label in captures:
            return plain_type(_text(source, captures[label][0]) + many, wrappers)
    if "result" in captures:
        return _joined(_text(source, captures["result"][0])) + "()"
    for label, what in (("value", ""), ("element", "[]")):
        if label in captures:
            text = written(captures[label][0], rules, source)
            return "" if text == "?" else f"={text}{what}"
    return ""


def _given(source: bytes, captures: Captures, name: Node, rules: Rules) -> str:
    """The type of a parameter of a @function that is an argument of a @caller: `0.1=e`."""
    if "function" not in captures or "caller" not in captures:
        return ""
    function, caller = captures["function"][0], captures["caller"][0]
    arguments, parameters = _siblings(function), _siblings(name)
    text = written(caller, rules, source)
    if text == "?":
        return ""
    return f"{arguments.index(function.start_byte)}.{parameters.index(name.start_byte)}={text}"


def _siblings(node: Node) -> list[int]:
    """Where the nodes of a list begin that the node stands in."""
    return [child.start_byte for child in node.parent.named_children] if node.parent else [node.start_byte]


def _demoted(ordered: list[_Draft], scopes: list[Span]) -> list[_Draft]:
    """Variables that a function holds are its locals, also those that look as if they declared a function."""
    inside = segments(span for span in scopes if span.tag)
    starts = [start for start, _ in inside]
    held: list[_Draft] = []
    for draft in ordered:
        is_local = draft.container != _NOWHERE and inside[bisect_right(starts, draft.first) - 1][1] >= 0
        if draft.kind in _DEMOTED | {"prototype"} and is_local:
            draft = draft._replace(kind="local")
        held.append(draft._replace(kind="function") if draft.kind == "prototype" else draft)
    return held


def _settled(ordered: list[_Draft], scopes: list[Span], details: Mapping[str, Any]) -> Iterator[Definition]:
    """Definitions in the order of the drafts; containers are indexes into it."""
    nesting = Nesting(scopes)
    holders = Nesting(Span(d.first, d.last, index) for index, d in enumerate(ordered) if d.kind not in LOCALS)
    classes = {draft.name: index for index, draft in enumerate(ordered) if draft.kind in CLASSES}
    qualified: list[str] = []  # what is nameless lends those inside it the name of what it stands in
    for index, draft in enumerate(ordered):
        around = (span.tag for span in holders.around(draft.first, draft.last))
        assigned = draft.kind == "assigned"  # the field belongs to the class whose method assigns it
        lexical = next((tag for tag in around if not assigned or ordered[tag].kind in CLASSES), -1)
        container = classes.get(draft.container.rpartition(".")[2], -1) if draft.container else lexical
        prefix = draft.container
        if draft.container == _NOWHERE:
            container, lexical, prefix = -1, -1, ""
        if assigned and container < 0:
            prefix = _constructed([ordered[span.tag] for span in holders.around(draft.first, draft.last)])
        if container < 0 and lexical >= 0 and ordered[lexical].kind == "namespace":
            prefix = f"{qualified[lexical]}.{prefix}"
        elif container >= 0:
            prefix = qualified[container] if container < index else ordered[container].name
        qualified.append(".".join(part for part in (prefix, draft.name) if part))
        held = container >= 0 and ordered[container].kind in CLASSES - {"namespace"}
        member = draft.kind in _MEMBERS or (draft.kind == "function" and (held or (draft.container and container < 0)))
        scope = _scope(draft, nesting)
        if draft.kind == "local" and details.get("declared_first"):
            visible = (draft.last, scope.last)
        elif member:
            constructor = held and ordered[container].name == draft.name  # the bare name means the class
            inside = details.get("bare_members") and held and not constructor
            visible = (ordered[container].first, ordered[container].last) if inside else (0, 0)
        else:
            visible = (max(scope.first, 0), scope.last)
        kind = draft.kind
        if kind in ("function", "method"):
            kind = "method" if member and prefix else "function"
        whole = qualified[-1] if draft.name else f"{prefix}.@{draft.start}"
        yield Definition(
            draft.name, whole, kind, draft.start, draft.first, draft.last, container, *visible, draft.type, ()
        )  # fmt: skip


def _declared_once(settled: list[Definition]) -> Iterator[int]:
    """Indexes of the definitions; a field that assignments make is defined by the first, unless it is declared."""
    declared = {item.qualified for item in settled if item.kind not in LOCALS | {"assigned"}}
    for index, item in enumerate(settled):
        if item.kind == "assigned":
            if "." not in item.qualified or item.qualified in declared:
                continue
            declared.add(item.qualified)
            settled[index] = item._replace(kind="attribute")
        yield index


def _constructed(around: list[_Draft]) -> str:
    """Whose field a function around it assigns: that of the function that constructs, or of a method's owner."""
    for holder in around:
        if holder.kind in CALLABLES:
            return holder.container or (holder.name if holder.name[:1].isupper() else "")
    return ""


def _scope(draft: _Draft, nesting: Nesting) -> Span:
    spans: Iterable[Span] = nesting.around(draft.first, draft.last)
    if draft.container == _NOWHERE:
        spans = [span for span in spans if span.first < 0]
    elif draft.hoisted:
        spans = [span for span in spans if span.tag or span.first < 0]
    return next(iter(spans))


def plain_type(text: str, wrappers: Mapping[str, int]) -> str:
    """The dotted name of a written type with its arguments in angle brackets and `[]` for each dimension.

    References and pointers are followed; empty when it is more than a name. Of a wrapper the argument at its place
    is meant: as what the type is, or, where the place is counted from the end, as what the type holds.
    """
    text, held = type_text(text), 0
    if (iterator := _ITERATOR.fullmatch(text)) is not None:
        text, held = iterator[1], -1
    while match := _TYPE.fullmatch(text):
        path, inner = _joined(match["path"]), match["inner"]
        if path in _INFERRED or (inner is not None and not _is_balanced(inner)):
            return ""
        name = path.rpartition(".")[2]
        if inner is None or name not in wrappers:
            arguments = f"<{inner}>" if inner is not None else ""
            return path + arguments + "[]" * (match["rest"].count("[") + match["rest"].count("...") + max(held, 0))
        place, arguments_of = wrappers[name], _separated(inner)
        held += place < 0
        text = arguments_of[place if place >= 0 else min(-place, len(arguments_of)) - 1]
    return ""


def _separated(inner: str) -> list[str]:
    """The arguments between two angle brackets."""
    depths = accumulate((mark in "<(") - (mark in ">)") for mark in inner)
    cuts = [place for place, depth in enumerate(depths) if inner[place] == "," and not depth]
    return [inner[first + 1 : last].strip() for first, last in pairwise([-1, *cuts, len(inner)])]


def _is_balanced(inner: str) -> bool:
    """Whether no angle bracket is closed before it is opened."""
    depths = accumulate((mark == "<") - (mark == ">") for mark in inner)
    return min(depths, default=0) >= 0


def _joined(path: str) -> str:
    return ".".join(re.findall(r"[\w$]+", path))


def _owner(text: str) -> str:
    """The type that a written container names: `Foo.prototype`, `*Foo`, `Foo<T>` are Foo, `ns::Foo` is ns.Foo."""
    names = _CONTAINER.findall(re.split(r"(?<=\w)[<\[]", text, maxsplit=1)[0])
    kept = [name for name in names if name not in ("prototype", "module", "exports")]
    return ".".join(kept) if kept and kept[0] != "this" else ""


def _last_part(module: str) -> str:
    """The name that a whole module has when none is written: its last part, versions skipped."""
    parts = [part for part in re.split(r"[/.:]+", module) if part and not re.fullmatch(r"v\d+", part)]
    return parts[-1] if parts else ""


def _text(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")
