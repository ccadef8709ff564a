"""Files are opened without a link on the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxask.repo.files import Descent, open_regular, read_regular


def next_descriptor() -> int:
    descriptor = os.dup(1)
    os.close(descriptor)
    return descriptor


def test_a_file_is_read_up_to_one_byte_more_than_the_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_regular(tmp_path / "a", 5) == b"12345"
    assert read_regular(tmp_path / "a", 3) == b"1234"


def test_links_pipes_and_folders_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("a")
    os.mkfifo(tmp_path / "pipe")
    free = next_descriptor()
    for name in ("link", "pipe", ".", "none"):
        with pytest.raises(OSError):
            open_regular(tmp_path / name)
    assert next_descriptor() == free  # none was left open


def test_a_descent_enters_real_folders_only(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/c").symlink_to("b")
    (tmp_path / "a/b/file").write_text("")
    with Descent(tmp_path) as descent:
        for path in (b"", b"a/b", b"a", b"a/b", b"a/b"):
            folder = descent.folder(path)
            assert os.path.samestat(os.fstat(folder), (tmp_path / os.fsdecode(path)).stat())
        for path in (b"a/c", b"a/none", b"a/b/file", b"none/b"):
            with pytest.raises(OSError):
                descent.folder(path)
            assert os.path.samestat(os.fstat(descent.folder(b"a")), (tmp_path / "a").stat())
