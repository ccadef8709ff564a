"""The three standard streams as a process finds them: closed, full, or with nobody at the other end."""

from __future__ import annotations

import errno
import os
import sys

_LOST = (errno.EBADF, errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def fill() -> None:
    """Puts something in the place of closed streams, so that no file opened later is taken for one of them.

    Reading finds the end, remarks go nowhere, and writing an answer fails.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - a descriptor, for the whole process
    if sys.stdout is None:
        sys.stdout = open(1, "w", errors="backslashreplace", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", errors="backslashreplace", closefd=False)  # noqa: SIM115


def drop_stdout() -> None:
    """What is left to write goes nowhere, silently."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def settle_stderr() -> None:
    """Lets what stderr could not take go: the interpreter would end with a code of its own over it."""
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def is_lost(error: BaseException) -> bool:
    """Whether an error tells that stdout cannot be written: it names no file."""
    return isinstance(error, OSError) and error.filename is None and error.errno in _LOST
