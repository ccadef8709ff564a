"""Typed rows: what operators pass to each other and what the digest is made from."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

QUIET = frozenset({"text", "inert"})  # changes of a symbol on which nothing depends: notes and layout, other words
GONE = frozenset({"removed", "renamed"})  # changes of a symbol that leave references without a target
SILENT = frozenset(  # roles of sites at which the name is not written
    {"construct", "operator", "subscript", "with", "for", "builtin"}
)
BELOW = frozenset({"subclass", "implementer", "override"})  # roles of what stands below a class or its member
UNEXECUTED = "unexecuted"  # role of a test that reaches what changed, and was seen not to execute it
GUARDED = "not so: "  # how the reason of a step begins that its own guard left out: nothing is missing
RowKind = Literal["symbols", "sites", "files", "failures", "records", "text"]
Bucket = Literal["confirmed", "likely", "undecided", "ruled_out", "mentioned"]
State = Literal["ok", "skipped", "failed", "incomplete"]


class Symbol(NamedTuple):
    """A definition; lines and columns are 1-based, columns in code points, paths POSIX and relative to the root."""

    path: str
    name: str  # qualified inside its file, `Class.method`; empty for the module itself
    kind: str  # module, class, function, method, property, attribute, constant, variable, parameter, local
    line: int  # of the name
    col: int
    first_line: int  # of the whole definition, decorators included
    last_line: int
    anchor: str  # binds first_line..last_line to their bytes
    signature: str = ""  # one line of source, white space folded
    more: tuple[tuple[int, int], ...] = ()  # (name line, last line) of its further definitions in the file
    # where the row is a dependent, a test or a stop of a walk:
    hop: int = 0
    role: str = ""  # how it depends: call, base, annotation, value, import, …; for tests the reason
    via: str = ""  # `path:line:col` of the site through which it depends
    of: str = ""  # id of the symbol that it depends on directly
    evidence: str = ""  # of that edge: scope, name, syntax; empty for a definition as such
    target: str = ""
    weakest: str = ""  # of the edges on the way here: undecided, likely, dispatch; empty where all are exact
    weak_at: str = ""  # `path:line:col` of that edge
    trail: tuple[str, ...] = ()  # ids from the subject to this one, where a path is part of the claim
    is_test: bool = False
    reaches: tuple[str, ...] = ()  # ids of the symbols asked about that it depends on, where there are several
    # where the row is a change:
    change: str = ""  # added, removed, renamed, signature, body, or one of QUIET
    old: str = ""  # id at the base, of a renamed one
    lines: tuple[tuple[int, int], ...] = ()  # changed lines of its own, first and last; at the base for a removed one

    @property
    def id(self) -> str:
        """`path::name`, or the path alone for a module: the key that two symbols never share."""
        return f"{self.path}::{self.name}" if self.name else self.path


class Site(NamedTuple):
    """One occurrence of a name, and what it is to the subject that the question asks about."""

    subject: str  # Symbol.id
    path: str
    line: int
    col: int
    name: str  # as written here (an alias keeps its own)
    role: str  # call, import, re-export, read, write, patch, base, annotation, decorator, value, override; string, …
    bucket: Bucket
    within: str = ""  # qualified name of the enclosing symbol; empty at module level
    evidence: str = "scope"  # checker, scope, name, syntax
    target: str = "exact"  # exact, dispatch, ambiguous, external, unresolved
    mechanism: str = ""  # why it is undecided: unknown_receiver, override, getattr, …
    other: str = ""  # who is meant instead, for a site that is ruled out; candidates, comma-separated, when ambiguous
    implicit: bool = False  # the syntax makes the use, the name is not written: operator, with, for, construction


class File(NamedTuple):
    """A file of the snapshot that a question covers."""

    path: str
    language: str
    content: str  # content id
    size: int  # bytes
    # added, modified, deleted, renamed, mode, typechange (a file became a link, a link a file), submodule (the commit
    # that it points to is another, or it came or went); empty when the row is no change:
    change: str = ""
    old_path: str = ""
    hunks: tuple[tuple[int, int, int, int], ...] = ()  # its changed lines: old first and count, new first and count
    binary: bool = False  # now or in the base: it has no lines


class Failure(NamedTuple):
    """A test that failed in a captured run, with every frame of every exception that it told of."""

    test: str  # id as the runner has it, relative to the root
    symbol: str  # Symbol.id of the test as its id spells it; the file's path where nothing in it was collected
    path: str  # of the test's file; empty where the report names none
    outcome: str  # failed, error
    phase: str  # collect, setup, call, teardown
    type: str  # of the exception that everything began with
    message: str  # of the same
    raised: tuple[tuple[str, str, str, int], ...] = ()  # type, message, link, parent of each exception
    frames: tuple[tuple[int, str, int, str, bool], ...] = ()  # exception, path, line, function, inside; outermost first
    root: int = 0  # index of the exception that everything began with
    subtest: str = ""
    attempt: int = 1
    lines: tuple[int, int] = (0, 0)  # of the captured output that tell of it; zeros where unknown

    @property
    def at(self) -> tuple[str, int, str]:
        """Path, line and function of the innermost frame inside the repository; empty where there is none."""
        inner = [frame for frame in self.frames if frame[0] == self.root and frame[4]]
        return inner[-1][1:4] if inner else ("", 0, "")


class Text(NamedTuple):
    """Bytes of the repository as text: one line, or a body; joined to rows by path and line."""

    path: str
    first_line: int
    last_line: int
    anchor: str
    text: str  # without the final newline; empty where `omitted` says why
    symbol: str = ""  # Symbol.id when it is that symbol's body
    omitted: str = ""


class Record(NamedTuple):
    """A row of an operator whose rows are its own: plain JSON values only, no floats."""

    kind: str  # count, group, path, change, …
    values: tuple[tuple[str, Any], ...]  # sorted by key


Row = Symbol | Site | File | Text | Record | Failure


class Note(NamedTuple):
    """Something a reader must know to weigh an answer: a closed code, how often, and one example or reason."""

    code: str  # damaged_files, uncovered_files, not_utf8, unreadable_files, links_not_followed, nested_repositories, …
    count: int = 0  # type: ignore[assignment]  # takes the place of tuple.count, which no note needs
    text: str = ""


class Result(NamedTuple):
    """What a node came to: rows whole, or a state that says why there are none."""

    id: str
    op: str
    kind: RowKind
    state: State = "ok"
    rows: tuple[Row, ...] = ()
    omitted: int = 0  # rows that a cap or bound left out; counted, never sliced silently
    engine: str = ""  # who says so: scope@2, names@2, …
    notes: tuple[Note, ...] = ()
    why: str = ""  # for skipped, failed, incomplete
    inputs: tuple[tuple[str, str], ...] = ()  # resolved defaults, e.g. ("base", tree id)
