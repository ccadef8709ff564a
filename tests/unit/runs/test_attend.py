"""A command is waited for without a clock: its end wakes us, whenever it comes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from ctxask.runs.attend import Attendance, listening

LONG = 10.0  # seconds after which the clock would notice


def test_an_end_after_the_look_wakes_the_next_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    look = Attendance._look_at_leader
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(.3)"], start_new_session=True)
    line, other = socket.socketpair()
    other.close()  # nobody prints
    keeper: Any = SimpleNamespace(line=line, settle=lambda: None)

    def late(self: Attendance) -> None:
        look(self)
        if self._status is None:
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)

    monkeypatch.setattr(Attendance, "_look_at_leader", late)
    with listening() as signals, line:
        os.kill(os.getpid(), signal.SIGCHLD)  # another child has ended
        began = time.monotonic()
        ended = Attendance(process.pid, keeper, signals, LONG, None).to_its_end()
    process.returncode = ended.status
    assert (ended.ended, ended.status) == ("exited", 0)
    assert time.monotonic() - began < LONG / 2
