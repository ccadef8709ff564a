"""What mutmut generated is read: what became of each mutant, what it changed, and where."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from eval.mutation.command import batches, drawn
from eval.mutation.mutants import Mutant, differing, kind, modules
from eval.mutation.page import bounds, document, figures, floor, markdown

SOURCE = '''"""A floor."""


class Cut:
    def fit(self, size):
        if size > 4:
            return "too large to fit"
        return self.take(size, key="fit")
'''
GENERATED = """
class Cut:
    def xǁCutǁfit__mutmut_orig(self, size):
        if size > 4:
            return "too large to fit"
        return self.take(size, key="fit")

    def xǁCutǁfit__mutmut_1(self, size):
        if size >= 4:
            return "too large to fit"
        return self.take(size, key="fit")

    def xǁCutǁfit__mutmut_2(self, size):
        if size > 4:
            return "XXtoo large to fitXX"
        return self.take(size, key="fit")

    def xǁCutǁfit__mutmut_3(self, size):
        if size > 4:
            return "too large to fit"
        return self.take(size, )
"""
CODES = {"ctxask.digest.cut.xǁCutǁfit__mutmut_1": 0, "ctxask.digest.cut.xǁCutǁfit__mutmut_2": 1}
CODES |= {"ctxask.digest.cut.xǁCutǁfit__mutmut_3": -24}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    meta = {"exit_code_by_key": {**CODES, "ctxask.digest.cut.xǁCutǁfit__mutmut_4": None}}
    files = {"": SOURCE, "mutants/": GENERATED}
    for prefix, text in files.items():
        file = tmp_path / f"{prefix}src/ctxask/digest/cut.py"
        file.parent.mkdir(parents=True)
        file.write_text(text)
    (tmp_path / "mutants/src/ctxask/digest/cut.py.meta").write_text(json.dumps(meta))
    return tmp_path


def test_every_mutant_that_was_tried_says_what_it_changed(folder: Path) -> None:
    [module] = modules(folder)
    survived, killed, ended = module.tried(CODES)
    assert survived == Mutant(
        "src/ctxask/digest/cut.py", "Cut.fit", 6, "survived", "comparison", "size > 4", "size >= 4"
    )
    assert (killed.state, killed.kind, killed.line) == ("killed", "text", 7)
    assert (ended.state, ended.kind, ended.before) == ("timeout", "argument or call", "self.take(size, key='fit')")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("f('name')", "f('NAME')", "word"),
        ("f(', ')", "f('XX, XX')", "text"),
        ("f(x)", "f(None)", "None for a value"),
        ("x = 1", "x = None", "None for a value"),
        ("x = 1", "x = 2", "number"),
        ("x = True", "x = False", "True or False"),
        ("a and b", "a or b", "condition"),
        ("not a", "a", "condition"),
        ("a + b", "a - b", "operator"),
        ("f(a, b)", "f(a)", "argument or call"),
        ("a == b", "a != b", "comparison"),
        ("[x for x in a if x > 1]", "[x for x in a if x >= 1]", "comparison"),
        ("match a:\n case 1: f(2)", "match a:\n case 1: f(3)", "number"),
    ],
)
def test_a_change_has_a_kind(before: str, after: str, told: str) -> None:
    assert kind(*differing(ast.parse(before), ast.parse(after))) == told


def test_what_no_test_notices_is_counted_and_shown(folder: Path) -> None:
    [module] = modules(folder)
    told = json.loads(json.dumps(document({"command": "c", "versions": {}}, 4, list(module.tried(CODES)))))
    assert told["functions"] == {"src/ctxask/digest/cut.py::Cut.fit": [2, 3]}
    assert told["floors"]["digest"] == {"killed": 1, "timeout": 1, "survived": 1, "no tests": 0}
    [line] = bounds(told)
    assert line.measured == "66.67 %" and line.figure in figures(told)
    page = markdown(told)
    assert "digest/cut.py:6" in page and "size >= 4" in page and "too large" not in page


def test_a_floor_is_a_room_or_a_module() -> None:
    assert floor("src/ctxask/canon.py") == "canon" and floor("src/ctxask/plan/emit.py") == "plan"


def test_what_is_drawn_depends_on_the_seed_alone_and_a_larger_sample_begins_with_the_smaller() -> None:
    names = [f"m{number}" for number in range(200)]
    once = drawn(names, 120, 1)
    assert [len(batch) for batch in once] == [50, 50, 20] and once == drawn(reversed(names), 120, 1)
    assert drawn(names, 150, 1)[:2] == once[:2]
    assert once != drawn(names, 120, 2) and sum(map(len, drawn(names, 0, 1))) == 200


def test_only_batches_that_were_tried_are_left_out(folder: Path) -> None:
    [names] = batches(folder, 0, 1)
    assert len(names) == 4
    meta = folder / "mutants/src/ctxask/digest/cut.py.meta"
    meta.write_text(json.dumps({"exit_code_by_key": CODES}))
    assert list(batches(folder, 0, 1)) == []
