"""The terminal while a command runs: handed to the command's process group, as a shell does, and taken back."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

_STDIN = 0


class Terminal:
    """The terminal on stdin, where we are in its foreground; else nothing is done.

    Without it a command that reads from the terminal would be stopped, since it has a process group of its own. With it
    Ctrl-C and Ctrl-Z reach the command, and only it.
    """

    def __init__(self) -> None:
        self._ours = os.getpgrp()
        self._theirs = 0

    def hand_to(self, group: int) -> None:
        """Puts a group into the foreground."""
        if not self._in_front():
            return
        with suppress(OSError):
            os.tcsetpgrp(_STDIN, group)
            self._theirs = group
            os.killpg(group, signal.SIGCONT)  # it may have been stopped for reading too early

    def take_back(self) -> None:
        """Puts us into the foreground again."""
        if not self._theirs:
            return
        self._theirs = 0
        former = signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # what is in the background is stopped for this
        with suppress(OSError):
            os.tcsetpgrp(_STDIN, self._ours)
        signal.signal(signal.SIGTTOU, former)

    def stop_with(self, group: int) -> None:
        """Stops us as the command was stopped, by a key or for reading in the background; goes on with it as we do."""
        if not os.isatty(_STDIN):
            return  # whoever stopped it lets it go on
        self.take_back()
        os.killpg(self._ours, signal.SIGTSTP)  # which does nothing where nobody could let us go on
        self.hand_to(group)  # where the shell put us into the background the command stays there as well
        with suppress(OSError):
            os.killpg(group, signal.SIGCONT)

    def _in_front(self) -> bool:
        try:
            return os.isatty(_STDIN) and os.tcgetpgrp(_STDIN) == self._ours
        except OSError:
            return False
