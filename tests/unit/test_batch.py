"""Batches: all answers or one error."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ctxask import batch
from ctxask.batch import Failed
from ctxask.cli.main import run
from ctxask.lesson import Stop
from ctxask.tools import TOOLS

CODE = "def process(order):\n    return check(order)\n\n\ndef check(order):\n    return order\n"
WHERE = {"id": "where", "request": "ask", "input": {"intent": "locate", "symbol": "check"}}
LINES = {
    "id": "lines",
    "request": "get",
    "input": {"addresses": [{"$ref": "#/steps/where/candidates/0/address"}]},
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "orders.py").write_text(CODE)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return folder


def of(*steps: Any, **more: Any) -> dict[str, Any]:
    return {"version": "ctx.batch/v1", "steps": list(steps), **more}


def code(value: Any, root: Path) -> str:
    with pytest.raises(Stop) as stopped:
        batch.run(value, root)
    return stopped.value.lesson.code


def test_answers_come_in_order_and_feed_later_steps(root: Path) -> None:
    made = batch.run(of(WHERE, LINES), root)
    assert [step["id"] for step in made["steps"]] == ["where", "lines"]
    assert made["steps"][1]["answer"]["lines"][0]["text"] == "def check(order):\n    return order"


def test_a_whole_answer_can_be_a_value(root: Path) -> None:
    explored = {"id": "places", "request": "explore", "input": {"question": "check an order"}}
    steps = {"id": "one", "request": "get", "input": {"addresses": [{"$ref": "#/steps/places/citations/0/address"}]}}
    made = batch.run(of(explored, steps), root)
    assert "def " in made["steps"][1]["answer"]["lines"][0]["text"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        of(),
        of(WHERE, version="ctx.batch/v2"),
        of(WHERE, more=1),
        of({**WHERE, "id": "No"}),
        of(WHERE, WHERE),
        of({**WHERE, "request": "run"}),
        of(LINES, WHERE),
        of({**LINES, "input": {"addresses": [{"$ref": "/etc/passwd"}]}}),
        of({**LINES, "id": "itself", "input": {"addresses": [{"$ref": "#/steps/itself/x"}]}}),
        of({**WHERE, "input": {"slots": json.loads("[" * 200 + "]" * 200)}}),
    ],
)
def test_what_is_no_batch_is_refused_before_anything_runs(
    value: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxask.batch.TOOLS", dict.fromkeys(TOOLS))
    assert code(value, root) == "bad_batch"


def test_a_reference_to_nothing_names_the_step(root: Path) -> None:
    wrong = {**LINES, "input": {"addresses": [{"$ref": "#/steps/where/candidates/7/address"}]}}
    with pytest.raises(Failed) as failed:
        batch.run(of(WHERE, wrong), root)
    assert (failed.value.step, failed.value.lesson.code) == ("lines", "bad_reference")


def test_another_root_fails_before_anything_runs(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "link").symlink_to(root)
    assert code(of(WHERE, root=str(other)), root) == "other_root"
    assert code(of(WHERE, {**LINES, "input": {**LINES["input"], "root": str(other)}}), root) == "other_root"  # type: ignore[dict-item]
    assert batch.run(of(WHERE, root=str(tmp_path / "link")), root) == batch.run(of(WHERE), root)


def test_each_limit_has_its_own_code(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = of(*({**WHERE, "id": f"s{n}"} for n in range(batch.MOST_STEPS + 1)))
    assert code(many, root) == "too_many_steps"
    monkeypatch.setattr(batch, "MOST_ANSWERS", 100)
    assert code(of(WHERE), root) == "batch_too_long"
    monkeypatch.undo()
    monkeypatch.setenv("CTXASK_HOME", str(root.parent / "another"))
    monkeypatch.setattr(batch, "SECONDS", -1)
    assert code(of(WHERE), root) == "batch_deadline"


def test_what_starts_programs_is_refused(root: Path) -> None:
    assert code(of({**WHERE, "input": {"intent": "verify"}}), root) == "observe_only"


def test_a_failed_step_leaves_one_error_document(
    root: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "batch.json"
    file.write_text(json.dumps(of(WHERE, {**WHERE, "id": "no", "input": {"intent": "locate", "symbol": "zzz"}})))
    assert run(["-C", str(root), "batch", str(file)]) == 3
    said = json.loads(capsysbinary.readouterr().out)
    assert said["step"] == "no" and said["error"]["code"] == "no_symbol"
    file.write_text("{")
    assert run(["-C", str(root), "batch", str(file)]) == 2
    assert json.loads(capsysbinary.readouterr().out)["error"]["code"] == "bad_batch"
    file.write_bytes(b" " * (batch.MOST_BYTES + 1))
    assert run(["-C", str(root), "batch", str(file)]) == 2
    assert json.loads(capsysbinary.readouterr().out)["error"]["code"] == "batch_too_large"

    class Stdin:
        buffer = io.BytesIO(json.dumps(of(WHERE)).encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert run(["-C", str(root), "batch", "-"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["version"] == "ctx.batch/v1"


def test_an_interrupt_ends_it_within_a_second_and_leaves_nothing(root: Path, tmp_path: Path) -> None:
    hard = "def bad():\n    pass\n\n\n" + "".join(
        f"def g{n}(x):\n    return " + " + ".join(f"x.f{n}.bad(x)" for _ in range(60)) + "\n\n\n" for n in range(400)
    )
    for number in range(8):
        (root / f"hard{number}.py").write_text(hard)
    file = tmp_path / "batch.json"
    ask = {"intent": "impact", "symbol": "hard0.py::bad", "budget": 0}
    file.write_text(json.dumps(of({"id": "a", "request": "ask", "input": ask})))
    command = [sys.executable, "-m", "ctxask", "-C", str(root), "batch", str(file)]
    for patience in (1.5, 6, 24):  # seconds until it is at work and no longer starting
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
        time.sleep(patience)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        out, _ = process.communicate(timeout=60)
        if process.returncode != -signal.SIGINT:
            break
    assert process.returncode == 130 and out == b""
    assert time.monotonic() - begin < 20, "a loaded machine is slow, not a stopped one"
