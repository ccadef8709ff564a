"""Stack traces of other languages, as far as reports hold them: JavaScript, Java and its kin, Go, Rust."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxask.runs.model import Frame

_LONG = 2048  # characters of a line beyond which it is no frame
_V8 = re.compile(r"\s*at (?:(.+?) \()?((?:file://|[A-Za-z]:|)[^():]+):(\d+):\d+\)?$")
_JVM = re.compile(r"\s*at (?:[\w.@-]+//?)?([\w.$]+)\.([\w$<>]+)\(([\w-]+\.(?:java|kt|scala|groovy)):(\d+)\)")
_GO = re.compile(r"\s*((?:[A-Za-z]:)?[^\s:]+\.go):(\d+)(?::| \+0x[0-9a-f]+$|$)")
_RUST = re.compile(r".*(?:panicked at |^\s+at )(?:'.*', )?(?:\./)?([^\s:']+\.rs):(\d+)(?::\d+)?:?$")


def frames(lines: Sequence[str], package: str) -> tuple[Frame, ...]:
    """The frames of a stack trace, the outermost first; `package` is where Go's bare file names are."""
    out: list[Frame] = []
    for line in lines:
        if len(line) > _LONG:
            continue
        frame = _frame(line, package)
        if frame is not None and (not out or out[-1] != frame):
            out.append(frame)
    return tuple(reversed(out))  # all of these print the innermost first


def _frame(line: str, package: str) -> Frame | None:
    match = _JVM.match(line)
    if match is not None:
        folders = match[1].split(".")[:-1]
        return Frame(
            "/".join([*folders, match[3]]), _number(match[4]), f"{match[1].rpartition('.')[2]}.{match[2]}", False
        )
    match = _V8.match(line)
    if match is not None:
        return Frame(match[2], _number(match[3]), match[1] or "", False)
    match = _GO.match(line)
    if match is not None:
        bare = "/" not in match[1] and package
        return Frame(f"{package.rpartition('/')[2]}/{match[1]}" if bare else match[1], _number(match[2]), "", False)
    match = _RUST.match(line)
    return Frame(match[1], _number(match[2]), "", False) if match is not None else None


def _number(digits: str) -> int:
    return int(digits) if len(digits) < 10 else 0
