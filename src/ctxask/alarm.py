"""The alarm: ends a call that never comes back to look at the clock, such as a match of a regular expression."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

INTERVAL = 0.1  # seconds between two looks at the clock


@contextmanager
def watched(check: Callable[[], None]) -> Iterator[None]:
    """Calls check now and then; what it raises ends the block, wherever that is: a block that leaves nothing half done.

    Only the main thread is sent signals, and only where a system has them and nobody else uses the timer:
    anywhere else the checks that the block makes itself have to do.
    """
    if not _free():
        yield
        return

    def look(number: int, frame: Any) -> None:
        try:
            check()
        except BaseException:
            signal.setitimer(signal.ITIMER_REAL, 0)  # raised once: nothing disturbs the way out
            raise

    former = signal.signal(signal.SIGALRM, look)
    try:
        signal.setitimer(signal.ITIMER_REAL, INTERVAL, INTERVAL)
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:
            signal.signal(signal.SIGALRM, former)


def _free() -> bool:
    """Whether the timer may be set here; a handler that was not installed from Python could not be restored."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0) and signal.getsignal(signal.SIGALRM) is not None
