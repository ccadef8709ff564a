"""Ways to answer a question in plain words, each with the places that it cites, the best first."""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from eval.explore.definitions import Definition, definitions
from eval.explore.histories import is_source
from eval.install import Installed

CITED = 8  # places of a baseline
SATURATION, LENGTH = 1.2, 0.75  # BM25's usual settings
_WORD = re.compile(r"[A-Za-z_]{3,}")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
STOP = frozenset(
    _WORD.findall(
        "about after all also and any are but can could does for from had has have how into its more not now only other"
        " our should some such than that the their them then there these they this use used uses using was were what"
        " when where which while why will with would you your"
    )
)


class Cited(NamedTuple):
    """A place to read."""

    path: str
    first: int
    last: int


Document = TypeVar("Document", str, Cited)


class Asked(NamedTuple):
    """A question, and the work tree that it is about."""

    installed: Installed
    root: Path
    home: Path
    text: str


def explored(asked: Asked) -> list[Cited]:
    """What `ctx explore` cites."""
    done = subprocess.run(
        [asked.installed.ctx, "-C", str(asked.root), "explore", "--json", "--quiet", "--", asked.text],
        env=asked.installed.environment(asked.home),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    told = json.loads(done.stdout)
    return [Cited(row["path"], row["first"], row["last"]) for row in told.get("citations", ())]


def grepped(asked: Asked) -> list[Cited]:
    """BM25 over the files by the lines that hold each word; of a file, the definition with most of these lines."""
    words = sorted({word.lower() for word in _WORD.findall(asked.text)} - STOP)
    sources = _sources(asked.root)
    hits: dict[str, Counter[str]] = {path: Counter() for path in sources}
    lines: dict[str, list[int]] = {path: [] for path in sources}
    for word in words:
        command = ["git", "grep", "-n", "-i", "-w", "-z", "-F", "-e", word, "--", "*.py"]
        done = subprocess.run(command, cwd=asked.root, capture_output=True, check=False)
        for row in done.stdout.decode("utf-8", "replace").splitlines():
            path, number, _ = (*row.split("\0", 2), "", "")[:3]
            if path in hits and number.isdigit():
                hits[path][word] += 1
                lines[path].append(int(number))
    lengths = {path: source.count("\n") + 1 for path, source in sources.items()}
    best = ranked(hits, lengths)[:CITED]
    return [_busiest(path, sources[path], lines[path]) for path in best]


def looked_up(asked: Asked) -> list[Cited]:
    """BM25 over the words of every definition, with the words of its name."""
    words = Counter(_parts(asked.text))
    hits: dict[Cited, Counter[str]] = {}
    lengths: dict[Cited, int] = {}
    for path, source in _sources(asked.root).items():
        text = source.splitlines()
        for one in _definitions(source):
            told = Counter(_parts("\n".join(text[number - 1] for number in sorted(one.lines) if number <= len(text))))
            place = Cited(path, one.first, one.last)
            hits[place] = Counter({word: told[word] for word in words if told[word]})
            lengths[place] = told.total()
    return ranked(hits, lengths)[:CITED]


ARMS: Mapping[str, Callable[[Asked], list[Cited]]] = {
    "explore": explored,
    "grep": grepped,
    "definitions": looked_up,
}


def ranked(hits: Mapping[Document, Counter[str]], lengths: Mapping[Document, int]) -> list[Document]:
    """The documents that hold a word, by BM25; ties by path and line."""
    held = Counter(word for counts in hits.values() for word in counts)
    usual = sum(lengths.values()) / max(1, len(lengths))

    def score(document: Document) -> float:
        spread = SATURATION * (1 - LENGTH + LENGTH * lengths[document] / usual)
        counts = hits[document]
        return sum(
            math.log(1 + (len(hits) - held[word] + 0.5) / (held[word] + 0.5))
            * count
            * (SATURATION + 1)
            / (count + spread)
            for word, count in sorted(counts.items())
        )

    scores = {document: score(document) for document, counts in hits.items() if counts}
    return sorted(scores, key=lambda document: (-scores[document], document))


def _busiest(path: str, source: str, lines: Sequence[int]) -> Cited:
    """The definition in which most of the lines stand; the whole file where they stand in none."""
    found = [(sum(number in one.lines for number in lines), -one.first, one) for one in _definitions(source)]
    count, _, one = max(found, default=(0, 0, None), key=lambda row: row[:2])
    return Cited(path, one.first, one.last) if one and count else Cited(path, 1, source.count("\n") + 1)


def _definitions(source: str) -> list[Definition]:
    try:
        return definitions(source)
    except (SyntaxError, ValueError):
        return []


def _sources(root: Path) -> dict[str, str]:
    """The package's own Python files, tests left out."""
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=root, capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split("\0") if path and is_source(path) and (root / path).is_file()]
    return {path: (root / path).read_bytes().decode("utf-8", "replace") for path in paths}


def _parts(text: str) -> list[str]:
    """The words, names split where they change case and at underscores."""
    return [part.lower() for part in _PART.findall(text) if len(part) > 2 and part.lower() not in STOP]
