"""The definitions and imports of one file, from the matches of its language's `definitions.scm`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ctxask.facts import grammar
from ctxask.facts.declarators import Declared, declared
from ctxask.facts.nesting import Nesting, Span
from ctxask.facts.outline import CLASSES, LOCALS, MEMBERS, Definition, Import

if TYPE_CHECKING:
    from tree_sitter import Node

Captures = dict[str, "list[Node]"]
Matches = list[tuple[int, Captures]]

# What a name defines when several patterns capture it: the first of these.
_KINDS = """
    class interface enum type namespace property method function object attribute enumerator assigned constant variable
    parameter type_parameter local exported
"""
_RANK = {kind: rank for rank, kind in enumerate(_KINDS.split())}
_MEMBERS = MEMBERS | {"assigned"}
_CALLABLE = {"variable": "function", "attribute": "method"}
_DEMOTED = frozenset({"object", "constant", "variable"})  # local where a function holds them
_TYPE = re.compile(
    r"(?:[:&*\s]|'\w+\s|(?:const|mut|readonly|struct|class|enum|final|dyn|impl|volatile|static)\s)*"
    r"(?P<path>[\w$]+(?:(?:\.|::)[\w$]+)*)\s*(?:<(?P<inner>.*)>)?[\s&*?]*(?:\|\s*(?:null|undefined)\s*)*",
    re.DOTALL,
)
_INFERRED = frozenset({"auto", "var"})
_CONTAINER = re.compile(r"(?<!')\b[\w$]+")


@dataclass(frozen=True, slots=True)
class _Draft:
    """A definition before its surroundings are known."""

    name: str
    kind: str
    start: int
    first: int
    last: int
    container: str  # as written at the definition itself: a receiver, an impl, a qualifier
    type: str
    hoisted: bool

    def merged(self, other: _Draft) -> _Draft:
        """What two patterns say of one name."""
        strong, weak = sorted((self, other), key=lambda draft: _RANK[draft.kind])
        return replace(
            strong,
            first=min(self.first, other.first),
            last=max(self.last, other.last),
            container=strong.container or weak.container,
            type=strong.type or weak.type,
        )


def read_imports(source: bytes, language: str, matches: Matches, scopes: list[Span]) -> tuple[Import, ...]:
    """The imports, by position."""
    query = grammar.query(language, "definitions")
    nesting = Nesting(scopes)
    clauses = [(captures["import"][0], pattern, captures) for pattern, captures in matches if "import" in captures]
    found: dict[tuple[int, str, str], Import] = {}
    for node, pattern, captures in sorted(clauses, key=lambda clause: clause[0].start_byte):
        fixed = query.pattern_settings(pattern)
        module = "/".join(_text(source, part) for part in captures.get("module", ()))
        names, aliases = captures.get("imported", []), captures.get("alias", [])
        name = _text(source, names[0]) if names else fixed.get("name") or ""
        alias = _text(source, aliases[0]) if aliases else fixed.get("alias")
        if alias is None:
            alias = "" if name == "*" else name
        elif alias == "last":
            alias = _last_part(module)
        exported = "exported" in fixed
        place = (aliases or names or captures.get("module") or [node])[0].start_byte
        scope = next(nesting.around(node.start_byte, node.end_byte))
        visible = (0, 0) if exported else (max(scope.first, 0), scope.last)
        found.setdefault((place, name, alias), Import(module, name, alias, place, exported, *visible))
    return tuple(found[key] for key in sorted(found))


def read_definitions(
    source: bytes, language: str, matches: Matches, scopes: list[Span], imports: tuple[Import, ...]
) -> list[Definition]:
    """The definitions by position of the name; containers and visibility are worked out, bases still empty."""
    details = grammar.details(language)
    drafts = _drafts(source, matches, details)
    for item in imports:
        drafts.pop((item.start, False), None)
        drafts.pop((item.start, True), None)
    drafts = {key: draft for key, draft in drafts.items() if draft.kind != "exported"}
    ordered = _demoted(sorted(drafts.values(), key=lambda draft: (draft.first, -draft.last, draft.start)), scopes)
    settled = list(_settled(ordered, scopes, details))
    order = sorted(_declared_once(settled), key=lambda index: (settled[index].start, settled[index].kind))
    position = {index: place for place, index in enumerate(order)}
    return [settled[index]._replace(container=position.get(settled[index].container, -1)) for index in order]


def _drafts(source: bytes, matches: Matches, details: Mapping[str, Any]) -> dict[tuple[int, bool], _Draft]:
    drafts: dict[tuple[int, bool], _Draft] = {}
    for _, captures in matches:
        for label, nodes in captures.items():
            if label.startswith("definition."):
                kind, _, flag = label.removeprefix("definition.").partition(".")
                for draft in _named(source, captures, kind, nodes[0], flag == "hoisted", details):
                    key = (draft.start, draft.kind in LOCALS)
                    drafts[key] = drafts[key].merged(draft) if key in drafts else draft
    return drafts


def _named(
    source: bytes, captures: Captures, kind: str, whole: Node, hoisted: bool, details: Mapping[str, Any]
) -> Iterator[_Draft]:
    """One draft for every name of a match."""
    wrappers = frozenset(details.get("wrappers", ()))
    types = [plain_type(_text(source, node), wrappers) for node in captures.get("type", ())]
    types += [_joined(_text(source, node)) + "()" for node in captures.get("result", ())]
    found = [Declared(node, tuple(captures.get("container", ())), False) for node in captures.get("name", ())]
    found += [hit for node in captures.get("declarator", ()) if (hit := declared(node, details["declarators"]))]
    for name, qualifiers, calls in found:
        text = _text(source, name)
        yield _Draft(
            name=text.removeprefix("#"),
            kind=_CALLABLE.get(kind, kind) if calls or "callable" in captures else kind,
            start=name.start_byte + text.startswith("#"),
            first=whole.start_byte,
            last=whole.end_byte,
            container=_owner(".".join(_text(source, node).partition("<")[0] for node in qualifiers)),
            type=types[0] if types else "",
            hoisted=hoisted,
        )


def _demoted(ordered: list[_Draft], scopes: list[Span]) -> list[_Draft]:
    """Variables that a function holds are its locals."""
    nesting = Nesting(scopes)
    return [
        replace(draft, kind="local")
        if any(span.tag for span in nesting.around(draft.first, draft.last)) and draft.kind in _DEMOTED
        else draft
        for draft in ordered
    ]


def _settled(ordered: list[_Draft], scopes: list[Span], details: Mapping[str, Any]) -> Iterator[Definition]:
    """Definitions in the order of the drafts; containers are indexes into it."""
    nesting = Nesting(scopes)
    holders = Nesting(Span(d.first, d.last, index) for index, d in enumerate(ordered) if d.kind not in LOCALS)
    classes = {draft.name: index for index, draft in enumerate(ordered) if draft.kind in CLASSES}
    qualified: list[str] = []
    for index, draft in enumerate(ordered):
        around = (span.tag for span in holders.around(draft.first, draft.last))
        assigned = draft.kind == "assigned"  # the field belongs to the class whose method assigns it
        lexical = next((tag for tag in around if not assigned or ordered[tag].kind in CLASSES), -1)
        container = classes.get(draft.container.rpartition(".")[2], -1) if draft.container else lexical
        prefix = draft.container
        if container < 0 and lexical >= 0 and ordered[lexical].kind == "namespace":
            prefix = f"{qualified[lexical]}.{prefix}"
        elif container >= 0:
            prefix = qualified[container] if container < index else ordered[container].name
        qualified.append(f"{prefix}.{draft.name}" if prefix else draft.name)
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
        yield Definition(
            draft.name, qualified[-1], kind, draft.start, draft.first, draft.last, container,
            *visible, draft.type, (),
        )  # fmt: skip


def _declared_once(settled: list[Definition]) -> Iterator[int]:
    """Indexes of the definitions; a field that assignments make is defined by the first, unless it is declared."""
    declared = {item.qualified for item in settled if item.kind != "assigned"}
    for index, item in enumerate(settled):
        if item.kind == "assigned":
            if item.container < 0 or item.qualified in declared:
                continue
            declared.add(item.qualified)
            settled[index] = item._replace(kind="attribute")
        yield index


def _scope(draft: _Draft, nesting: Nesting) -> Span:
    spans: Iterable[Span] = nesting.around(draft.first, draft.last)
    if draft.hoisted:
        spans = [span for span in spans if span.tag or span.first < 0]
    return next(iter(spans))


def plain_type(text: str, wrappers: frozenset[str]) -> str:
    """The dotted name of a written type, references and pointers followed, empty when it is more than a name."""
    while match := _TYPE.fullmatch(text):
        path = _joined(match["path"])
        if path in _INFERRED:
            return ""
        if match["inner"] is None or path.rpartition(".")[2] not in wrappers:
            return path
        text = match["inner"].strip()
    return ""


def _joined(path: str) -> str:
    return ".".join(re.findall(r"[\w$]+", path))


def _owner(text: str) -> str:
    """The type that a written container names: `Foo.prototype`, `*Foo`, `Foo<T>` are Foo, `ns::Foo` is ns.Foo."""
    names = _CONTAINER.findall(text.partition("<")[0])
    kept = [name for name in names if name not in ("prototype", "module", "exports")]
    return ".".join(kept) if kept and kept[0] != "this" else ""


def _last_part(module: str) -> str:
    """The name that a whole module has when none is written: its last part, versions skipped."""
    parts = [part for part in re.split(r"[/.:]+", module) if part and not re.fullmatch(r"v\d+", part)]
    return parts[-1] if parts else ""


def _text(source: bytes, node: Node) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")
