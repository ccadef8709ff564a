"""What a SCIP index says of a repository's symbols, in the terms of the suites."""

from __future__ import annotations

import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eval.accuracy.oracle import Place
from eval.languages.scip import Information, documents

COMMON = 3  # classes that have a member of a name for it to be a common one
_DESCRIPTOR = re.compile(r"(?P<owner>(?:[\w$]+[#./])*)(?P<name>[\w$]+|`<get>[\w$]+`|`#[\w$]+`)(?P<kind>#|\(\)\.|\.)")
_EXPORTS = re.compile(r"export\s+(?:type\s+)?\{[^}]*\}|(?:module\.)?exports\s*=\s*\{[^{}]*\}")
_REQUIRES = re.compile(r"(?:(?:const|let|var)\s+|,\s*)(?:[\w$]+|\{[^{}]*\})\s*=\s*require\(")
_CALLED = {"#": "type", "().": "function", ".": "constant"}


@dataclass(frozen=True, slots=True)
class Known:
    """A symbol and where it is used."""

    symbol: str
    category: str
    path: str
    line: int
    references: frozenset[Place]
    disputed: frozenset[Place]  # its name in brackets or as `default`; where it is overridden; unclear places


class Index:
    """An index, and the sources that it was made of."""

    def __init__(self, root: Path, file: Path) -> None:
        self._root = root
        self._lines: dict[str, list[str]] = {}
        self._definitions: dict[str, list[Place]] = defaultdict(list)
        self._references: dict[str, set[Place]] = defaultdict(set)
        self._at: dict[Place, set[str]] = defaultdict(set)  # symbols that are defined at a place
        self._told: dict[str, Information] = {}
        self._matched: dict[tuple[re.Pattern[str], str], list[tuple[int, int]]] = {}
        self._covered: set[str] = set()
        self._uncovered: dict[str, str] | None = None
        for document in documents(file):
            self._covered.add(document.path)
            if (root / document.path).is_file():
                self._told.update((told.symbol, told) for told in document.symbols)
                for item in document.occurrences:
                    if not item.symbol.startswith("local ") or item.is_definition:
                        self._add(document.path, item.symbol, item.line, item.column, item.is_definition)

    def known(self) -> Iterator[Known]:
        """The symbols that are defined once, or several times in one file, and have a category."""
        parts = {symbol: _parts(symbol) for symbol in self._definitions}
        common = Counter(found["name"] for found in parts.values() if found and found["owner"])
        overridden, unclear = self._overridden(), self._unclear()
        for symbol, places in sorted(self._definitions.items()):
            found = parts[symbol]
            if found is None or symbol not in self._told or len({place[0] for place in places}) > 1:
                continue
            place = min(places)
            if self._stands_in(_REQUIRES, place):
                continue
            uses = self._uses(symbol, found["name"])
            plain = frozenset(
                use for use in uses if re.match(r"#?[\w$]", self._text(use)) and not self._is_default(use)
            )
            category = self._category(symbol, found, plain, common)
            if category:
                name = re.sub("[#/]", ".", found["owner"]) + found["name"].strip("`").removeprefix("<get>")
                disputed = (uses - plain) | overridden.get(symbol, set()) | unclear.get(found["name"], set())
                disputed |= self._of_properties(disputed) | self._renamed(plain, unclear)
                yield Known(name, category, place[0], place[1], plain - set(places), frozenset(disputed - plain))

    def _category(self, symbol: str, found: re.Match[str], uses: frozenset[Place], common: Counter[str]) -> str:
        kind = self._told[symbol].documentation.removeprefix("```ts\n").partition(" ")[0]
        if found["owner"]:
            owner = symbol.removesuffix(found["name"] + found["kind"])
            if found["kind"] == "().":
                return "method, common name" if common[found["name"]] >= COMMON else "method"
            of_class = owner in self._told and self._told[owner].documentation.startswith("```ts\nclass")
            return "field" if of_class else ""
        if any(self._stands_in(_EXPORTS, use) for use in uses):
            return "re-exported"
        return kind if kind in ("class", "enum") else _CALLED[found["kind"]]

    def _uses(self, symbol: str, name: str) -> set[Place]:
        """Where the symbol is meant, also by its constructor and by the property that a shorthand makes of it."""
        uses = set(self._references[symbol])
        if symbol.endswith("#"):
            uses |= {use for use in self._references[f"{symbol}`<constructor>`()."] if not self._is_super(use)}
        for use in sorted(uses):
            for other in sorted(self._at[use]):
                if other.endswith(":") and self._text(use).startswith(name):
                    uses |= self._references[other]
        return uses

    def _overridden(self) -> dict[str, set[Place]]:
        """Symbol -> where the definitions stand that override or implement it."""
        found: dict[str, set[Place]] = defaultdict(set)
        for symbol, told in self._told.items():
            for other in told.related:
                found[other].update(self._definitions.get(symbol, ()))
        return found

    def _unclear(self) -> dict[str, set[Place]]:
        """Name -> where `require` or a shorthand property brings it: the index defines there, and names no other."""
        found: dict[str, set[Place]] = defaultdict(set)
        for place in self._at:
            name = re.match(r"[\w$]*", self._text(place))
            rest = self._text(place)[name.end() :] if name else ""
            if name and (self._stands_in(_REQUIRES, place) or self._is_shorthand(place, rest)):
                renamed = re.search(r"([\w$]+)\s*:\s*$", self._line(place[0], place[1] - 1)[: place[2] - 1])
                found[name[0]].add(place)
                if renamed:
                    found[renamed[1]].add(place)
        return found

    def _of_properties(self, unclear: set[Place]) -> set[Place]:
        """Where properties are used that the index defines at unclear places."""
        properties = {symbol for place in unclear for symbol in self._at[place] if symbol.endswith(":")}
        return {use for symbol in sorted(properties) for use in self._references[symbol]}

    def _renamed(self, uses: frozenset[Place], unclear: dict[str, set[Place]]) -> set[Place]:
        """Unclear places that bring a name under which the symbol is used in the same file."""
        names = {(use[0], match[0]) for use in uses if (match := re.match(r"[\w$]*", self._text(use)))}
        return {place for path, name in names for place in unclear.get(name, ()) if place[0] == path}

    def outside(self, name: str) -> set[Place]:
        """Where a name stands in files that the index does not cover."""
        if self._uncovered is None:
            listed = subprocess.run(
                ["git", "ls-files", "-z"], cwd=self._root, capture_output=True, text=True, check=True
            )
            others = [path for path in listed.stdout.split("\0") if path and path not in self._covered]
            texts = {
                path: (self._root / path).read_bytes().decode("utf-8", "replace")
                for path in others
                if self._is_file(path)
            }
            self._uncovered = {path: text for path, text in texts.items() if "\0" not in text}
        word = re.compile(rf"(?<![\w$#]){re.escape(name)}(?![\w$])")
        found = set()
        for path, text in self._uncovered.items():
            for match in word.finditer(text) if name in text else ():
                line = text.count("\n", 0, match.start())
                found.add((path, line + 1, match.start() - (text.rfind("\n", 0, match.start()) + 1) + 1))
        return found

    def _is_file(self, path: str) -> bool:
        file = self._root / path
        return file.is_file() and not file.is_symlink() and file.stat().st_size < 1_000_000

    def _is_shorthand(self, place: Place, rest: str) -> bool:
        return any(symbol.endswith(":") for symbol in self._at[place]) and not re.match(r"\s*[:(]", rest)

    def _add(self, path: str, symbol: str, line: int, column: int, is_definition: bool) -> None:
        text = self._line(path, line)
        before = text.encode("utf-16-le")[: 2 * column].decode("utf-16-le", "replace")
        place = (path, line + 1, len(before) + 1)
        if is_definition:
            if not symbol.startswith("local "):
                self._definitions[symbol].append(place)
            self._at[place].add(symbol)
        else:
            self._references[symbol].add(place)

    def _line(self, path: str, line: int) -> str:
        if path not in self._lines:
            self._lines[path] = (self._root / path).read_bytes().decode("utf-8", "replace").split("\n")
        return self._lines[path][line]

    def _text(self, place: Place) -> str:
        return self._line(place[0], place[1] - 1)[place[2] - 1 :]

    def _is_default(self, place: Place) -> bool:
        return bool(re.match(r"default\b", self._text(place)))

    def _is_super(self, place: Place) -> bool:
        return bool(re.match(r"(super|constructor)\b", self._text(place)))

    def _stands_in(self, pattern: re.Pattern[str], place: Place) -> bool:
        """Whether the place stands in what the pattern matches in its file."""
        key = (pattern, place[0])
        if key not in self._matched:
            text = "\n".join(self._lines[place[0]])
            self._matched[key] = [match.span() for match in pattern.finditer(text)]
        lines = self._lines[place[0]]
        at = sum(len(line) + 1 for line in lines[: place[1] - 1]) + place[2] - 1
        return any(first <= at < last for first, last in self._matched[key])


def _parts(symbol: str) -> re.Match[str] | None:
    """The descriptors of a symbol below its file; None for parameters, literals and whatever has no plain name."""
    return _DESCRIPTOR.fullmatch(symbol.rpartition("`/")[2])
