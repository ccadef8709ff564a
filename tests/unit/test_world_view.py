"""The repository as operators see it: the same answer however its files came to be."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ctxask
from ctxask.rows import Note, Site
from ctxask.world_view import View, open_world

REPO = Path(__file__).parents[1] / "repos" / "worked-example.txt"
PARTS = re.split(r"(?m)^-- (\S+) --\n", re.sub(r"(?m)[ \t]*#: .*$", "", REPO.read_text(encoding="utf-8")))
FILES = {path: text.encode() for path, text in zip(PARTS[1::2], PARTS[2::2], strict=True)} | {
    "unrelated.py": b"def other():\n    return 1\n",
    "tests/test_use.py": b"from use import made\n\n\ndef test_made():\n    assert made()\n",
}
SUBJECTS = ("Base.run", "Base", "use.py::made", "shop.Stock")
PROGRAM = "import sys; from ctxask.cli.main import main; main()"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of its own, and a name to commit under."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / ".gitconfig").write_text("[user]\nname = t\nemail = t@example.org\n")
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home" / "ctxask"))


def write(root: Path, files: Mapping[str, bytes]) -> Path:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def committed(root: Path, files: Mapping[str, bytes] = FILES) -> Path:
    write(root, files)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "base")
    return root


def answers(root: Path) -> list[bytes]:
    located = [ctxask.ask(root, intent="locate", symbol=subject).encoded for subject in SUBJECTS]
    return [*located, ctxask.ask(root, intent="impact", symbol="Base.step").encoded]


def view(root: Path, tests: str = "last") -> View:
    return open_world(root, (), (), tests, lambda: None)


def sites(root: Path, subject: str) -> list[Site]:
    world = view(root)
    return list(world.references(world.find(subject, None).rows).rows)


def test_order_of_creation_and_git_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forward = write(tmp_path / "one", FILES)
    backward = write(tmp_path / "two", dict(reversed(FILES.items())))
    assert answers(forward) == answers(backward)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "cold"))
    assert answers(committed(tmp_path / "three")) == answers(
        committed(tmp_path / "four", dict(reversed(FILES.items())))
    )


def test_another_branch_in_the_store_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = committed(tmp_path / "repository")
    cold = answers(root)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "other"))
    git(root, "checkout", "-qb", "side")
    more = b"from shop.core import Base\n\nBase().run()\n"
    write(root, {"more.py": more, "use.py": FILES["use.py"] + b"\nStock.run\n"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "side")
    assert answers(root)[:2] != cold[:2]
    git(root, "checkout", "-q", "main")
    assert answers(root) == cold


def test_an_unrelated_edit_changes_the_snapshot_alone(tmp_path: Path) -> None:
    root = committed(tmp_path / "repository")
    before = [json.loads(answer) for answer in answers(root)[: len(SUBJECTS)]]
    (root / "unrelated.py").write_bytes(b"def another():\n    return 22222\n")
    after = [json.loads(answer) for answer in answers(root)[: len(SUBJECTS)]]
    assert all(x.pop("snapshot") != y.pop("snapshot") for x, y in zip(before, after, strict=True))
    assert after == before


def test_four_processes_at_once(tmp_path: Path) -> None:
    root = committed(tmp_path / "repository")
    command = [sys.executable, "-c", PROGRAM, "locate", "Base.run", "--json", "--budget", "0"]
    started = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate() for process in started]
    assert said == [(ctxask.ask(root, intent="locate", symbol="Base.run").encoded + b"\n", b"")] * 4


def test_a_work_tree_with_other_line_ends(tmp_path: Path) -> None:
    root = committed(tmp_path / "repository")
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", str(root), "crlf")
    assert b"\r\n" in (tmp_path / "crlf" / "use.py").read_bytes()
    for subject in SUBJECTS:
        assert sites(tmp_path / "crlf", subject) == sites(root, subject)
    plain, other = (json.loads(answers(path)[0]) for path in (root, tmp_path / "crlf"))
    for answer in (plain, other):
        del answer["snapshot"], answer["context"], answer["budget"]  # what holds or binds the bytes of lines
        for candidate in answer["candidates"]:
            del candidate["address"]
    assert other == plain


def test_columns_count_code_points_in_any_encoding(tmp_path: Path) -> None:
    text = "# -*- coding: {} -*-\nfrom weg import straße\n\nname = 'äöü'; straße()\n"
    source = "def straße():\n    return 1\n".encode()
    root = write(
        tmp_path / "repository",
        {
            "weg.py": source,
            "latin.py": text.format("latin-1").encode("latin-1"),
            "cyrillic.py": text.format("utf-8").encode(),
            "mark.py": b"\xef\xbb\xbf" + text.format("utf-8").encode(),
        },
    )
    found = [(site.path, site.line, site.col) for site in sites(root, "straße") if site.bucket == "confirmed"]
    names = ("cyrillic.py", "latin.py", "mark.py")
    assert found == [(name, line, col) for name in names for line, col in ((2, 17), (4, 15))]


def test_what_was_damaged_or_is_not_utf_8_is_said(tmp_path: Path) -> None:
    root = write(
        tmp_path / "repository",
        {
            "a.py": b"def name():\n    return 1\n",
            "broken.py": b"from a import name\n\nname(\n\ndef (:\n",
            "latin.py": "# coding: latin-1\nfrom a import name  # ü\n".encode("latin-1"),
            "lost.py": b"from a import name  # \xff\xfe\n",
        },
    )
    world = view(root)
    notes = world.references(world.find("a.py::name", None).rows).notes
    assert {Note("damaged_files", 1, "broken.py"), Note("not_utf8", 2, "latin.py")} <= set(notes)


def test_tests_only_and_without(tmp_path: Path) -> None:
    root = write(tmp_path / "repository", FILES | {"checks/made.py": b"from use import made\n\nmade()\n"})
    write(root, {"ctxask.toml": b'tests = ["checks/"]\n'})
    paths, left_out = {}, {}
    for choice in ("last", "only", "without"):
        world = view(root, choice)
        answer = world.references(world.find("use.py::made", None).rows)
        paths[choice] = {site.path for site in answer.rows}
        left_out[choice] = sum(note.count for note in answer.notes if note.code == "tests_option")
    assert paths["only"] == {"checks/made.py", "tests/test_use.py"} == paths["last"] - paths["without"]
    assert left_out == {"last": 0, "only": 0, "without": 4}


def recorded(root: Path) -> tuple[View, Any]:
    world = view(root)
    world.begin()
    world.references(world.find("Base.run", None).rows)
    return world, json.loads(json.dumps(world.reads()))


@pytest.mark.parametrize(
    ("edit", "same"),
    [
        ({"unrelated.py": b"def another():\n    return 3\n"}, True),
        ({"use.py": FILES["use.py"] + b"\n"}, False),
        ({"unrelated.py": b"def run():\n    return 3\n"}, False),  # holds the name now
        ({"new.py": b""}, False),  # another listing
    ],
)
def test_what_was_read_tells_whether_it_still_holds(tmp_path: Path, edit: Mapping[str, bytes], same: bool) -> None:
    root = write(tmp_path / "repository", FILES)
    world, reads = recorded(root)
    assert world.still(reads) and not world.still(None) and not world.still({"listing": ""})
    write(root, edit)
    assert view(root).still(reads) is same


def test_lines_bodies_and_search(tmp_path: Path) -> None:
    long = b"def long():\n" + b"    x = 1\n" * 1000
    root = write(tmp_path / "repository", {"a.py": b"def f():\n\treturn 'a.b'\n\n\n" + long})
    world = view(root)
    (line,) = world.lines([("a.py", 2), ("a.py", 2)]).rows
    assert (line.text, line.first_line) == ("\treturn 'a.b'", 2)
    short, large = world.bodies(world.symbols_in(["a.py"]).rows).rows
    assert short.text == "def f():\n\treturn 'a.b'" and large.text == "" and large.omitted == "10011 bytes"
    assert [(s.line, s.col, s.within) for s in world.search("a.b", regex=False).rows] == [(2, 10, "f")]
    assert len(world.search(r"x = \d", regex=True).rows) == 1000
