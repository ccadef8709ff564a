"""Where a question is asked."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.lesson import Stop
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot

Make = Callable[[str], Path]


def test_from_a_sub_folder_it_is_the_whole_repository(make: Make) -> None:
    root = make("nested-gitignore")
    place = find(root / "pkg" / "sub")
    assert place.root == root
    assert place.identity == root / ".git"


def test_a_plain_folder_is_its_own_root(tmp_path: Path) -> None:
    assert find(tmp_path).root == tmp_path
    assert find(tmp_path).git_dir is None


def test_work_trees_share_their_identity_only(make: Make) -> None:
    root = make("nested-repositories")
    main, added = find(root), find(root / "w2")
    assert added.root == root / "w2"
    assert added.identity == main.identity
    assert added.linked and not main.linked
    assert find(root / "embedded").identity != main.identity


@pytest.mark.parametrize("inside", [".", "objects", "refs/heads"])
def test_a_bare_repository_is_a_lesson(tmp_path: Path, inside: str) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "b.git")], check=True)
    with pytest.raises(Stop) as stop:
        find(tmp_path / "b.git" / inside)
    assert stop.value.lesson.code == "bare_repository"


def test_bare_by_configuration_is_a_lesson_but_for_its_work_trees(make: Make) -> None:
    root = make("nested-repositories")
    subprocess.run(["git", "config", "core.bare", "true"], cwd=root, check=True)
    with pytest.raises(Stop) as stop:
        open_snapshot(find(root))
    assert stop.value.lesson.code == "bare_repository"
    assert "core.py" in open_snapshot(find(root / "w2")).entries


def test_an_empty_git_folder_is_no_repository(make: Make) -> None:
    root = make("nested-gitignore")
    (root / "pkg" / ".git").mkdir()
    assert find(root / "pkg").root == root


def test_a_folder_that_is_not_there_is_a_lesson(tmp_path: Path) -> None:
    with pytest.raises(Stop) as stop:
        find(tmp_path / "nowhere")
    assert stop.value.lesson.code == "no_such_root"
