"""From what was seen in bytecode to call sites: the place of the called name, and the definitions that ran."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from eval.accuracy.oracle import Call, Place

Position = tuple[int, int, int, int]  # line, last line, column, last column: columns count bytes from 0
Spot = tuple[int, int]  # line from 1, column in code points from 0
Definition = tuple[str, int, str]  # path, line, qualified name
Function = ast.FunctionDef | ast.AsyncFunctionDef
_HEAD = re.compile(r"(?:async\s+)?(?:def|class)\s+")


class Named(NamedTuple):
    """What a call calls, as it is written."""

    name: str
    kind: str  # name, attr
    line: int
    column: int


class Seen(NamedTuple):
    """A call as it was seen in one place of the bytecode."""

    named: Named
    kind: str
    scope: str
    ran: list[Definition]
    lost: bool  # something of the package ran that has no name here: a lambda, what another package made of it


class File:
    """A source file: its calls by position, its definitions by name and by first line."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.named: dict[Position, Named] = {}  # by the position of the call
        self.shared: set[Position] = set()  # where the interpreter makes a second call of its own
        self.lines: dict[str, int] = {}  # of definitions, by qualified name; the last of a name
        self.functions: dict[tuple[int, str], tuple[int, str]] = {}  # first line and name -> line, qualified name
        self.heads: dict[Spot, str] = {}  # where a definition writes its name -> the qualified name
        self.aliases: dict[Spot, Spot] = {}  # where a name is assigned -> the name that it is given
        self._rows = content.decode("utf-8-sig", "replace").split("\n")
        try:
            self._read(ast.parse(content))
        except (SyntaxError, ValueError):
            return

    def _read(self, tree: ast.AST) -> None:
        stack: list[tuple[ast.AST, str]] = [(tree, "")]
        while stack:
            node, prefix = stack.pop()
            for child in ast.iter_child_nodes(node):
                inner = prefix
                if isinstance(child, Function | ast.ClassDef):
                    inner = f"{prefix}{child.name}."
                    self._define(child, f"{prefix}{child.name}")
                elif isinstance(child, ast.Assign):
                    self._assign(child)
                elif isinstance(child, ast.Call):
                    self._call(child)
                elif isinstance(child, ast.withitem):
                    self.shared.add(_position(child.context_expr))
                stack.append((child, inner))

    def _define(self, node: Function | ast.ClassDef, name: str) -> None:
        self.lines[name] = node.lineno
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        self.functions[first, node.name] = (node.lineno, name)
        head = _HEAD.match(self._rows[node.lineno - 1], node.col_offset)
        if head is not None:  # else the name stands on a line of its own
            self.heads[node.lineno, head.end()] = name
        self.shared |= {_position(decorator) for decorator in node.decorator_list}

    def _assign(self, node: ast.Assign) -> None:
        given = self._spot(node.value)
        if given is not None:
            self.aliases |= {spot: given for target in node.targets if (spot := self._spot(target)) is not None}

    def _call(self, node: ast.Call) -> None:
        called = node.func
        spot = self._spot(called)
        if spot is None:
            return
        name, kind = (called.id, "name") if isinstance(called, ast.Name) else (str(getattr(called, "attr", "")), "attr")
        line, column = spot
        place = Named(name, kind, line, column + 1)
        whole = _position(node)
        self.named[whole] = place
        # a method that stands on a later line than its receiver: the interpreter says where the method stands
        start = len(self._rows[line - 1][:column].encode())
        self.named.setdefault((line, whole[1], start, whole[3]), place)

    def _spot(self, node: ast.expr) -> Spot | None:
        """Where a name or the last name of an attribute stands: line from 1, column in code points from 0."""
        if isinstance(node, ast.Name):
            line, column = node.lineno, node.col_offset
        elif isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset is not None:
            line, column = node.end_lineno, node.end_col_offset - len(node.attr.encode())
        else:
            return None
        return line, len(self._rows[line - 1].encode()[:column].decode("utf-8", "replace"))


class Files:
    """The sources of a package, read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, File] = {}

    def of(self, path: str) -> File:
        """A file; an empty one where there is none."""
        if path not in self._files:
            whole = self._root / path
            self._files[path] = File(path, whole.read_bytes() if whole.is_file() else b"")
        return self._files[path]

    def bearing(self, name: str) -> list[str]:
        """The files that define a qualified name."""
        for path in sorted(self._root.rglob("*.py")):
            self.of(path.relative_to(self._root).as_posix())
        return [path for path, file in sorted(self._files.items()) if path.endswith(".py") and name in file.lines]


def sites(rows: Iterable[dict[str, Any]], files: Files) -> list[Call]:
    """The call sites that were reached, in the order of the sources; those that cannot be told are left out."""
    found: dict[Place, list[Seen]] = {}
    for row in _first_of_shared(rows, files):
        named = files.of(row["path"]).named.get(_tuple(row["at"]))
        if named is not None:
            ran = [_definition(place, files) for place in row["ran"]]
            known = [place for place in ran if place is not None]
            kind = "class" if row["kind"] == "class" else named.kind
            seen = Seen(named, kind, _plain(row["in"]), known, bool(ran) and not known)
            found.setdefault((row["path"], named.line, named.column), []).append(seen)
    return [call for place in sorted(found) if (call := _joined(place, found[place])) is not None]


def _first_of_shared(rows: Iterable[dict[str, Any]], files: Files) -> Iterator[dict[str, Any]]:
    """Where a decorator is applied or a `with` left, the first call of the place is the written one."""
    first: dict[tuple[str, str, Position], int] = {}
    kept = list(rows)
    for row in kept:
        key = (row["path"], row["in"], _tuple(row["at"]))
        first[key] = min(first.get(key, row["offset"]), row["offset"])
    for row in kept:
        at = _tuple(row["at"])
        if at not in files.of(row["path"]).shared or row["offset"] == first[row["path"], row["in"], at]:
            yield row


def _definition(place: dict[str, Any], files: Files) -> Definition | None:
    """Path, line and qualified name of what ran; nothing for lambdas and what no source defines."""
    path, name = place["path"], _plain(place["name"])
    if place["kind"] == "function":
        told = files.of(path).functions.get((place["first"], name.rpartition(".")[2]))
        return (path, *told) if told is not None else None
    if place["kind"] == "foreign":
        return None
    if name not in files.of(path).lines:  # a class may give itself another module's name
        bearing = files.bearing(name)
        if len(bearing) != 1:
            return None
        path = bearing[0]
    return path, files.of(path).lines[name], name


def _joined(place: Place, parts: list[Seen]) -> Call | None:
    ran = sorted({definition for part in parts for definition in part.ran})
    if not ran and any(part.lost for part in parts):
        return None
    kinds = {part.kind for part in parts if part.ran}
    kind = "neg" if not ran else "class" if "class" in kinds else min(kinds)
    return Call(place, parts[0].named.name, kind, parts[0].scope, tuple(ran))


def _plain(name: str) -> str:
    return name.replace(".<locals>", "")


def _position(node: ast.expr) -> Position:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _tuple(at: list[int]) -> Position:
    line, last, column, end = at
    return line, last, column, end
