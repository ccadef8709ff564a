"""The referee: wrong claims score wrong, and a gate that is not kept is said."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from eval.accuracy.oracle import Call
from eval.referee import changing, model, seeded
from eval.referee.arms import Claims, answers, diffing
from eval.referee.model import Question
from eval.referee.page import markdown, rows, scores, verdicts
from eval.referee.reach import Reach
from eval.referee.score import Score, gates, score
from eval.referee.session import Session, unresolved
from eval.referee.sources import Sources
from eval.seeds import model as seeds

LOCATE = Question("q", "locate", "p", "f", "m.py::f", "plain", True, ("m.py:1", "n.py:4"), ("n.py:9",))
IMPACT = replace(LOCATE, intent="impact", evidence=("m.py::run.inner", "n.py"), further=("n.py::main",), others=())
TRACE = replace(LOCATE, intent="trace", evidence=("m.py::a", "n.py::b"), others=())


def _told(question: Question, *direct: str, further: tuple[str, ...] = ()) -> tuple[int, int, bool]:
    one = score(question, "C", Claims(direct, further))
    return one.found, one.wrong, one.success


def test_all_places_and_none_of_another_is_success() -> None:
    assert _told(LOCATE, "m.py:1", "n.py:4") == (2, 0, True)
    assert _told(LOCATE, "m.py:1", "n.py:4", "n.py:5") == (2, 0, True)  # nobody says whose that is
    assert _told(LOCATE, "m.py:1", "n.py:4", "n.py:9") == (2, 1, False)


def test_a_missing_place_is_none() -> None:
    assert _told(LOCATE, "m.py:1") == (1, 0, False)
    assert _told(LOCATE, "m.py:1", "m.py:4") == (1, 0, False)
    assert _told(LOCATE) == (0, 0, False)


def test_a_dependent_is_any_function_that_holds_the_use_in_its_file() -> None:
    impact = replace(IMPACT, others=("n.py::run", "n.py::inner"))
    assert _told(impact, "m.py::inner", "n.py", further=("n.py::main",)) == (3, 0, True)
    assert _told(impact, "m.py::run", "n.py", "n.py::main") == (3, 0, True)
    assert _told(impact, "n.py::run", "n.py", further=("n.py::main",)) == (2, 1, False)
    assert _told(impact, "m.py::run", "n.py::inner", further=("n.py::main",)) == (2, 1, False)


def test_a_way_counts_in_its_order_and_none_claims_nothing() -> None:
    assert _told(TRACE, "m.py::a", "n.py::b") == (2, 0, True)
    assert not _told(TRACE, "n.py::b", "m.py::a")[2]
    assert _told(TRACE, "n.py::b")[1:] == (1, False)
    assert not _told(TRACE, "m.py::a", "n.py::b", "n.py::c")[2]
    assert _told(TRACE) == (0, 0, False)


def test_the_change_at_fault_has_to_stand_first() -> None:
    diagnose = replace(LOCATE, intent="diagnose", evidence=("m.py::f", "m.py::g"), others=())
    assert _told(diagnose, "m.py::g", "n.py::h") == (1, 0, True)
    assert _told(diagnose, "n.py::h", "m.py::f") == (1, 1, False)
    assert _told(diagnose, "n.py::a", "n.py::b", "n.py::c", "m.py::f") == (0, 3, False)


def test_a_selection_holds_what_fails_and_is_small() -> None:
    idle = tuple(f"t.py::test_{number}" for number in range(7))
    tests = replace(LOCATE, intent="tests", evidence=("t.py::test_f",), others=idle, further=("t.py::test_g",))
    assert _told(tests, "t.py::test_f", "t.py::test_g") == (1, 0, True)
    assert _told(tests, "t.py::test_f", "t.py::test_0") == (1, 1, True)
    assert _told(tests, "t.py::test_f", *idle[:3]) == (1, 3, False)  # more than 30 %, and more than are concerned
    assert _told(tests, ".") == (1, 7, False)
    assert _told(tests, "t.py::test_g") == (0, 0, False)


def _score(arm: str, **more: Any) -> Score:
    held = {"turns": 1, "bytes": 100, "wanted": 4, "found": 4, "wrong": 0, "omitted": False, "success": True}
    return Score("q", "locate", "plain", True, arm, commands=("ctx",), **{**held, **more})


def test_each_gate_can_fail_alone() -> None:
    a, b, good = _score("A", bytes=200, found=3, success=False), _score("B", turns=2), _score("C")
    assert all(gate.kept for gate in gates([a, b, good]))
    failing = {
        "turns": replace(good, turns=2),
        "success": replace(good, success=False),
        "decisive recall": replace(good, found=3),
        "unresolved omissions": replace(good, omitted=True),
        "bytes": replace(good, bytes=200, simple=False),
        "bytes, 1 simplest": replace(good, bytes=106),
    }
    for name, one in failing.items():
        assert [gate.name for gate in gates([a, b, one]) if not gate.kept] == [name]


def test_a_page_is_made_again_from_its_rows_and_names_the_weak_intent() -> None:
    told = [_score("A", bytes=200), _score("B"), _score("C")]
    kept = rows(told)
    assert scores(kept) == told
    assert [gate.name for gate in verdicts(told)["locate"] if not gate.kept] == ["turns"]
    head = {"command": "c", "versions": {}, "pins": {}, "pinned": "d"}
    assert "not kept: locate: turns." in markdown(head, kept)


def test_what_a_digest_leaves_out_is_an_omission() -> None:
    assert unresolved({"cursor": "c"}) and unresolved({"omissions": {"budget": 2}})
    assert unresolved({"omissions": {"incomplete": 1}}) and not unresolved({"omissions": {"budget": 0}, "cursor": None})


def test_claims_are_read_from_a_digest() -> None:
    site = {"line": 3, "in": "C.run"}
    first: dict[str, Any] = {
        "candidates": [{"symbol": "m.py::f", "line": 1, "files": [{"path": "n.py", "sites": [site]}]}]
    }
    first["candidates"].append({"symbol": "m.py::f", "line": 1, "likely": [{"path": "o.py", "sites": [{"line": 7}]}]})
    assert answers.places(first) == ("m.py:1", "n.py:3", "o.py:7")
    impact = {
        "candidates": [
            {"symbol": "n.py::C.run", "hop": 1, "group": "callers"},
            {"symbol": "n.py", "hop": 1, "group": "imports"},
            {"symbol": "n.py::far", "hop": 2, "group": "callers"},
            {"symbol": "t.py::test_other", "hop": 1, "group": "tests"},
        ],
        "counterevidence": [{"kind": "likely", "files": [{"path": "o.py", "sites": [{"in": "g"}]}]}],
    }
    assert answers.dependents(impact) == Claims(("n.py::run", "o.py::g"), ("n.py::far", "t.py::test_other"))
    nodes = [{"node": 0, "symbol": "m.py::f"}, {"node": 1, "parent": 0, "symbol": "n.py::C.g", "ends": True}]
    assert answers.way({"spines": {"nodes": nodes}}) == ("n.py::g",)
    assert (
        answers.meant({"error": {"candidates": ["m.pyi::f", "tests/t.py::f", "m.py::C.f", "m.py::f"]}}, "f")
        == "m.py::f"
    )


def test_only_the_one_shortest_way_is_asked_for() -> None:
    calls = [
        Call(("m.py", n, 1), callee, "name", caller, (("m.py", 1, callee),))
        for n, (caller, callee) in enumerate(
            [("a", "b"), ("b", "c"), ("a", "x"), ("x", "d"), ("b", "d"), ("a", "y")], 1
        )
    ]
    calls.append(Call(("m.py", 9, 1), "alias", "name", "y", (("m.py", 1, "z"),)))  # not written by its name
    reach = Reach(calls, {f"m.py::{name}" for name in "abcdxyz"})
    found = {way[-1]: way for way in reach.ways("m.py::a", 3)}
    assert found["m.py::c"] == ("m.py::b", "m.py::c")
    assert "m.py::d" not in found and "m.py::z" not in found


def test_sources_say_what_holds_a_place(tmp_path: Path) -> None:
    lines = [
        "import os",
        "@f",
        "class C(f):",
        "    x = f",
        "    def run(self, y=f):",
        "        def g():",
        "            f",
    ]
    (tmp_path / "m.py").write_text("\n".join([*lines, "V = f(", "    f)", "f()"]))
    sources = Sources(tmp_path)
    held = ["m.py::C", "m.py::C", "m.py::C.x", "m.py::run", "m.py::run.g", "m.py::.V", "m.py::.V", "m.py"]
    assert [sources.holder(("m.py", line, 1)) for line in (2, 3, 4, 5, 7, 8, 9, 10)] == held
    assert sources.occurrences["g"] == [("m.py", 6, 13)]
    assert sources.functions == {"m.py::C.run", "m.py::C.run.g"}


def test_what_a_method_overrides_and_what_only_speaks_of_it_is_known(tmp_path: Path) -> None:
    lines = [
        "class A:",
        "    def run(self): ...",
        "class B(A): ...",
        "class C(m.B[int]):",
        "    def run(self):",
        '        """To run."""',
        "        patch('m.run')  # run it",
        "# run",
    ]
    (tmp_path / "m.py").write_text("\n".join(lines))
    sources = Sources(tmp_path)
    (symbol,) = [one for one in sources.definitions if one.name == "C.run"]
    assert sources.overridden(symbol) == {"m.py::A.run", "m.py::B.run"}
    assert sources.spoken("run") == {("m.py", 6), ("m.py", 7), ("m.py", 8)}
    assert symbol.body == 7


def test_a_function_is_changed_in_its_head_or_in_its_body(tmp_path: Path) -> None:
    text = 'def f(a):\n    """f."""\n    return f\n\n\ndef g(): return 1\n'
    (tmp_path / "m.py").write_text(text)
    f, g = Sources(tmp_path).definitions
    changed = {kind: changing.applied(make(f, text), text) for kind, make in changing.KINDS.items()}
    assert changed["renamed"] == text.replace("def f", "def renamed_f")
    assert changed["body"] == text.replace("    return f", "    print()\n    return f")
    assert changing.body(g, text) == ()


def test_the_arm_of_grep_reads_what_differs(tmp_path: Path) -> None:
    def git(*command: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *identity, *command], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "m.py").write_text("X = 1\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 1\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "m")
    (tmp_path / "m.py").write_text("X = 2\n\n\ndef f():\n    return 2\n\n\ndef h():\n    return 1\n")
    place: Any = SimpleNamespace(root=tmp_path, environment=os.environ, scratch=tmp_path)
    found = [(hunk.name, hunk.gone) for hunk in diffing.hunks(Session(place))]
    assert found == [("X", ()), ("f", ()), ("h", ("g",))]


def test_what_is_assigned_may_go_by_its_file() -> None:
    variable = replace(IMPACT, evidence=("m.py::.V",), further=())
    assert _told(variable, "m.py::V")[2] and _told(variable, "m.py")[2]
    assert not _told(variable, "m.py::W")[2] and not _told(variable, "n.py")[2]


def test_questions_are_read_as_they_were_written(tmp_path: Path) -> None:
    model.write([LOCATE, TRACE], tmp_path / "q.jsonl")
    assert model.read(tmp_path / "q.jsonl") == [LOCATE, TRACE]


def test_every_intent_has_forty_questions_and_every_kind() -> None:
    every = [*model.read(), *seeded.questions(seeds.read()[1])]
    assert len({one.id for one in every}) == len(every)
    named = {"plain", "popular", "re-exported", "wrong name"}
    kinds = {"locate": named, "impact": named, "trace": named, "affected": {"renamed", "body"}}
    kinds |= {intent: {"in a frame", "wrong value"} for intent in ("diagnose", "tests")}
    for intent, traps in kinds.items():
        asked = [one for one in every if one.intent == intent]
        assert len(asked) >= 40
        assert {one.trap for one in asked} == traps
        assert all(one.evidence for one in asked) and any(one.simple for one in asked)
