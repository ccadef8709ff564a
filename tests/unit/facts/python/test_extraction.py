"""Facts of Python files: made of any bytes, and the same after a trip through the store."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.facts.grammar import parser
from ctxask.facts.outline import utf8
from ctxask.facts.python.model import Segment, Skeleton
from ctxask.facts.python.segment import build
from ctxask.facts.python.skeleton import skeleton

REPOS = sorted((Path(__file__).parents[3] / "repos").glob("*.txt"))
SOURCES = [part for path in REPOS for part in re.split(r"(?m)^-- \S+ --\n", path.read_text(encoding="utf-8")) if part]
PIECES = (*"()[{:'#@*\\x\n", "\n    ", '"""', "lambda ", "class ", "def ", "async ", "match x:\n    case ")


def facts(data: bytes) -> tuple[Skeleton, list[Segment]]:
    """Everything that is extracted from a file."""
    source = utf8(data)
    tree = parser("python").parse(source)
    found = skeleton(tree, source)
    return found, [build(tree, source, found, scope) for scope in range(len(found.scopes))]


def holds(data: bytes) -> None:
    """Extracts, and checks what every reader of the facts relies on."""
    found, segments = facts(data)
    size = len(utf8(data))
    for index, scope in enumerate(found.scopes):
        assert 0 <= scope.start <= scope.end <= size
        assert scope.parent < index and (scope.parent >= 0) == (index > 0)
    for segment in segments:
        assert all(-1 <= block[0] < index for index, block in enumerate(segment.blocks))
        assert all(0 <= row[2] < len(segment.blocks) for rows in segment.binds.values() for row in rows)
        assert Segment.decode(segment.encode()) == segment
    assert Skeleton.decode(found.encode()) == found


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A source file with slices dropped, doubled, moved or replaced by pieces of syntax."""
    text = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(1, 6))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, start + 40)
        other = draw(st.one_of(st.just(""), st.sampled_from(PIECES), st.just(text[start:end] * 2)))
        text = text[:start] + other + text[end:]
    return text.encode("utf-8", "surrogatepass")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    holds(data)


@settings(max_examples=150, deadline=None)
@given(mutated())
def test_mutated_source(data: bytes) -> None:
    holds(data)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.split("\n")[0][:30])
def test_source(source: str) -> None:
    holds(source.encode())


DEEP = {
    "parentheses": "x = " + "(" * 20_000 + "1" + ")" * 20_000,
    "unclosed": "f(" * 5_000,
    "lists": "x = " + "[" * 5_000 + "]" * 5_000,
    "sum": "x = " + " + ".join(["a"] * 30_000),
    "attributes": "x = a" + ".b" * 10_000,
    "calls": "x = a" + "()" * 10_000,
    "subscripts": "x: a" + "[b" * 3_000 + "]" * 3_000,
    "elifs": "if a:\n    x = 1\n" + "elif b:\n    x = 2\n" * 6_000,
    "functions": "".join("  " * depth + f"def f{depth}():\n" for depth in range(300)) + "  " * 300 + "return 1\n",
    "lambdas": "x = " + "lambda a: " * 3_000 + "a",
    "conditions": "x = " + "a if b else " * 3_000 + "c",
    "booleans": "x = " + " and ".join(["a"] * 10_000),
    "comprehensions": "x = " + "[" * 500 + "a" + " for a in b]" * 500,
    "unpacking": "(" * 2_000 + "a" + ",)" * 2_000 + " = b",
    "strings": "x = " + '"a" ' * 10_000,
    "patterns": "match x:\n    case " + "[" * 1_000 + "a" + "]" * 1_000 + ":\n        pass\n",
}


@pytest.mark.parametrize("kind", DEEP)
def test_deep_nesting(kind: str) -> None:
    holds(DEEP[kind].encode())
