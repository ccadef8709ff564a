"""Which files belong to a repository, as git says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ctxask.repo.git import Git

GITLINK = b"160000"
_CLOSED = re.compile(rb"^warning: could not open directory '(.*)': ", re.MULTILINE)  # in the C locale


class Listing(NamedTuple):
    """Paths as bytes, relative to the root, sorted."""

    paths: tuple[bytes, ...]  # files and links, tracked or not ignored; some may be gone from the work tree
    tracked: Mapping[bytes, bytes]  # path -> what the index says: `H MODE BLOB STAGE`
    sparse: frozenset[bytes] = frozenset()  # left out of the work tree on purpose
    unmerged: tuple[bytes, ...] = ()
    nested: tuple[bytes, ...] = ()  # folders with a repository of their own: embedded clones, work trees
    submodules: Mapping[bytes, str] = MappingProxyType({})  # path -> the commit that the index has for it
    unreadable: tuple[bytes, ...] = ()  # folders that could not be listed

    def mode(self, path: bytes) -> str:
        """The mode that the index has for a path; empty for one that is not tracked."""
        return self.tracked.get(path, b"").decode("ascii")[2:8]

    def blob(self, path: bytes) -> str:
        """The blob id that the index has for a path; empty for one that is not tracked."""
        return self.tracked.get(path, b"").decode("ascii")[9:].partition(" ")[0]


def list_files(git: Git) -> Listing:
    """Tracked files, and untracked ones that git does not ignore; raises GitFailed.

    One process, which neither refreshes the index nor compares a file, so that no filter can be wanted.
    """
    output, warnings = git.told("ls-files", "-z", "-t", "-s", "--cached", "--others", "--exclude-standard")
    others: list[bytes] = []
    nested: list[bytes] = []
    submodules: dict[bytes, str] = {}
    sparse: list[bytes] = []
    unmerged: list[bytes] = []
    tracked: dict[bytes, bytes] = {}
    for item in output.split(b"\0"):
        if item[:1] == b"?":
            (nested if item.endswith(b"/") else others).append(item[2:])
            continue
        head, _, path = item.partition(b"\t")
        if head.startswith(GITLINK, 2):
            submodules[path] = head.decode("ascii")[9:].partition(" ")[0]
        elif path:
            tracked[path] = head
            if head[:1] != b"H":
                (sparse if head[:1] == b"S" else unmerged).append(path)
    paths = [*others, *tracked]
    paths.sort()  # two sorted runs, one after the other
    return Listing(
        paths=tuple(paths),
        tracked=tracked,
        sparse=frozenset(sparse),
        unmerged=tuple(sorted(set(unmerged))),
        nested=tuple(sorted(nested)),
        submodules=submodules,
        unreadable=tuple(sorted(_CLOSED.findall(warnings))),  # left out of the output, and no failure
    )
