"""Name-level resolution, held to annotated sources: what a line defines, and what each site on it is to whom."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ctxask import canon
from ctxask.facts import grammar, libraries
from ctxask.facts.extract import extract
from ctxask.facts.outline import Outline, utf8
from ctxask.facts.positions import Positions
from ctxask.repo.text import split_lines
from ctxask.resolve.names import NamesResolver
from ctxask.rows import Site, Symbol

CASES = sorted((Path(__file__).parents[2] / "languages").glob("*.txt"))
ASSERTED = ("confirmed", "likely")


class Files:
    """Files in memory behind the protocol of the resolver's sources."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def paths(self) -> Sequence[str]:
        return sorted(self.files)

    def language(self, path: str) -> str:
        return grammar.language_of(path)

    def read(self, path: str) -> bytes:
        return utf8(self.files[path])

    def positions(self, path: str) -> Positions:
        return Positions(self.read(path))

    def anchor(self, path: str, first: int, last: int) -> str:
        return canon.anchor(b"\n".join(split_lines(self.files[path])[first - 1 : last]))

    def holders(self, names: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
        return {name: tuple(p for p in self.paths() if name.encode() in utf8(self.files[p])) for name in names}

    def outline(self, path: str) -> Outline:
        stub = libraries.language_of(path)
        return extract(libraries.source(path), stub) if stub else extract(self.files[path], self.language(path))


def split(text: str) -> dict[str, bytes]:
    """Path -> bytes of a case file whose parts begin with `-- path --`."""
    parts = re.split(r"^-- (\S+) --\n", text, flags=re.MULTILINE)
    return {path: body.encode() for path, body in zip(parts[1::2], parts[2::2], strict=True)}


def check(files: Mapping[str, bytes]) -> None:
    """Holds every annotation, that nothing else is asserted of the symbols defined, and that the buckets sum.

    `@ def NAME KIND` says that the line defines it; `@ WORD NAME ROLE BUCKET [MECHANISM or TARGET]` says what the
    first WORD of the line (`WORD#2` the second) is to the symbol, which is named `path::name` where need be.
    """
    resolver = NamesResolver(Files(files))
    defined, expected = _annotations(files)
    symbols: dict[str, Symbol] = {}
    for path, line, name, kind in defined:
        fits = [s for s in resolver.definitions(path) if s.name == name and line in (s.line, *(at for at, _ in s.more))]
        assert [s.kind for s in fits] == [kind], f"{path}:{line} defines {name}: {fits}"
        symbols[fits[0].id] = fits[0]
    wanted: dict[str, set[tuple[str, int, int, str]]] = {key: set() for key in symbols}
    for path, line, word, given, role, bucket, more in expected:
        key = _one(given, symbols)
        col = _column(path, files[path], line, word)
        sites = {(s.path, s.line, s.col): s for s in resolver.references(symbols[key])}
        site = sites.get((path, line, col))
        assert site is not None, f"{path}:{line}:{col} {word} is no site of {key}"
        got = (site.role, site.bucket)
        assert got == (role, bucket), f"{path}:{line}:{col} {word} of {key}: {site}"
        assert not more or more in (site.mechanism, site.target), f"{path}:{line}:{col} {word} of {key}: {site}"
        wanted[key].add((path, line, col, bucket))
    for key, symbol in symbols.items():
        sites_of = resolver.references(symbol)
        asserted = {(s.path, s.line, s.col, s.bucket) for s in sites_of if s.bucket in ASSERTED}
        unexpected = asserted - wanted[key]
        assert not unexpected, f"asserted of {key} without an annotation: {sorted(unexpected)}"
        _sums(files, symbol, sites_of)


def _sums(files: Mapping[str, bytes], symbol: Symbol, sites: Sequence[Site]) -> None:
    """Each whole word in the family's files is a definition or exactly one site of the name."""
    name = symbol.name.rpartition(".")[2]
    family = grammar.languages()[grammar.language_of(symbol.path)].family
    words = set()
    for path, data in files.items():
        if grammar.languages()[grammar.language_of(path)].family == family:
            for number, text in enumerate(utf8(data).decode().split("\n"), 1):
                words |= {(path, number, match.start() + 1) for match in _word(path, name).finditer(text)}
    placed = [(s.path, s.line, s.col) for s in sites if s.name == name]
    assert len(placed) == len(set(placed)), f"a site of {symbol.id} is in two buckets"
    assert set(placed) <= words
    named = {(path, *place) for path in files for place in _definition_places(Files(files), path, name, family)}
    assert words - set(placed) <= named, f"no site of {symbol.id}: {sorted(words - set(placed) - named)}"


def _definition_places(sources: Files, path: str, name: str, family: str) -> list[tuple[int, int]]:
    if grammar.languages()[grammar.language_of(path)].family != family:
        return []
    definitions = sources.outline(path).definitions
    return [sources.positions(path).place(item.start) for item in definitions if item.name == name]


def _annotations(
    files: Mapping[str, bytes],
) -> tuple[list[tuple[str, int, str, str]], list[tuple[str, int, str, str, str, str, str]]]:
    defined, expected = [], []
    for path, data in files.items():
        for number, text in enumerate(data.decode().split("\n"), 1):
            for item in text.partition("@ ")[2].removesuffix("*/").split(";") if "@ " in text else ():
                words = item.split()
                if words[0] == "def":
                    defined.append((path, number, words[1], words[2]))
                else:
                    word, given, role, bucket, *more = words
                    expected.append((path, number, word, given, role, bucket, more[0] if more else ""))
    return defined, expected


def _one(given: str, symbols: Mapping[str, Symbol]) -> str:
    fits = [key for key in symbols if key == given or key.rpartition("::")[2] == given]
    assert len(fits) == 1, f"{given} names {fits}"
    return fits[0]


def _word(path: str, name: str) -> re.Pattern[str]:
    """The name as a whole word; a sigil of the language before it is none of it."""
    before = r"\w#" if grammar.details(grammar.language_of(path)).get("sigils") else r"\w$#"
    return re.compile(rf"(?<![{before}]){re.escape(name)}(?![\w$])")


def _column(path: str, data: bytes, line: int, word: str) -> int:
    name, _, nth = word[1:].partition("#")
    name = word[0] + name
    text = data.decode().split("\n")[line - 1].partition("@ ")[0]
    places = [match.start() for match in _word(path, name).finditer(text)]
    assert len(places) >= int(nth or 1), f"line {line} holds no {word}: {text}"
    return places[int(nth or 1) - 1] + 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_annotated_source(case: Path) -> None:
    check(split(case.read_text(encoding="utf-8")))
