"""Which listed files a question can be answered from, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ctxask.repo.config import Config
from ctxask.repo.snapshot import Entry, Snapshot
from ctxask.rows import File, Note


@dataclass(frozen=True, slots=True)
class Coverage:
    """Covered files by path, and the others counted by reason."""

    files: tuple[File, ...]
    notes: tuple[Note, ...]
    excluded: frozenset[str]  # covered but for the configuration; `ctx get` still serves them


def classify(snapshot: Snapshot, config: Config, languages: Mapping[str, str]) -> Coverage:
    """The coverage of a snapshot; `languages` maps a suffix with its dot, or a whole file name, to a language."""
    files: list[File] = []
    reasons: dict[str, list[str]] = {
        code: [] for code in ("excluded_files", "no_language", "large_files", "binary_files")
    }
    for entry in snapshot.entries.values():
        if entry.is_link:
            continue  # counted by the snapshot
        language = language_of(entry.path, languages)
        reason = _reason(entry, language, config)
        if reason:
            reasons[reason].append(entry.path)
        else:
            files.append(File(entry.path, language, entry.content, entry.size))
    notes = tuple(Note(code, len(paths), _example(code, paths)) for code, paths in reasons.items() if paths)
    return Coverage(tuple(files), notes, frozenset(reasons["excluded_files"]))


def language_of(path: str, languages: Mapping[str, str]) -> str:
    """The language of a path, empty when there is none."""
    name = path[path.rfind("/") + 1 :]
    suffix = name[name.rfind(".") :] if "." in name else ""
    return languages.get(name) or languages.get(suffix, "")


def _reason(entry: Entry, language: str, config: Config) -> str:
    if not language:
        return "no_language"
    if config.narrows and not config.covers(entry.raw):
        return "excluded_files"
    if entry.size > config.max_file_bytes:
        return "large_files"
    return "binary_files" if entry.binary else ""


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
