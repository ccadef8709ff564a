"""The calls of a body: every one, also where what is called has no name."""

from __future__ import annotations

from pathlib import Path

from ctxask.rows import Symbol
from ctxask.world_view import View

from .conftest import Open

SOURCE = b"""\
def f():
    return g


def g(): ...


TABLE = {"f": f, "g": g}
f()()
TABLE["g"]()
(lambda: g())()
print(f())()
[f, g][1]()
"""


def _callees(view: View) -> list[tuple[int, int, str, str]]:
    module = Symbol("m.py", "", "module", 1, 1, 1, 1, "")
    return [(s.line, s.col, s.name, s.subject or s.target) for s in view.callees((module,)).rows]


def test_what_has_no_name_is_called_at_its_brackets(opened: Open, tmp_path: Path) -> None:
    assert _callees(opened({"m.py": SOURCE})) == [
        (9, 1, "f", "m.py::f"),
        (9, 4, "", "m.py::g"),
        (10, 11, "", "m.py::g"),
        (11, 10, "g", "m.py::g"),
        (11, 14, "", "unresolved"),
        (12, 1, "print", "external"),
        (12, 7, "f", "m.py::f"),
        (12, 11, "", "unresolved"),
        (13, 10, "", "m.py::g"),
    ]


def test_what_stands_for_the_function_that_it_decorates_names_it(opened: Open) -> None:
    case = (Path(__file__).parents[2] / "repos" / "decorated-by-objects.txt").read_bytes()
    told = _callees(opened({"m.py": case.split(b"--\n", 1)[1]}))
    assert [subject for _, _, name, subject in told if name in ("first", "second")] == ["m.py::first", "m.py::second"]


def test_a_call_reaches_what_parametrize_lists(opened: Open) -> None:
    case = (Path(__file__).parents[2] / "repos" / "pytest-parametrize.txt").read_text()
    things, _, tests = case.removeprefix("-- things.py --\n").partition("-- test_things.py --\n")
    view = opened({"things.py": things.encode(), "test_things.py": tests.encode()})
    test = Symbol("test_things.py", "test_class", "function", 1, 1, 1, 1, "")
    assert [s.subject for s in view.callees((test,)).rows if s.name == "speak"] == ["things.py::Cat.speak"]


def test_what_was_let_go_is_told_again_and_helps_the_next_file(opened: Open) -> None:
    """As an export asks for every file: functions of a finished one are forgotten, what they give is not."""
    files = {
        "a.py": b"class A:\n    def m(self): ...\n\ndef make():\n    made = A()\n    made.m()\n    return made\n",
        "b.py": b"from a import make\n\ndef g(x):\n    make().m()\n    x.m()\n\ng(make())\n",
    }
    view = opened(files)
    first = [view.calls(path) for path in files]
    assert [(s.line, s.name, s.subject) for s in first[1]] == [
        (4, "make", "a.py::make"),
        (4, "m", "a.py::A.m"),
        (5, "m", "a.py::A.m"),
        (7, "g", "b.py::g"),
        (7, "make", "a.py::make"),
    ]
    assert [view.calls(path) for path in files] == first  # from what waits to be written
    view.keep()
    again = opened(files)
    assert [again.calls(path) for path in reversed(files)] == first[::-1]  # from the store
