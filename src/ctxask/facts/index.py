"""A kept index: what a checker said of the files of a repository, in one file that is never changed once it is made."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ctxask import canon

FORMAT = 1  # of the file, and of the ids in it
Kind = Literal["exact", "dispatch", "ambiguous", "protocol", "external", "unresolved"]
Plane = Literal["name", "call"]

_CREATE = """
CREATE TABLE head(format INTEGER, data BLOB);
CREATE TABLE file(no INTEGER PRIMARY KEY, path TEXT UNIQUE, content TEXT);
CREATE TABLE symbol(no INTEGER PRIMARY KEY, id TEXT UNIQUE);
CREATE TABLE said(file INTEGER, line INTEGER, col INTEGER, plane TEXT, target INTEGER, kind TEXT,
                  name TEXT, role TEXT, within TEXT, PRIMARY KEY(file, line, col, plane, target)) WITHOUT ROWID;
CREATE TABLE implements(symbol INTEGER, base INTEGER, PRIMARY KEY(symbol, base)) WITHOUT ROWID;
"""
_INDEXES = "CREATE INDEX by_name ON said(name); CREATE INDEX by_target ON said(target);"
_SAID = """
SELECT file.path, line, col, name, role, within, symbol.id, kind, plane
FROM said JOIN file ON file.no = said.file JOIN symbol ON symbol.no = said.target
"""
_ORDER = " ORDER BY file.path, line, col, symbol.id"


class Head(NamedTuple):
    """What an index is of; its name tells it from the others of the repository."""

    name: str
    tool: str
    version: str
    files: int  # that it speaks of
    left_out: tuple[tuple[str, int], ...] = ()  # documents and occurrences that were not taken, by reason
    root: str = ""  # of the repository, its bytes in hexadecimal digits: to know when it is gone

    @property
    def shown(self) -> str:
        """Tool and version, as answers name it."""
        return f"{self.tool} {self.version}".strip()


class Said(NamedTuple):
    """What stands at a place: one row a symbol that is meant, in source order."""

    path: str
    line: int
    col: int
    name: str  # as written
    role: str  # that our syntax gives the place
    within: str
    target: str  # Symbol.id; what the checker calls it where it is external
    kind: Kind
    plane: Plane  # whether the name means it, or the call reaches it


class Broken(Exception):
    """The file cannot be read as an index."""


class NotKept(Exception):
    """There is no room, or something else is in the way."""


class Index:
    """A kept index, opened for reading; what cannot be read of it is not said."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = False
        self._bases: dict[str, frozenset[str]] = {}
        self._replaced: dict[str, bool] = {}
        try:
            self._database = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
            ((self.format, head),) = self._database.execute("SELECT format, data FROM head").fetchall()
            self.head = _head(head) if self.format == FORMAT else Head(path.stem, "", "", 0)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise Broken(str(error)) from None

    @cached_property
    def files(self) -> dict[str, str]:
        """Path -> content id of every file that it speaks of."""
        return dict(self._rows("SELECT path, content FROM file ORDER BY path", ()))

    def named(self, name: str) -> Iterator[Said]:
        """What stands wherever the name is written."""
        return self._said("WHERE name = ?", name)

    def bound(self, symbol: str) -> Iterator[Said]:
        """Where a symbol is meant, under whatever name."""
        return self._said("WHERE target = (SELECT no FROM symbol WHERE id = ?)", symbol)

    def of_file(self, path: str) -> Iterator[Said]:
        """Everything that it says of a file."""
        return self._said("WHERE file = (SELECT no FROM file WHERE path = ?)", path)

    def knows(self, symbol: str) -> bool:
        """Whether the symbol is one of those that it speaks of."""
        return bool(self._rows("SELECT 1 FROM symbol WHERE id = ?", (symbol,)))

    def bases(self, symbol: str) -> frozenset[str]:
        """The symbols whose place it takes, at any distance."""
        if symbol not in self._bases:
            self._bases[symbol] = frozenset(row[0] for row in self._rows(_ABOVE, (symbol,)))
        return self._bases[symbol]

    def is_replaced(self, symbol: str) -> bool:
        """Whether another symbol takes its place somewhere."""
        if symbol not in self._replaced:
            sql = "SELECT 1 FROM implements WHERE base = (SELECT no FROM symbol WHERE id = ?) LIMIT 1"
            self._replaced[symbol] = bool(self._rows(sql, (symbol,)))
        return self._replaced[symbol]

    def _said(self, where: str, value: str) -> Iterator[Said]:
        return (Said(*row) for row in self._rows(_SAID + where + _ORDER, (value,)))

    def _rows(self, sql: str, values: tuple[str, ...]) -> list[Any]:
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error:
            self.damaged = True
            return []


