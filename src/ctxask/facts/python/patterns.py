"""How a `match` statement binds, refers and narrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python.builder import Builder, states
from ctxask.facts.python.model import READ

if TYPE_CHECKING:
    from tree_sitter import Node


@states("match_statement")
def _match(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    subjects = b.add_all(node.children_by_field_name("subject"), READ, block)
    subject = subjects[0] if len(subjects) == 1 else b.made(["t", subjects])
    body = node.child_by_field_name("body")
    for clause in body.named_children if body is not None else []:
        if clause.type == "case_clause":
            arm = b.block(block, "case", node.start_byte + 1, subject)
            for part in clause.named_children:
                if part.type == "block":
                    b.statements(part.children, arm)
                elif part.type == "case_pattern":
                    _pattern(b, part, arm, subject)
                elif part.type == "if_clause":
                    b.add_all(part.named_children, READ, arm)


def _pattern(b: Builder, pattern: Node, arm: int, subject: int) -> None:
    """Captures bind, dotted names and class patterns refer; a lone class pattern narrows the subject."""
    work: list[tuple[Node, int, bool]] = [(pattern, subject, True)]
    classes: dict[int, int] = {}  # start of a class pattern -> the expression of its class
    while work:
        part, value, whole = work.pop()
        if part.type == "dotted_name" and len(part.named_children) == 1:
            if b.text(part) != "_":
                b.target(part.named_children[0], "match", value if whole else -1, arm)
        elif part.type == "class_pattern":
            names = [n for n in part.named_children if n.type == "dotted_name"][:1]
            cls = classes.get(part.start_byte, -1)
            if names and cls < 0:
                cls = _dotted_expression(b, names[0], arm)
            if whole and cls >= 0:
                b.segment.blocks[arm][5] = cls
            work.extend((n, -1, False) for n in part.named_children if n not in names)
        elif part.type == "keyword_pattern":
            name = part.named_children[0]
            b.segment.words.append([b.text(name), name.start_byte, "keyword"])
            work.extend((n, -1, False) for n in part.named_children[1:])
        elif part.type == "dotted_name":
            _dotted_expression(b, part, arm)
        elif part.type == "as_pattern" and len(part.named_children) == 2:
            work.append((part.named_children[0], value, whole))
            cls = -1 if whole else _class_of(b, part.named_children[0], arm, classes)
            b.target(part.named_children[1], "match", value if whole else cls, arm, "as" if whole else "class")
        elif part.type == "identifier":
            b.target(part, "match", -1, arm)
        else:
            inner = part.type == "case_pattern"
            work.extend((n, value, whole and inner and len(part.named_children) == 1) for n in part.named_children)


def _class_of(b: Builder, pattern: Node, arm: int, classes: dict[int, int]) -> int:
    """The class of a class pattern inside another pattern; -1 for any other."""
    while pattern.type == "case_pattern" and len(pattern.named_children) == 1:
        pattern = pattern.named_children[0]
    if pattern.type != "class_pattern" or pattern.named_children[0].type != "dotted_name":
        return -1
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
