"""Small repositories on disk, opened as operators see them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.world_view import View, open_world

Open = Callable[[Mapping[str, bytes]], View]
Change = Callable[[Mapping[str, str], Mapping[str, str]], View]


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of its own for every test."""
    folder = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("CTXASK_HOME", str(folder / "ctxask"))


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    """Writes the files and opens the repository that they are."""

    def write(files: Mapping[str, bytes]) -> View:
        root = tmp_path / "repository"
        for path, data in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        return open_world(root, (), (), "last", lambda: None)

    return write


@pytest.fixture
def changed(tmp_path: Path) -> Change:
    """Commits the files as they were, and opens the repository as they are now."""

    def write(before: Mapping[str, str], after: Mapping[str, str]) -> View:
        root = tmp_path / "repository"
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        for files, arguments in ((before, ["commit", "-qm", "base", "--allow-empty"]), (after, [])):
            for path in before if not arguments else ():
                (root / path).unlink()
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, newline="")
            for command in (["init", "-q"], ["add", "-A"], arguments) if arguments else ():
                root.mkdir(exist_ok=True)
                subprocess.run([*git, *command], cwd=root, check=True)
        return open_world(root, (), (), "last", lambda: None)

    return write
