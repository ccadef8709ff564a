"""Addresses of lines: from `repo:PATH:FIRST-LAST@ANCHOR` to the exact bytes, or the reason why they are gone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxask import canon
from ctxask.lesson import Lesson
from ctxask.repo.snapshot import Snapshot
from ctxask.repo.text import split_lines

_ADDRESS = re.compile(
    r"repo:(?P<path>.+):(?P<first>[0-9]{1,9})-(?P<last>[0-9]{1,9})@(?P<anchor>[0-9a-f]{8})", re.DOTALL
)
_SEARCH_BYTES = 256 << 20  # hashed at most when looking for lines that moved


@dataclass(frozen=True, slots=True)
class Lines:
    """The bytes behind an address, where they stand now."""

    path: str
    first: int
    last: int
    data: bytes  # without the newline that ends the last line
    moved: bool  # they stand elsewhere in the file than the address says

    @property
    def address(self) -> str:
        """The address of the lines as they stand now."""
        return canon.repo_address(self.path, self.first, self.last, canon.anchor(self.data))


def resolve(snapshot: Snapshot, address: str) -> Lines | Lesson:
    """The bytes behind an address, also when they moved within their file. Raises MovedTree."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return Lesson(
            "bad_address",
            f"{address!r} is no address of lines",
            "repo:PATH:FIRST-LAST@ANCHOR, as answers print it, or sym:PATH::NAME",
        )
    path, first, last = match["path"], int(match["first"]), int(match["last"])
    entry = snapshot.entries.get(path)
    if entry is None or entry.is_link:
        return Lesson("no_such_file", f"{path} is no file of this repository", "ctx locate NAME finds where it is now")
    lines = split_lines(snapshot.read(path))
    found = _find(lines, first, last, match["anchor"])
    if found is None:
        return Lesson(
            "lines_gone", f"the lines of {path} that this address names are not there any more", f"ctx locate {path}"
        )
    data = b"\n".join(lines[found - 1 : found + last - first])
    return Lines(path, found, found + last - first, data, found != first)


def lines_at(snapshot: Snapshot, path: str, first: int, last: int) -> Lines:
    """The lines of a listed file, as far as it has them. Raises MovedTree."""
    data = b"\n".join(split_lines(snapshot.read(path))[first - 1 : last])
    return Lines(path, first, last, data, False)


def _find(lines: list[bytes], first: int, last: int, anchor: str) -> int | None:
    """Where the lines with this anchor begin: as the address says, else as near to that as possible."""
    count = last - first + 1
    final = len(lines) - count + 1  # the last line at which they can begin
    if first < 1 or count < 1 or final < 1:
        return None
    left = _SEARCH_BYTES
    for start in sorted(range(1, final + 1), key=lambda start: (abs(start - first), start)):
        data = b"\n".join(lines[start - 1 : start - 1 + count])
        if canon.anchor(data) == anchor:
            return start
        left -= len(data)
        if left < 0:
            break
    return None
