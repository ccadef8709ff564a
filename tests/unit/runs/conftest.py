"""A home, a work tree and a `ctx` process for tests of runs; how results and data files are written down."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ctxask.repo import place
from ctxask.runs import model
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree
from ctxask.runs.runs import Runs, open_runs

CTX = [sys.executable, "-m", "ctxask"]
Ctx = Callable[..., subprocess.CompletedProcess[bytes]]
Sections = dict[str, str]
Read = Callable[[Path], Sections]
Golden = Callable[[Path, str], None]


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


@pytest.fixture
def sections() -> Read:
    """The sections of a data file by name: `-- name --`, then the text."""

    def read(path: Path) -> Sections:
        parts = re.split(r"^-- (\S+) --\n", path.read_bytes().decode("utf-8"), flags=re.MULTILINE)
        return dict(zip(parts[1::2], parts[2::2], strict=True))

    return read


@pytest.fixture
def golden(request: pytest.FixtureRequest, sections: Read) -> Golden:
    """Compares with the last section of a data file, `expected`; writes it with --update."""

    def check(path: Path, said: str) -> None:
        text = path.read_bytes().decode("utf-8")
        head, mark, _ = text.rpartition("-- expected --\n")
        if request.config.getoption("--update"):
            path.write_bytes((head + mark + said).encode("utf-8"))
        assert said == sections(path)["expected"]

    return check


@pytest.fixture
def shown() -> Callable[[Results, bool], str]:
    """Results as lines; without what is outside where that differs from one machine to another."""

    def show(results: Results, outside: bool = True) -> str:
        said = [f"{results.source or 'nobody'}, {'whole' if results.whole else 'not whole'}"]
        said += [f"note: {note}" for note in results.notes]
        return "\n".join([*said, *(line for test in results.tests for line in _lines(test, outside))]) + "\n"

    return show


def _lines(test: model.Test, outside: bool) -> Iterator[str]:
    more = [f"attempt {test.attempt}"] if test.attempt > 1 else []
    more += [f"lines {test.lines[0]}-{test.lines[1]}"] if test.lines != (0, 0) else []
    more += [f"subtest {test.subtest}"] if test.subtest else []
    more += [f"reason {test.reason!r}"] if test.reason else []
    yield " | ".join([f"{test.outcome} {test.phase} {test.id}", *more])
    for number, error in enumerate(test.raised):
        link = f" ({error.link} of {error.parent})" if error.link else ""
        yield f"  {number}{link} {error.kind or '-'}: {error.message!r}"
        for frame in error.frames:
            if frame.inside or outside:
                yield f"    {'' if frame.inside else 'outside '}{frame.path}:{frame.line} {frame.function}".rstrip()


@pytest.fixture
def known() -> Callable[[Sections], Tree]:
    """The tree whose files are in a data file, under a root that no report knows."""

    def make(files: Sections) -> Tree:
        known = {path: text.encode("utf-8") for path, text in files.items()}
        return Tree("/elsewhere/checkout", frozenset(known), known.get)

    return make
