"""`ctx run` as a process: everything kept, the command's own exit status, nothing lost by signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ctxask.runs.attend import GRACE
from ctxask.runs.runs import Runs

from .conftest import CTX, Ctx, python


def digest(ctx: Ctx, *arguments: Any, **more: Any) -> tuple[int, dict[str, Any]]:
    done = ctx("run", "--json", *arguments, **more)
    assert done.stderr == b"", done.stderr
    document = json.loads(done.stdout)
    assert len(done.stdout) <= 2048
    return done.returncode, document


def waited_for(path: Path) -> None:
    deadline = time.monotonic() + 20
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert path.exists()


@pytest.mark.parametrize(
    "data", [b"", b"out\n", b"\xff\xfe\0\r\n\x1b[31mred\r", "ünïcode\u2028".encode(), bytes(range(256)) * 3000]
)
def test_every_byte_is_kept_and_given_back(ctx: Ctx, data: bytes) -> None:
    code, said = digest(ctx, *python("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"), input=data)
    assert (code, said["ended"], said["stdout_bytes"]) == (0, "exited", len(data))
    assert ctx("get", f"{said['run']}:stdout").stdout == data
    assert ctx("get", f"{said['run']}:stderr").stdout == b""


def test_the_streams_stay_apart(ctx: Ctx) -> None:
    code, said = digest(ctx, "--", "sh", "-c", "echo out; echo err >&2; exit 7")
    assert code == said["status"] == 7
    assert ctx("get", f"{said['run']}:stdout").stdout == b"out\n"
    assert ctx("get", f"{said['run']}:stderr").stdout == b"err\n"


def test_a_stream_that_the_command_opens_by_name_loses_nothing(ctx: Ctx) -> None:
    script = "echo 1 >&2; echo 2 > /dev/stderr; echo 3 | tee /dev/stderr; echo 4 >&2"  # a file would be cut each time
    _, said = digest(ctx, "--", "sh", "-c", script)
    assert ctx("get", f"{said['run']}:stderr").stdout == b"1\n2\n3\n4\n"


def test_no_shell_is_between(ctx: Ctx) -> None:
    arguments = ["$HOME", "*", "; exit 3", "a b", "--json", "--timeout", "", "--", "é\\x"]
    _, said = digest(ctx, *python("import sys; print(sys.argv[1:])"), *arguments)
    assert ctx("get", f"{said['run']}:stdout").stdout.decode() == f"{arguments}\n"


def test_options_after_the_command_are_its_own(ctx: Ctx) -> None:
    done = ctx("run", sys.executable, "-c", "import sys; print(sys.argv)", "--json", "--timeout")
    assert done.returncode == 0 and b"['-c', '--json', '--timeout']" in done.stdout


def test_arguments_of_any_bytes(ctx: Ctx, runs: Runs) -> None:
    done = ctx("run", "--", "printf", "%s", b"\xff\x1b\n")
    assert done.returncode == 0 and b"\x1b" not in done.stdout
    (run,) = runs.list()
    assert runs.whole(run, "stdout") == b"\xff\x1b\n" and run.command[2] == "\\xff\x1b\n"


def test_what_a_shell_opened_for_the_command_is_passed_on(tree: Path, runs: Runs) -> None:
    import shlex

    script = f"{shlex.join(CTX)} run -- cat <(echo substituted)"
    subprocess.run(["bash", "-c", script], cwd=tree, check=True, capture_output=True, timeout=60)
    assert runs.whole(runs.list()[0], "stdout") == b"substituted\n"


def test_a_keeper_that_is_killed_is_told(ctx: Ctx, runs: Runs) -> None:
    script = "import os, signal, subprocess\nprint('kept', flush=True)\n"
    script += "listed = subprocess.run(['ps', '-o', 'pid=', '--ppid', str(os.getppid())], capture_output=True).stdout\n"
    script += "[os.kill(int(pid), 9) for pid in listed.split() if int(pid) != os.getpid()]\n"
    code, said = digest(ctx, *python(script))
    assert code == 0 and said["notes"] == ["what took down its output was killed: the end of it may be missing"]


def test_a_run_within_a_run(ctx: Ctx, runs: Runs) -> None:
    assert ctx("run", "--", *CTX, "run", "--", "sh", "-c", "echo x; exit 3").returncode == 3
    outer, inner = reversed(runs.list())
    assert runs.whole(inner, "stdout") == b"x\n" and inner.id.encode() in runs.whole(outer, "stdout")


def test_a_command_that_closes_its_streams_is_waited_for(ctx: Ctx) -> None:
    code, said = digest(ctx, "--", "sh", "-c", "echo x; exec >&- 2>&-; sleep 0.5; exit 4")
    assert (code, said["stdout_bytes"], said["notes"]) == (4, 2, [])


def test_a_flood_is_kept_with_little_memory(ctx: Ctx, runs: Runs) -> None:
    size = 150 << 20
    limit = ["--", "sh", "-c", f"head -c {size} /dev/zero"]
    done = ctx("run", *limit, preexec_fn=_little_memory)
    assert done.returncode == 0, done.stderr
    (run,) = runs.list()
    assert run.stdout_bytes == size == sum(map(len, runs.pieces(run, "stdout")))
    got = ctx("get", f"{run.id}:stdout", preexec_fn=_little_memory, stdout=subprocess.DEVNULL, capture_output=False)
    assert got.returncode == 0


def _little_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (120 << 20, 120 << 20))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, 137), (signal.SIGSEGV, 139), (signal.SIGTERM, 143)])
def test_a_command_that_a_signal_ends(ctx: Ctx, number: int, code: int) -> None:
    exit_, said = digest(ctx, "--", "sh", "-c", f"echo before; kill -{number} $$")
    assert (exit_, said["status"], said["ended"]) == (code, code, "signal")
    assert ctx("get", f"{said['run']}:stdout").stdout == b"before\n"


def test_a_missing_command(ctx: Ctx, runs: Runs, tree: Path) -> None:
    done = ctx("run", "--", "pytset-no-such", "-q")
    assert (done.returncode, done.stdout) == (127, b"")
    assert done.stderr.startswith(b"there is no command 'pytset-no-such' in the folders of PATH\n")
    error = json.loads(ctx("run", "--json", "--", "./gone").stdout)["error"]
    assert error["code"] == "no_command" and error["message"] == "there is no file './gone'"
    whole = ctx("run", "--", "echo a b")
    assert whole.returncode == 127 and whole.stderr.endswith(b"try  ctx run -- sh -c 'echo a b'\n")
    (tree / "bad").write_text("#!/no/such/interpreter\n")
    (tree / "bad").chmod(0o755)
    assert b"names an interpreter that is not there" in ctx("run", "--", "./bad").stderr
    assert [(run.ended, run.status) for run in runs.list()] == [("not_started", 127)] * 4


def test_a_command_like_another_one(ctx: Ctx) -> None:
    done = ctx("run", "--", "pythom3", "-V")
    assert done.returncode == 127 and b"try  ctx run -- python3" in done.stderr


@pytest.mark.parametrize("made", ["plain", "folder", "formless"])
def test_a_command_that_cannot_be_executed(ctx: Ctx, runs: Runs, tree: Path, made: str) -> None:
    if made == "folder":
        (tree / "it").mkdir()
    else:
        (tree / "it").write_text("echo hello\n")
        (tree / "it").chmod(0o755 if made == "formless" else 0o644)
    done = ctx("run", "--", "./it")
    assert (done.returncode, done.stdout) == (126, b"") and done.stderr.startswith(b"'./it' ")
    (run,) = runs.list()
    assert (run.ended, run.status) == ("not_started", 126)


def test_a_timeout_ends_the_whole_group(ctx: Ctx, tree: Path, tmp_path: Path) -> None:
    script = f"(sleep 30; touch {tmp_path}/late) & echo begun; wait"
    begin = time.monotonic()
    code, said = digest(ctx, "--timeout", "0.4", "--", "sh", "-c", script)
    assert (code, said["ended"], said["status"]) == (124, "timeout", 143)
    assert time.monotonic() - begin < 20 and not (tmp_path / "late").exists()
    assert ctx("get", f"{said['run']}:stdout").stdout == b"begun\n"


def test_what_does_not_heed_the_end_is_killed(ctx: Ctx) -> None:
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    begin = time.monotonic()
    code, said = digest(ctx, "--timeout", "0.5", *python(script))
    assert (code, said["ended"], said["status"]) == (124, "timeout", 137)
    assert GRACE <= time.monotonic() - begin < GRACE + 10
    assert ctx("get", f"{said['run']}:stdout").stdout == b"deaf\n"


def test_a_timeout_that_is_not_reached(ctx: Ctx) -> None:
    begin = time.monotonic()
    assert digest(ctx, "--timeout", "50", "--", "true")[0] == 0
    assert time.monotonic() - begin < 10
    for bad in ("0", "-1", "x", "nan"):
        assert ctx("run", "--timeout", bad, "--", "true").returncode == 2


def test_children_in_the_background_are_not_waited_for(ctx: Ctx, tmp_path: Path) -> None:
    script = f"(sleep 5; echo late; touch {tmp_path}/lived) & echo now"
    code, said = digest(ctx, "--", "sh", "-c", script)
    assert code == 0 and not (tmp_path / "lived").exists()
    assert said["notes"] == ["what it left running in the background may print more, which is not kept"]
    assert ctx("get", f"{said['run']}:stdout").stdout == b"now\n"
    waited_for(tmp_path / "lived")  # nobody's pipe broke under it


def test_what_is_printed_soon_after_the_end_is_kept(ctx: Ctx) -> None:
    _, said = digest(ctx, "--", "sh", "-c", "(sleep 0.3; echo late) & echo now")
    assert ctx("get", f"{said['run']}:stdout").stdout == b"now\nlate\n" and said["notes"] == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("group", [False, True])
def test_signals_go_to_the_command(tree: Path, runs: Runs, tmp_path: Path, number: int, code: int, group: bool) -> None:
    script = f"""
