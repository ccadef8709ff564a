"""Which tests reach a changed function: `lib.py::load` changes, and the tests named must be chosen, no others.

Each test is named with the symbols on the way to it; `wide` is the choice where a missed test costs more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ctxask.ops import OPERATORS
from ctxask.rows import Symbol
from ctxask.world_view import View

Change = Callable[[Mapping[str, str], Mapping[str, str]], View]

LIB = "def load():\n    return 1\n\n\ndef other():\n    return 2\n"
EDIT = {"lib.py": LIB.replace("return 1", "return 3")}
FIXTURE = "import pytest\nfrom lib import load\n\n\n@pytest.fixture\ndef loaded():\n    return load()\n"
AUTOUSE = FIXTURE.replace("fixture", "fixture(autouse=True)")
TESTS = "\n\ndef test_x(loaded):\n    assert loaded\n\n\nclass TestC:\n    def test_z(self):\n        pass\n"
CALLS = "from lib import load\n\n\ndef test_x():\n    assert load()\n\n\ndef test_y():\n    pass\n"
IDLE = "def test_idle():\n    pass\n"
SET_UP = (
    "import unittest\nfrom lib import load\n\n\nclass T(unittest.TestCase):\n"
    "    def setUp(self):\n        self.x = load()\n\n    def test_x(self):\n        pass\n\n\n"
    "class U(unittest.TestCase):\n    def test_y(self):\n        pass\n"
)
BASE_CLASS = "from lib import load\n\n\nclass Base:\n    def setup_method(self):\n        load()\n"
BASE_TESTS = "from lib import load\n\n\nclass Base:\n    def test_in(self):\n        load()\n"
MIXIN = "from lib import load\n\n\nclass Base:\n    def check(self):\n        load()\n"
SUB = "from tests.base import Base\n\n\nclass TestA(Base):\n    def test_x(self):\n        pass\n\n\n" + IDLE
CHECKS = SUB.replace("pass", "self.check()", 1)
MODULE = "from lib import load\n\nX = load()\n\n\n" + IDLE
MIDDLE = "from lib import load\n\nX = load()\n\n\ndef get():\n    return X\n"
GETS = "from middle import get\n\n\ndef test_x():\n    assert get()\n"
HOOK = "from lib import load\n\n\ndef pytest_configure(config):\n    load()\n"
NAMED = "class A:\n    def frob(self):\n        return 1\n"
RECEIVER = "def test_x(thing):\n    assert thing.frob()\n"
MAKES_UP = (
    "from lib import load\n\n\nclass Walk:\n"
    "    def go(self, kind):\n        return getattr(self, f'_visit_{kind}')()\n\n"
    "    def _visit_leaf(self):\n        return load()\n"
)
WALKS = "from walk import Walk\n\n\ndef test_x():\n    assert Walk().go('leaf')\n\n\n" + IDLE
DATA: dict[str, str] = {
    "lib.py": "def load():\n    return open('data/table.csv')\n",
    "data/table.csv": "1\n",
    "tests/test_a.py": CALLS,
}
NEARBY = {"tests/test_a.py": "def helper():\n    return 1\n\n\ndef test_x():\n    helper()\n\n\n" + IDLE}

Case = tuple[str, dict[str, str], Mapping[str, str | None], str, str]
CASES: list[Case] = [  # name, base beside lib.py, edits, tests by where they are sure, tests where they are wide
    ("call", {"tests/test_a.py": CALLS}, EDIT, "test_a.py::test_x < load", "test_a.py::test_x"),
    (
        "setUp",
        {"tests/test_a.py": SET_UP},
        EDIT,
        "test_a.py::T < test_a.py::T.setUp < load",
        "test_a.py::T",
    ),
    (
        "fixture",
        {"tests/test_a.py": FIXTURE + TESTS},
        EDIT,
        "test_a.py::test_x < test_a.py::loaded < load",
        "test_a.py::test_x",
    ),
    (
        "autouse",
        {"tests/test_a.py": AUTOUSE + TESTS},
        EDIT,
        "test_a.py::TestC.test_z < test_a.py::loaded < load|test_a.py::test_x < test_a.py::loaded < load",
        "test_a.py::TestC.test_z|test_a.py::test_x",
    ),
    (
        "fixture of a conftest",
        {"tests/conftest.py": FIXTURE, "tests/test_a.py": TESTS},
        EDIT,
        "test_a.py::test_x < conftest.py::loaded < load",
        "test_a.py::test_x",
    ),
    (
        "autouse of a conftest",
        {"tests/a/conftest.py": AUTOUSE, "tests/a/test_a.py": IDLE, "tests/test_b.py": IDLE},
        EDIT,
        "a < a/conftest.py::loaded < load",
        "a",
    ),
    (
        "hook of a conftest",
        {"tests/conftest.py": HOOK, "tests/test_a.py": IDLE},
        EDIT,
        "tests < conftest.py::pytest_configure < load",
        "tests",
    ),
    (
        "base class",
        {"tests/base.py": BASE_CLASS, "tests/test_a.py": SUB},
        EDIT,
        "test_a.py::TestA < base.py::Base.setup_method < load",
        "test_a.py::TestA",
    ),
    (
        "inherited test",
        {"tests/base.py": BASE_TESTS, "tests/test_a.py": SUB},
        EDIT,
        "test_a.py::TestA < base.py::Base.test_in < load",
        "test_a.py::TestA",
    ),
    (
        "inherited helper",
        {"tests/base.py": MIXIN, "tests/test_a.py": CHECKS},
        EDIT,
        "test_a.py::TestA.test_x < base.py::Base.check < load",
        "test_a.py::TestA.test_x",
    ),
    (
        "module level of tests",
        {"tests/test_a.py": MODULE},
        EDIT,
        "test_a.py::test_idle < test_a.py < load",
        "test_a.py::test_idle",
    ),
    (
        "module level on the way",
        {"middle.py": MIDDLE, "tests/test_a.py": CALLS, "tests/test_b.py": GETS},
        EDIT,
        "test_a.py::test_x < load|test_b.py::test_x < middle.py::get < middle.py::X < load",
        "test_a.py::test_x|test_b.py::test_x",
    ),
    (
        "module level changed",
        {"tests/test_a.py": CALLS},
        {"lib.py": "import os\n" + LIB},
        "test_a.py::test_x < test_a.py < lib.py|test_a.py::test_y < test_a.py < lib.py",
        "test_a.py::test_x|test_a.py::test_y",
    ),
    (
        "unknown receiver",
        {"lib.py": NAMED, "tests/test_a.py": RECEIVER},
        {"lib.py": NAMED.replace("1", "2")},
        "test_a.py::test_x < A.frob",
        "test_a.py::test_x",
    ),
    ("nothing reaches it", {"tests/test_a.py": IDLE}, EDIT, "", "everything"),
    ("only called like it", {"tests/test_lib.py": IDLE}, EDIT, "test_lib.py", "everything|test_lib.py"),
    ("text only", {"tests/test_a.py": CALLS}, {"lib.py": LIB.replace("load():", "load():  # why")}, "", ""),
    ("configuration", {"setup.cfg": "[x]\n", "tests/test_a.py": CALLS}, {"setup.cfg": "[y]\n"}, "", "everything"),
    ("data file", DATA, {"data/table.csv": "2\n"}, "test_a.py::test_x < load", "test_a.py::test_x"),
    (
        "test changed",
        {"tests/test_a.py": CALLS},
        {"tests/test_a.py": CALLS.replace("assert", "return")},
        "test_a.py::test_x",
        "test_a.py::test_x",
    ),
    (
        "helper of tests",
        NEARBY,
        {"tests/test_a.py": NEARBY["tests/test_a.py"].replace("1", "2")},
        "test_a.py::test_x < test_a.py::helper",
        "test_a.py::test_x",
    ),
    (
        "fixture changed",
        {"tests/test_a.py": FIXTURE + TESTS},
        {"tests/test_a.py": FIXTURE.replace("load()", "1") + TESTS},
        "test_a.py::test_x < test_a.py::loaded",
        "test_a.py::test_x",
    ),
    (
        "method of a made-up name",
        {"walk.py": MAKES_UP, "tests/test_a.py": CALLS, "tests/test_b.py": WALKS},
        EDIT,
        "test_a.py::test_x < load",
        "test_a.py::test_x|test_b.py::test_x",
    ),
    ("test deleted", {"tests/test_a.py": CALLS}, {"tests/test_a.py": None}, "", ""),
    (
        "function deleted",
        {"tests/test_a.py": CALLS},
        {"lib.py": "def other():\n    return 2\n"},
        "test_a.py::test_x < load|test_a.py::test_y < test_a.py < load",
        "test_a.py::test_x|test_a.py::test_y",
    ),
]


def way(row: Symbol) -> str:
    """`test < … < what changed`, in short."""
    return " < ".join(stop.removeprefix("tests/").removeprefix("lib.py::") for stop in reversed(row.trail or (row.id,)))


@pytest.mark.parametrize(
    ("base", "edits", "sure", "wide"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_related(base: dict[str, str], edits: Mapping[str, str | None], sure: str, wide: str, changed: Change) -> None:
    before = {"lib.py": LIB, **base}
    world = changed(before, {path: text for path, text in {**before, **edits}.items() if text is not None})
    files, find = world.changed(None).rows, OPERATORS["code.related_tests"].run
    narrow = find(world, {}, files).rows
    assert "|".join(way(row) for row in narrow) == sure
    chosen = find(world, {"wide": True}, files).rows
    said = ["everything" if row.role == "everything" else row.id.removeprefix("tests/") for row in chosen]
    assert said == [name for name in wide.split("|") if name]
    assert {row.id for row in narrow if row.evidence != "name"} <= {row.id for row in chosen}


def test_a_test_is_reached_from_every_change_that_leads_to_it(changed: Change) -> None:
    uses = "from lib import load, other\n\n\ndef both():\n    return load() + other()\n"
    test = "from lib import other\nfrom uses import both\n\n\ndef test_both():\n    assert both() > other()\n"
    before = {"lib.py": LIB, "uses.py": uses, "tests/test_a.py": test}
    world = changed(before, {**before, "lib.py": LIB.replace("return ", "return 1 + ")})
    for wide in (False, True):
        (row,) = OPERATORS["code.related_tests"].run(world, {"wide": wide}, world.changed(None).rows).rows
        assert row.id == "tests/test_a.py::test_both"
        assert row.reaches == ("lib.py::load", "lib.py::other")
        assert row.trail == ("lib.py::other", "tests/test_a.py::test_both"), "a call before an import"


def test_a_test_that_changed_itself_is_reached_too(changed: Change) -> None:
    before = {"lib.py": LIB, "tests/test_a.py": CALLS}
    world = changed(before, {**before, **EDIT, "tests/test_a.py": CALLS.replace("assert load()", "assert load() > 1")})
    rows = OPERATORS["code.related_tests"].run(world, {}, world.changed(None).rows).rows
    assert [(row.id, row.reaches) for row in rows] == [
        ("tests/test_a.py::test_x", ("lib.py::load", "tests/test_a.py::test_x"))
    ]
