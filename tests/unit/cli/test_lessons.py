"""Lessons: one golden text for each way to get it wrong, in tests/lessons; `--update` writes what is said now."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from ctxask.cli.main import run

LESSONS = Path(__file__).parents[2] / "lessons"
NAMES = sorted(file.stem for file in LESSONS.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_lesson(
    name: str,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    golden = LESSONS / f"{name}.txt"
    command = golden.read_text().partition("\n")[0]
    _small_repository(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path.parent / "home"))
    monkeypatch.setenv("CTXASK_CONFIG", str(tmp_path / "config"))
    code = run(shlex.split(command)[2:])
    out, err = capsysbinary.readouterr()
    said = f"{command}\nexit {code}\n{err.decode()}"
    assert out == b""
    if request.config.getoption("--update"):
        golden.write_text(said)
    assert said == golden.read_text()


def _small_repository(root: Path) -> None:
    (root / "shop").mkdir()
    (root / "config" / "intents").mkdir(parents=True)
    (root / "shop" / "orders.py").write_text("def process_order(order):\n    return order\n\n\ndef load():\n    pass\n")
    (root / "shop" / "stock.py").write_text("def load():\n    pass\n")
    (root / "plan.json").write_text(
        '{"version": "ctx.plan/v1", "objective": {}, "steps": [{"id": "a", "op": "code.grep"}]}'
    )
    (root / "ctx.txt").write_text("not a plan")
    (root / "config" / "intents" / "mine.toml").write_text('question = "x?"\nsummary = "x?"\nsteps = []\nstep = 1\n')
    os.utime(root / "plan.json", (0, 0))
