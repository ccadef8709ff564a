"""Repositories for the tests of this room, made by the scripts in `setups`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SETUPS = Path(__file__).parent / "setups"


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home with nothing in it but a name to commit under."""
    folder = tmp_path_factory.mktemp("home")
    (folder / ".gitconfig").write_text("[user]\nname = t\nemail = t@example.org\n")
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("CTXASK_HOME", str(folder / "ctxask"))


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str], Path]:
    """Makes the repository of a named script, or of a script itself."""

    def run(setup: str) -> Path:
        root = tmp_path / "repository"
        root.mkdir()
        named = {path.stem: path for path in SETUPS.iterdir()}
        script = named[setup].read_text() if setup in named else setup
        subprocess.run(["bash", "-eu", "-c", script], cwd=root, check=True)
        return root

    return run
