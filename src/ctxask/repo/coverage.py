"""Which listed files a question can be answered from, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ctxask.repo.config import Config
from ctxask.repo.look import LINK
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import File, Note

_REASONS = ("excluded_files", "no_language", "large_files", "binary_files")


class Coverage(NamedTuple):
    """Covered files, and the others counted by reason."""

    languages: dict[str, str]  # path -> language, by path
    notes: tuple[Note, ...]
    excluded: frozenset[str]  # left out by the configuration alone; `ctx get` still serves them
    snapshot: Snapshot

    @property
    def files(self) -> tuple[File, ...]:
        """Rows of the covered files, by path; made when they are asked for."""
        entries = self.snapshot.entries
        return tuple(
            File(path, language, entries[path].content, entries[path].size) for path, language in self.languages.items()
        )


def classify(snapshot: Snapshot, config: Config, languages: Mapping[str, str]) -> Coverage:
    """The coverage of a snapshot; `languages` maps a suffix with its dot, or a whole file name, to a language."""
    covered: dict[str, str] = {}
    reasons: dict[str, list[str]] = {code: [] for code in _REASONS}
    narrows, limit = config.narrows, config.max_file_bytes
    for path, raw, mode, _, size, binary in snapshot.entries.values():
        if mode == LINK:
            continue  # counted by the snapshot
        language = language_of(path, languages)
        if not language:
            reasons["no_language"].append(path)
        elif narrows and not config.covers(raw):
            reasons["excluded_files"].append(path)
        elif size > limit:
            reasons["large_files"].append(path)
        elif binary:
            reasons["binary_files"].append(path)
        else:
            covered[path] = language
    notes = tuple(Note(code, len(paths), _example(code, paths)) for code, paths in reasons.items() if paths)
    return Coverage(covered, notes, frozenset(reasons["excluded_files"]), snapshot)


def language_of(path: str, languages: Mapping[str, str]) -> str:
    """The language of a path, empty when there is none."""
    name = path[path.rfind("/") + 1 :]
    suffix = name[name.rfind(".") :] if "." in name else ""
    return languages.get(name) or languages.get(suffix, "")


def _example(code: str, paths: list[str]) -> str:
    """The first path; for files without a language, how many there are of each suffix."""
    if code != "no_language":
        return paths[0]
    counts: dict[str, int] = {}
    for path in paths:
        name = path[path.rfind("/") + 1 :]
        suffix = name[name.rfind(".") :] if "." in name[1:] else name
        counts[suffix] = counts.get(suffix, 0) + 1
    most = sorted(counts, key=lambda suffix: (-counts[suffix], suffix))[:3]
    return ", ".join(f"{counts[suffix]} {suffix}" for suffix in most)
