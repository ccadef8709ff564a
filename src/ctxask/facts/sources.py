"""The one door to facts: reads the covered files of a snapshot, keeps what was worked out, notes what was read."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ctxask import canon
from ctxask.facts import libraries
from ctxask.facts.grammar import languages, parser
from ctxask.facts.holders import NameScan
from ctxask.facts.outline import Outline, from_bytes, to_bytes, utf8
from ctxask.facts.positions import Positions, holder_of
from ctxask.facts.python.model import ENGINE, SKELETON, Segment, Skeleton
from ctxask.facts.store import Store
from ctxask.repo.coverage import Coverage
from ctxask.repo.snapshot import Snapshot
from ctxask.repo.text import split_lines

if TYPE_CHECKING:
    from tree_sitter import Tree

_PENDING_BYTES = 8 << 20  # of facts that wait for being written, when many files are gone through
_TREE_BYTES = 16 << 20  # of source whose syntax trees are kept at a time, a tree being some ten times as large


class Sources:
    """Facts of one snapshot by path; `library` adds files that are no part of it, such as stubs."""

    def __init__(
        self,
        snapshot: Snapshot,
        coverage: Coverage,
        store: Store,
        library: Callable[[str], bytes | None] = lambda path: None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self.snapshot = snapshot
        self.check = check
        self._store = store
        self._library = library
        self._languages = {file.path: file.language for file in coverage.files}
        self._content = {file.path: file.content for file in coverage.files}
        self._scan = NameScan(snapshot, store, self._languages, check)
        self._bytes: dict[str, bytes] = {}
        self._lines: dict[str, list[bytes]] = {}
        self._positions: dict[str, Positions] = {}
        self._trees: OrderedDict[str, Tree] = OrderedDict()
        self._tree_bytes = 0
        self._kept: dict[str, dict[int, bytes]] = {}
        self._skeletons: dict[str, Skeleton] = {}
        self._segments: dict[str, dict[int, Segment]] = {}
        self._outlines: dict[str, Outline] = {}
        self._fresh: dict[tuple[str, str, int], Callable[[], bytes]] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self.read_paths: set[str] = set()
        self.damaged: dict[str, int] = {}
        self.not_utf8: set[str] = set()

    # -- which files there are ------------------------------------------------------------------------------------

    def paths(self) -> tuple[str, ...]:
        """Every covered path, sorted."""
        return tuple(self._languages)

    def paths_of(self, *names: str) -> tuple[str, ...]:
        """Covered paths in these languages, sorted."""
        return tuple(path for path, language in self._languages.items() if language in names)

    def language(self, path: str) -> str:
        """The language of a covered path; empty for any other."""
        return self._languages.get(path, "")

    def content(self, path: str) -> str:
        """The content id of a covered path; empty for any other."""
        return self._content.get(path, "")

    def holders(self, names: frozenset[str]) -> dict[str, tuple[str, ...]]:
        """Covered files that hold each identifier, sorted; perhaps a few more, never one less."""
        missing = frozenset(name for name in names if name not in self._names)
        if missing:
            self._names.update(self._scan.holders(missing))
        return {name: self._names[name] for name in sorted(names)}

    def list_words(self) -> None:
        """Looks at the words of every file once, as who asks for most of the names is best served."""
        self._scan.list_words()

    def holding(self, name: str) -> tuple[str, ...]:
        """Python files that hold the identifier."""
        return tuple(path for path in self.holders(frozenset((name,)))[name] if self._languages[path] == "python")

    def defines(self, path: str, name: str) -> bool:
        """Whether a Python file's bytes look as if they define a function of this name; spares parsing it."""
        return b"def " + name.encode("utf-8") + b"(" in self.read(path)

    def fingerprint(self, name: str) -> str:
        """Changes when a file that holds the name does."""
        rows = [[path, self._content[path]] for path in self.holders(frozenset((name,)))[name]]
        return canon.fingerprint(canon.encode(rows))

    def names_read(self) -> tuple[str, ...]:
        """The names that were looked for."""
        return tuple(sorted(self._names))

    # -- what they say --------------------------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """The file as UTF-8 without a byte order mark: what every offset counts in. Raises MovedTree."""
        data = self._bytes.get(path)
        if data is None:
            raw = libraries.source(path) if libraries.language_of(path) in languages() else self._library(path)
            if raw is None:
                self.check()
                self.read_paths.add(path)
                raw = self.snapshot.read(path)
            data = self._bytes[path] = utf8(raw)
            if data is not raw and not raw.startswith(b"\xef\xbb\xbf"):
                self.not_utf8.add(path)
        return data

    def lines(self, path: str) -> list[bytes]:
        """The file's lines as they are in the work tree, without their newlines: what anchors are made of."""
        if path not in self._lines:
            self.read_paths.add(path)
            self._lines[path] = split_lines(self.snapshot.read(path))
        return self._lines[path]

    def anchor(self, path: str, first: int, last: int) -> str:
        """Binds lines of the file to their bytes."""
        return canon.anchor(b"\n".join(self.lines(path)[first - 1 : last]))

    def like(self, needles: Sequence[str]) -> list[str]:
        """Covered paths of files that hold all the needles, ASCII and lower case, in one identifier in whatever case.

        Spellings that NFKC makes equal count. Texts are looked at and let go.
        """
        holds = holder_of([needle.encode() for needle in needles])
        return [path for path in self.paths() if holds(self._passing(path))]

    def _passing(self, path: str) -> bytes:
        """The file as UTF-8, for who does not come back to it."""
        known = self._bytes.get(path)
        if known is not None:
            return known
        self.check()
        self.read_paths.add(path)
        return utf8(self.snapshot.read(path))

    def positions(self, path: str) -> Positions:
        """Lines and columns of the file."""
        if path not in self._positions:
            self._positions[path] = Positions(self.read(path))
        return self._positions[path]

    def skeleton(self, path: str) -> Skeleton:
        """The scopes of a Python file."""
        found = self._skeletons.get(path)
        if found is None:
            kept = self._stored(path).get(SKELETON)
            if kept is not None:
                found = Skeleton.decode(kept)
            else:
                from ctxask.facts.python.skeleton import skeleton

                found = skeleton(self._tree(path), self.read(path))
                self._fresh[path, ENGINE, SKELETON] = found.encode
            self._skeletons[path] = found
            if found.damage:
                self.damaged[path] = found.damage
        return found

    def segment(self, path: str, scope: int) -> Segment:
        """What one scope of a Python file binds and evaluates."""
        segments = self._segments.get(path)
        if segments is None:
            segments = self._segments[path] = {}
        found = segments.get(scope)
        if found is None:
            kept = self._stored(path).pop(scope, None)
            if kept is not None:
                found = Segment.decode(kept)
            else:
                from ctxask.facts.python.segment import build

                found = build(self._tree(path), self.read(path), self.skeleton(path), scope)
                self._fresh[path, ENGINE, scope] = found.encode
            segments[scope] = found
        return found

    def outline(self, path: str) -> Outline:
        """What a file in another language says."""
        found = self._outlines.get(path)
        if found is None:
            from ctxask.facts.extract import ENGINE as NAMES
            from ctxask.facts.extract import extract

            self.read_paths.add(path) if path in self._content else None
            kept = self._store.get_facts(self._kept_under(path), NAMES).get(0)
            if kept is not None:
                found = from_bytes(kept)
            else:
                stub = libraries.language_of(path)
                found = extract(
                    libraries.source(path) if stub else self.snapshot.read(path), stub or self.language(path)
                )
                outline = found
                self._fresh[path, NAMES, 0] = lambda: to_bytes(outline)
            self._outlines[path] = found
            if found.damaged:
                self.damaged[path] = found.damaged
        return found

    def warm(self, paths: Iterable[str]) -> None:
        """Fetches what is kept of many Python files in one query."""
        wanted = {path: self._kept_under(path) for path in paths if path not in self._kept}
        if wanted:
            found = self._store.get_facts_many(sorted(set(wanted.values())), ENGINE)
            for path, content in wanted.items():
                self._kept[path] = found.get(content, {})

    def keep(self) -> None:
        """Puts what was worked out into the store; called after the answer is out."""
        rows = ((self._kept_under(path), engine, part, make) for (path, engine, part), make in self._fresh.items())
        self._store.put_facts((content, engine, part, make()) for content, engine, part, make in rows if content)
        self._fresh = {}

    def forget(self, path: str) -> None:
        """Lets go of what the functions of a Python file say; asked for again, it comes from the store."""
        scopes = self._skeletons[path].scopes
        segments = self._segments.get(path, {})
        gone = [scope for scope in segments if scopes[scope].kind == "function"]
        fresh = [(key, make) for scope in gone if (make := self._fresh.pop(key := (path, ENGINE, scope), None))]
        self._store.put_facts((self._kept_under(path), engine, part, make()) for (_, engine, part), make in fresh)
        self._store.flush(_PENDING_BYTES)
        for scope in gone:
            del segments[scope]
        if self._trees.pop(path, None) is not None:
            self._tree_bytes -= len(self.read(path))
        for held in (self._kept, self._positions, self._lines, self._bytes):
            held.pop(path, None)

    def _kept_under(self, path: str) -> str:
        """The content id under which facts of a file are kept; a library's file has none from the snapshot."""
        return self._content.get(path) or canon.blob_id(self.read(path), self.snapshot.algorithm)

    def _stored(self, path: str) -> dict[int, bytes]:
        self.read_paths.add(path) if path in self._content else None
        if path not in self._kept:
            self.warm([path])
        return self._kept.get(path, {})

    def _tree(self, path: str) -> Tree:
        tree = self._trees.get(path)
        if tree is None:
            self.check()
            tree = self._trees[path] = parser("python").parse(self.read(path))
            self._tree_bytes += len(self.read(path))
            while self._tree_bytes > _TREE_BYTES and len(self._trees) > 1:
                dropped, _ = self._trees.popitem(last=False)
                self._tree_bytes -= len(self.read(dropped))
        else:
            self._trees.move_to_end(path)
        return tree
