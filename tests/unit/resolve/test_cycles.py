"""Resolution ends, with an answer, on programs that lead back to themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxask.resolve import graph
from ctxask.resolve.python.infer import STEPS
from ctxask.rows import Site
from ctxask.world_view import View

Open = Callable[[Mapping[str, bytes]], View]

CYCLES = sorted((Path(__file__).parents[2] / "repos" / "cycles").glob("*.txt"))


def read_all(view: View, paths: list[str]) -> dict[str, tuple[Site, ...]]:
    """Every question about every symbol of the files in this order, answered within the budget of a site."""
    inference = view._resolver.python.inf
    found: dict[str, tuple[Site, ...]] = {}
    for path in paths:
        for symbol in view.symbols_in([path]).rows:
            found[symbol.id] = view.references([symbol]).rows
            assert inference.steps <= STEPS + 1
            found[symbol.id] += view.callees([symbol]).rows
            graph.dependents(view._resolver, [symbol], 3)
    return found


@pytest.mark.parametrize("case", CYCLES, ids=lambda case: case.stem)
def test_a_cycle_ends(case: Path, opened: Open) -> None:
    parts = re.split(r"(?m)^-- (\S+) --\n", case.read_text(encoding="utf-8"))
    files = {path: text.encode() for path, text in zip(parts[1::2], parts[2::2], strict=True)}
    first = read_all(opened(files), sorted(files))
    assert read_all(opened(files), sorted(files, reverse=True)) == first


NAMES = ("a", "b", "c")
NAME = st.sampled_from(NAMES)
VALUE = st.sampled_from([*NAMES, "a.b", "b()", "[c]", "(a, b)", "c[0]", "a(b)"])
LINES = st.one_of(
    st.builds("{} = {}".format, NAME, VALUE),
    st.builds("class {}({}): c = {}".format, NAME, NAME, VALUE),
    st.builds("class {}({}):\n    def b(self, x): self.a = x; return self.{}".format, NAME, NAME, NAME),
    st.builds("def {}({}): return {}".format, NAME, NAME, VALUE),
    st.builds("def {}(x, y=b): x.{}(); return {}(y, x)".format, NAME, NAME, NAME),
    st.builds("@{}\ndef {}(): yield {}".format, NAME, NAME, VALUE),
    st.builds("from {} import {} as {}".format, NAME, NAME, NAME),
    st.builds("from {} import *".format, NAME),
    st.builds("for {} in {}: {}.a()".format, NAME, VALUE, NAME),
    st.builds("with {} as {}: {}.b()".format, VALUE, NAME, NAME),
    st.builds("if isinstance({}, {}): {}.c()".format, NAME, NAME, NAME),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.tuples(*[st.lists(LINES, min_size=1, max_size=8)] * 3))
def test_random_tangles_end(opened: Open, lines: tuple[list[str], ...]) -> None:
    files = {f"{name}.py": "\n".join(part).encode() + b"\n" for name, part in zip(NAMES, lines, strict=True)}
    read_all(opened(files), sorted(files))
