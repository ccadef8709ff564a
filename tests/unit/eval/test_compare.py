"""A fall beyond noise is a regression, one that noise explains is none."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from eval import compare
from eval.compare import compared
from eval.figures import Figures
from eval.sampling import interval, mean


def test_a_fall_in_many_questions_is_worse_and_one_in_few_is_noise() -> None:
    before = _right(dict.fromkeys(range(100), 1))
    [fell] = compared("x", before, _right({number: int(number > 20) for number in range(100)}))
    assert fell.worse and fell.before == 1.0 and fell.now == 0.79
    [noise] = compared("x", before, _right({**dict.fromkeys(range(100), 1), 3: 0}))
    assert not noise.worse and noise.now < 1
    [rose] = compared("x", _right(dict.fromkeys(range(50), 0)), before)
    assert not rose.worse and rose.low > 0 and rose.shared == 50


def test_a_share_counts_sites_and_not_symbols() -> None:
    before: Figures = {"precision": {"many": (90, 100), "few": (1, 1)}}
    [one] = compared("x", before, {"precision": {"many": (90, 100), "few": (0, 1), "new": (0, 9)}})
    assert (one.shared, round(one.before, 4), round(one.now, 4)) == (2, 0.901, 0.8911)


def _right(rows: dict[int, int]) -> Figures:
    return {"right": {str(number): (float(value), 1.0) for number, value in rows.items()}}


def test_what_is_committed_is_read_as_it_was_kept() -> None:
    head, rows = compare.committed("HEAD", "english")
    assert head["command"].startswith("python -m eval english") and rows
    [document] = compare.committed("HEAD", "diagnose")
    assert document["scores"] and compare.committed("HEAD", "nothing") == ()


def test_the_command_fails_on_a_regression(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"intent": "locate", "half": "kept", "suggested": "locate"}
    rows = [{**one, "question": f"q{number}", "number": number} for number in range(60)]
    old = "\n".join(map(json.dumps, [{}, *rows]))
    monkeypatch.setattr(compare, "committed", lambda revision, name: ({}, rows) if name == "english" else ())
    args = argparse.Namespace(results=tmp_path, revision="HEAD")
    (tmp_path / "english.jsonl").write_text(old)
    assert compare.run(args) == 0
    worse = [{**row, "suggested": "impact" if number % 3 else "locate"} for number, row in enumerate(rows)]
    (tmp_path / "english.jsonl").write_text("\n".join(map(json.dumps, [{}, *worse])))
    assert compare.run(args) == 1


def test_an_interval_holds_the_figure_and_is_the_same_each_time() -> None:
    values = [float(number % 2) for number in range(40)]
    low, high = interval(values, mean)
    assert low < mean(values) < high and (low, high) == interval(values, mean)
    assert interval([], mean) == (0.0, 0.0)
