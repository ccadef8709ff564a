"""`ctx runs` and `ctx get run:…`: lists, lessons that work, exact bytes."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ctxask.runs.runs import Runs

from .conftest import CTX, Ctx


def made(ctx: Ctx, *command: str) -> str:
    return str(json.loads(ctx("run", "--json", "--", *command).stdout)["run"])


def error(ctx: Ctx, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = ctx(*arguments, "--json")
    assert done.stderr == b""
    found = json.loads(done.stdout)["error"]
    return done.returncode, found


def test_nothing_yet(ctx: Ctx) -> None:
    assert ctx("runs", "list").stdout == b"no runs yet: ctx run -- CMD makes one\n"
    assert json.loads(ctx("runs", "list", "--json").stdout) == {"version": "ctx.runs/v1", "runs": []}
    code, said = error(ctx, "runs", "show", "latest")
    assert (code, said["code"], said["hint"]) == (3, "no_run", "ctx run -- pytest")


def test_list_and_show(ctx: Ctx) -> None:
    first, second = made(ctx, "echo", "a b"), made(ctx, "sh", "-c", "exit 2")
    lines = ctx("runs", "list").stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [second, first]
    assert lines[1].endswith("Z  passed  echo 'a b'") and "failed (exit status 2)" in lines[0]
    rows = json.loads(ctx("runs", "list", "--json").stdout)["runs"]
    assert [(row["run"], row["status"], row["command"]) for row in rows][1] == (first, 0, ["echo", "a b"])
    shown = ctx("runs", "show", first[:12]).stdout.decode()
    assert shown.startswith(f"passed\n{first}  echo 'a b'\nbegan ") and "how the files are now" in shown


def test_every_command_that_is_named_works(ctx: Ctx, tree: Path) -> None:
    run = made(ctx, "sh", "-c", "echo out; echo err >&2; exit 1")
    (tree / "sub").mkdir()
    for arguments in (["run", "--", "sh", "-c", "echo x; exit 1"], ["-C", "sub", "runs", "show", run]):
        done = ctx(*arguments)
        proposed = [line for line in done.stdout.decode().splitlines() if line.startswith("ctx ")]
        assert len(proposed) >= 2
        for line in proposed:
            again = ctx(*shlex.split(line, comments=True)[1:])
            assert again.returncode == 0 and again.stdout, line


def test_wrong_ids_are_lessons(ctx: Ctx) -> None:
    run = made(ctx, "true")
    for text, code, exit_ in (("../../x", "bad_run", 2), ("run:0123456789abcdef", "no_run", 3), ("", "bad_run", 2)):
        for command in (["show", text], ["rm", text]):
            found = error(ctx, "runs", *command)
            assert (found[0], found[1]["code"]) == (exit_, code)
            assert found[1]["candidates"] == [run]
            assert ctx(*found[1]["hint"].split()[1:]).returncode == 0
    assert error(ctx, "runs", "show")[1]["code"] == "usage"
    assert ctx("runs").returncode == 2 and ctx("runs", "lst").stderr.endswith(b"try  ctx runs list\n")


def test_rm_and_gc(ctx: Ctx, runs: Runs) -> None:
    ids = [made(ctx, "echo", str(number)) for number in range(4)]
    assert ctx("runs", "rm", ids[0], ids[1]).stdout.startswith(f"removed {ids[0]}\nremoved {ids[1]}\n".encode())
    said = json.loads(ctx("runs", "gc", "--keep", "1", "--json").stdout)
    assert said["removed"] == [ids[2]] and said["freed_bytes"] > 0
    assert [run.id for run in runs.list()] == [ids[3]]


def test_a_run_that_goes_on_is_shown_and_not_removed(ctx: Ctx, tree: Path, runs: Runs) -> None:
    with subprocess.Popen(
        [*CTX, "run", "--", "sh", "-c", "echo so far; read x"], cwd=tree, stdin=-1, stdout=-1
    ) as process:
        while not (runs.list() and runs.list()[0].stdout_bytes):
            pass
        (run,) = runs.list()
        assert b"still going on" in ctx("runs", "list").stdout
        assert ctx("get", f"{run.id}:stdout").stdout == b"so far\n"
        code, said = error(ctx, "runs", "rm", run.id)
        assert (code, said["code"]) == (2, "run_in_progress")
        assert ctx("runs", "gc", "--keep", "0").returncode == 0
        process.communicate(b"\n", timeout=30)
    assert process.returncode == 0 and runs.whole(run, "stdout") == b"so far\n"


def test_import(ctx: Ctx, tree: Path, runs: Runs) -> None:
    report = b'{"event": "result", "session": "s", "when": "call", "id": "t::a", "outcome": "failed", "text": "no"}\n'
    (tree / "report").write_bytes(report)
    assert ctx("runs", "import", "report").returncode == 0
    assert ctx("runs", "import", "-", "--json", input=report).returncode == 0
    latest = runs.latest()
    assert latest is not None and (latest.ended, latest.counts, latest.snapshot) == ("imported", (("failed", 1),), "")
    assert [test.reason for test in runs.results(latest).tests] == ["no"] and runs.stamped(latest) == {}
    assert b"failed t::a" in ctx("runs", "show", "latest").stdout
    (tree / "empty").write_bytes(b"")
    (tree / "link").symlink_to("report")
    for name, code in (("empty", "bad_report"), ("gone", "no_file"), (".", "no_file"), ("link", "no_file")):
        assert error(ctx, "runs", "import", name)[1]["code"] == code
    assert len(runs.list()) == 2


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", b"one\r\ntwo\n\xff\0\nend"),
        (":1-1", b"one\r\n"),
        (":2-3", b"two\n\xff\0\n"),
        (":4-4", b"end"),
        (":1-4", None),
    ],
)
def test_exact_bytes(ctx: Ctx, lines: str, expected: bytes | None) -> None:
    run = made(ctx, "printf", r"one\r\ntwo\n\377\0\nend")
    whole = b"one\r\ntwo\n\xff\0\nend"
    assert ctx("get", f"{run[:-4]}:stdout{lines}").stdout == (whole if expected is None else expected)
    document = json.loads(ctx("get", "--json", f"{run}:stdout{lines}", f"{run}:stderr").stdout)
    assert [one["address"] for one in document["printed"]] == [f"{run}:stdout{lines}", f"{run}:stderr"]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("run:x:stdout", "bad_address"),
        ("run:../../x:stdout", "bad_address"),
        ("run:0123456789abcdef:stdout", "no_run"),
        ("run:latest:stdout", "no_run"),
        ("{run}:stdin", "bad_address"),
        ("{run}:stdout:0-1", "no_such_line"),
        ("{run}:stdout:2-1", "no_such_line"),
        ("{run}:stdout:1-3", "no_such_line"),
        ("{run}:stderr:1-1", "no_such_line"),
    ],
)
def test_no_such_bytes(ctx: Ctx, address: str, code: str) -> None:
    run = made(ctx, "printf", r"a\nb\n")
    found = error(ctx, "get", address.format(run=run))[1]
    assert found["code"] == code
    if code == "no_such_line":
        assert ctx(*found["hint"].split()[1:]).returncode == 0


def test_addresses_of_both_kinds_at_once(ctx: Ctx) -> None:
    run = made(ctx, "echo", "x")
    assert error(ctx, "get", f"{run}:stdout", "sym:a.py::f")[1]["code"] == "bad_address"


def test_questions_know_nothing_of_runs(tree: Path) -> None:
    script = (
        "import sys; from ctxask.cli.main import run; code = run(['locate', 'f']);"
        "loaded = [name for name in sys.modules if name.startswith('ctxask.runs')];"
        "assert (code, loaded) == (0, []), (code, loaded)"
    )
    import sys

    subprocess.run([sys.executable, "-c", script], cwd=tree, check=True, stdout=subprocess.DEVNULL)
