"""The guide for agents: short, and every command in it runs."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from ctxask.cli.intents import names
from ctxask.cli.main import run

CODE = "def outer(order):\n    return inner(order)\n\n\ndef inner(order):\n    return order\n\n\nclass Order: ...\n"
TEST = "from orders import outer\n\n\ndef test_outer():\n    assert outer(1)\n"


@pytest.fixture
def guide(capsys: pytest.CaptureFixture[str]) -> str:
    assert run(["guide"]) == 0
    return capsys.readouterr().out


def test_it_is_a_skill_and_short(guide: str) -> None:
    head = guide.split("---\n")[1]
    assert re.search(r"^name: ctxask$", head, re.MULTILINE) and re.search(r"^description: \S", head, re.MULTILINE)
    assert len(guide.encode()) < 4096
    assert all(f"`ctx {name}`" in guide for name in names())


def test_every_command_in_it_runs(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "orders.py").write_text(CODE)
    (tmp_path / "test_orders.py").write_text(TEST)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run([*git, *arguments], cwd=tmp_path, check=True)
    (tmp_path / "orders.py").write_text(CODE.replace("return order", "return [order]"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path.parent / f"{tmp_path.name}-home"))
    assert run(["locate", "inner", "--json"]) == 0
    address = re.findall(r'"(repo:[^"]+)"', capsys.readouterr().out)[0]
    fenced = guide.split("```\n")[1].splitlines()
    commands = [shlex.split(re.split(r" {2,}", line)[0]) for line in fenced]
    assert len(commands) > 8 and all(command[0] == "ctx" for command in commands)
    for command in commands:
        said = {
            "NAME": "outer",
            "OTHER": "inner",
            "FILE": "orders.py",
            "CLASS": "Order",
            "ADDRESS": address,
            "QUESTION": "what returns an order",
        }
        assert run([said.get(word, word) for word in command[1:]]) == 0, command
