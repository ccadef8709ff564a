"""The stamp of a run: which files, with which contents, it ran on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from ctxask import canon
from ctxask.repo.git import GitFailed
from ctxask.repo.snapshot import Snapshot


class Stamp(NamedTuple):
    """What is known of the work tree before a command starts."""

    snapshot: str = ""  # its id; empty where the files did not rest
    head: str = ""  # id of the commit that is checked out
    contents: bytes = b""


def stamp_of(snapshot: Snapshot) -> Stamp:
    """The stamp of a snapshot: path and content id of every listed file."""
    listed = {entry.path: entry.content for entry in snapshot.entries.values()}
    return Stamp(snapshot.id, _head(snapshot), canon.encode(listed))


def contents_of(data: bytes) -> Mapping[str, str] | None:
    """Path to content id, of a stamp's bytes; None for what is none."""
    try:
        found = json.loads(data) if data else {}
    except ValueError:
        return None
    if not isinstance(found, dict) or not all(isinstance(content, str) for content in found.values()):
        return None
    return found


def _head(snapshot: Snapshot) -> str:
    if snapshot.git is None:
        return ""
    try:
        said = snapshot.git.run("rev-parse", "--verify", "--quiet", "--end-of-options", "HEAD^{commit}")
    except GitFailed:  # nothing is committed yet
        return ""
    return said.decode("ascii", "replace").strip()
