"""The repository at a base beside the repository now: what changed between them, and what that left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ctxask.facts import grammar
from ctxask.facts.positions import word_places
from ctxask.facts.sources import Sources
from ctxask.ground import Ground
from ctxask.repo.base import Base, default_branch_base, merge_base
from ctxask.repo.before import before
from ctxask.repo.changes import Changes, changed
from ctxask.repo.coverage import classify
from ctxask.repo.git import GitFailed
from ctxask.repo.hunks import Hunk, new_line
from ctxask.repo.snapshot import Snapshot
from ctxask.resolve import stubs_library
from ctxask.resolve.resolver import Resolver
from ctxask.rows import GONE, File, Note, Site, Symbol

FORK = "..."  # after a revision: the commit at which HEAD left it
MERGE_BASE = "merge-base"  # where the branch began; a branch of that name is refs/heads/merge-base


class History:
    """One base of one snapshot; the base is read only when a question needs what stood there."""

    def __init__(self, ground: Ground, now: Resolver, base: str | None, check: Callable[[], None]) -> None:
        self._ground, self._now, self._check = ground, now, check
        self.changes: Changes = changed(ground.snapshot, _revision(ground, base), grammar.by_extension())
        self._rows = {row.old_path or row.path: row for row in self.changes.rows if row.change != "added"}
        self._sources: Sources | None = None
        self._symbols: dict[tuple[str, ...], tuple[tuple[Symbol, ...], tuple[Note, ...]]] = {}

    @cached_property
    def before(self) -> Snapshot:
        """The repository at the base."""
        return before(self._ground.snapshot, self.changes)

    @cached_property
    def then(self) -> Resolver:
        """Who is meant in the files of the base."""
        coverage = classify(self.before, self._ground.config, grammar.by_extension())
        self._sources = Sources(self.before, coverage, self._ground.store, stubs_library.read, self._check)
        return Resolver(self._sources, self._ground.config.source_roots)

    def symbols(self, files: Sequence[File]) -> tuple[tuple[Symbol, ...], tuple[Note, ...]]:
        """The definitions of changed files that changed; what is gone stands where it stood."""
        key = tuple(file.path for file in files)
        if key not in self._symbols:  # every step that stands on changed files asks for them
            self._symbols[key] = self._compared(files)
        return self._symbols[key]

    def _compared(self, files: Sequence[File]) -> tuple[tuple[Symbol, ...], tuple[Note, ...]]:
        from ctxask.resolve.changed import changed_symbols

        rows, left = changed_symbols(self._now, self.then, files)
        notes = [Note("renames_not_compared", left, "pairs of definitions")] if left else []
        wrecks = (f for f in files if f.path in self._now.sources.damaged)
        before = self.then.sources.damaged
        notes += [Note("no_longer_parses", 1, f.path) for f in wrecks if (f.old_path or f.path) not in before]
        return rows, tuple(notes)

    def broken(self, symbols: Sequence[Symbol]) -> list[Site]:
        """Sites that meant a removed or renamed symbol, still stand, and mean nothing any more."""
        from ctxask.resolve.broken import broken

        return broken(self._now, self.then, symbols, self._stands)

    def uses(self, symbol: Symbol) -> Sequence[Site]:
        """The sites of a symbol; of one that is gone, those that meant it and still stand, whatever they mean now.

        What a module only gave on is there, and used by other ways: of that, those that mean nothing any more.
        """
        from ctxask.resolve.broken import IMPORTED, formerly

        if symbol.change not in GONE:
            return self._now.references(symbol)
        if symbol.kind == IMPORTED:
            return self.broken([symbol])
        left = formerly(self.then, symbol, self._stands)
        return (*left, *(self._now.references(symbol) if symbol.change == "renamed" else ()))

    def keep(self) -> None:
        """Keeps the facts of the base's files: they are the next base's too."""
        if self._sources is not None:
            self._sources.keep()

    def _stands(self, site: Site) -> Iterator[tuple[str, int, int]]:
        """Where a site of the base may stand now: in its line, or wherever the lines in its place have the name."""
        row = self._rows.get(site.path)
        if row is None:
            yield site.path, site.line, site.col
            return
        if row.change in ("deleted", "typechange", "submodule") or row.binary:
            return
        hunks = [Hunk(*hunk) for hunk in row.hunks]
        line = new_line(hunks, site.line)
        if line is not None:
            yield row.path, line, site.col
            return
        for hunk in hunks:
            if hunk.old_first <= site.line < hunk.old_first + hunk.old_count:
                yield from self._named(row.path, hunk, site.name)

    def _named(self, path: str, hunk: Hunk, name: str) -> Iterator[tuple[str, int, int]]:
        source = self._now.sources.read(path)
        places = word_places(source, name) if self._now.sources.content(path) else ()
        yield from ((path, line, col) for line, col in places if hunk.first <= line < hunk.first + hunk.count)


def _revision(ground: Ground, base: str | None) -> str | Base | None:
    """What a base names: `merge-base` where the branch began, `REV...` where it left REV, else the revision itself.

    Where the branch began at HEAD itself it is the default: HEAD or the last commit.
    """
    git = ground.snapshot.git
    if git is None or base is None:
        return None if base == MERGE_BASE else base
    if base.endswith(FORK):
        revision = base.removesuffix(FORK)
        return Base(merge_base(git, revision), f"the merge base with {revision}")
    if base != MERGE_BASE:
        return base
    try:
        found = default_branch_base(git)
    except GitFailed:
        return None
    return None if found.name == "HEAD" and not found.notes else found
