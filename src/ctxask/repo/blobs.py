"""The bytes that git keeps under blob ids; what is not in this clone is left out, and never fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxask.repo.git import Git, GitFailed
from ctxask.repo.look import LARGE
from ctxask.repo.snapshot import Snapshot

_PORTION = 32 << 20  # bytes asked for at once
_GAPS = 64  # objects that are not there, in a git that gives up at each: what follows counts as missing too


class _Reply(NamedTuple):
    """What cat-file says of one object."""

    kind: str  # blob, …, or missing
    size: int
    data: bytes


def sizes(git: Git, blobs: Iterable[str]) -> dict[str, int]:
    """The sizes of the blobs that are here, in bytes."""
    replies = _replies(git, "--batch-check", sorted(set(blobs)))
    return {blob: reply.size for blob, reply in replies if reply.kind == "blob"}


def contents(git: Git, known: dict[str, int]) -> Iterator[tuple[str, bytes]]:
    """The bytes of blobs whose sizes are known, by blob id; large ones are left out. Holds one portion at a time."""
    portion: list[str] = []
    room = _PORTION
    for blob in sorted(blob for blob, size in known.items() if size <= LARGE):
        if known[blob] > room:
            yield from _portion(git, portion)
            portion, room = [], _PORTION
        portion.append(blob)
        room -= known[blob]
    yield from _portion(git, portion)


def base_contents(snapshot: Snapshot, blobs: frozenset[str]) -> dict[str, bytes]:
    """The bytes of blobs of the base; large ones, and those that are missing (a partial clone), are not in it."""
    git = snapshot.git
    return dict(contents(git, sizes(git, blobs))) if git is not None else {}


def _portion(git: Git, blobs: list[str]) -> Iterator[tuple[str, bytes]]:
    for blob, reply in _replies(git, "--batch", blobs):
        if reply.kind == "blob":
            yield blob, reply.data


def _replies(git: Git, option: str, blobs: list[str]) -> Iterator[tuple[str, _Reply]]:
    """What git says of each object; one at which it gives up, as it does where it may not fetch, has no reply."""
    left, gaps = blobs, 0
    while left and gaps < _GAPS:
        try:
            output, whole = git.run("cat-file", option, stdin="\n".join(left).encode("ascii") + b"\n"), True
        except GitFailed as failed:
            output, whole = failed.output, False
        replies = list(_parsed(output, option == "--batch"))
        yield from zip(left, replies, strict=False)
        left, gaps = ([] if whole else left[len(replies) + 1 :]), gaps + 1


def _parsed(output: bytes, with_data: bool) -> Iterator[_Reply]:
    """The whole replies in what cat-file wrote: `ID missing`, or `ID TYPE SIZE` and, if asked for, the bytes."""
    at = 0
    while (end := output.find(b"\n", at)) >= 0:
        head = output[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(head) != 3:
            yield _Reply("missing", 0, b"")
            continue
        size = int(head[2])
        data = output[at : at + size] if with_data else b""
        if with_data:
            if len(output) <= at + size:
                return
            at += size + 1
        yield _Reply(head[1], size, data)
