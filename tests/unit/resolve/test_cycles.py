"""Resolution ends, with an answer, on programs that lead back to themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxask.resolve import graph
from ctxask.resolve.python.infer import STEPS
from ctxask.rows import Site
from ctxask.world_view import View

Open = Callable[[Mapping[str, bytes]], View]

CYCLES = {
    "imports": {
        "a.py": "from b import name, other\nname()\n",
        "b.py": "from c import name\nfrom a import other\n",
        "c.py": "from a import name\n",
    },
    "star imports": {
        "a.py": "from b import *\nfrom c import *\nname()\n",
        "b.py": "from c import *\nfrom a import *\n",
        "c.py": "from a import *\n\n\ndef name():\n    return 1\n",
    },
    "a module that imports itself": {"a.py": "import a\nfrom a import name\na.a.a.name()\n"},
    "inheritance": {
        "a.py": "class A(B):\n    def name(self): return self.name()\n\n\nclass B(A):\n    pass\n\n\nB().name()\n",
        "b.py": "class C(C):\n    def name(self): return super().name()\n\n\nclass D(E, E): pass\n\n\nclass E(D): pass\n\n\nD().name()\n",
    },
    "no order of bases": {
        "a.py": """
            class A:
                def name(self): return 1
            class X(A): pass
            class Y(A): pass
            class P(X, Y): pass
            class Q(Y, X): pass
            class R(P, Q): pass
            R().name()
        """
    },
    "functions": {
        "a.py": """
            def one(x): return two(x) or three()
            def two(x): return one(two(x))
            def three(): return [three(), one(three)]
            one(1).name(); two(2).name(); three()[0].name()
            class A:
                def name(self): return one(self)
        """
    },
    "aliases": {"a.py": "x = y\ny = x\nx = x\nz = [z]\nx.name()\nz[0].name()\nname = name\nname()\ndef name(): pass\n"},
    "annotations": {"a.py": "A = B\nB = list[A]\nC = 'C'\ndef f(a: A, c: C) -> 'f': return a\nf(1).name\ndef name(): pass\n"},
    "decorators": {"a.py": "@name\ndef name(f): return name\n\n\n@a\ndef a(): pass\n\n\na().name()\n"},
    "properties": {
        "a.py": """
            class A:
                @property
                def name(self): return self.other.name
                @property
                def other(self): return self.name.other
                def __getattr__(self, at): return getattr(self, at).name
                def __iter__(self): return self
                def __next__(self): return next(self)
                def __enter__(self): return self.__enter__()
            for a in A():
                with a as b:
                    b.name.other.missing.name
        """
    },
    "growing types": {
        "a.py": """
            def wrap(x): return [x]
            def grow(x, n): return grow(wrap(x), n) if n else (x, grow([x, (x, n)], n))
            def deeper(f): return deeper(lambda: f(f))
            v = []
            v = [v]
            v = (v, v)
            grow(v, 1).name()
            deeper(deeper)().name()
            class T[A: 'T']:
                def name(self) -> 'T[T[A]]': return self.name()
            T().name().name().name()
        """
    },
    "fixtures": {
        "conftest.py": "import pytest\n\n\n@pytest.fixture\ndef name(name): return name\n\n\n@pytest.fixture\ndef other(name): return other\n",
        "test_a.py": "def test_a(name, other):\n    name(); other.name()\n",
    },
}  # fmt: skip


def read_all(view: View, paths: list[str]) -> list[Site]:
    """Every question about every symbol, answered within the budget of a site."""
    inference = view._resolver.python.inf
    found: list[Site] = []
    for symbol in view.symbols_in(paths).rows:
        found += view.references([symbol]).rows
        assert inference.steps <= STEPS + 1
        found += view.callees([symbol]).rows
        graph.dependents(view._resolver, [symbol], 3)
    return found


@pytest.mark.parametrize("kind", CYCLES)
def test_a_cycle_ends(kind: str, opened: Open) -> None:
    files = {path: textwrap.dedent(text).encode() for path, text in CYCLES[kind].items()}
    assert read_all(opened(files), sorted(files)) == read_all(opened(files), sorted(files))


def test_a_cycle_hides_nothing_from_later_questions(opened: Open) -> None:
    files = {
        "a.py": b"from b import B\n\n\nclass A:\n    def other(self): return B()\n\n\ndef go(a: A):\n    a.other().other().name()\n",
        "b.py": b"from a import A\n\n\nclass B:\n    def other(self): return A()\n\n    def name(self): return self.other().other()\n",
    }  # fmt: skip
    view = opened(files)
    backward = {s.id: view.references([s]).rows for s in reversed(view.symbols_in(["b.py", "a.py"]).rows)}
    fresh = opened(files)
    forward = {s.id: fresh.references([s]).rows for s in fresh.symbols_in(["a.py", "b.py"]).rows}
    assert forward == backward


NAMES = ("a", "b", "c")
LINES = st.one_of(
    st.builds("{} = {}".format, st.sampled_from(NAMES), st.sampled_from([*NAMES, "a.b", "b()", "[c]", "(a, b)", "c[0]"])),
    st.builds("class {}({}): c = {}".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("class {}({}):\n    def b(self, x): self.a = x; return self.{}".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("def {}({}): return {}".format, st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(["a(b)", "b", "c.a"])),
    st.builds("@{}\ndef {}(): yield {}()".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("from {} import {} as {}".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("from {} import *".format, st.sampled_from(NAMES)),
    st.builds("for {} in {}: {}.a()".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("with {} as {}: {}.b()".format, *[st.sampled_from(NAMES)] * 3),
    st.builds("if isinstance({}, {}): {}.c()".format, *[st.sampled_from(NAMES)] * 3),
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.tuples(*[st.lists(LINES, min_size=1, max_size=8)] * 3))
def test_random_tangles_end(opened: Open, lines: tuple[list[str], ...]) -> None:
    files = {f"{name}.py": "\n".join(part).encode() + b"\n" for name, part in zip(NAMES, lines, strict=True)}
    read_all(opened(files), sorted(files))