import pathlib, signal, sys, time
def told(number, frame):
    print("got", number, flush=True)
    sys.exit(5)
signal.signal({int(number)}, told)
print("begun", flush=True)
pathlib.Path({str(tmp_path / "up")!r}).touch()
time.sleep(60)
"""
    command = [*CTX, "run", *python(script)]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, start_new_session=True) as process:
        waited_for(tmp_path / "up")
        os.killpg(process.pid, number) if group else process.send_signal(number)
        out, _ = process.communicate(timeout=30)
    assert process.returncode == code
    (run,) = runs.list()
    assert (run.ended, run.status) == ("exited", 5)  # what it made of the signal is its own
    assert runs.whole(run, "stdout") == f"begun\ngot {int(number)}\n".encode()
    assert out.decode().splitlines()[2] == "it was interrupted"


def test_an_interrupt_that_nobody_heeds_ends_by_insisting(tree: Path, runs: Runs, tmp_path: Path) -> None:
    script = f"""
import pathlib, signal, time
signal.signal(2, signal.SIG_IGN)
pathlib.Path({str(tmp_path / "up")!r}).touch()
time.sleep(60)
"""
    with subprocess.Popen([*CTX, "run", *python(script)], cwd=tree, stdout=subprocess.PIPE) as process:
        waited_for(tmp_path / "up")
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        process.communicate(timeout=30)
    assert process.returncode == 130
    (run,) = runs.list()
    assert (run.ended, run.status) == ("signal", 143)


def test_signals_that_are_ignored_stay_ignored(tree: Path, runs: Runs, tmp_path: Path) -> None:
    script = f"import pathlib, time; pathlib.Path({str(tmp_path / 'up')!r}).touch(); time.sleep(1)"
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *CTX, "run", *python(script)]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE) as process:
        waited_for(tmp_path / "up")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 0 and runs.list()[0].ended == "exited"


@pytest.mark.parametrize("stream", [">&-", ">/dev/full", "| true"])
def test_a_digest_that_nobody_reads_changes_no_exit_code(tree: Path, runs: Runs, stream: str) -> None:
    import shlex

    command = shlex.join([*CTX, "run", "--", "sh", "-c", "echo out; exit 9"])
    piped = f"set -o pipefail; {command} {stream}"
    done = subprocess.run(["bash", "-c", piped], cwd=tree, capture_output=True, timeout=60, check=False)
    assert done.returncode == 9 and b"Traceback" not in done.stderr
    assert runs.whole(runs.list()[0], "stdout") == b"out\n"


def test_the_run_is_stamped_before_it_starts(ctx: Ctx, tree: Path, runs: Runs) -> None:
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True, check=True).stdout
    (tree / "b.py").write_text("x = 1\n")
    before = json.loads(ctx("run", "--json", "--", "sh", "-c", "echo 'x = 2' > b.py; echo > c.py").stdout)
    run = runs.find(before["run"])
    assert not isinstance(run, tuple) or hasattr(run, "head")
    assert run.head == head.strip()  # type: ignore[union-attr]
    assert set(runs.stamped(run)) == {"a.py", "b.py"}  # type: ignore[arg-type]
    shown = json.loads(ctx("runs", "show", "--json", before["run"]).stdout)
    assert shown["changed_since"] == ["b.py", "c.py"]
    again = json.loads(ctx("run", "--json", "--", "true").stdout)
    assert again["snapshot"] != before["snapshot"]
    assert json.loads(ctx("runs", "show", "--json", again["run"]).stdout)["changed_since"] == []


def test_git_status_is_the_same_and_the_environment_is_not_kept(ctx: Ctx, tree: Path, own_home: Path) -> None:
    def status() -> bytes:
        command = ["git", "status", "--porcelain", "--ignored"]
        return subprocess.run(command, cwd=tree, capture_output=True, check=True).stdout

    before = status()
    assert ctx("run", "--", "true", env={**os.environ, "SECRET": "hunter2"}).returncode == 0
    assert status() == before
    for file in own_home.rglob("*"):
        assert not file.is_file() or b"hunter2" not in file.read_bytes()


def test_a_folder_of_the_work_tree(ctx: Ctx, tree: Path, runs: Runs) -> None:
    (tree / "sub").mkdir()
    done = ctx("-C", "sub", "run", "--", "pwd")
    assert done.returncode == 0 and f"ctx -C sub runs show {runs.list()[0].id}".encode() in done.stdout
    assert runs.whole(runs.list()[0], "stdout").decode().strip() == str(tree / "sub")
    assert runs.list()[0].folder == "sub"


def test_a_plain_folder_is_a_work_tree_as_well(tmp_path: Path, ctx: Ctx) -> None:
    (tmp_path / "plain").mkdir()
    done = ctx("run", "--", "echo", "x", cwd=tmp_path / "plain")
    assert done.returncode == 0 and b"x" in done.stdout


def test_test_results_are_told_and_kept(ctx: Ctx, runs: Runs) -> None:
    script = """
