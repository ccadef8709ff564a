"""A sign of life on a terminal, once an answer takes longer than half a second."""

from __future__ import annotations

import sys
import time

PATIENCE = 0.5  # seconds before anything is shown
PACE = 0.2  # seconds between two signs


class Progress:
    """Called whenever a step of the work is done; shows itself on stderr, and clears up after itself."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._next = self._begin + PATIENCE
        self._shown = False

    def __call__(self) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next, self._shown = now + PACE, True
        sys.stderr.write(f"\rlooking, {now - self._begin:.0f} s ")
        sys.stderr.flush()

    def clear(self) -> None:
        """Takes the sign away, before the answer is printed."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
