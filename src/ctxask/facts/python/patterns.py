"""How a `match` statement binds, refers and narrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python.builder import Builder, states
from ctxask.facts.python.model import READ

if TYPE_CHECKING:
    from tree_sitter import Node

_SILENT = "-"
_AROUND = ("case_pattern", "keyword_pattern")


@states("match_statement")
def _match(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    subjects = b.add_all(node.children_by_field_name("subject"), READ, block)
    subject = subjects[0] if len(subjects) == 1 else b.made(["t", subjects])
    body = node.child_by_field_name("body")
    for clause in body.named_children if body is not None else []:
        if clause.type == "case_clause":
            block = _clause(b, clause, block, node.start_byte + 1, subject)


def _clause(b: Builder, clause: Node, block: int, group: int, subject: int) -> int:
    """Reads one case; the block in which the next one is tried: the subject is no instance of what this one took."""
    arm = b.block(block, "case", group, subject)
    patterns = [part for part in clause.named_children if part.type == "case_pattern"]
    guarded = False
    if len(patterns) == 1:
        _pattern(b, patterns[0], arm, subject)
    for part in clause.named_children:
        if part.type == "block":
            b.statements(part.children, arm)
        elif part.type == "if_clause":
            guarded = True
            b.add_all(part.named_children, READ, arm)
    if len(patterns) > 1:  # `case a, b:`
        for place, pattern in enumerate(patterns):
            _pattern(b, pattern, arm, _item(b, subject, patterns, place), False)
    taken = b.segment.blocks[arm][5]
    if not taken or guarded or len(patterns) != 1 or not _takes_all(patterns[0]):
        return block
    return b.block(block, "other", group, subject, taken)


def _takes_all(pattern: Node) -> bool:
    """Whether a pattern takes every instance of its classes: nothing is asked of their parts."""
    work = [pattern]
    while work:
        part = work.pop()
        if part.type == "class_pattern" and len(part.named_children) > 1:
            return False
        work += part.named_children if part.type in ("case_pattern", "union_pattern", "as_pattern") else []
    return True


def _pattern(b: Builder, pattern: Node, arm: int, subject: int, whole: bool = True) -> None:
    """Captures bind, dotted names and class patterns refer; class patterns narrow what they are held against."""
    work: list[tuple[Node, int, bool]] = [(pattern, subject, whole)]
    classes: dict[int, int] = {}  # start of a class pattern -> the expression of its class
    while work:
        part, value, whole = work.pop()
        if part.type == "dotted_name" and len(part.named_children) == 1:
            if b.text(part) != "_":
                b.target(part.named_children[0], "match", value, arm)
        elif part.type == "dotted_name":
            _dotted_expression(b, part, arm)
        elif part.type == "class_pattern":
            work += _fields(b, part, arm, value, whole, classes)
        elif part.type == "union_pattern":
            arms = [_class_of(b, n, arm, classes) for n in part.named_children]
            if whole and min(arms) >= 0:
                b.segment.blocks[arm][5] = b.made(["t", arms])
            work += [(n, value, False) for n in part.named_children]
        elif part.type == "keyword_pattern":
            name = part.named_children[0]
            b.segment.words.append([b.text(name), name.start_byte, "keyword"])
            work += [(n, value, False) for n in part.named_children[1:]]
        elif part.type == "as_pattern" and len(part.named_children) == 2:
            work.append((part.named_children[0], value, whole))
            cls = -1 if whole else _class_of(b, part.named_children[0], arm, classes)
            held = value if cls < 0 else b.made(["I", cls, value])
            b.target(part.named_children[1], "match", held, arm, "as" if whole else None)
        elif part.type == "splat_pattern":  # the name is all that it holds
            held = b.made(["l", []] if part.children[0].type == "*" else ["d", [], []])
            for name in part.named_children:
                b.target(name, "match", held, arm)
        elif part.type in ("list_pattern", "tuple_pattern"):
            items = part.named_children
            if len(items) == 1 and all(n.type != "," for n in part.children) and part.type == "tuple_pattern":
                work.append((items[0], value, whole))  # nothing but brackets
            else:
                work += [(n, _item(b, value, items, place), False) for place, n in enumerate(items)]
        else:
            inner = part.type == "case_pattern" and len(part.named_children) == 1
            work += [(n, value if inner else -1, whole and inner) for n in part.named_children]


def _fields(
    b: Builder, part: Node, arm: int, value: int, whole: bool, classes: dict[int, int]
) -> list[tuple[Node, int, bool]]:
    """The patterns in the brackets of a class pattern, with what each is held against."""
    names = [n for n in part.named_children if n.type == "dotted_name"][:1]
    cls = classes.get(part.start_byte, -1)
    if names and cls < 0:
        cls = _dotted_expression(b, names[0], arm)
    if whole and cls >= 0:
        b.segment.blocks[arm][5] = cls
    inside = [n for n in part.named_children if n not in names]
    if cls < 0 or not inside:
        return [(n, -1, False) for n in inside]
    held = b.made(["I", cls, value])
    found = []
    for place, pattern in enumerate(inside):
        name = _keyword(pattern)
        field = ["m", held, place] if name is None else ["a", held, b.text(name), name.start_byte, _SILENT, arm]
        found.append((pattern, b.made(field), False))
    return found


def _keyword(pattern: Node) -> Node | None:
    """The name before the `=` of a pattern in the brackets of a class."""
    while pattern.type in ("case_pattern", "as_pattern") and pattern.named_children:
        pattern = pattern.named_children[0]
    return pattern.named_children[0] if pattern.type == "keyword_pattern" else None


def _item(b: Builder, value: int, items: list[Node], place: int) -> int:
    """What an item of a sequence pattern is held against; -1 behind a starred one."""
    known = value >= 0 and not any(
        "splat_pattern" in (n.type, *(c.type for c in n.children)) for n in items[: place + 1]
    )
    return b.made(["s", value, [b.made(["k", "int", place])], _SILENT, 0]) if known else -1


def _class_of(b: Builder, pattern: Node, arm: int, classes: dict[int, int]) -> int:
    """The class of a class pattern inside another pattern; -1 for any other."""
    while pattern.type in _AROUND and pattern.named_children:
        pattern = pattern.named_children[-1]
    if pattern.type != "class_pattern" or pattern.named_children[0].type != "dotted_name":
        return -1
    if pattern.start_byte not in classes:
        classes[pattern.start_byte] = _dotted_expression(b, pattern.named_children[0], arm)
    return classes[pattern.start_byte]


def _dotted_expression(b: Builder, node: Node, block: int) -> int:
    index = -1
    for part in node.named_children:
        if index < 0:
            index = b.name(part, READ, block)
        else:
            index = b.made(["a", index, b.text(part), part.start_byte, READ, block])
    return index
