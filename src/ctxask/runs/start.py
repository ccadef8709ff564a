"""Starting a command: from its argument list, in a process group of its own, never through a shell."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

MISSING = 127
NOT_EXECUTABLE = 126


class NotStarted(NamedTuple):
    """Why a command did not start, as a shell would tell it."""

    status: int
    why: str


def start(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], stdout: int, stderr: int
) -> int | NotStarted:
    """The process id of the command, which leads its group and reads our stdin; or why it is not there."""
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdout=stdout,
            stderr=stderr,
            process_group=0,
            close_fds=False,  # ours are closed by themselves; what a shell opened for it (`<(...)`) is its own
        )
    except (FileNotFoundError, NotADirectoryError):
        return NotStarted(MISSING, _why_missing(command[0], folder))
    except OSError as error:
        return NotStarted(NOT_EXECUTABLE, _why_not(command[0], error))
    except ValueError:  # a NUL in an argument, which no command line can hold
        return NotStarted(NOT_EXECUTABLE, "an argument holds a NUL")
    process.returncode = 0  # it is waited for elsewhere: for its stops as well as for its end
    return process.pid


def _why_missing(program: str, folder: Path) -> str:
    if "/" not in program:
        return f"there is no command {program!r} in the folders of PATH" if program else "the command has no name"
    if (folder / program).exists():
        return f"{program!r} names an interpreter that is not there"
    return f"there is no file {program!r}"


def _why_not(program: str, error: OSError) -> str:
    import errno

    if error.errno == errno.ENOEXEC:
        return f"{program!r} is in no form that can be executed; a script needs a first line such as #!/bin/sh"
    return f"{program!r} cannot be executed: {(error.strerror or type(error).__name__).lower()}"
