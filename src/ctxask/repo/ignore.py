"""Gitignore rules to the letter: one file's patterns, compiled, and their verdict on a path.

pathspec judges a path by everything above it at once; git asks for each folder on the way down, and the two differ
where a negated pattern names a folder. A generated comparison with git holds this module to git's reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_CLASSES = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"\x21-\x7e",
    b"lower": rb"a-z",
    b"print": rb"\x20-\x7e",
    b"punct": rb"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    b"space": rb" \t\n\r\f\v",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}
_LITERAL = re.compile(rb"[^*?\[\\]+")


class Pattern(NamedTuple):
    """One line of an ignore file."""

    regex: re.Pattern[bytes]
    anywhere: bool  # no slash in it: it is matched against the last name of a path
    folders_only: bool
    negated: bool


class Rules(NamedTuple):
    """The patterns of one ignore file, with paths relative to the folder that it lies in."""

    patterns: tuple[Pattern, ...]

    def verdict(self, path: bytes, is_folder: bool) -> bool | None:
        """True when the path itself is ignored, False when it is re-included, None when no pattern names it."""
        name = path[path.rfind(b"/") + 1 :]
        for pattern in reversed(self.patterns):
            if (is_folder or not pattern.folders_only) and pattern.regex.fullmatch(name if pattern.anywhere else path):
                return not pattern.negated
        return None

    def covers(self, path: bytes) -> bool:
        """Whether a file is named by the patterns, itself or through a folder above it that no pattern takes back."""
        end = path.find(b"/")
        while end >= 0:
            if self.verdict(path[:end], True):
                return True
            end = path.find(b"/", end + 1)
        return bool(self.verdict(path, False))


def parse(content: bytes) -> Rules:
    """The rules of an ignore file."""
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return rules(line.removesuffix(b"\r") for line in lines if not line.startswith(b"#"))


def rules(lines: Iterable[bytes]) -> Rules:
    """The rules of single patterns."""
    return Rules(tuple(found for line in lines if (found := _pattern(_trimmed(line))) is not None))


def _trimmed(line: bytes) -> bytes:
    """Without trailing blanks, save one that a backslash protects."""
    end = len(line.rstrip(b" "))
    protected = (end - len(line[:end].rstrip(b"\\"))) % 2 == 1
    return line[: end + 1] if protected and end < len(line) else line[:end]


def _pattern(line: bytes) -> Pattern | None:
    negated = line.startswith(b"!")
    body = line[1:] if negated else line
    folders_only = body.endswith(b"/")
    if folders_only:
        body = body[:-1]
    if not body:
        return None
    regex = _regex(body.removeprefix(b"/"))
    return None if regex is None else Pattern(re.compile(regex, re.DOTALL), b"/" not in body, folders_only, negated)


def _regex(glob: bytes) -> bytes | None:
    """git's wildmatch as a regular expression; None for a pattern that can match nothing."""
    out = bytearray()
    at = 0
    literal = _LITERAL.match(glob)
    # git compares the literal head first, and its matcher then takes what follows for the start of a pattern
    starts = (0, literal.end() if literal else 0)
    while at < len(glob):
        char = glob[at : at + 1]
        if char == b"*":
            end = at
            while glob[end : end + 1] == b"*":
                end += 1
            piece, at = _stars(glob, at, end, at in starts)
        elif char == b"[":
            found = _bracket(glob, at)
            if found is None:
                return None
            piece, at = found
        elif char == b"\\":
            if at + 1 == len(glob):
                return None
            piece, at = re.escape(glob[at + 1 : at + 2]), at + 2
        else:
            piece, at = (b"[^/]" if char == b"?" else re.escape(char)), at + 1
        out += piece
    return bytes(out)


def _stars(glob: bytes, start: int, end: int, at_start: bool) -> tuple[bytes, int]:
    """Two or more stars between slashes span folders, none included; all others stay within a name."""
    left = at_start or glob[start - 1 : start] == b"/"
    right = end == len(glob) or glob[end : end + 1] == b"/"
    if end - start < 2 or not (left and right):
        return b"[^/]*", end
    if end == len(glob):
        return b".*", end
    return b"(?:.*/)?", end + 1


def _bracket(glob: bytes, start: int) -> tuple[bytes, int] | None:
    """A character class; None where it is never closed or names an unknown class."""
    at = start + 1
    negated = glob[at : at + 1] in (b"!", b"^")
    at += negated
    body = bytearray()
    first = True
    while first or glob[at : at + 1] != b"]":
        first = False
        char = glob[at : at + 1]
        if not char:
            return None
        if glob.startswith(b"[:", at) and (close := glob.find(b"]", at + 2)) >= 0 and glob[close - 1 : close] == b":":
            members = _CLASSES.get(glob[at + 2 : close - 1])
            if members is None:
                return None
            body += members
            at = close + 1
            continue
        low, at = _member(glob, at)
        high = low
        if glob[at : at + 1] == b"-" and glob[at + 1 : at + 2] not in (b"", b"]"):
            high, at = _member(glob, at + 1)
        if low is None or high is None:
            return None
        if low <= high:
            body += b"\\x%02x-\\x%02x" % (low, high)
    if not body:
        return (b"[^/]" if negated else b"(?!)"), at + 1
    return (b"[^/%b]" if negated else b"(?!/)[%b]") % bytes(body), at + 1


def _member(glob: bytes, at: int) -> tuple[int | None, int]:
    """One character of a class and where the next begins; a backslash protects it."""
    if glob[at : at + 1] == b"\\":
        at += 1
    return (glob[at], at + 1) if at < len(glob) else (None, at)
