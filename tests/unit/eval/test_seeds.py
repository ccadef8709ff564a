"""Seeds: a fault changes what the module says and nothing else in its bytes, and an innocent edit changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eval.seeds import faults, innocent
from eval.seeds.faults import KINDS
from eval.seeds.model import Edit, contents, plain
from eval.seeds.observed import executed
from eval.seeds.text import Source, applied, compiles, differs

MODULE = b'''"""Words: \xc3\xa9."""

LIMIT = 3  # \xc3\xa9


class Box:
    size = 4

    def __init__(self, start, step=1):
        self.start = start
        self.log("x", start)

    @property
    def value(self): return self.start

    def log(self, text, number):
        total = 0
        name = "a"
        for item in range(number):
            total += 2
        if total < LIMIT and (self.size
                              == 4):
            raise ValueError(text)
        return f"{total} {name}" if total else helper(total + 1, key=1)


def helper(number, key=None):
    """Helps."""
    flag = True
    return number * 2
'''
SOURCE = Source("box.py", MODULE)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_finds_a_place_and_keeps_the_other_bytes(kind: str) -> None:
    found = list(faults.sites(SOURCE, kind))
    assert found
    for site in found:
        assert differs(MODULE, site.changes)
        changed = applied(MODULE, site.changes)
        kept = MODULE
        for start, end, _ in sorted(site.changes, reverse=True):
            kept = kept[:start] + kept[end:]
        assert len(changed) == len(kept) + sum(len(new.encode()) for *_, new in site.changes)
        assert changed[: min(site.changes)[0]] == MODULE[: min(site.changes)[0]]


@pytest.mark.parametrize(
    ("kind", "symbol", "before", "after"),
    [
        ("comparison", "Box.log", "== 4)", "!= 4)"),
        ("arithmetic", "Box.log", "total + 1", "total - 1"),
        ("condition", "Box.log", "if total else", "if not (total) else"),
        ("boolean", "Box.log", "LIMIT and (", "LIMIT or ("),
        ("boolean", "helper", "flag = True", "flag = False"),
        ("constant", "Box.log", "total += 2", "total += 3"),
        ("return", "helper", "return number * 2", "return None"),
        ("call", "Box.__init__", 'self.log("x", start)', "pass"),
        ("argument", "Box.__init__", '"x", start', 'start, "x"'),
        ("default", "Box.__init__", "step=1", "step=2"),
        ("exception", "Box.log", "raise ValueError(", "raise LookupError("),
        ("rename", "helper", "def helper(", "def helper_moved("),
        ("module constant", "LIMIT", "LIMIT = 3", "LIMIT = 4"),
        ("class attribute", "Box.size", "size = 4", "size = 5"),
        ("attribute", "Box.__init__", "self.start = start", "pass"),
        ("string", "Box.log", 'name = "a"', 'name = "ax"'),
        ("decorator", "Box.value", "@property\n", "\n"),
    ],
)
def test_a_fault_stands_where_it_says(kind: str, symbol: str, before: str, after: str) -> None:
    wanted = MODULE.decode().replace(before, after, 1).encode()
    made = {applied(MODULE, site.changes): site for site in faults.sites(SOURCE, kind)}
    assert made[wanted].symbol == symbol
    line = next(n for n, (a, b) in enumerate(zip(MODULE.split(b"\n"), wanted.split(b"\n"), strict=False), 1) if a != b)
    assert abs(made[wanted].line - line) <= 1


def test_an_attribute_says_which_it_is() -> None:
    assert [site.binds for site in faults.sites(SOURCE, "attribute")] == ["Box.start"]


def _values(content: bytes) -> list[Any]:
    """What the module does."""
    space: dict[str, Any] = {}
    exec(content, space)
    out: list[Any] = [space["helper"](3)]
    for start, number in ((0, 0), (1, 5)):
        try:
            box = space["Box"](start)
            out += [box.value, box.log("t", number)]
        except ValueError as error:
            out.append(str(error))
    return out


@pytest.mark.parametrize("kind", [*innocent.KINDS, *innocent.HARD])
def test_an_innocent_edit_changes_the_text_and_not_the_behaviour(kind: str) -> None:
    source = Source("box.py", MODULE + PLAIN)
    made = [
        applied(source.content, found[kind])
        for function in source.functions
        if kind in (found := innocent.edits(source, function, kind in innocent.HARD))
    ]
    assert made
    for content in made:
        assert content != source.content and compiles(content)
        assert _values(content) == _values(source.content)


PLAIN = b"""

def plain(value):
    one = 1
    two = "b"
    if value:
        chosen = one if value > 1 else two
    return chosen
"""


def test_a_local_that_is_used_in_an_inner_scope_keeps_its_name() -> None:
    source = Source("a.py", b"def f(n):\n    found = n\n    return [found for _ in range(n)]\n")
    assert "rename a local" not in innocent.edits(source, source.functions[0])


def test_a_function_on_one_line_is_left_alone() -> None:
    source = Source("a.py", b"def f(n): return n + 1\n")
    assert innocent.pick(Random(1), source, source.functions[0]) is None


def test_edits_of_one_file_are_put_together() -> None:
    source = Source("a.py", "é = 1\n\n\ndef f():\n    return 1\n".encode())
    edits = [
        Edit(site.kind, site.path, site.symbol, site.line, site.changes, "", True, 0)
        for kind in ("module constant", "constant")
        for site in faults.sites(source, kind)
    ]
    assert contents(edits, {"a.py": source})["a.py"].decode() == "é = 2\n\n\ndef f():\n    return 2\n"


def test_a_function_is_executed_by_what_ran_its_statements_and_not_by_what_defined_it() -> None:
    source = Source("a.py", b'def f():\n    """Docs."""\n    def g():\n        return 1\n    return g\n')
    lines = {"a.py": {"1": [""], "2": ["t0"], "3": ["t1"], "4": ["t2"], "5": ["t3", ""]}}
    assert executed({"a.py": source}, lines) == {("a.py", "f"): {"t3"}, ("a.py", "f.g"): {"t2"}}


def test_a_test_loses_its_parameters_alone() -> None:
    assert plain("tests/a.py::C::test_x[a[b]\n::c]") == "tests/a.py::C::test_x"
    assert plain("tests/a.py") == "tests/a.py"
