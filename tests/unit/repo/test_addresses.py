"""From an address to its bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxask import canon
from ctxask.lesson import Lesson
from ctxask.repo.addresses import Lines, resolve
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot
from ctxask.repo.text import split_lines

TEXT = b"one\ntwo\r\nthree\nfour"


def asked(root: Path, address: str) -> Lines | Lesson:
    return resolve(open_snapshot(find(root)), address)


def written(root: Path, text: bytes, name: str = "a:1-2@b.py") -> None:
    (root / name).write_bytes(text)


def address(root: Path, first: int, last: int) -> str:
    lines = split_lines((root / "a:1-2@b.py").read_bytes())[first - 1 : last]
    return canon.repo_address("a:1-2@b.py", first, last, canon.anchor(b"\n".join(lines)))


def test_the_exact_bytes_come_back(tmp_path: Path) -> None:
    written(tmp_path, TEXT)
    given = address(tmp_path, 2, 3)
    found = asked(tmp_path, given)
    assert found == Lines("a:1-2@b.py", 2, 3, b"two\r\nthree", False)
    assert isinstance(found, Lines) and found.address == given
    four = asked(tmp_path, address(tmp_path, 4, 4))
    assert isinstance(four, Lines) and four.data == b"four"


@pytest.mark.parametrize(
    ("now", "first"),
    [
        (b"new\n" + TEXT, 3),
        (b"two\r\nthree", 1),
        (b"two\r\nthree\n\n\n\ntwo\r\nthree\n", 1),
        (b"\n\n\n\n\ntwo\r\nthree\n", 6),
    ],
)
def test_lines_that_moved_are_followed(tmp_path: Path, now: bytes, first: int) -> None:
    written(tmp_path, TEXT)
    given = address(tmp_path, 2, 3)
    written(tmp_path, now)
    assert asked(tmp_path, given) == Lines("a:1-2@b.py", first, first + 1, b"two\r\nthree", True)


def test_how_lines_end_makes_no_other_address(tmp_path: Path) -> None:
    written(tmp_path, TEXT)
    given = address(tmp_path, 2, 3)
    written(tmp_path, TEXT.replace(b"\r\n", b"\n"))
    assert asked(tmp_path, given) == Lines("a:1-2@b.py", 2, 3, b"two\nthree", False)


@pytest.mark.parametrize("now", [b"one\ntwo\nfour\n", b"", b"two", b"one\n two\r\nthree\n"])
def test_lines_that_are_gone_are_refused(tmp_path: Path, now: bytes) -> None:
    written(tmp_path, TEXT)
    given = address(tmp_path, 2, 3)
    written(tmp_path, now)
    lesson = asked(tmp_path, given)
    assert isinstance(lesson, Lesson) and lesson.code == "lines_gone"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("repo:../../etc/passwd:1-2@00000000", "no_such_file"),
        ("repo:/etc/passwd:1-2@00000000", "no_such_file"),
        ("repo:link.py:1-1@00000000", "no_such_file"),
        ("repo:.git/config:1-1@00000000", "no_such_file"),
        ("repo:b.py:0-1@00000000", "lines_gone"),
        ("repo:b.py:2-1@00000000", "lines_gone"),
        ("repo:b.py:1-999999999@00000000", "lines_gone"),
        ("repo:b.py:1-2", "bad_address"),
        ("repo:b.py:1-2@0000000g", "bad_address"),
        ("repo:b.py:١-2@00000000", "bad_address"),
        ("", "bad_address"),
    ],
)
def test_what_is_no_address_of_the_snapshot_is_refused(tmp_path: Path, given: str, code: str) -> None:
    written(tmp_path, TEXT, "b.py")
    (tmp_path / "link.py").symlink_to("b.py")
    lesson = asked(tmp_path, given)
    assert isinstance(lesson, Lesson) and lesson.code == code
