"""Which definitions changed, and how: a file then and now, and what must be said of it.

An expectation is `symbol change lines`, `symbol < old lines` for a renamed one, parted by `|`. Nothing else changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest

from ctxask.world_view import View

Change = Callable[[Mapping[str, str], Mapping[str, str]], View]

BASE = '''\
import os

A = 1
B, C = 2, 3
D = {
    "a": 1,
    "b": 2,
}


def f(a, b=1):
    """Doc."""
    x = a + b
    return x


class K(object):
    attr = 1

    def m(self):
        self.z = 1
        return self.z

    @property
    def p(self):
        return 1
'''
METHODS = "class K:\n    def a(self):\n        return 1\n\n    def b(self):\n        return 2\n"
OTHERWISE = "class K:\n    def b(self):\n        return 2\n\n    def a(self):\n        return 1\n"
BRANCHES = "if X:\n    def g():\n        return 1\nelse:\n    def g():\n        return 2\n"
DEEPER = "if X:\n" + METHODS.replace("    ", "        ").replace("class", "    class")
NESTED = "def f():\n    def g():\n        return 1\n    return g\n"
TABLE = "class K:\n    t = [\n        1,\n        2,\n    ]\n"
TWO = "def f(a):\n    return [a, 1, 2, 3]\n\n\ndef g(a):\n    return [a, 1, 2, 4]\n"
LONGER = "def longer(a, b):\n    c = g(a)\n    d = h(b, 2)\n    return [c, d]\n"
SHORT = "A = 1\n\n\ndef f(): ...\n"
SETTER = "class K:\n    @property\n    def p(self):\n        return 1\n"
AND_SETTER = SETTER + "\n    @p.setter\n    def p(self, value): ...\n"
SCRIPT = "function f(a) {\n  return a\n}\nconst X = 1\n"
OVERLOADS = "@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a):\n    return a\n"
EDITED = BASE.replace("x = a + b", "x = a - b")
OTHER = "def other():\n    with x as y:\n        return y.z\n"
LONG = "def long(a, b):\n    c = g(a)\n    d = h(b, 1)\n    return [c, d]\n"


class Case(NamedTuple):
    name: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    wanted: str  # in their order


def edit(name: str, old: str, new: str, wanted: str, base: str = BASE, path: str = "a.py") -> Case:
    assert base.count(old) == 1, name
    return Case(name, {path: base}, {path: base.replace(old, new)}, wanted)


CASES = [
    edit("body", "x = a + b", "x = a - b", "a.py::f body 13"),
    edit("signature", "f(a, b=1)", "f(a, c=1)", "a.py::f signature 11"),
    edit("signature over lines", "b=1,\n", "b=2,\n", "a.py::f signature 3", "def f(\n    a,\n    b=1,\n): ...\n"),
    edit("async", "def f", "async def f", "a.py::f signature 11"),
    edit("docstring", '"""Doc."""', '"""Other."""', "a.py::f text 12"),
    edit("docstring for a body", "pass", '"""Doc."""', "a.py::f inert 2", "def f():\n    pass\n"),
    edit("comment", "    return x\n", "    # why\n    return x\n", "a.py::f text 14"),
    edit("white space", "x = a + b", "x = a  +  b", "a.py::f text 13"),
    edit("blank lines", "import os\n", "import os\n\n\n\n", ""),
    edit("comment of the module", "import os\n", "import os  # why\n", "a.py text 1"),
    edit("constant", "A = 1", "A = 2", "a.py::A body 3"),
    edit("constants on one line", "2, 3", "2, 4", "a.py::B body 4|a.py::C body 4"),
    edit("constants by semicolon", "B = 2", "B = 3", "a.py::A body 1|a.py::B body 1", "A = 1; B = 2\n"),
    edit("inside a constant", '"b": 2', '"b": 3', "a.py::D body 7"),
    edit("text of several lines", "b\nc", "b\nd", "a.py::Y body 3", "Y = '''a\nb\nc'''\nZ = 1\n"),
    edit("module level", "A = 1\n", "A = 1\nprint(A)\n", "a.py body 4"),
    edit("import", "import os", "import sys", "a.py body 1"),
    edit("main", "f()", "f(1)", "a.py body 4", "def f(a=0):\n    pass\nif __name__ == '__main__':\n    f()\n"),
    edit("class body", "attr = 1", "attr = 2", "a.py::K.attr body 18"),
    edit("inside an attribute", "2,\n", "3,\n", "a.py::K.t body 4", TABLE),
    edit("class statement", "    x()\n", "    y()\n", "a.py::K body 2", "class K:\n    x()\n    a = 1\n"),
    edit("bases", "K(object)", "K(dict)", "a.py::K signature 17"),
    edit("attribute of an object", "self.z = 1", "self.z = 2", "a.py::K.m body 21"),
    edit("decorator added", "def f(", "@cache\ndef f(", "a.py::f signature 11"),
    edit("property no more", "    @property\n", "", "a.py::K.p signature 24"),
    edit("line deleted", "    x = a + b\n", "", "a.py::f body 12"),
    edit("method deleted", "    @property\n    def p(self):\n        return 1\n", "", "a.py::K.p removed 24-26"),
    edit("method added at the end", "return 2\n", "return 2\n\n    def c(self): ...\n", "a.py::K.c added 8", METHODS),
    edit("method added first", "K:\n", "K:\n    def c(self): ...\n\n", "a.py::K.c added 2", METHODS),
    edit("methods in another order", METHODS, OTHERWISE, "a.py::K.a text 5-6", METHODS),
    edit("nested function", "return 1", "return 2", "a.py::f.g body 3", NESTED),
    edit("branch", "return 2", "return 3", "a.py::g body 6", BRANCHES),
    edit("overload", "a: str", "a: bytes", "a.py::f body 4", OVERLOADS),
    edit("overload removed", "@overload\ndef f(a: str) -> str: ...\n", "", "a.py::f body 2", OVERLOADS),
    edit("setter added", SETTER, AND_SETTER, "a.py::K.p body 6-7", SETTER),
    edit("into a branch", METHODS, DEEPER, "a.py body 1|a.py::K text 2|a.py::K.a text 3-4|a.py::K.b text 6-7", METHODS),
    edit("renamed", "f(a, b=1)", "g(a, b=1)", "a.py::g < a.py::f 11"),
    edit("renamed and edited", LONG, LONGER, "a.py::longer < a.py::long 1,3", LONG),
    edit("another one in its place", LONG, OTHER, "a.py::long removed 1-4|a.py::other added 1-3", LONG),
    edit(
        "two renamed",
        TWO,
        TWO.replace("f f", "f h").replace("f g", "f i"),
        "a.py::h < a.py::f 1|a.py::i < a.py::g 5",
        TWO,
    ),
    edit("class renamed", "K", "L", "a.py::L < a.py::K 1|a.py::L.a < a.py::K.a|a.py::L.b < a.py::K.b", METHODS),
    edit(
        "a function now",
        "\n    def b(self):\n        ",
        "\ndef b(self):\n    ",
        "a.py::b added 5-6|a.py::K.b removed 5-6",
        METHODS,
    ),
    edit("syntax error", "x = a + b", "x = a + (", "a.py::f body 13"),
    edit("syntax error at the end", "return 2\n", "return 2\ndef (((\n", "a.py body 7", METHODS),
    edit("line ends", BASE, BASE.replace("\n", "\r\n"), ""),
    edit("line ends and an edit", BASE, EDITED.replace("\n", "\r\n"), "a.py::f body 13"),
    edit("another language", "return a", "return b", "a.js::f body 2", SCRIPT, "a.js"),
    edit("no code", "one", "two", "", "one\n", "a.md"),
    Case("file added", {}, {"a.py": SHORT}, "a.py added|a.py::A added 1|a.py::f added 4"),
    Case("file deleted", {"a.py": SHORT}, {}, "a.py removed|a.py::A removed 1|a.py::f removed 4"),
    Case("file moved", {"a.py": BASE}, {"b.py": BASE}, "b.py < a.py"),
    Case("file moved and edited", {"a.py": BASE}, {"b.py": EDITED}, "b.py < a.py|b.py::f body 13"),
    Case(
        "to another file",
        {"a.py": METHODS + LONG, "b.py": SHORT},
        {"a.py": METHODS, "b.py": LONG + SHORT},
        "b.py::long < a.py::long 1-4",
    ),
]


def runs(lines: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_changed(case: Case, changed: Change) -> None:
    world = changed(case.before, case.after)
    rows = world.changed_symbols(world.changed(None).rows, None).rows
    said = [f"{row.id} {f'< {row.old}' if row.old else row.change} {runs(row.lines)}".rstrip() for row in rows]
    assert "|".join(said) == case.wanted
    assert all((row.change == "renamed") == bool(row.old) for row in rows)


def test_all_is_new_where_nothing_was_committed(changed: Change) -> None:
    world = changed({}, {"a.py": BASE})
    assert {row.change for row in world.changed_symbols(world.changed(None).rows, None).rows} == {"added"}
