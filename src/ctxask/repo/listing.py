"""Which files belong to a repository, as git says."""

from __future__ import annotations

from dataclasses import dataclass, field

from ctxask.repo.git import Git

GITLINK = b"160000"


@dataclass(frozen=True, slots=True)
class Listing:
    """Paths as bytes, relative to the root, sorted."""

    paths: tuple[bytes, ...]  # files and links, tracked or not ignored; some may be gone from the work tree
    tracked: dict[bytes, tuple[str, str]] = field(default_factory=dict)  # path -> (mode, blob id) of the index
    sparse: frozenset[bytes] = frozenset()  # left out of the work tree on purpose
    unmerged: tuple[bytes, ...] = ()
    nested: tuple[bytes, ...] = ()  # folders with a repository of their own: embedded clones, work trees
    submodules: tuple[bytes, ...] = ()
    unreadable: tuple[bytes, ...] = ()  # folders that could not be listed


def list_files(git: Git) -> Listing:
    """Tracked files, and untracked ones that git does not ignore; raises GitFailed.

    One process, which neither refreshes the index nor compares a file, so that no filter can be wanted.
    """
    output = git.run("ls-files", "-z", "-t", "-s", "--cached", "--others", "--exclude-standard")
    others: list[bytes] = []
    nested: list[bytes] = []
    submodules: list[bytes] = []
    sparse: list[bytes] = []
    unmerged: dict[bytes, None] = {}
    tracked: dict[bytes, tuple[str, str]] = {}
    for item in output.split(b"\0"):
        tag, rest = item[:2], item[2:]
        if tag == b"? ":
            (nested if rest.endswith(b"/") else others).append(rest)
            continue
        if not tag:
            continue
        head, _, path = rest.partition(b"\t")
        mode, blob, _stage = head.split(b" ")
        if mode == GITLINK:
            submodules.append(path)
            continue
        if tag == b"S ":
            sparse.append(path)
        elif tag == b"M ":
            unmerged[path] = None
        tracked[path] = (mode.decode(), blob.decode())
    return Listing(
        paths=tuple(sorted({*tracked, *others})),
        tracked=tracked,
        sparse=frozenset(sparse),
        unmerged=tuple(sorted(unmerged)),
        nested=tuple(sorted(nested)),
        submodules=tuple(sorted(submodules)),
    )
