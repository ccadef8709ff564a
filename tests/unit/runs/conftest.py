"""How results and data files of tests are written down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ctxask.runs import model
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree

Sections = dict[str, str]
Read = Callable[[Path], Sections]
Golden = Callable[[Path, str], None]


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
def tree() -> Callable[[Sections], Tree]:
    """The tree whose files are in a data file, under a root that no report knows."""

    def make(files: Sections) -> Tree:
        known = {path: text.encode("utf-8") for path, text in files.items()}
        return Tree("/elsewhere/checkout", frozenset(known), known.get)

    return make
