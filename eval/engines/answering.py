"""Each engine over the sampled call sites of a package: what it names there, in the form of our own export."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.accuracy.oracle import Call
from eval.bench.measure import Cost, measure
from eval.engines.lsp import Location, Server
from eval.install import Installed
from eval.observed.sites import Files

JEDI = Path(__file__).with_name("jedi_goto.py")
PINS = {"pyright": "1.1.414", "pyrefly": "1.5.0", "ty": "0.0.108", "jedi": "0.20.1"}
ALIASES = 3  # assignments that are followed
Row = dict[str, Any]
Asked = dict[Path, list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Tree:
    """A package's copy, and the interpreter whose packages it imports."""

    root: Path
    sources: tuple[str, ...]  # folders whose modules are imported, before those of the interpreter
    interpreter: Path
    python: str


@dataclass(frozen=True, slots=True)
class Answered:
    """What an engine named, and what that took."""

    rows: list[Row]
    cost: Cost


def ours(installed: Installed, tree: Tree, home: Path) -> Answered:
    """Every call of the package, whatever the sample."""
    done = measure(
        [installed.ctx, "-C", str(tree.root), "export", "calls", "--format", "jsonl"],
        tree.root,
        installed.environment(home),
    )
    if done.code:
        raise SystemExit(f"ctx export left with exit code {done.code}")
    return Answered([json.loads(line) for line in done.output.splitlines()], done.cost)


def pyright(bin: Path, tree: Tree, calls: Sequence[Call]) -> Answered:
    """Through its language server, with a configuration that names sources and interpreter."""
    settings = {"include": ["."], "extraPaths": list(tree.sources), "pythonVersion": tree.python}
    _write(tree.root / "pyrightconfig.json", json.dumps(settings))
    told = {"python": {"pythonPath": str(tree.interpreter), "analysis": {"diagnosticMode": "openFilesOnly"}}}
    return _served([str(bin / "pyright-langserver"), "--stdio"], bin, tree, calls, told)


def pyrefly(bin: Path, tree: Tree, calls: Sequence[Call]) -> Answered:
    """Through its language server."""
    rows = {"project-includes": ["**/*.py"], "search-path": list(tree.sources), "python-version": tree.python}
    rows |= {"python-interpreter-path": str(tree.interpreter)}
    _write(tree.root / "pyrefly.toml", "".join(f"{name} = {json.dumps(value)}\n" for name, value in rows.items()))
    return _served([str(bin / "pyrefly"), "lsp"], bin, tree, calls, {})


def ty(bin: Path, tree: Tree, calls: Sequence[Call]) -> Answered:
    """Through its language server."""
    rows = {"root": list(tree.sources), "python": str(tree.interpreter.parent.parent), "python-version": tree.python}
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in rows.items())
    _write(tree.root / "ty.toml", f"[environment]\n{text}")
    return _served([str(bin / "ty"), "server"], bin, tree, calls, {})


def jedi(bin: Path, tree: Tree, calls: Sequence[Call]) -> Answered:
    """Through its own interface."""
    asked = _asked(tree, calls)
    lines = [json.dumps({"path": str(file), "places": places}) + "\n" for file, places in asked.items()]
    questions = tree.root.parent / "questions.jsonl"
    questions.write_text("".join(lines))
    sources = [str(tree.root / source) for source in tree.sources]
    script = f"exec {bin / 'python'} {JEDI} {tree.root} {tree.interpreter} {' '.join(sources)} < {questions}"
    done = measure(["/bin/sh", "-c", script], tree.root, _environment(bin, tree))
    if done.code:
        raise SystemExit(f"jedi left with exit code {done.code}")
    answers = [json.loads(line) for line in done.output.splitlines()]
    found = {file: [[(p, n, c) for p, n, c in one] for one in rows] for file, rows in zip(asked, answers, strict=True)}
    return Answered(_rows(tree, calls, found), done.cost)


