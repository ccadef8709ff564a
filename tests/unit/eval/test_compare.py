"""A fall beyond noise is a regression, one that noise explains is none."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from eval import compare
from eval.compare import compared
from eval.sampling import interval, mean


def test_a_fall_in_many_questions_is_worse_and_one_in_few_is_noise() -> None:
    before = {"right": {str(number): 1.0 for number in range(100)}}
    [fell] = compared("x", before, {"right": {str(number): float(number > 20) for number in range(100)}})
    assert fell.worse and fell.before == 1.0 and fell.now == 0.79
    mixed = {"right": {**{str(n): 1.0 for n in range(100)}, "3": 0.0}}
    [noise] = compared("x", before, mixed)
    assert not noise.worse and noise.now < 1
    [rose] = compared("x", {"right": {str(n): 0.0 for n in range(50)}}, before)
    assert not rose.worse and rose.low > 0 and rose.shared == 50


def test_the_command_fails_on_a_regression(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        {"question": f"q{number}", "intent": "locate", "half": "kept", "suggested": "locate"} for number in range(60)
    ]
    old = "\n".join(map(json.dumps, [{}, *rows]))
    monkeypatch.setattr(compare, "_committed", lambda revision, name: old if name == "english.jsonl" else "")
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
