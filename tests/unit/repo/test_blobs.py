"""The bytes of the base: in portions, without what is missing, and with what follows it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxask.repo import blobs
from ctxask.repo.git import open_git

Make = Callable[[str], Path]
MANY = "for number in $(seq 30); do printf '%s\\n' $number > $number; done; git add -A; git commit -qm many\n"
PROMISED = """
git config core.repositoryFormatVersion 1; git config extensions.partialClone no; git config remote.no.promisor true
git config remote.no.url ../no
"""


def ids(root: Path) -> dict[str, bytes]:
    """Blob id -> bytes, of every file."""
    tree = subprocess.run(["git", "ls-tree", "HEAD"], cwd=root, capture_output=True, text=True, check=True)
    return {line.split()[2]: (root / line.split()[3]).read_bytes() for line in tree.stdout.splitlines()}


@pytest.mark.parametrize("portion", [1, 5, 1 << 20])
@pytest.mark.parametrize("gone", [0, 1, 7, 30])
@pytest.mark.parametrize("promised", ["", PROMISED])
def test_what_is_here(make: Make, monkeypatch: pytest.MonkeyPatch, portion: int, gone: int, promised: str) -> None:
    root = make("git init -q .\n" + MANY + promised)
    expected = ids(root)
    for blob in sorted(expected)[1:][::4][:gone] if gone < 30 else list(expected):
        (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
        del expected[blob]
    monkeypatch.setattr(blobs, "_PORTION", portion)
    git = open_git(root)
    sizes = blobs.sizes(git, ids(root))
    assert sizes == {blob: len(data) for blob, data in expected.items()}
    assert dict(blobs.contents(git, sizes)) == expected


def test_a_git_that_gives_up_too_often_is_left_alone(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make("git init -q .\n" + MANY + PROMISED)
    monkeypatch.setattr(blobs, "_GAPS", 3)
    for blob in sorted(ids(root))[10:20]:
        (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert set(sorted(ids(root))[:10]) <= blobs.sizes(open_git(root), ids(root)).keys()


def test_only_blobs_and_no_large_ones(make: Make) -> None:
    root = make("git init -q .; head -c 3000000 /dev/zero > large; echo s > small; git add -A; git commit -qm x")
    git = open_git(root)
    sizes = blobs.sizes(git, [*ids(root), git.run("rev-parse", "HEAD").decode().strip()])
    assert sorted(sizes.values()) == [2, 3_000_000]
    assert list(dict(blobs.contents(git, sizes)).values()) == [b"s\n"]