ENGINES: Mapping[str, Callable[[Path, Tree, Sequence[Call]], Answered]] = {
    "pyright": pyright,
    "pyrefly": pyrefly,
    "ty": ty,
    "jedi": jedi,
}


def _served(command: list[str], bin: Path, tree: Tree, calls: Sequence[Call], settings: Any) -> Answered:
    """Asks about every call; where the answer is a plain assignment, asks on about the name that is assigned."""
    server = Server(command, tree.root, _environment(bin, tree), settings)
    files = Files(tree.root)
    found = {file: server.definitions(file, places) for file, places in _asked(tree, calls).items()}
    for _ in range(ALIASES):
        answers = [(answer, i) for rows in found.values() for answer in rows for i in range(len(answer))]
        behind = {answer[i]: spot for answer, i in answers if (spot := _alias(tree.root, files, answer[i])) is not None}
        further: dict[Location, list[Location]] = {}
        for file in sorted({path for path, _, _ in behind}):
            here = [location for location in behind if location[0] == file]
            told = server.definitions(Path(file), [(behind[at][0] - 1, behind[at][1]) for at in here])
            further.update(zip(here, told, strict=True))
        found = {
            file: [[new for at in answer for new in further.get(at, [at])] for answer in rows]
            for file, rows in found.items()
        }
    return Answered(_rows(tree, calls, found), server.end())


def _alias(root: Path, files: Files, location: Location) -> tuple[int, int] | None:
    file, line, column = location
    inside = file.startswith(f"{root}/")
    return files.of(file.removeprefix(f"{root}/")).aliases.get((line, column)) if inside else None


def _asked(tree: Tree, calls: Sequence[Call]) -> Asked:
    """The places of the calls by file, line and column from 0, columns in UTF-16 units."""
    asked: Asked = {}
    lines: dict[str, list[str]] = {}
    for call in calls:
        path, line, column = call.place
        if path not in lines:
            lines[path] = (tree.root / path).read_bytes().decode("utf-8", "replace").split("\n")
        before = lines[path][line - 1][: column - 1]
        asked.setdefault(tree.root / path, []).append((line - 1, len(before.encode("utf-16-le")) // 2))
    return asked


def _rows(tree: Tree, calls: Sequence[Call], found: Mapping[Path, Sequence[Sequence[Location]]]) -> list[Row]:
    """The definitions of the package that were named; a place that is no definition names none."""
    files = Files(tree.root)
    taken = {file: iter(answers) for file, answers in found.items()}
    rows = []
    for call in calls:
        path, line, column = call.place
        callees: dict[str, Row] = {}
        answer = next(taken[tree.root / path])
        outside = sum(not file.startswith(f"{tree.root}/") for file, _, _ in answer)
        for location in answer:
            told = definition(tree.root, files, location)
            if told is not None:
                callees[told["symbol"]] = told
        named = {"evidence": "engine", "callees": [*callees.values()], "outside": outside}
        rows.append({"path": path, "line": line, "col": column, **named})
    return rows


def definition(root: Path, files: Files, location: Location) -> Row | None:
    """The function or class of the package whose name stands at a place; of a stub, the one that it describes."""
    file, line, column = location
    if not file.startswith(f"{root}/"):
        return None
    path = file.removeprefix(f"{root}/")
    name = files.of(path).heads.get((line, column))
    if name is None:
        return None
    if path.endswith(".pyi"):
        path = path.removesuffix("i")
        bearing = [path] if name in files.of(path).lines else files.bearing(name)
        if len(bearing) != 1:
            return None
        path = bearing[0]
    return {"symbol": f"{path}::{name}", "path": path, "line": files.of(path).lines[name]}


def _environment(bin: Path, tree: Tree) -> dict[str, str]:
    path = f"{bin}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {"PATH": path, "HOME": str(tree.root.parent), "LANG": "C.UTF-8", "NO_COLOR": "1"}


def _write(file: Path, text: str) -> None:
    file.write_text(text)
    print(f"{file.name} written", file=sys.stderr)
