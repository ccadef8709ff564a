"""Which files belong to a folder that git does not speak for: a walk under its `.gitignore` files."""

from __future__ import annotations

import os
from pathlib import Path

from ctxask.repo.files import read_regular
from ctxask.repo.ignore import Rules, parse
from ctxask.repo.listing import Listing

_IGNORE_FILE_LIMIT = 1 << 20


def walk(root: Path) -> Listing:
    """Files and links that no `.gitignore` excludes; other repositories are named and not entered."""
    top = os.fsencode(root)
    paths: list[bytes] = []
    nested: list[bytes] = []
    unreadable: list[bytes] = []
    pending: list[tuple[bytes, tuple[tuple[int, Rules], ...]]] = [(b"", ())]
    while pending:
        folder, rules = pending.pop()  # folder: empty for the root, else with its final slash
        try:
            found = sorted(os.scandir(top + b"/" + folder), key=lambda entry: entry.name)
        except OSError:
            unreadable.append(folder)
            continue
        names = {entry.name for entry in found}
        if folder and b".git" in names:
            nested.append(folder)
            continue
        if b".gitignore" in names:
            rules = (*rules, (len(folder), _rules(top + b"/" + folder + b".gitignore")))
        for entry in found:
            path = folder + entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name == b".git" or _ignored(path, is_folder, rules):
                continue
            if is_folder:
                pending.append((path + b"/", rules))
            elif entry.is_file(follow_symlinks=False) or entry.is_symlink():
                paths.append(path)
    return Listing(tuple(sorted(paths)), {}, nested=tuple(sorted(nested)), unreadable=tuple(sorted(unreadable)))


def _rules(path: bytes) -> Rules:
    try:
        return parse(read_regular(path, _IGNORE_FILE_LIMIT))
    except OSError:
        return Rules(())  # as git does with one that it cannot open, and with a link


def _ignored(path: bytes, is_folder: bool, rules: tuple[tuple[int, Rules], ...]) -> bool:
    """The innermost ignore file that names the path decides."""
    for start, own in reversed(rules):
        verdict = own.verdict(path[start:], is_folder)
        if verdict is not None:
            return verdict
    return False
