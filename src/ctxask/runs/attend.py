"""Attending to a command while it runs: signals that reach us go to it, its time is measured, its end is told."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NamedTuple

from ctxask.runs.keeper import Keeper, Kept
from ctxask.runs.live import PACE, Live
from ctxask.runs.model import Ended
from ctxask.runs.terminal import Terminal

GRACE = 3.0  # seconds between asking a group to end and ending it
HASTE = 0.5  # the same for what is left of it once its leader has ended and nobody can print
LINGER = 1.0  # seconds that what the command left behind may still print into its run
TIMED_OUT = 124
_TICK = 0.05  # seconds between two looks where nothing tells that something happened
_INTERRUPTS = 3  # as many Ctrl-C end what does not heed them

_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Ending(NamedTuple):
    """How a command ended."""

    ended: Ended
    status: int  # its own
    exit: int  # what the capture leaves with
    kept: Kept


class Signals:
    """The signals that reached us since they are listened to, in their order."""

    def __init__(self, wake: int) -> None:
        self.wake = wake  # readable after a signal
        self._heard: list[int] = []

    def hear(self, number: int, frame: FrameType | None) -> None:
        """Takes a signal down; what it means is seen to where nothing is half done."""
        self._heard.append(number)

    def new(self) -> list[int]:
        """Those not told yet, but for the ends of children."""
        with suppress(BlockingIOError):
            while os.read(self.wake, 512):
                pass
        heard, self._heard = self._heard, []
        return [number for number in heard if number != signal.SIGCHLD]


@contextmanager
def listening() -> Iterator[Signals]:
    """Signals are taken down for the block instead of ending us; those that whoever started us ignores stay ignored."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signals = Signals(reading)
    wanted = [number for number in _PASSED_ON if signal.getsignal(number) is not signal.SIG_IGN]
    former_wake = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    former = {number: signal.signal(number, signals.hear) for number in (*wanted, signal.SIGCHLD)}
    try:
        yield signals
    finally:
        for number, action in former.items():
            signal.signal(number, action)
        signal.set_wakeup_fd(former_wake)
        os.close(reading)
        os.close(writing)


class Attendance:
    """A command that runs, the leader of its process group."""

    def __init__(
        self, process: int, keeper: Keeper, signals: Signals, timeout: float | None, live: Live | None
    ) -> None:
        self._process = process
        self._keeper = keeper
        self._signals = signals
        self._live = live
        self._terminal = Terminal()
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._status: int | None = None  # as wait tells it, once the leader has ended
        self._ended_at = 0.0
        self._kill_at: float | None = None  # when the group is asked to end
        self._killed = False
        self._timed_out = False
        self._interrupts = 0
        self._exit: int | None = None  # what a signal to us makes of the exit status

    def to_its_end(self) -> Ending:
        """Returns when the command has ended, and what it was told to end with it."""
        self._terminal.hand_to(self._process)
        try:
            while not self._is_over():
                self._pause()
                heard = self._signals.new()  # before the look: who ends after it wakes the next pause
                self._look_at_leader()
                for number in heard:
                    self._pass_on(number)
                self._look_at_clock()
        finally:
            self._terminal.take_back()
        if self._kill_at is not None:
            select.select([self._keeper.line], [], [], HASTE)  # to die takes a moment
        kept = self._keeper.settle()
        assert self._status is not None
        own = os.waitstatus_to_exitcode(self._status)
        status = own if own >= 0 else 128 - own
        if self._timed_out:
            return Ending("timeout", status, TIMED_OUT, kept)
        return Ending("exited" if own >= 0 else "signal", status, status if self._exit is None else self._exit, kept)

    def _is_over(self) -> bool:
        if self._status is None:
            return False
        if self._kill_at is not None:
            return self._killed or not self._group_lives()
        return self._nobody_prints() or time.monotonic() >= self._ended_at + LINGER

    def _pause(self) -> None:
        """Waits for a signal, a child's end, the end of all output, or the next thing to do."""
        more = self._live.show() if self._live else False
        waits = [PACE] if self._live else []
        if self._kill_at is not None or self._status is not None:
            waits.append(_TICK)
        elif self._deadline is not None:
            waits.append(max(0.0, self._deadline - time.monotonic()))
        watched = [self._signals.wake] if self._status is None else [self._signals.wake, self._keeper.line.fileno()]
        select.select(watched, [], [], 0.001 if more else min(waits, default=None))

    def _look_at_leader(self) -> None:
        if self._status is not None:
            return
        process, status = os.waitpid(self._process, os.WNOHANG | os.WUNTRACED)
        if not process:
            return
        if os.WIFSTOPPED(status):
            self._terminal.stop_with(self._process)
        else:
            self._status, self._ended_at = status, time.monotonic()

    def _pass_on(self, number: int) -> None:
        self._exit = 128 + number
        self._interrupts += number == signal.SIGINT
        insists = number == signal.SIGINT and self._interrupts >= _INTERRUPTS
        if insists or number in (signal.SIGTERM, signal.SIGHUP):
            self._begin_to_end(signal.SIGTERM if insists else number)
        else:
            self._send(number)

    def _look_at_clock(self) -> None:
        now = time.monotonic()
        if self._kill_at is not None:
            if self._status is not None and self._nobody_prints():  # who is left may be dead, and not waited for yet
                self._kill_at = min(self._kill_at, self._ended_at + HASTE)
            if now >= self._kill_at:
                self._send(signal.SIGKILL)
                self._killed = True
        elif self._status is None and self._deadline is not None and now >= self._deadline:
            self._timed_out = True
            self._begin_to_end(signal.SIGTERM)

    def _begin_to_end(self, number: int) -> None:
        if self._kill_at is None:
            self._kill_at = time.monotonic() + GRACE
            self._send(number)
            self._send(signal.SIGCONT)  # what is stopped would not notice

    def _send(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):  # gone; or a program of somebody else's, which may not be
            os.killpg(self._process, number)

    def _group_lives(self) -> bool:
        try:
            os.killpg(self._process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return True

    def _nobody_prints(self) -> bool:
        return bool(select.select([self._keeper.line], [], [], 0)[0])
