"""Measures what one command costs."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command took, its children counted in."""

    cpu: float  # seconds, user and system
    wall: float  # seconds
    peak: int = 0  # KiB, resident, of the largest process


@dataclass(frozen=True, slots=True)
class Done:
    """A command that ended."""

    cost: Cost
    code: int
    output: bytes


def measure(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Done:
    """The command's cost, exit code and standard output; standard error is dropped."""
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)  # so that subprocess does not wait again
        output.seek(0)
        cost = Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss)
        return Done(cost, process.returncode, output.read())


def together(costs: Iterable[Cost]) -> Cost:
    """What commands that run one after the other take."""
    every = list(costs)
    return Cost(sum(c.cpu for c in every), sum(c.wall for c in every), max(c.peak for c in every))


def middle(costs: Iterable[Cost]) -> Cost:
    """The medians of repetitions; of memory the maximum."""
    every = list(costs)
    return Cost(median(c.cpu for c in every), median(c.wall for c in every), max(c.peak for c in every))