def _head(data: bytes) -> Head:
    name, tool, version, files, left_out, root = json.loads(data)
    return Head(name, tool, version, files, tuple((reason, count) for reason, count in left_out), root)


_ABOVE = """
WITH RECURSIVE above(no) AS (
    SELECT base FROM implements WHERE symbol = (SELECT no FROM symbol WHERE id = ?)
    UNION SELECT base FROM implements JOIN above ON symbol = above.no)
SELECT id FROM symbol JOIN above USING (no) ORDER BY id
"""


@contextmanager
def making(folder: Path) -> Iterator[Writer]:
    """A new index in a folder, of which nothing is left unless it was kept. Raises NotKept, OSError."""
    try:
        writer = Writer(folder)
        try:
            yield writer
        finally:
            writer.drop()
    except sqlite3.Error as error:
        raise NotKept(str(error)) from None


class Writer:
    """An index that is being made beside its place; nothing of it is there until it is kept."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._beside = folder / f".new-{os.getpid()}-{os.urandom(4).hex()}"
        os.close(os.open(self._beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._database = sqlite3.connect(self._beside, isolation_level=None)
        self._database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _CREATE + "BEGIN;")
        self._symbols: dict[str, int] = {}
        self._files = 0
        self._print = ""

    def add_file(self, path: str, content: str, rows: Iterable[Said]) -> None:
        """Adds what is said of a file."""
        self._files += 1
        self._database.execute("INSERT INTO file VALUES (?, ?, ?)", (self._files, path, content))
        made = [
            (self._files, row.line, row.col, row.plane, self._no(row.target), row.kind, row.name, row.role, row.within)
            for row in rows
        ]
        self._database.executemany("INSERT OR IGNORE INTO said VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", made)
        self._print = canon.fingerprint(repr((self._print, path, content, made)).encode("utf-8", "backslashreplace"))

    def add_symbols(self, symbols: Iterable[str], implements: Iterable[tuple[str, str]]) -> None:
        """Adds symbols that it knows, and which takes whose place."""
        for symbol in symbols:
            self._no(symbol)
        pairs = sorted({(self._no(symbol), self._no(base)) for symbol, base in implements})
        self._database.executemany("INSERT INTO implements VALUES (?, ?)", pairs)
        self._print = canon.fingerprint(repr((self._print, self._symbols, pairs)).encode("utf-8", "backslashreplace"))

    def keep(self, name: str, tool: str, version: str, left_out: Iterable[tuple[str, int]], root: Path) -> Head:
        """Puts the index in its place and removes the one of the same name; what was kept."""
        head = Head(name, tool, version, self._files, tuple(sorted(left_out)), os.fsencode(root).hex())
        data = canon.encode(list(head))
        for symbol, number in self._symbols.items():
            self._database.execute("INSERT INTO symbol VALUES (?, ?)", (number, symbol))
        self._database.execute("INSERT INTO head VALUES (?, ?)", (FORMAT, data))
        self._database.execute("COMMIT")
        self._database.executescript(_INDEXES)
        self._database.close()
        mark = canon.fingerprint(f"{FORMAT} {self._print} ".encode() + data)[: canon.ID_DIGITS]
        place = self._beside.with_name(f"{slot(name)}-{mark}{SUFFIX}")
        self._beside.rename(place)
        for older in place.parent.glob(f"{slot(name)}-*{SUFFIX}"):
            if older != place:
                older.unlink(missing_ok=True)
        return head

    def drop(self) -> None:
        """Leaves nothing behind, unless it was kept."""
        self._database.close()
        self._beside.unlink(missing_ok=True)

    def _no(self, symbol: str) -> int:
        return self._symbols.setdefault(symbol, len(self._symbols) + 1)


SUFFIX = ".index"


def slot(name: str) -> str:
    """How the files of indexes of that name begin."""
    return canon.fingerprint(name.encode("utf-8", "backslashreplace"))[: canon.ID_DIGITS]
