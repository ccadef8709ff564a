"""The command line: exit codes, streams, signals, and what is not loaded before it is needed."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ctxask import __version__
from ctxask.cli import answering
from ctxask.cli.main import _wants_json, run

CTX = [sys.executable, "-m", "ctxask"]
HEAVY = ("pydantic", "rich", "tree_sitter", "sqlite3", "rapidfuzz", "importlib.resources", "platformdirs", "tomllib")


def ctx(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*CTX, *arguments], capture_output=True, timeout=60, check=False, **more)


def test_version() -> None:
    done = ctx("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"ctx {__version__}\n".encode(), b"")


def test_what_is_not_needed_is_not_loaded() -> None:
    script = f"import ctxask.cli.main, sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["ask", "locate", "impact", "trace", "plan", "get", "doctor", "schema", "guide"])
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Usage: ctx") and "--help" in out


@pytest.mark.parametrize(
    ("arguments", "code", "exit_"),
    [
        (["locat", "x"], "usage", 2),
        (["locate", "x", "--json", "--nope"], "usage", 2),
        (["ask", "x", "--format", "json"], "missing_intent", 2),
        (["ask", "x", "--format=json", "--intent", "impct"], "unknown_intent", 2),
        (["impact", "x", "--depth=-1"], "bad_slot", 2),
        (["locate", "--file", "a.py"], "missing_slot", 2),
        (["plan", "run", "-"], "plan_rejected", 5),
        (["get", "x", "--json"], "bad_address", 2),
    ],
)
def test_an_error_is_one_json_document(arguments: list[str], code: str, exit_: int) -> None:
    with_json = arguments if _wants_json(arguments) else [*arguments, "--json"]
    done = ctx(*with_json, input=b"[]")
    assert done.returncode == exit_ and done.stderr == b""
    document = json.loads(done.stdout)
    assert set(document) == {"error"} and set(document["error"]) == {"code", "message", "hint", "candidates"}
    assert document["error"]["code"] == code


def test_arguments_of_any_bytes_are_errors_that_teach() -> None:
    done = subprocess.run([*CTX, b"locate", b"\xff\x1b[31m\n", b"--json"], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad_slot"
    done = subprocess.run([*CTX, b"\xff\x1b[31m"], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and b"\x1b" not in done.stderr


def test_hostile_values_are_data(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["ask", "--intent", "locate", "--symbol", "--output=X", "--plan"]) == 0
    plan = json.loads(capsysbinary.readouterr().out)
    assert plan["steps"][0]["args"]["symbol"] == "--output=X"
    assert run(["locate", "--plan", "--", "-x", "$symbol", "{item}"]) == 0
    plan = json.loads(capsysbinary.readouterr().out)
    assert plan["steps"][0]["args"]["symbol"] == ["-x", "$symbol", "{item}"]


def test_the_short_command_and_ask_compile_the_same(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["impact", "a.b", "--depth", "2", "--plan"]) == 0
    short = capsysbinary.readouterr().out
    assert run(["ask", "x", "--intent", "impact", "--symbol", "a.b", "--depth=2", "--plan"]) == 0
    assert capsysbinary.readouterr().out == short


def test_a_defect_is_a_short_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret \n text")

    monkeypatch.setattr(answering, "answer", broken)
    monkeypatch.delenv("CTXASK_DEBUG", raising=False)
    assert run(["locate", "x"]) == 70
    err = capsys.readouterr().err
    assert "RuntimeError" in err and "secret" not in err and "Traceback" not in err
    monkeypatch.setenv("CTXASK_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(["locate", "x"])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted(number: int, code: int, tmp_path: Path) -> None:
    pipe = tmp_path / "plan.json"
    os.mkfifo(pipe)
    with subprocess.Popen([*CTX, "plan", "run", str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while process.poll() is None and time.monotonic() < deadline:
            try:
                writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                break  # the command has opened its end: it runs, and waits for the plan
            except OSError:
                time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
        os.close(writer)
    assert (process.returncode, out) == (code, b"")
    assert b"Traceback" not in err


def test_a_closed_pipe_is_silent() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*CTX, "schema", "plan"], stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("question", [["schema", "plan"], ["--help"], ["ask", "x", "--json"], ["get", "x", "--json"]])
@pytest.mark.parametrize("stream", [">&-", ">/dev/full"])
def test_an_answer_that_cannot_be_written_is_told(question: list[str], stream: str) -> None:
    command = shlex.join([*CTX, *question])
    done = subprocess.run(f"{command} {stream}", shell=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"stdout: ") and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("stream", ["2>&-", "2>/dev/full"])
def test_an_answer_does_not_need_stderr(stream: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    pass\n")
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "CTXASK_HOME": str(tmp_path / "file")}  # there is something to remark
    for question, code in ((["locate", "f"], 0), (["locate", "g"], 3)):
        command = shlex.join([*CTX, "-C", str(tmp_path), *question])
        done = subprocess.run(
            f"{command} {stream}", shell=True, capture_output=True, timeout=60, check=False, env=environment
        )
        assert (done.returncode, b"def f" in done.stdout) == (code, code == 0)


def test_no_stdin_is_an_empty_plan(tmp_path: Path) -> None:
    command = shlex.join([*CTX, "-C", str(tmp_path), "plan", "run", "-"])
    done = subprocess.run(f"{command} <&-", shell=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == 5 and b"Traceback" not in done.stderr


def test_no_file_is_taken_for_a_stream(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "a.py").write_text("def f():\n    pass\n")
    environment = {**os.environ, "CTXASK_HOME": str(tmp_path / "home")}
    command = shlex.join([*CTX, "-C", str(tmp_path / "r"), "locate", "f"])
    whole = subprocess.run(command, shell=True, capture_output=True, env=environment, check=True).stdout
    for _ in range(2):
        subprocess.run(f"{command} <&- >&- 2>&-", shell=True, timeout=60, check=False, env=environment)
    after = subprocess.run(command, shell=True, capture_output=True, env=environment, check=True)
    assert (after.stdout, after.stderr) == (whole, b"")


def test_a_root_that_is_none_is_a_lesson(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    gone = tmp_path / "gone"
    gone.mkdir()
    leave = f"cd {shlex.quote(str(gone))}; rmdir ../gone; exec {shlex.join([*CTX, 'locate', 'f'])}"
    for done in (
        ctx("-C", str(tmp_path / "loop"), "locate", "f"),
        ctx("-C", "x" * 5000, "locate", "f"),
        subprocess.run(leave, shell=True, capture_output=True, timeout=60, check=False),
    ):
        assert done.returncode == 2 and done.stderr.startswith(b"there is no such folder to ask about\n")


def test_a_root_that_cannot_be_read_is_a_lesson(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    powers = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    if powers and shutil.which(powers[0]) is None:
        pytest.skip("root reads everything")
    command = [*powers, *CTX, "-C", str(tmp_path / "closed"), "locate", "f"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and done.stderr.startswith(b"the folder to ask about cannot be read\n")


LOADING = """
import signal
import ctxask.__main__ as program
heed = signal.signal
def told(*given):  # says so once interrupts are heeded, which is the first thing that the program does
    before = heed(*given)
    if signal.signal is told:
        signal.signal = heed
        print("up", flush=True)
    return before
signal.signal = told
program.main()
"""


def test_an_interrupt_while_modules_load_is_quiet() -> None:
    for delay in (0, 0.005, 0.01, 0.02, 0.04, 0.06):
        with subprocess.Popen(
            [sys.executable, "-c", LOADING, "schema", "plan"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
        assert err == b"" and process.returncode in (0, 130)


def test_a_tree_that_moves_under_a_command_is_a_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from ctxask import addressed
    from ctxask.repo.snapshot import MovedTree

    def moved(*_: object) -> None:
        raise MovedTree("a.py")

    monkeypatch.setattr(addressed, "open_snapshot", moved)
    assert run(["-C", str(tmp_path), "get", "repo:a.py:1-1@00000000", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "moving_tree"
