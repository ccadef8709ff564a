"""Coverage by test: what sessions under the plugin write down, and how it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctxask.runs import observed
from ctxask.runs.inject import environment
from ctxask.runs.model import Run
from ctxask.runs.paths import Tree
from ctxask.runs.record import read, write
from ctxask.runs.runs import Runs

CODE = """\
def f(x):
    if x:
        return 1
    return 2


def g(x):
    return f(x)
"""
TESTS = """\
import os
import sys

import pytest

from code_ import f, g


@pytest.fixture
def two():
    return f(0)


def test_one():
    assert f(1) == 1


class TestG:
    @pytest.mark.parametrize("x", [0, 1])
    def test_g(self, x):
        assert g(x) == 5


def test_fixture(two):
    assert two == 2


def test_nothing():
    pass
"""
WANTED = {
    "test_x.py::test_one": ((2, 3),),
    "test_x.py::TestG::test_g[0]": ((2, 2), (4, 4), (8, 8)),
    "test_x.py::TestG::test_g[1]": ((2, 3), (8, 8)),
    "test_x.py::test_fixture": ((2, 2), (4, 4)),
    "test_x.py::test_nothing": (),
}


def session(
    folder: Path, *arguments: str, more: str = "", **given: str
) -> tuple[int, dict[str, observed.Lines], list[str]]:
    """The exit status of pytest, what its tests executed in code_.py, and what is to be known of it."""
    project = folder / "project"
    project.mkdir(exist_ok=True)
    (project / "code_.py").write_text(CODE)
    (project / "test_x.py").write_text(TESTS + more)
    (folder / "coverage").touch()
    dropped = ("PYTEST", "COV", "CTXASK", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    before = {**kept, "PYTHONDONTWRITEBYTECODE": "1", **given}
    added = environment(folder / "plugin", folder / "records", before, str(project))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=project, env={**before, **added}, capture_output=True, check=False)
    data = (folder / "coverage").read_bytes()
    seen = {test: files.get("code_.py", ()) for test, files in records(data, project).tests.items()}
    return done.returncode, seen, list(observed.notes([data]))


def records(data: bytes, project: Path) -> observed.Observed:
    return observed.read(data, Tree(str(project), frozenset(("code_.py", "test_x.py"))))


def told(folder: Path, *arguments: str, more: str = "", **given: str) -> observed.Observed:
    """What a session tells beside the lines of tests."""
    session(folder, *arguments, more=more, **given)
    return records((folder / "coverage").read_bytes(), folder / "project")


@pytest.mark.parametrize("arguments", [(), ("-n", "2"), ("-W", "error")], ids=["plain", "distributed", "strict"])
def test_each_test_has_the_lines_that_it_executed(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    status, seen, notes = session(tmp_path.resolve(), *arguments)
    assert (status, seen, notes) == (1, WANTED, [])


def test_a_killed_session_keeps_what_it_had(tmp_path: Path) -> None:
    _, seen, notes = session(tmp_path.resolve(), more="def test_killed(): g(0); os._exit(9)\ndef test_after(): f(0)\n")
    assert (seen, notes) == (WANTED, [])


def test_a_test_with_a_tracer_of_its_own_ends_the_measuring(tmp_path: Path) -> None:
    status, seen, notes = session(
        tmp_path.resolve(), more="def test_trace(): sys.settrace(None)\ndef test_after(): f(0)\n"
    )
    assert (status, seen) == (1, WANTED)
    assert notes == ["coverage: test_x.py::test_trace set a tracer of its own; nothing is known from there on"]


@pytest.mark.parametrize(
    ("conftest", "note"),
    [
        ("import sys; sys.modules['coverage'] = None", "the command's Python has no coverage.py"),
        ("import types, sys; sys.modules['coverage'] = types.ModuleType('coverage')", "coverage.py is older than 5.0"),
        (
            "import sys; sys.settrace(lambda *a: None)",
            "another tool traces the tests already, such as pytest-cov: try ",
        ),
    ],
)
def test_a_session_that_cannot_be_measured_is_what_it_was(tmp_path: Path, conftest: str, note: str) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "own.py").write_text(f"{conftest}\n")
    status, seen, notes = session(tmp_path.resolve(), "-p", "own", PYTHONPATH=str(tmp_path / "plugins"))
    assert (status, seen) == (1, {})
    assert len(notes) == 1 and notes[0].startswith(f"coverage: {note}")


def test_what_a_test_forks_or_starts_is_none_of_it(tmp_path: Path) -> None:
    more = """
def test_fork():
    child = os.fork()
    if not child:
        g(0)
        os._exit(0)
    os.waitpid(child, 0)
    import subprocess
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-k", "test_one"])
    assert "CTXASK_COVERAGE" not in os.environ
"""
    status, seen, notes = session(tmp_path.resolve(), more=more)
    assert (status, seen, notes) == (1, {**WANTED, "test_x.py::test_fork": ()}, [])


SHARED = """
@pytest.fixture(scope="module")
def wide():
    return g(0)

