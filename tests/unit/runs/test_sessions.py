"""Sessions of pytest under the plugin, in tests/sessions: what it reports, however they are started and end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.runs import reported, standing
from ctxask.runs.inject import environment
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree

SESSIONS = Path(__file__).parents[2] / "sessions"
DROPPED = ("PYTEST", "COV", "CTXASK", "PYTHONPATH", "COLUMNS", "FORCE_COLOR", "NO_COLOR")


def clean() -> dict[str, str]:
    """The environment without what the session that runs this one left in it."""
    return {name: value for name, value in os.environ.items() if not name.startswith(DROPPED)}


def session(folder: Path, arguments: list[str], given: Mapping[str, str]) -> tuple[int, Results, bytes]:
    """The exit status of a command, what it reported, and what it printed."""
    project, records = folder / "project", folder / "records"
    before = {**clean(), "PYTHONDONTWRITEBYTECODE": "1", **given}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**before, **environment(folder / "plugin", records, before)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    files = frozenset(str(path.relative_to(project)) for path in project.rglob("*") if path.is_file())
    found = reported.read(records.read_bytes() if records.exists() else b"", Tree(str(project), files))
    return done.returncode, found, done.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in SESSIONS.glob("*.txt")))
def test_a_session_reports_what_its_tests_came_to(
    name: str,
    tmp_path: Path,
    sections: Callable[[Path], dict[str, str]],
    shown: Callable[[Results, bool], str],
    golden: Callable[[Path, str], None],
) -> None:
    if name.startswith("subtests") and pytest.version_tuple < (9,):
        pytest.skip("subtests came with pytest 9")
    parts = sections(SESSIONS / name)
    parts.pop("expected")
    command, *variables = parts.pop("command").split("\n")
    for path, text in parts.items():
        (tmp_path / "project" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / path).write_text(text, "utf-8")
    given = dict(line.split("=", 1) for line in variables if line)
    status, found, output = session(tmp_path.resolve(), command.split(), given)
    found = standing.located(found, output)
    ordered = sorted(found.tests, key=lambda test: test.id) if " -n" in command else found.tests
    said = shown(found._replace(tests=tuple(test._replace(lines=(0, 0)) for test in ordered)), False)
    golden(SESSIONS / name, f"exit {status}\n{said}")
    for test in found.tests:
        first = output.split(b"\n")[test.lines[0] - 1].decode() if test.lines[0] else ""
        assert test.lines == (0, 0) or test.id.rpartition("::")[2].partition("[")[0].rpartition("/")[2] in first


def test_the_environment_keeps_what_it_held(tmp_path: Path) -> None:
    given = {"PYTHONPATH": f"src{os.pathsep}lib", "PYTEST_PLUGINS": "own", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    added = environment(tmp_path / "plugin", tmp_path / "records", given)
    assert added["PYTHONPATH"] == os.pathsep.join([str(tmp_path / "plugin"), "src", "lib"])
    assert added["PYTEST_PLUGINS"] == "ctxask_results,own"
    assert environment(tmp_path / "plugin", tmp_path / "records", {**given, **added}) == added
    assert "PYTEST_PLUGINS" not in environment(tmp_path / "plugin", tmp_path / "records", {})


def test_a_command_that_is_no_pytest_runs_as_ever(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    status, found, output = session(tmp_path, ["-c", "import json, os; print(sorted(json.__name__))"], {})
    assert (status, found, output) == (0, Results(), b"['j', 'n', 'o', 's']\n")


def test_records_that_cannot_be_written_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "test_a.py").write_text("def test_a(): pass\n")
    (tmp_path / "records").mkdir()
    added = environment(tmp_path / "plugin", tmp_path / "records", {})
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path / "project", env={**clean(), **added}, check=False)
    assert done.returncode == 0


TORN = b"""{"event": "session", "session": "1", "format": 1, "root": "/r", "folder": "/r"}
{"event": "started", "session": "1"}
{"event": "collected", "session": "1", "count": 3}
{"event": "result", "session": "1", "id": "a.py::test_a", "when": "call", "outcome": "passed"}
foreign
{"event": "began", "session": "1", "id": "a.py::test_b"}
{"event": "res"""


def test_what_a_killed_session_wrote_is_read() -> None:
    found = reported.read(TORN, Tree("/r", frozenset(("a.py",))))
    assert [(test.id, test.outcome) for test in found.tests] == [("a.py::test_a", "passed")]
    assert not found.whole
    assert found.notes == (
        "2 lines of the records cannot be read",
        "pytest did not come to its end",
        "a.py::test_b began and did not end",
        "2 of 3 collected tests have no result",
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/r/a.py", ("a.py", True)),
        ("/r/gone.py", ("gone.py", True)),
        ("/r/.venv/lib/python3.13/site-packages/pkg/mod.py", ("site-packages/pkg/mod.py", False)),
        ("/r/.tox/py/lib/python3.8/json/decoder.py", (".tox/py/lib/python3.8/json/decoder.py", False)),
        ("/r/venv/bin/tool.py", ("tool.py", False)),
        ("/r/node_modules/x/y.js", ("node_modules/x/y.js", False)),
        ("/usr/lib/python3.13/json/decoder.py", ("json/decoder.py", False)),
        ("/usr/lib/python3/dist-packages/pkg/mod.py", ("site-packages/pkg/mod.py", False)),
        ("C:\\\\Python313\\\\Lib\\\\json\\\\decoder.py", ("json/decoder.py", False)),
        ("/home/somebody/x.py", ("x.py", False)),
        ("<frozen importlib._bootstrap>", ("<frozen importlib._bootstrap>", False)),
        ("/r/sub/../a.py", ("a.py", True)),
        ("/r/../other/x.py", ("x.py", False)),
        ("/r/env/game.py", ("env/game.py", True)),
    ],
)
def test_a_frame_lies_inside_or_has_a_short_path(path: str, expected: tuple[str, bool]) -> None:
    record = (
        '{"event": "result", "session": "1", "id": "a.py::t", "when": "call", "outcome": "failed", '
        f'"raised": [{{"kind": "E", "message": "", "frames": [["{path}", 1, "<module>"]]}}]}}'
    )
    found = reported.read(record.encode(), Tree("/r", frozenset(("a.py", "env/game.py"))))
    frame = found.tests[0].raised[0].frames[0]
    assert ((frame.path, frame.inside), frame.function) == (expected, "")
