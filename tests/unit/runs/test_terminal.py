"""`ctx run` at a terminal: output while it runs, keys that reach the command, and the terminal given back."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ctxask.runs.runs import Runs

from .conftest import CTX


class Screen:
    """A terminal with a shell's job in it."""

    def __init__(self, process: int, terminal: int) -> None:
        self.process = process
        self.terminal = terminal
        self.shown = ""

    def until(self, text: str) -> None:
        """Reads until something is shown."""
        deadline = time.monotonic() + 20
        while text not in self.shown:
            assert time.monotonic() < deadline and self._read(0.2), self.shown

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def end(self) -> int:
        """Reads to the end; the exit code."""
        while self._read(20):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])

    def _read(self, seconds: float) -> bool:
        if not select.select([self.terminal], [], [], seconds)[0]:
            return seconds < 1
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return False
        self.shown += data.decode("utf-8", "replace")
        return bool(data)


@contextmanager
def screen(tree: Path, command: list[str]) -> Iterator[Screen]:
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tree)
        os.execv(command[0], command)
    try:
        yield Screen(process, terminal)
    finally:
        os.close(terminal)


def run(script: str, *options: str) -> list[str]:
    return [*CTX, "run", *options, "--", sys.executable, "-u", "-c", script]


def test_output_is_shown_while_it_runs(tree: Path, runs: Runs) -> None:
    script = "import sys; print('one'); print('\\x1b[1mtwo', file=sys.stderr); input(); print('end', end='')"
    with screen(tree, run(script)) as seen:
        seen.until("one")
        seen.until("\x1b[1mtwo")
        seen.type("\n")
        assert seen.end() == 0
    assert re.search(r"end\r\n\r?\n?passed\r\nrun:[0-9a-f]{16}", seen.shown), seen.shown
    assert runs.whole(runs.list()[0], "stdout") == b"one\nend"
    assert runs.whole(runs.list()[0], "stderr") == b"\x1b[1mtwo\n"


def test_what_is_typed_reaches_the_command(tree: Path) -> None:
    with screen(tree, run("print('name?'); print('hello', input())")) as seen:
        seen.until("name?")
        seen.type("you\n")
        seen.until("hello you")
        assert seen.end() == 0


def test_ctrl_c_reaches_the_command_alone(tree: Path, runs: Runs) -> None:
    with screen(tree, run("import time; print('up'); time.sleep(60)")) as seen:
        seen.until("up")
        seen.type("\x03")
        assert seen.end() == 130
    assert runs.whole(runs.list()[0], "stderr").count(b"KeyboardInterrupt") == 1
    assert runs.list()[0].ended == "signal"


def test_a_timeout_at_a_terminal(tree: Path) -> None:
    with screen(tree, run("print('up'); input()", "--timeout", "1")) as seen:
        assert seen.end() == 124
    assert "timed out" in seen.shown


def test_ctrl_z_stops_both_and_fg_goes_on(tree: Path, runs: Runs) -> None:
    ctx = " ".join(CTX)
    with screen(tree, ["/bin/bash", "--norc", "--noprofile", "-i"]) as seen:
        seen.type(f"stty -echo; PS1='ready$ '; {ctx} run -- cat\n")
        _waits(runs)
        seen.type("first\n")
        seen.until("first")
        seen.type("\x1a")
        seen.until("Stopped")
        seen.type("echo back=$((1+1))\n")
        seen.until("back=2")
        seen.type("fg\n")
        time.sleep(0.5)
        seen.type("second\n")
        seen.until("second")
        seen.type("\x04")
        seen.until("passed")
        seen.type("exit 4\n")
        assert seen.end() == 4
    assert runs.whole(runs.list()[0], "stdout") == b"first\nsecond\n"


def test_a_command_in_the_background_reads_once_it_is_in_front(tree: Path, runs: Runs) -> None:
    with screen(tree, ["/bin/bash", "--norc", "--noprofile", "-i"]) as seen:
        seen.type(f"stty -echo; PS1='ready$ '; {' '.join(CTX)} run -- cat &\n")
        _waits(runs)
        seen.type("\n")
        seen.until("Stopped")
        seen.type("fg\n")
        time.sleep(0.5)
        seen.type("typed\n\x04")
        seen.until("passed")
        seen.type("exit 4\n")
        assert seen.end() == 4
    assert runs.whole(runs.list()[0], "stdout") == b"typed\n"


def _waits(runs: Runs) -> None:
    deadline = time.monotonic() + 20
    while not runs.list() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
