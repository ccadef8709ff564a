"""What a command printed, as lines that can be read: decoded, without colours and without what was written over."""

from __future__ import annotations

import re

LIMIT = 64 << 20  # bytes that are read; runners sum up at the end, so it is the beginning that is left out

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-Z^-~])")


def read(data: bytes) -> tuple[list[str], int]:
    """The lines, and how many came before the first of them; lines end at newlines only, so that they can be counted.

    Bytes that are no UTF-8 are escaped as `\\xNN`.
    """
    start = data.find(b"\n", len(data) - LIMIT - 1) + 1 if len(data) > LIMIT else 0
    text = data[start:].decode("utf-8", "backslashreplace")
    lines = text.split("\n")
    if lines[-1] == "":
        del lines[-1]
    return [plain(line) for line in lines], data.count(b"\n", 0, start)


def plain(line: str) -> str:
    """A line as a terminal would leave it."""
    if "\x1b" in line:
        line = _ESCAPES.sub("", line)
    if "\r" in line:
        line = line.rstrip("\r")
        line = line[line.rfind("\r") + 1 :]
    return line
