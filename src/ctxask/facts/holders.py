"""Which files hold an identifier: a scan of bytes that misses none, remembered by content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ctxask.facts import universe
from ctxask.facts.needles import Needles, is_plain, needles, normalised, words_of
from ctxask.facts.store import Store
from ctxask.repo.snapshot import Snapshot

_KIND = "scan"
_MANY = 12  # scans of everything: about what listing the words of everything costs


class _Scan(NamedTuple):
    """What is remembered about a name: the contents that hold it, among those of a universe."""

    universe: bytes
    hits: frozenset[bytes]


_NEVER = _Scan(b"", frozenset())


class NameScan:
    """The scan of one snapshot's covered files; made once for a request, asked as often as names turn up."""

    def __init__(
        self, snapshot: Snapshot, store: Store, paths: Iterable[str], check: Callable[[], None] = lambda: None
    ) -> None:
        """`check` is called before each file that is read; what it raises goes through."""
        self._snapshot = snapshot
        self._store = store
        self._check = check
        self._paths: dict[bytes, list[str]] = {}  # content id -> paths with it
        entries = snapshot.entries
        for path in sorted(paths):
            self._paths.setdefault(bytes.fromhex(entries[path].content), []).append(path)
        self._words: dict[bytes, list[bytes]] | None = None  # the contents that hold each word within ASCII
        self._looked = 0  # contents that scans have read so far, each time anew
        self._size = len(next(iter(self._paths), b""))  # bytes of a content id
        self._universe = universe.universe_id(self._paths)

    def holders(self, names: frozenset[str]) -> dict[str, tuple[str, ...]]:
        """The paths whose files hold each name as a whole word, sorted; perhaps a few more, never one less.

        Raises MovedTree.
        """
        words = {name: normalised(name) for name in sorted(names)}
        known = self._remembered(sorted(set(words.values())))
        hits = {word: set(scan.hits & self._paths.keys()) for word, scan in known.items()}
        stale = [word for word, scan in known.items() if scan.universe != self._universe]
        if stale and self._paths:
            self._look({word: known[word].universe for word in stale}, hits)
            universe.keep(self._store, self._universe, self._paths.keys(), self._size)
            for word in stale:
                self._store.put(_KIND, word, 0, self._universe + b"".join(sorted(hits[word])))
        return {
            name: tuple(sorted(path for content in hits[word] for path in self._paths[content]))
            for name, word in words.items()
        }

    def list_words(self) -> None:
        """Lists the words of every file, as who asks for many names is best served."""
        if self._words is None:
            listed: dict[bytes, list[bytes]] = {}
            for content, paths in self._paths.items():
                self._check()
                for word in words_of(self._snapshot.read(paths[0])):
                    listed.setdefault(word, []).append(content)
            self._words = listed

    def _look(self, seen_in: dict[bytes, bytes], hits: dict[bytes, set[bytes]]) -> None:
        """Adds to hits the contents that hold a word: by a scan, or from the words of all files after many scans."""
        if self._looked > _MANY * len(self._paths):
            self.list_words()
        if self._words is not None:
            for word in [word for word in seen_in if is_plain(word)]:
                del seen_in[word]
                hits[word].update(self._words.get(word, ()))
        if seen_in:
            self._scan(seen_in, hits)

    def _scan(self, seen_in: Mapping[bytes, bytes], hits: dict[bytes, set[bytes]]) -> None:
        """Adds to hits the contents not yet looked at for a word; seen_in is the universe it was last looked for in."""
        groups: dict[bytes, list[bytes]] = {}
        for word, where in seen_in.items():
            groups.setdefault(where, []).append(word)
        unseen = {where: self._paths.keys() - self._members(where) for where in groups}
        prepared: dict[tuple[bytes, ...], Needles] = {}
        for content, paths in self._paths.items():
            wanted = tuple(where for where in groups if content in unseen[where])
            if not wanted:
                continue
            self._check()
            self._looked += 1
            if wanted not in prepared:
                prepared[wanted] = needles(word for where in wanted for word in groups[where])
            for word in prepared[wanted].found_in(self._snapshot.read(paths[0])):
                hits[word].add(content)

    def _members(self, where: bytes) -> set[bytes]:
        return universe.members(self._store, where, self._size) if where else set()

    def _remembered(self, words: list[bytes]) -> dict[bytes, _Scan]:
        """What is known about each word; nothing, where its universe is gone and its hits alone would not tell."""
        found = dict.fromkeys(words, _NEVER)
        for word, parts in self._store.get(_KIND, words).items():
            where, joined = parts[0][: universe.ID_SIZE], parts[0][universe.ID_SIZE :]
            found[word] = _Scan(where, frozenset(universe.split(joined, self._size or 1)))
        return found


def holders(
    snapshot: Snapshot, store: Store, names: frozenset[str], paths: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """NameScan for a single question."""
    return NameScan(snapshot, store, paths).holders(names)
