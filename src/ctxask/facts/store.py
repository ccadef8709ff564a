"""What was worked out before, kept by content: facts, name scans, node results, stats; a cache and never a source.

Every value can be made again, and carries a checksum over itself and its key, so that a lost, cut or damaged store
costs time and no answer.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ctxask.facts.store_home import home, stores
from ctxask.repo.place import Place
from ctxask.rows import Note

SCHEMA = 1
CAP_BYTES = 512 << 20  # of one repository's store; beyond it the oldest quarter goes
NODE_VARIANTS = 4  # results kept for one node, for as many states of what it reads (branches)
_BUSY_SECONDS = 2.0
_MANY = 500  # keys in one query
_FILE = "facts.sqlite"

_CREATE = """
CREATE TABLE kept(
    id INTEGER PRIMARY KEY,  -- grows, so that the oldest are the first to go
    kind TEXT NOT NULL,
    key BLOB NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    UNIQUE(kind, key, part)
)
"""

# Any type may stand in any column of a damaged file: as these they can be read, and the checksum tells the rest.
_WHOLE = "CAST(key AS BLOB), CAST(part AS INTEGER), CAST(data AS BLOB)"

Kept = dict[bytes, dict[int, bytes]]  # key -> part -> data


class Status(NamedTuple):
    """What `ctx index --status` tells about a store."""

    location: str  # absolute, empty for memory: for a terminal only
    size: int  # bytes
    counts: tuple[tuple[str, int], ...]  # rows by kind


class Store:
    """An open store. Reads see what was put; `flush` writes it all at once, after the answer is out."""

    def __init__(self, database: sqlite3.Connection, folder: Path | None, notes: tuple[Note, ...]) -> None:
        self._database = database
        self._folder = folder  # None: in memory
        self._pending: dict[tuple[str, bytes], dict[int, bytes]] = {}
        self._waiting = 0  # bytes of them
        self.notes = notes

    def get_facts(self, content: str, engine: str) -> dict[int, bytes]:
        """Segments of one file's facts; empty when there are none."""
        return self.get_facts_many((content,), engine).get(content, {})

    def get_facts_many(
        self, contents: Iterable[str], engine: str, segments: Sequence[int] = ()
    ) -> dict[str, dict[int, bytes]]:
        """Segments by content id, in one query for hundreds of files; only the named segments when any are named."""
        found = self.get(f"facts:{engine}", [bytes.fromhex(content) for content in contents], segments)
        return {key.hex(): parts for key, parts in found.items()}

    def put_facts(self, rows: Iterable[tuple[str, str, int, bytes]]) -> None:
        """Keeps (content id, engine, segment, data) rows."""
        for content, engine, segment, data in rows:
            self.put(f"facts:{engine}", bytes.fromhex(content), segment, data)

    def get_nodes(self, key: str) -> tuple[tuple[bytes, bytes], ...]:
        """(read set, result) of a node, the newest first."""
        parts = self.get("node", [key.encode()]).get(key.encode(), {})
        return tuple((data[4 : 4 + size], data[4 + size :]) for size, data in map(_sized, reversed(parts.values())))

    def put_node(self, key: str, reads: bytes, result: bytes) -> None:
        """Keeps a node's result for what it read."""
        self.put("node", key.encode(), zlib.crc32(reads), len(reads).to_bytes(4, "big") + reads + result)

    def get_stats(self, worktree: str) -> bytes | None:
        """The packed stat cache of a work tree."""
        return self.get("stat", [worktree.encode()]).get(worktree.encode(), {}).get(0)

    def put_stats(self, worktree: str, packed: bytes) -> None:
        """Keeps the packed stat cache of a work tree."""
        self.put("stat", worktree.encode(), 0, packed)

    def get(self, kind: str, keys: Sequence[bytes], parts: Sequence[int] = ()) -> Kept:
        """Whole values by key and part, older ones first; what fails its checksum is not there."""
        found: Kept = {}
        only = f" AND part IN ({_marks(len(parts))})" if parts else ""
        for start in range(0, len(keys), _MANY):
            some = keys[start : start + _MANY]
            sql = f"SELECT {_WHOLE} FROM kept WHERE kind = ? AND key IN ({_marks(len(some))}){only} ORDER BY id"
            for key, part, sealed in self._query(sql, (kind, *some, *parts)):
                data = _unsealed(kind, key, part, sealed)
                if data is not None:
                    found.setdefault(key, {})[part] = data
        for key in keys if self._pending else ():
            for part, data in self._pending.get((kind, key), {}).items():
                if not parts or part in parts:
                    found.setdefault(key, {})[part] = data
        return found

    def put(self, kind: str, key: bytes, part: int, data: bytes) -> None:
        """Keeps a value, on disk from the next flush on."""
        self._pending.setdefault((kind, key), {})[part] = data
        self._waiting += len(data)

    def flush(self, beyond: int = 0) -> None:
        """Writes what was put, in one transaction, if it is more than so many bytes.

        What cannot be written (full, busy, read-only) is dropped.
        """
        if not self._pending or self._waiting < beyond:
            return
        rows = [
            (kind, key, part, _sealed(kind, key, part, data))
            for (kind, key), parts in self._pending.items()
            for part, data in parts.items()
        ]
        nodes = [(key,) for kind, key in self._pending if kind == "node"]
        self._pending, self._waiting = {}, 0
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT OR REPLACE INTO kept(kind, key, part, data) VALUES (?, ?, ?, ?)", rows)
            self._database.executemany(_TRIM_NODES, nodes)
            if _used(self._database) > CAP_BYTES:
                self._database.execute(_TRIM_OLDEST)
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            self._failed(error)

    def status(self) -> Status:
        """How much is kept, and where."""
        counts = self._query("SELECT kind, count(*) FROM kept GROUP BY kind ORDER BY kind", ())
        size = sum(file.stat().st_size for file in self._folder.iterdir()) if self._folder else _used(self._database)
        return Status(str(self._folder or ""), size, tuple(counts))

    def clear(self) -> None:
        """Forgets everything that is kept for this repository."""
        self._pending = {}
        try:
            self._database.execute("DELETE FROM kept WHERE kind != 'meta'")
            self._database.execute("VACUUM")
        except sqlite3.Error as error:
            self._failed(error)

    def close(self) -> None:
        """Closes the database; what was not flushed is dropped."""
        self._database.close()

    def _query(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._failed(error)
            return []

    def _failed(self, error: sqlite3.Error) -> None:
        """Goes on without what could not be read or written; a damaged store is put aside and memory takes over."""
        if self._database.in_transaction:
            with suppress(sqlite3.Error):  # a damaged file may not even let go of what was begun
                self._database.execute("ROLLBACK")
        if self._folder is not None and _damaged(error):
            self._database.close()
            _put_aside(self._folder)
            self._folder = None
            self._database = _in_memory()
            self.notes += (Note("store_replaced", text="the kept facts were damaged and are made again"),)


_TRIM_NODES = f"""
DELETE FROM kept WHERE kind = 'node' AND key = ?1 AND id NOT IN
    (SELECT id FROM kept WHERE kind = 'node' AND key = ?1 ORDER BY id DESC LIMIT {NODE_VARIANTS})
"""
_TRIM_OLDEST = """
DELETE FROM kept WHERE kind != 'meta' AND id <=
    (SELECT id FROM kept ORDER BY id LIMIT 1 OFFSET (SELECT count(*) / 4 FROM kept))
"""


def open_store(place: Place) -> Store:
    """The store of a place; in memory, with a note that says why, where there can be none on disk. Never raises."""
    try:
        where = home(place)
        if where.folder is None:
            return _memory(where.refused)
        for _ in range(2):  # a damaged or older one is put aside, and a new one made in its place
            if not where.folder.exists():
                _create(where.folder, place)
            database, version = _open(where.folder)
            if version == SCHEMA:
                return Store(database, where.folder, ())
            database.close()
            if version > SCHEMA:
                return _memory("the store was written by a newer version")
            _put_aside(where.folder)
        return _memory("the store cannot be made")
    except (OSError, sqlite3.Error) as error:
        return _memory(f"the store cannot be used ({type(error).__name__})")


def _memory(why: str) -> Store:
    return Store(_in_memory(), None, (Note("store_in_memory", text=why),))


def _in_memory() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.execute(_CREATE)
    return database


def _open(folder: Path) -> tuple[sqlite3.Connection, int]:
    """A connection and the schema version that it found, -1 for a file that is no sound database."""
    database = sqlite3.connect(folder / _FILE, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        database.execute("PRAGMA synchronous = OFF")  # a power cut may cost what is kept, and the checksums tell
    except sqlite3.Error as error:
        if not _damaged(error):
            database.close()
            raise
        version = -1
    return database, version


def _create(folder: Path, place: Place) -> None:
    """Makes a store beside its place and renames it there, so that nobody ever sees half of one."""
    import shutil

    folder.parent.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.parent.mkdir(exist_ok=True, mode=0o700)
    beside = folder.with_name(f".new-{os.getpid()}-{os.urandom(4).hex()}")
    beside.mkdir(mode=0o700)
    try:
        os.close(os.open(beside / _FILE, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        database = sqlite3.connect(beside / _FILE, isolation_level=None)
        root = os.fsencode(place.identity)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(_CREATE)
        database.execute(
            "INSERT INTO kept(kind, key, part, data) VALUES ('meta', ?, 0, ?)",
            (b"root", _sealed("meta", b"root", 0, root)),
        )
        database.execute(f"PRAGMA user_version = {SCHEMA}")
        database.close()
        beside.rename(folder)
    except OSError:
        if not folder.exists():  # another process may just have been first
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put_aside(folder: Path) -> None:
    """Takes a store out of the way whole; a process that still has it open goes on with what it holds."""
    import shutil

    aside = folder.with_name(f".old-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        folder.rename(aside)
    except OSError:
        return  # another process was first
    shutil.rmtree(aside, ignore_errors=True)


def collect() -> int:
    """Removes the stores of repositories that are gone, and what interrupted creations left; how many went."""
    gone = [folder for folder in stores() if folder.name.startswith(".") or not _in_use(folder)]
    for folder in gone:
        _put_aside(folder)
    return len(gone)


def _in_use(folder: Path) -> bool:
    """Whether the repository is still there; a store that cannot be read, or is a newer one's, is left alone."""
    try:
        database, version = _open(folder)
        if version != SCHEMA:
            return version > SCHEMA
        store = Store(database, folder, ())
        root = store.get("meta", [b"root"]).get(b"root", {}).get(0)
        store.close()
        return root is not None and Path(os.fsdecode(root)).is_dir()
    except (OSError, sqlite3.Error):
        return True


def _damaged(error: sqlite3.Error) -> bool:
    """Whether the file is no sound store; a full disk, a busy writer or a missing permission is not damage."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _used(database: sqlite3.Connection) -> int:
    pages, free, size = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def _sealed(kind: str, key: bytes, part: int, data: bytes) -> bytes:
    return data + _checksum(kind, key, part, data)


def _unsealed(kind: str, key: bytes, part: int, sealed: bytes | None) -> bytes | None:
    if sealed is None:
        return None
    data = sealed[:-4]
    return data if sealed[-4:] == _checksum(kind, key, part, data) else None


def _checksum(kind: str, key: bytes, part: int, data: bytes) -> bytes:
    head = f"{kind}\0{part}\0".encode() + key
    return zlib.crc32(data, zlib.crc32(head)).to_bytes(4, "big")


def _sized(data: bytes) -> tuple[int, bytes]:
    return int.from_bytes(data[:4], "big"), data


def _marks(count: int) -> str:
    return ",".join("?" * count)