import json, os
with open(os.environ["CTXASK_RECORDS"], "a") as file:
    for number in range(40):
        outcome = "failed" if number % 2 else "passed"
        result = {"id": f"test_a.py::t{number}", "when": "call", "outcome": outcome, "text": "boom" * number}
        file.write(json.dumps({"event": "result", "session": "s", **result}) + "\\n")
raise SystemExit(1)
"""
    done = ctx("run", *python(script))
    text = done.stdout.decode()
    assert done.returncode == 1 and len(done.stdout) <= 2048
    assert text.startswith("failed (exit status 1): 20 failed, 20 passed\n")
    assert "failed test_a.py::t1\n    boom\n" in text
    shown = text.count("\nfailed test_a.py")
    assert f"… and {20 - shown} further failures" in text
    (run,) = runs.list()
    assert run.counts == (("failed", 20), ("passed", 20)) and runs.latest() == run


def test_captures_side_by_side(tree: Path, runs: Runs) -> None:
    def begin(number: int) -> subprocess.Popen[bytes]:
        command = [*CTX, "run", "--", "sh", "-c", f"echo {number}; sleep 0.3; echo {number}"]
        return subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL)

    processes = [begin(number) for number in range(8)]
    assert [process.wait(60) for process in processes] == [0] * 8
    found = runs.list()
    assert [run.sequence for run in found] == list(range(8, 0, -1))
    assert sorted(runs.whole(run, "stdout") for run in found) == [f"{n}\n{n}\n".encode() for n in range(8)]


def test_a_full_disk_costs_the_output_and_is_told(ctx: Ctx, runs: Runs) -> None:
    def small_files() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = ctx("run", "--", "sh", "-c", "ulimit -f unlimited; head -c 300000 /dev/zero; exit 3", preexec_fn=small_files)
    (run,) = runs.list()
    assert done.returncode == 3
    assert runs.whole(run, "stdout") == b"\0" * 100_000
    assert b"200000 bytes of its output could not be kept: File too large" in done.stdout


def test_no_place_to_keep_a_run_in(ctx: Ctx, tree: Path) -> None:
    done = ctx("run", "--", "touch", "ran", env={**os.environ, "CTXASK_HOME": str(tree / "here")})
    assert done.returncode == 2 and b"try  set CTXASK_HOME" in done.stderr
    assert not (tree / "ran").exists() and not (tree / "here").exists()
