"""Where added files came from: reads what has to be compared to find renames, within bounds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from ctxask.repo import blobs, renames
from ctxask.repo.base import Tree
from ctxask.repo.git import Git
from ctxask.repo.look import LARGE, LINK, is_binary
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import Note

_HELD = 16 << 20  # bytes of each side that are compared


def find(
    snapshot: Snapshot, git: Git, kinds: Mapping[str, str], before: Tree, pointers: frozenset[str]
) -> tuple[dict[str, str], tuple[Note, ...]]:
    """New path -> old path of what was renamed, and a note where not everything was compared; empty files are not.

    `kinds` says what was added and deleted, `pointers` where a submodule stands or stood. Raises MovedTree.
    """
    entries = snapshot.entries
    new = {path for path, kind in kinds.items() if kind == "added" and entries[path].size} - pointers
    gone = {path for path, kind in kinds.items() if kind == "deleted"} - pointers
    found: dict[str, str] = {}
    for link in (False, True):
        found |= renames.equal(
            [(path, entries[path].content) for path in new if entries[path].is_link == link],
            [(path, before[path][1]) for path in gone if (before[path][0] == LINK) == link],
        )
    new = {path for path in new - found.keys() if entries[path].is_text}
    gone = {path for path in gone - set(found.values()) if before[path][0] != LINK}
    edited, skipped = _edited(snapshot, git, new, {path: before[path][1] for path in gone})
    left = sorted(skipped - edited.keys())
    return found | edited, (Note("renames_not_compared", len(left), left[0]),) if left else ()


def _edited(snapshot: Snapshot, git: Git, new: set[str], gone: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """New path -> old path of edited files, and the new ones not compared with all. gone: path -> blob."""
    here, there = renames.comparable(new, gone)
    if not here:
        return {}, new if gone else set()
    sizes = blobs.sizes(git, [gone[path] for path in there])
    there = {path for path in there if sizes.get(gone[path], LARGE + 1) <= LARGE}
    olds = _bounded({path: sizes[gone[path]] for path in there})
    news = _bounded({path: snapshot.entries[path].size for path in here})
    contents = blobs.contents(git, {gone[path]: sizes[gone[path]] for path in olds})
    texts = {blob: data for blob, data in contents if not is_binary(data)}
    result = renames.similar(
        {path: snapshot.read(path) if path in news else None for path in new},
        {path: texts.get(blob) if path in olds else None for path, blob in gone.items()},
    )
    return result.origins, new if olds != there else (here - news) | set(result.skipped)


def _bounded(sizes: dict[str, int]) -> set[str]:
    """The files, in the order of their paths, that can be held at once."""
    paths = sorted(sizes)
    totals = accumulate(sizes[path] for path in paths)
    return {path for path, total in zip(paths, totals, strict=True) if total <= _HELD}
