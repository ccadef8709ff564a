"""Makes the segment of one scope out of a parsed file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python import expressions, patterns, statements
from ctxask.facts.python.builder import BODY, Builder
from ctxask.facts.python.definition import definition_parts
from ctxask.facts.python.model import Segment, Skeleton

if TYPE_CHECKING:
    from tree_sitter import Tree

HANDLERS_OF = (expressions, patterns, statements)  # importing them is what registers their handlers


def build(tree: Tree, source: bytes, skeleton: Skeleton, index: int) -> Segment:
    """The segment of scope `index`."""
    builder = Builder(source, skeleton.numbers)
    scope = skeleton.scopes[index]
    if index == 0:
        builder.keeps_strings = b"__getattr__" in source
        builder.statements(tree.root_node.children, BODY)
    else:
        name = tree.root_node.descendant_for_byte_range(scope.name_start, scope.name_start + 1)
        definition = name.parent if name is not None else None
        if definition is not None:
            definition_parts(builder, definition)
    builder.run()
    for rows in builder.segment.binds.values():
        rows.sort(key=lambda row: row[1])
    return builder.segment
