"""Turns the syntax of one scope into a segment, with a work list instead of recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ctxask.facts.python.model import READ, WRITE, Segment
from ctxask.facts.python.skeleton import text

if TYPE_CHECKING:
    from tree_sitter import Node

MOST_NESTED = 128  # blocks inside each other that are told apart; no person writes more, and a use walks them all
BODY, OUTER = 0, 1  # the two blocks every segment begins with: the scope's own body; what is evaluated around it
Handler = Callable[["Builder", "Node", int, str, int], None]
HANDLERS: dict[str, Handler] = {}
STATEMENTS: set[str] = set()  # node types that are no expression, so need no index


def handles(*types: str) -> Callable[[Handler], Handler]:
    """Registers the one function that knows these node types."""

    def register(function: Handler) -> Handler:
        for name in types:
            HANDLERS[name] = function
        return function

    return register


def states(*types: str) -> Callable[[Handler], Handler]:
    """Registers the one function that knows these statements."""
    STATEMENTS.update(types)
    return handles(*types)


class Builder:
    """The work list and the growing segment of one scope."""

    __slots__ = ("depths", "keeps_strings", "scopes_at", "segment", "shift", "source", "todo")

    def __init__(self, source: bytes, scopes_at: dict[int, int]) -> None:
        self.source = source
        self.scopes_at = scopes_at  # start of a definition's name -> scope
        self.segment = Segment(blocks=[[-1, "body", 0, -1, 0, 0], [-1, "outer", 0, -1, 0, 0]])
        self.depths = [0, 0]  # of each block
        self.keeps_strings = False  # in displays too: the module may look up what it gives there
        self.todo: list[tuple[Node, int, str, int]] = []
        self.shift = 0  # added to positions while a quoted annotation is read

    def add(self, node: Node, role: str, block: int) -> int:
        """Reserves the index of an expression that is worked on later."""
        self.segment.nodes.append(["?", []])
        index = len(self.segment.nodes) - 1
        self.todo.append((node, index, role, block))
        return index

    def add_all(self, nodes: list[Node], role: str, block: int) -> list[int]:
        """Indexes of several expressions, comments left out."""
        return [self.add(node, role, block) for node in nodes if node.type != "comment"]

    def made(self, node: list[Any]) -> int:
        """The index of an expression that is known already."""
        self.segment.nodes.append(node)
        return len(self.segment.nodes) - 1

    def text(self, node: Node) -> str:
        return text(self.source, node)

    def block(self, parent: int, kind: str, group: int = 0, node: int = -1, extra: Any = 0) -> int:
        """A new block; arms of one `if` or `try` share a group and exclude each other. Too deep, the block around."""
        if self.depths[parent] >= MOST_NESTED:
            return parent
        self.segment.blocks.append([parent, kind, group, node, 0, extra])
        self.depths.append(self.depths[parent] + 1)
        return len(self.segment.blocks) - 1

    def bind(
        self, name: str, kind: str, start: int, block: int, node: int = -1, extra: Any = None, since: int = -1
    ) -> None:
        """Notes a binding of the name; what stands before `since`, the end of its value, does not see it yet."""
        self.segment.binds.setdefault(name, []).append([kind, start, block, node, extra, max(start, since)])

    def name(self, node: Node, role: str, block: int) -> int:
        """The expression of a plain name, made at once."""
        return self.made(["n", self.text(node), node.start_byte + self.shift, block, role])

    def target(self, node: Node, kind: str, value: int, block: int, extra: Any = None, since: int = -1) -> None:
        """Binds whatever a target pattern names; `extra` is the path into the unpacked value."""
        work: list[tuple[Node, list[Any]]] = [(node, [])]
        while work:
            part, path = work.pop()
            if part.type == "identifier":
                name = self.text(part)
                self.bind(name, kind, part.start_byte, block, value, [path, extra], since)
                self.name(part, WRITE, block)
            elif part.type in ("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"):
                items = [n for n in part.named_children if n.type != "comment"]
                starred = next((i for i, n in enumerate(items) if n.type.startswith("list_splat")), len(items))
                for index, item in enumerate(items):
                    work.append((item, [*path, index if index <= starred else index - len(items)]))
            elif part.type in ("list_splat_pattern", "list_splat"):
                work.extend((n, [*path[:-1], "*"]) for n in part.named_children[:1])
            elif part.type in ("parenthesized_expression", "as_pattern_target", "pattern"):
                work.extend((n, path) for n in part.named_children[:1])
            elif part.type == "attribute":
                self.attribute_target(part, kind, value, block, [path, extra])
            else:
                held = self.add(part, WRITE, block)
                if part.type == "subscript" and kind == "assign" and not path:
                    self.segment.items.append([held, value])

    def attribute_target(self, part: Node, kind: str, value: int, block: int, extra: Any) -> None:
        thing, name = part.child_by_field_name("object"), part.child_by_field_name("attribute")
        if thing is not None and name is not None and thing.type == "identifier":
            row = [self.text(thing), self.text(name), kind, block, value, extra, name.start_byte]
            self.segment.attributes.append(row)
        self.add(part, WRITE, block)

    def run(self) -> None:
        """Works until nothing is left; what no handler knows gives the names inside it."""
        while self.todo:
            node, index, role, block = self.todo.pop()
            handler = HANDLERS.get(node.type)
            if handler is not None:
                if index < 0 and node.type not in STATEMENTS:
                    index = self.made(["?", []])
                handler(self, node, index, role, block)
            elif children := node.named_children:
                inner = self.add_all(children, READ, block)
                if index >= 0:
                    self.segment.nodes[index] = ["?", inner]

    def statements(self, nodes: list[Node], block: int) -> None:
        """Puts the statements of a suite on the work list; a test that ends its suite narrows what follows it."""
        for node in nodes:
            if node.type == "comment":
                continue
            self.todo.append((node, -1, READ, block))
            if node.type in ("if_statement", "assert_statement") and (follow := self.narrowed(node, block)):
                block = follow
            elif node.type in _ENDS:
                self.segment.blocks[block][4] = 1

    def narrowed(self, node: Node, block: int) -> int:
        """The block that goes on after `assert C` or after `if C: return`, under C or its contrary; 0 when neither."""
        if node.type == "assert_statement":
            test, truth = node.named_children[:1], 1
        else:
            body = node.child_by_field_name("consequence")
            if node.child_by_field_name("alternative") is not None or body is None or not body.named_children:
                return 0
            if body.named_children[-1].type not in _ENDS:
                return 0
            condition = node.child_by_field_name("condition")
            test, truth = [condition] if condition is not None else [], 0
        if not test or (test[0].type == "identifier" and truth):
            return 0
        return self.block(block, "cont", 0, self.silent(test[0], block), truth)

    def silent(self, node: Node, block: int) -> int:
        """A second copy of a condition for narrowing, whose names are no occurrences of their own."""
        return self.add(node, _SILENT, block)


_ENDS = {"return_statement", "raise_statement", "continue_statement", "break_statement"}
_SILENT = "-"
