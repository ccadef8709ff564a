"""A home, a work tree and a `ctx` process for every test of this room."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ctxask.repo import place
from ctxask.runs.runs import Runs, open_runs

CTX = [sys.executable, "-m", "ctxask"]
Ctx = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stores are made in."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository with one commit."""
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.py").write_text("def f():\n    return 1\n")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=root, check=True)
    return root


@pytest.fixture
def ctx(tree: Path) -> Ctx:
    """Runs `ctx` in the work tree."""

    def call(*arguments: str | bytes, **more: Any) -> subprocess.CompletedProcess[bytes]:
        given = {"cwd": tree, "capture_output": True, "timeout": 60, "check": False, "stdin": subprocess.DEVNULL}
        if "input" in more:
            del given["stdin"]
        return subprocess.run([*CTX, *arguments], **{**given, **more})

    return call


@pytest.fixture
def runs(tree: Path) -> Runs:
    """The runs of the work tree."""
    return open_runs(place.find(tree))


def python(script: str) -> Sequence[str]:
    """A command that runs a script."""
    return ["--", sys.executable, "-c", script]
