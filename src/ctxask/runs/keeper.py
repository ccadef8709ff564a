"""The keeper: a process of its own that copies what a command prints into files, whatever becomes of the capture.

When the capture is killed, the command's pipes still have a reader: nothing that it printed is lost, and it is not
ended by a broken pipe. Why pipes, why a process: docs/decisions/0020.
"""

from __future__ import annotations

import array
import fcntl
import os
import select
import signal
import socket
import termios
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from ctxask.runs.files import lock

_PIECE = 1 << 16
_DEAF = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP, signal.SIGPIPE)


class Kept(NamedTuple):
    """What the keeper says at the end."""

    ended: bool  # nobody can print any more
    lost: int  # bytes that could not be written
    why: int  # the errno of that


class Keeper(NamedTuple):
    """A running keeper, seen from the capture."""

    process: int
    line: socket.socket  # readable once the keeper has said its last word

    def settle(self) -> Kept:
        """Lets the keeper take what was printed until now, and let go of the files; what comes later is nobody's."""
        with suppress(OSError):  # it is done already
            self.line.send(b".")
        said = self.line.recv(100)
        self.line.close()
        with suppress(ChildProcessError):
            os.waitpid(self.process, os.WNOHANG)
        if not said:
            return Kept(True, 0, -1)  # it was killed
        ended, lost, why = map(int, said.split())
        return Kept(bool(ended), lost, why)


def start_keeper(copies: dict[int, int]) -> Keeper:
    """Starts a keeper for pipes (their reading ends) and the files that they go to; the caller closes its own ends.

    A fork, not a program to start: it takes a millisecond, and nothing that could be missing or planted is looked for.
    """
    ours, theirs = socket.socketpair()
    process = os.fork()
    if process == 0:
        _work(copies, theirs)
    theirs.close()
    ours.recv(1)  # until it has let go of what is ours, a killed capture would look as if it still lived
    return Keeper(process, ours)


def _work(copies: dict[int, int], line: socket.socket) -> NoReturn:
    """The life of the keeper process."""
    status = 1
    try:
        _apart({*copies, *copies.values(), line.fileno()})
        for file in copies.values():
            lock(file)  # for as long as this may still grow
        line.send(b"!")
        _Copy(copies, line).run()
        status = 0
    finally:
        os._exit(status)


def _apart(needed: set[int]) -> None:
    """Leaves the session, the folder and the streams of the capture, whose reader must not wait for the keeper."""
    signal.set_wakeup_fd(-1)
    for number in _DEAF:
        signal.signal(number, signal.SIG_IGN)
    os.setsid()
    os.chdir("/")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    listed = [int(entry.name) for entry in Path("/dev/fd").iterdir()]  # the limit may be a thousand million
    for descriptor in listed:
        if descriptor > 2 and descriptor not in needed:
            with suppress(OSError):  # the one with which they were listed
                os.close(descriptor)


class _Copy:
    """The copying, and what could not be written."""

    def __init__(self, copies: dict[int, int], line: socket.socket) -> None:
        self._copies = copies
        self._line = line
        self._poll = select.poll()
        self._lost = 0
        self._why = 0

    def run(self) -> None:
        """Copies until nobody can print any more, or the capture has heard enough."""
        for pipe in (*self._copies, self._line.fileno()):
            self._poll.register(pipe, select.POLLIN)
        settled = False
        while self._copies:
            for descriptor, _ in self._poll.poll():
                if descriptor != self._line.fileno():
                    self._take(descriptor, _PIECE)
                elif not settled and self._told():
                    settled = True
                    self._settle()
                else:  # the capture is gone
                    self._poll.unregister(descriptor)
        if not settled:
            self._say(ended=True)

    def _settle(self) -> None:
        """Takes exactly what is there, since somebody may print for ever, then lets go of the files."""
        for pipe in list(self._copies):
            there = array.array("i", [0])
            fcntl.ioctl(pipe, termios.FIONREAD, there)
            while there[0] > 0:
                there[0] -= self._take(pipe, there[0])
        for pipe, event in self._poll.poll(0):
            if pipe in self._copies and not event & select.POLLIN:  # its last writer is gone
                self._take(pipe, _PIECE)
        nothing = os.open(os.devnull, os.O_WRONLY)
        for file in self._copies.values():
            os.dup2(nothing, file)
        self._say(ended=not self._copies)

    def _told(self) -> bool:
        """Whether the capture has said that it has heard enough; it says nothing else."""
        try:
            return self._line.recv(1) != b""
        except OSError:
            return False

    def _say(self, ended: bool) -> None:
        with suppress(OSError):
            self._line.send(b"%d %d %d" % (ended, self._lost, self._why))

    def _take(self, pipe: int, most: int) -> int:
        data = os.read(pipe, most)
        if data:
            self._write(self._copies[pipe], data)
        else:
            self._poll.unregister(pipe)
            os.close(pipe)
            os.close(self._copies.pop(pipe))
        return len(data)

    def _write(self, file: int, data: bytes) -> None:
        """Writes all of it; after a first failure (a full disk) nothing more, so that what is kept has no gap."""
        view = memoryview(data)
        while view and not self._why:
            try:
                view = view[os.write(file, view) :]
            except OSError as error:
                self._why = error.errno or -1
        self._lost += len(view)
