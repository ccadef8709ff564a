"""Small repositories on disk, opened as operators see them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.world_view import View, open_world

Open = Callable[[Mapping[str, bytes]], View]


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
