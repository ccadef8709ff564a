"""What a command prints, shown to the person at a terminal while it runs."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from pathlib import Path

PACE = 0.03  # seconds between two looks at the files
_PIECE = 4096  # what a terminal takes at once without making us wait
_PIECES = 256  # shown between two looks at everything else


class Live:
    """Follows the files of a run, from their beginning."""

    def __init__(self, folder: Path) -> None:
        self._followed = {stream: os.open(folder / name, _READ) for stream, name in ((1, "stdout"), (2, "stderr"))}
        self.last = b"\n"  # the last byte shown: what follows may need a new line

    def show(self) -> bool:
        """Shows some of what there is; whether there is more."""
        more = False
        for stream in list(self._followed):
            more = self._some(stream) or more
        return more

    def finish(self, is_over: Callable[[], bool]) -> None:
        """Shows the rest, unless the person does not want it."""
        while self.show() and not is_over():
            pass
        for descriptor in self._followed.values():
            os.close(descriptor)
        self._followed = {}

    def _some(self, stream: int) -> bool:
        for _ in range(_PIECES):
            if not select.select([], [stream], [], 0)[1]:
                return True  # the terminal is held: nothing else waits for it
            piece = os.read(self._followed[stream], _PIECE)
            if not piece:
                return False
            try:
                _write(stream, piece)
            except OSError:  # the terminal is gone
                os.close(self._followed.pop(stream))
                return False
            self.last = piece[-1:]
        return True


def _write(stream: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(stream, view) :]


_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