def test_wide(wide): assert wide == 2
def test_wide_again(wide): assert wide == 2
"""
IMPORTS = """
def test_first():
    import code_two
    assert f(1) == 1
"""


@pytest.mark.parametrize(
    ("more", "shared"),
    [
        ("", ((1, 1), (7, 7))),
        ("\nX = f(0)\n", ((1, 2), (4, 4), (7, 7))),
        (SHARED, ((1, 2), (4, 4), (7, 8))),
        (IMPORTS, ((1, 3), (7, 7))),
    ],
    ids=["definitions", "import", "fixture", "imported by a test"],
)
@pytest.mark.parametrize("arguments", [(), ("-n", "2")], ids=["plain", "distributed"])
def test_what_several_tests_stand_on_is_told(
    tmp_path: Path, arguments: tuple[str, ...], more: str, shared: observed.Lines
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "code_two.py").write_text("X = 1\n")
    (tmp_path / "project" / "conftest.py").write_text("import code_\n")
    found = told(tmp_path.resolve(), *arguments, more=more)
    assert found.shared is not None and found.shared["code_.py"] == shared
    assert found.blind == {} and found.counts == {"test_x.py::TestG::test_g": 2}


def test_of_a_module_that_was_there_before_anything_may_be_shared(tmp_path: Path) -> None:
    found = told(tmp_path.resolve(), "-p", "code_", PYTHONPATH=str(tmp_path.resolve() / "project"))
    assert found.shared is not None and found.shared["code_.py"][0] == (1, 1 << 30)


def test_tests_that_do_not_run_are_counted(tmp_path: Path) -> None:
    found = told(tmp_path.resolve(), "test_x.py::TestG::test_g[1]")
    assert list(found.tests) == ["test_x.py::TestG::test_g[1]"] and found.counts == {"test_x.py::TestG::test_g": 2}


BLIND = """
import subprocess, threading

def test_starts(): subprocess.run([sys.executable, "-c", ""], check=True)
def test_leaves():
    global child
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
def test_talks(): pass
def test_ends():
    child.communicate()
def test_alone(): pass
def test_traces():
    before = sys.gettrace()
    sys.settrace(None)
    f(1)
    sys.settrace(before)
def test_thread():
    thread = threading.Thread(target=f, args=(1,))
    thread.start()
    thread.join()
def test_random(): pass
test_random.is_hypothesis_test = True
"""


def test_of_some_tests_not_all_is_seen(tmp_path: Path) -> None:
    found = told(tmp_path.resolve(), more=BLIND)
    assert {test.partition("::")[2]: why for test, why in found.blind.items()} == {
        "test_starts": "it starts processes",
        "test_leaves": "it starts processes",
        "test_talks": "a process is at work",
        "test_ends": "a process is at work",
        "test_traces": "it sets a tracer",
        "test_random": "its input is random",
    }
    assert found.tests["test_x.py::test_thread"]["code_.py"] == ((2, 3),)


def test_records_are_read_as_what_may_be_damaged() -> None:
    data = b"""{"of":"1","format":1,"root":"/r/sub"}
{"of":"2","test":"t.py::lost","sets":[0]}
{"of":"1","set":0,"path":"sub/a.py","lines":[1,3,9,9]}
{"of":"1","set":1,"path":"sub/a.py","lines":[4,5]}
{"of":"1","set":2,"path":"sub/b.py","lines":"no"}
foreign
[1]
{"of":"1","test":"t.py::x","sets":[0,7]}
{"of":"1","test":"t.py::x","sets":[1]}
{"of":"1","test":"t.py::y","sets":[2]}
{"of":"1","test":"t.py::z","se"""
    tree = Tree("/r", frozenset(("sub/a.py", "sub/t.py")))
    found = observed.read(data, tree)
    assert found.tests == {"sub/t.py::x": {"sub/a.py": ((1, 5), (9, 9))}, "sub/t.py::y": {"sub/b.py": ()}}
    assert (found.shared, found.blind, found.counts) == (None, {}, {}), "the first format told of tests alone"
    assert observed.notes([data[:50], data[50:]]) == ()
    assert observed.read(b"", tree) == observed.Observed()


def test_a_record_without_coverage_is_what_it_always_was() -> None:
    run = Run("run:0123456789abcdef", 1, 2, ("a",))
    assert b"coverage" not in write(run) and read(write(run)) == run
    assert read(write(run._replace(coverage="0" * 64))) == run._replace(coverage="0" * 64)


def test_a_run_without_coverage_has_none(runs: Runs) -> None:
    begun = runs.store.begin(Run("", 0, 0))
    run = runs.store.finish(begun, begun.run._replace(ended="exited", status=0))
    assert run.coverage == "" and not runs.is_observed(run) and runs.observed(run) == observed.Observed()
    assert runs.latest_observed() is None
