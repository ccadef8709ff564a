"""The facts of a Python file, as plain lists that canonical JSON can hold.

A file has one skeleton and one segment a scope. A segment is made only when a question needs that scope.
Positions are byte offsets into the file; an expression is a list whose first item is its kind, children are indexes.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from ctxask import canon

ENGINE = "python@6"
SKELETON = -1  # the segment number under which the skeleton is stored

# Roles that an occurrence has by its place in the syntax.
READ, CALL, WRITE, DELETE, ANNOTATION, BASE, DECORATOR, IMPORT = "r", "c", "w", "d", "A", "B", "D", "i"

Node = list[Any]
# ["n", name, start, block, role]                a name
# ["a", object, name, start, role, block]        an attribute
# ["c", function, [args], [[keyword, node]], block, start]   start of the brackets
# ["s", object, [items], role, start]            a subscript
# ["k", builtin type]                            a constant; an index or a key: ["k", type, value]
# ["t"|"l"|"S", [items]]  ["d", [keys], [values]]   displays
# ["b", operator, left, right, start]  ["u", operator, operand, start]  ["x", [operators], [operands], [starts]]
# ["o", "and"|"or", left, right]  ["i", condition, then, else]
# ["w", awaited]  ["y", yielded, is_from]  ["*", starred]  ["=", name node, value]
# ["f", body, block, [parameters]]               a lambda
# ["g", list|set|dict|gen, element, value, block]  a comprehension
# ["z", [inner]]                                 a string with interpolations
# ["I", class, value]  ["m", instance, place]    what a class pattern is held against, narrowed; what it takes by place
# ["q", [inner]]  ["?", [inner]]                 a slice; anything else, for the names in it


class Scope(NamedTuple):
    """A module, class or function of the file, in source order; the module is scope 0."""

    kind: str  # module, class, function
    name: str
    parent: int  # index, -1 for the module
    name_start: int
    start: int  # of the definition, decorators included
    end: int


@dataclass(slots=True)
class Skeleton:
    """The scopes of a file, and where instance attributes are assigned."""

    scopes: list[Scope]
    attributes: list[tuple[int, str, int, int]]  # function scope, attribute name, start of the name, of the object
    damage: int  # places where the parser had to recover
    globals: list[tuple[int, str]] = field(default_factory=list)  # function scope, name that it declares global
    _numbers: dict[int, int] = field(default_factory=dict, compare=False)

    def qualname(self, index: int) -> str:
        """`Outer.inner` of a scope; empty for the module."""
        parts: list[str] = []
        while index > 0:
            scope = self.scopes[index]
            parts.append(scope.name)
            index = scope.parent
        return ".".join(reversed(parts))

    @property
    def numbers(self) -> dict[int, int]:
        """The scopes by the start of their definition's name."""
        if not self._numbers:
            self._numbers = {scope.name_start: number for number, scope in enumerate(self.scopes) if number}
        return self._numbers

    def at(self, position: int) -> int:
        """The innermost scope that holds a byte position, decorators and signature counted to their definition."""
        index = bisect_right(self.scopes, position, key=attrgetter("start")) - 1
        while index > 0 and self.scopes[index].end <= position:
            index = self.scopes[index].parent
        return max(index, 0)

    def encode(self) -> bytes:
        """Bytes for the store."""
        rows = [[s.kind[0], s.name, s.parent, s.name_start, s.start, s.end] for s in self.scopes]
        return canon.encode([rows, self.attributes, self.damage, self.globals])

    @classmethod
    def decode(cls, data: bytes) -> Skeleton:
        """The skeleton from its bytes."""
        rows, attributes, damage, declared = json.loads(data)
        kinds = {"m": "module", "c": "class", "f": "function"}
        scopes = [Scope(kinds[kind], *rest) for kind, *rest in rows]
        return cls(scopes, [(a, b, c, d) for a, b, c, d in attributes], damage, [(a, b) for a, b in declared])


@dataclass(slots=True)
class Segment:
    """What one scope binds and evaluates."""

    nodes: list[Node] = field(default_factory=list)
    # name -> [kind, start, block, node, extra, since]; kinds: assign, note, param, for, with, except, from, import,
    # def, class, augmented, match, typevar, del
    binds: dict[str, list[list[Any]]] = field(default_factory=dict)
    blocks: list[list[Any]] = field(default_factory=list)  # [parent, kind, group, node, ends, extra]
    params: list[list[Any]] = field(default_factory=list)  # [name, kind: p|*|**|k, annotation, default]
    decorators: list[int] = field(default_factory=list)
    bases: list[int] = field(default_factory=list)
    keywords: list[list[Any]] = field(default_factory=list)  # of a class: [name, node]
    returns: list[int] = field(default_factory=list)
    annotation: int = -1  # of the return
    yields: list[list[int]] = field(default_factory=list)  # [node, is_from]
    attributes: list[list[Any]] = field(
        default_factory=list
    )  # [object name, attribute, kind, block, node, extra, start]
    outer: list[list[Any]] = field(default_factory=list)  # [global|nonlocal, name, start]
    words: list[list[Any]] = field(default_factory=list)  # no reference: [name, start, kind], of a keyword its call
    strings: list[list[int]] = field(default_factory=list)  # [start, end]
    imports: list[list[Any]] = field(default_factory=list)  # [level, module, name, start, alias, alias start, block]
    is_async: bool = False
    managers: list[int] = field(default_factory=list)  # nodes that a `with` enters
    listed: list[str] | None = None  # of a module: the names in `__all__`
    open_list: bool = False  # `__all__` also takes in what is no plain string
    raised: list[int] = field(default_factory=list)  # nodes
    items: list[list[int]] = field(default_factory=list)  # assigned to: [subscript node, value node]
    chains: dict[int, tuple[int, ...]] = field(default_factory=dict)  # of blocks, as `reach.chain` found them; not kept

    def encode(self) -> bytes:
        """Bytes for the store."""
        return canon.encode([getattr(self, name) for name in self.__slots__ if name != "chains"])

    @classmethod
    def decode(cls, data: bytes) -> Segment:
        """The segment from its bytes."""
        return cls(*json.loads(data))
