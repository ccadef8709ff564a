"""What diagnose says of a seed: a wrong answer scores wrong, and so does no answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from eval.diagnose.score import score, share
from eval.seeds.model import Edit, Seed


def _edit(path: str, symbol: str, line: int = 1, votes: int = 0, new: str = "") -> Edit:
    return Edit("constant", path, symbol, line, ((0, 1, "2"),), new, True, votes)


SEED = Seed(
    "package",
    "constant",
    (_edit("b.py", "helper", 9), _edit("a.py", "load", 5, votes=3), _edit("a.py", "C.run", 2, votes=1)),
    2,
    ("tests/test_a.py::test_run",),
    "tests/test_a.py::test_run",
    False,
)


def _answer(*symbols: str, group: str = "culprits") -> dict[str, Any]:
    return {"candidates": [{"group": group, "symbol": symbol, "how": "reached"} for symbol in symbols]}


def test_the_rank_is_that_of_the_definition_at_fault() -> None:
    assert score(SEED, _answer("a.py::C.run", "a.py::load")).rank == 1
    assert score(SEED, _answer("b.py::helper", "a.py::load", "a.py::C.run")).rank == 3


def test_another_definition_of_the_name_or_what_holds_it_is_wrong() -> None:
    for wrong in ("b.py::C.run", "a.py::C", "a.py::run", "a.py", "a.py::C.run.inner"):
        assert score(SEED, _answer(wrong)).rank == 0


def test_causes_and_failures_name_no_culprit() -> None:
    assert score(SEED, _answer("a.py::C.run", group="causes")).rank == 0


def test_no_answer_is_not_named_and_says_why() -> None:
    told = score(SEED, {"error": {"code": "no_run"}})
    assert (told.rank, told.error) == (0, "no_run")


def test_a_renamed_definition_may_go_by_either_name() -> None:
    renamed = replace(SEED, edits=(_edit("a.py", "C.run", new="C.run_moved"),), fault=0)
    assert score(renamed, _answer("a.py::C.run")).rank == 1
    assert score(renamed, _answer("a.py::C.run_moved")).rank == 1
    assert score(renamed, _answer("a.py::run_moved")).rank == 0


def test_an_attribute_that_is_no_longer_set_may_go_by_its_own_name() -> None:
    unset = replace(SEED, edits=(replace(_edit("a.py", "C.__init__"), binds="C.start"),), fault=0)
    assert score(unset, _answer("a.py::C.start")).rank == 1
    assert score(unset, _answer("a.py::C.stop", "a.py::C.__init__")).rank == 2


def test_the_baselines_rank_every_edit() -> None:
    assert score(SEED, {}).baselines == {"deepest changed frame": 2, "most recent edit": 1, "path order": 1}
    other = replace(SEED, fault=0)
    assert score(other, {}).baselines == {"deepest changed frame": 3, "most recent edit": 3, "path order": 3}


def test_a_culprit_that_is_not_named_is_in_no_share() -> None:
    assert share([0, 1, 3, 4], 1) == 0.25
    assert share([0, 1, 3, 4], 3) == 0.5
    assert share([], 1) is None
