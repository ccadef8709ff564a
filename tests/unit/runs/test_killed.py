"""A capture that is killed at any moment: no byte is lost, the run is listed, the store goes on."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ctxask.runs.files import is_locked
from ctxask.runs.runs import Runs

from .conftest import CTX, Ctx

KILLS = int(os.environ.get("CTXASK_KILLS", "30"))  # 200 for a longer look
PRINTS = """
import json, os, random, struct, sys, time
chance = random.Random(int(sys.argv[2]))
tally = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
done = [0, 0, 0]
os.pwrite(tally, struct.pack("4q", os.getpid(), *done), 0)
result = {"event": "result", "session": "s", "when": "call", "outcome": "passed"}
records = os.open(os.environ["CTXASK_RECORDS"], os.O_WRONLY | os.O_APPEND)
for number in range(300):
    stream = chance.choice((1, 2))
    line = b"%d " % number * chance.choice((1, 10, 3000)) + b"\\n"
    os.write(stream, line)
    done[stream - 1] += len(line)
    os.write(records, json.dumps({**result, "id": f"t{number}"}).encode() + b"\\n")
    done[2] += 1
    os.pwrite(tally, struct.pack("4q", os.getpid(), *done), 0)
    time.sleep(0.001)
"""


def expected(seed: int) -> tuple[bytes, bytes]:
    """All that the script prints."""
    chance = random.Random(seed)
    printed = [b"", b""]
    for number in range(300):
        stream = chance.choice((1, 2))
        printed[stream - 1] += b"%d " % number * chance.choice((1, 10, 3000)) + b"\n"
    return printed[0], printed[1]


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_capture_loses_nothing(tree: Path, runs: Runs, ctx: Ctx, tmp_path: Path, seed: int) -> None:
    tally = tmp_path / "tally"
    command = [*CTX, "run", "--", sys.executable, "-c", PRINTS, str(tally), str(seed)]
    delay = random.Random(-seed).uniform(0.1, 0.7)
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(delay)
        process.kill()
    told = struct.unpack("4q", tally.read_bytes()) if tally.exists() and tally.stat().st_size else (0, 0, 0, 0)
    found = runs.list()
    assert len(found) <= 1 and (found or not told[0])
    for run in found:
        while run.ended == "running":  # what was just forked has the lock until it lets go of all that is not its own
            run = runs.list()[0]
        assert run.ended in ("incomplete", "exited"), run
        _settled(runs)
        run = runs.list()[0]
        for printed, whole, known in zip(
            (runs.whole(run, "stdout"), runs.whole(run, "stderr")), expected(seed), told[1:3], strict=True
        ):
            assert known <= len(printed) and whole.startswith(printed)
        assert len(runs.results(run).tests) >= told[3]
        assert runs.stamped(run).keys() == {"a.py"}
    _goes_on(ctx, runs)


def _settled(runs: Runs) -> None:
    """Waits until the orphaned command has ended and what takes down its output as well."""
    deadline = time.monotonic() + 20
    while any(is_locked(file) for file in runs.store.folder.glob("open/*/std*")) and time.monotonic() < deadline:
        time.sleep(0.01)


def _goes_on(ctx: Ctx, runs: Runs) -> None:
    before = {run.id for run in runs.list()}
    assert ctx("run", "--", "true").returncode == 0
    assert before < {run.id for run in runs.list()}
    assert ctx("runs", "gc", "--keep", "0").returncode == 0
    assert runs.list() == ()
    assert [list((runs.store.folder / part).iterdir()) for part in ("open", "kept", "blobs")] == [[], [], []]


def test_the_command_outlives_a_killed_capture(tree: Path, runs: Runs, tmp_path: Path) -> None:
    """Also when the whole group is killed, as a terminal that is closed hard does."""
    script = f"echo before; touch {tmp_path}/up; sleep 1; echo after; echo more >&2; touch {tmp_path}/end"
    command = [*CTX, "run", "--", "sh", "-c", script]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        _appears(tmp_path / "up")
        os.killpg(process.pid, signal.SIGKILL)
    (run,) = runs.list()
    assert run.ended == "incomplete"
    assert runs.remove(run) is not None  # it still prints
    _appears(tmp_path / "end")
    _settled(runs)
    (run,) = runs.list()
    assert (run.ended, runs.whole(run, "stdout"), runs.whole(run, "stderr")) == (
        "incomplete",
        b"before\nafter\n",
        b"more\n",
    )
    assert runs.remove(run) is None and runs.list() == ()


def _appears(path: Path) -> None:
    deadline = time.monotonic() + 20
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert path.exists()
