"""Tracebacks as text: the interpreter's own, chained and grouped, and pytest's in every style."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ctxask.runs.model import Frame, Link, Raised

HEADS = ("Traceback (most recent call last):", "Exception Group Traceback (most recent call last):")
LONG = 4096  # characters of a line beyond which it is no place and no margin
_SEPARATORS: dict[str, Link] = {
    "During handling of the above exception, another exception occurred:": "context",
    "The above exception was the direct cause of the following exception:": "cause",
}
_FILE = re.compile(r'\s*File "([^"]+)", line (\d+)(?:, in (.+))?$')
_PLACE = re.compile(r"(.+?):(\d+):(?: (.*))?$")
_BARE_PLACE = re.compile(r"(.+):(\d+)$")
_SUFFIX = re.compile(r"\.\w{1,9}$")
_KIND = re.compile(r"([^\W\d](?:[\w.]|<locals>)*)(?:: (.*)|:)?$", re.DOTALL)
_MEMBER = re.compile(r"\s*\+-(\+)?-* ?(\d+|\.\.\.)? ?-*$")
_MARGIN = re.compile(r"\s*\| ?")
_DEF = re.compile(r">? *(?:async +)?def (\w+)")


@dataclass
class _Error:
    """An exception while it is read."""

    kind: str = ""
    message: list[str] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    link: Link = ""  # what it is to the one that holds it among `led` or `members`
    told: bool = False  # whether its kind or message was read
    led: list[_Error] = field(default_factory=list)  # its cause or context
    members: list[_Error] = field(default_factory=list)

    def raised(self, parent: int) -> Raised:
        return Raised(self.kind, "\n".join(self.message).rstrip(), tuple(self.frames), self.link, parent)


class Reader:
    """Reads tracebacks line by line; `bounded` where a text holds one failure, so that messages may have many lines."""

    def __init__(self, bounded: bool) -> None:
        self.quotes: dict[tuple[str, int], str] = {}
        self._bounded = bounded
        self._tops: list[list[_Error]] = []  # each in its chain, the one that is reported last at the end
        self._groups: list[list[_Error]] = []  # chains of the members that are being read, the innermost last
        self._mode = ""  # frames, message, or nothing
        self._grouped = False  # whether lines have a margin
        self._linked: Link = ""
        self._function = ""  # of the source that pytest shows above a place
        self._shown = ""  # the line of it that is marked
        self._unplaced = False  # whether an exception was told whose place comes below
        self._errors: list[str] = []  # what follows `E` in lines that have not been weighed yet

    def feed(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._line(line)
        self._weigh()

    def failures(self) -> list[tuple[Raised, ...]]:
        """The failures, each with its exceptions: first the one that nothing caught, then what led to it."""
        self._weigh()
        return [_flat(chain) for chain in self._tops if chain and (chain[-1].told or chain[-1].frames)]

    # which lines are what

    def _line(self, line: str) -> None:
        if line[:1] == "E" and (len(line) == 1 or line[1:4] == "   ") and not self._grouped:
            self._errors.append(line[1:])
            self._mode = ""
            return
        self._weigh()
        line = self._without_margin(line)
        text = line.strip() if len(line) <= LONG else line
        if text in HEADS or text[2:] in HEADS:
            self._grouped = self._grouped or text.endswith(HEADS[1])
            self._begin()
            self._mode = "frames"
        elif text in _SEPARATORS:
            self._linked, self._mode = _SEPARATORS[text], ""
        elif self._mode == "message" and self._bounded:
            if not self._place(line):
                self._current().message.append(line)
        elif self._mode == "frames":
            self._native(line, text)
        else:
            self._loose(line, text)

    def _without_margin(self, line: str) -> str:
        """The line inside the group that it belongs to; opens and closes groups."""
        if not self._grouped or len(line) > LONG:
            return line
        match = _MEMBER.match(line)
        if match is not None and "--" in line:
            if not match[2]:
                self._groups = self._groups[:-1]
            elif match[1]:
                self._groups.append([])
            elif self._groups:
                self._groups[-1] = []
            self._mode = "message"  # a member without a traceback is its own line alone
            if match[2]:
                self._linked, self._mode = "", "frames"
                self._begin(member=True)
            return ""
        margin = _MARGIN.match(line)
        if margin is None and line.strip() and "Exception Group Traceback" not in line:
            self._grouped, self._groups, self._mode = False, [], ""
        return line[margin.end() :] if margin else line

    def _native(self, line: str, text: str) -> None:
        """A line below `Traceback`: a frame, its source, or the exception itself."""
        match = _FILE.match(line)
        if match is not None:
            self._frame(match[1], int(match[2]), match[3] or "")
        elif line[:2] == "  " or not text:
            self._quote(text)
        else:
            self._tell(line)
            self._mode = "message"

    def _loose(self, line: str, text: str) -> None:
        """A line outside the interpreter's tracebacks."""
        match = _FILE.match(line) if line[:3] == "  F" else None
        if match is not None and match[3] is None:  # a syntax error in the command itself has no head
            self._begin()
            self._frame(match[1], int(match[2]), "")
            self._mode = "frames"
        elif line[:1] == ">" and line[1:4].isspace():
            self._shown = text[1:].strip()
            self._source(line)
        elif line[:4].isspace() or line[:2] == "  ":
            self._source(line)
            self._quote(text)
        elif not self._place(line):
            self._source(line)  # a report that strips its text begins with the source

    # what becomes of them

    def _chain(self) -> list[_Error]:
        if self._groups:
            return self._groups[-1]
        if not self._tops:
            self._tops.append([])
        return self._tops[-1]

    def _current(self) -> _Error:
        chain = self._chain()
        if not chain:
            self._begin()
        return self._chain()[-1]

    def _begin(self, member: bool = False) -> None:
        """The next exception: of the chain where a separator stood before it, else of its own."""
        chain = self._chain()
        if chain and not chain[-1].told and not chain[-1].frames and not self._linked:
            return  # the head of what has begun
        error = _Error()
        if chain and self._linked:
            if self._groups:
                self._stand_in(chain[-1], error)
            chain[-1].link = self._linked
            error.led.append(chain[-1])
        elif member and self._groups:
            over = self._groups[-2] if len(self._groups) > 1 else self._tops[-1] if self._tops else []
            if over:
                over[-1].members.append(error)
                error.link = "member"
        elif chain and not self._groups:
            self._tops.append([])
        self._linked = ""
        self._chain().append(error)

    def _stand_in(self, earlier: _Error, later: _Error) -> None:
        """The last of a member's chain is the member; what was read before only led to it."""
        over = self._groups[-2] if len(self._groups) > 1 else self._tops[-1]
        if over and earlier in over[-1].members:
            over[-1].members[over[-1].members.index(earlier)] = later
            later.link = "member"

    def _frame(self, path: str, line: int, function: str) -> None:
        if self._linked:
            self._begin()
        function = "" if function == "<module>" else function
        self._current().frames.append(Frame(path, line, function, False))

    def _quote(self, text: str) -> None:
        """The source that is shown of the frame above it."""
        chain = self._chain()
        if text and chain and chain[-1].frames and not chain[-1].told:
            frame = chain[-1].frames[-1]
            self.quotes.setdefault((frame.path, frame.line), text)

    def _source(self, line: str) -> None:
        if not self._function:
            match = _DEF.match(line)
            self._function = match[1] if match is not None else ""

    def _tell(self, line: str) -> None:
        """The line that names an exception."""
        if self._linked:
            self._begin()
        error = self._current()
        error.told = True
        match = _KIND.match(line)
        if match is not None:
            error.kind, error.message = match[1], [match[2] or ""]
        else:
            error.kind, error.message = "AssertionError" if line.startswith("assert ") else "", [line]

    def _weigh(self) -> None:
        """What pytest printed after `E`: a message, or where and why the syntax is wrong."""
        if not self._errors:
            return
        lines, self._errors = self._errors, []
        indent = len(lines[0]) - len(lines[0].lstrip())
        indent = min(indent, 3) if lines[0].lstrip().startswith('File "') else indent
        lines = [line[indent:] if line[:indent].isspace() else line.lstrip() for line in lines]
        if self._current().told:
            self._begin()
        match = _FILE.match(lines[0])
        if match is not None:
            self._frame(match[1], int(match[2]), match[3] or "")
            last = next((at for at, line in enumerate(lines) if at and not line[:1].isspace()), len(lines) - 1)
            self._quote(lines[1].strip() if len(lines) > 1 else "")
            lines = lines[last:]
        self._tell(lines[0])
        self._current().message += lines[1:]
        self._unplaced = True

    def _place(self, line: str) -> bool:
        """Whether the line is a place as pytest prints it, `path:line: in function` or `path:line: Kind`."""
        if not line or len(line) > LONG or line[0].isspace():
            return False
        match = _PLACE.match(line) or (_BARE_PLACE.match(line) if self._told() else None)
        if match is None or not _is_path(match[1]):
            return False
        said = match[3] or "" if match.re is _PLACE else ""
        number = int(match[2]) if len(match[2]) < 10 else 0
        if said.startswith("in "):
            if self._told() and not self._linked:
                self._begin()
            self._frame(match[1], number, said[3:])
            self._function = self._shown = ""
            return True
        error = self._current()
        known = error.told and bool(error.frames) and _same(error.frames[-1], match[1], number)
        if said and error.told and not (known or self._unplaced or self._linked):
            self._begin()  # with --tb=line each failure is such a line alone
        if self._linked or not known:
            self._frame(match[1], number, self._function)
        self._unplaced = False
        if self._shown:
            self.quotes.setdefault((match[1], number), self._shown)
        self._function = self._shown = ""
        self._named(said)
        return True

    def _named(self, said: str) -> None:
        """What a place says after its line: the kind, or all of the message where nothing else was printed."""
        error = self._current()
        if said and not error.told:
            self._tell(said)
        elif said and not error.kind and re.fullmatch(r"[\w.]+", said):
            error.kind = said

    def _told(self) -> bool:
        chain = self._chain()
        return bool(chain) and chain[-1].told


def read(lines: Iterable[str], bounded: bool = True) -> tuple[list[tuple[Raised, ...]], dict[tuple[str, int], str]]:
    """The failures that a text tells of, and the source lines that it quotes; paths are as they were printed."""
    reader = Reader(bounded)
    reader.feed(lines)
    return reader.failures(), reader.quotes


def _is_path(text: str) -> bool:
    if text[0] == "<":
        return text[-1] == ">"
    return bool(_SUFFIX.search(text)) and not text[-1].isspace() and not any(mark in text for mark in ("'", '"', " = "))


def _same(frame: Frame, path: str, line: int) -> bool:
    return frame.line == line and frame.path.rpartition("/")[2] == path.rpartition("/")[2]


def _flat(chain: list[_Error]) -> tuple[Raised, ...]:
    """A chain as a row of exceptions, each after the one that it belongs to."""
    out: list[Raised] = []
    left: list[tuple[_Error, int]] = [(chain[-1], -1)]
    while left:
        error, parent = left.pop()
        left += [(member, len(out)) for member in reversed(error.members)]
        left += [(earlier, len(out)) for earlier in error.led]
        out.append(error.raised(parent))
    return tuple(out)
