"""Reads pyrefly's report of a call graph: the definitions that each call of a file reaches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ctxask.facts.wire import Damaged

VERSION = 1  # of the report
Place = tuple[int, int]  # 1-based line and column, in code points


class Reached(NamedTuple):
    """What one call reaches."""

    start: Place  # of the whole call
    end: Place
    targets: tuple[tuple[str, Place], ...]  # file and name of each definition; an empty file outside
    kind: Literal["exact", "dispatch", "ambiguous", "unresolved"]
    why: str = ""  # it is unresolved


def read(folder: Path, root: Path) -> Iterator[tuple[str, list[Reached]]]:
    """The calls of each file below root, by its path from there. Raises Damaged, OSError."""
    try:
        index = json.loads((folder / "pyrefly.pysa.json").read_bytes())
        if index["format_version"] != VERSION:
            raise Damaged(f"the report has the format {index['format_version']}, not {VERSION}")
        inside = {module["module_id"]: module for module in index["modules"].values() if _inside(module, root)}
        names = {id_: _names(folder, module) for id_, module in sorted(inside.items())}
        paths = {id_: _inside(module, root) for id_, module in inside.items()}
        for id_, module in sorted(inside.items()):
            graphs = json.loads((folder / "call_graphs" / module["info_filename"]).read_bytes())["call_graphs"]
            spots = {spot: call for graph in graphs.values() for spot, call in graph.items()}
            yield paths[id_], [_reached(spot, spots[spot]["Call"], names, paths) for spot in _calls(spots)]
    except (KeyError, TypeError, AttributeError, ValueError, FileNotFoundError) as error:
        raise Damaged(f"the report is not as it should be: {type(error).__name__} {error}") from None


def _inside(module: dict[str, Any], root: Path) -> str:
    """The path of a module's file from root; empty for one elsewhere."""
    where = Path(module["source_path"].get("FileSystem", ""))
    return where.relative_to(root).as_posix() if where.is_relative_to(root) else ""


def _names(folder: Path, module: dict[str, Any]) -> dict[str, Place]:
    """Function id -> where its name stands."""
    try:
        report = json.loads((folder / "definitions" / module["info_filename"]).read_bytes())
    except FileNotFoundError:  # nothing is defined there
        return {}
    functions = report["function_definitions"].items()
    return {id_: _place(row["name_location"].partition("-")[0]) for id_, row in functions if row.get("name_location")}


def _calls(spots: dict[str, Any]) -> list[str]:
    """The calls that are written as such, in order of text; the others are made of something else, and say so."""
    return sorted(spot for spot, call in spots.items() if "|" not in spot and "Call" in call)


def _reached(spot: str, call: dict[str, Any], names: dict[int, dict[str, Place]], paths: dict[int, str]) -> Reached:
    start, _, end = spot.partition("-")
    targets: list[tuple[str, Place]] = []
    overridable = False
    for given in call.get("call_targets", ()):
        ((how, target),) = given["target"].items()
        place = names.get(target["module_id"], {}).get(target["function_id"]) if "function_id" in target else None
        targets.append((paths[target["module_id"]], place) if place is not None else ("", (0, 0)))
        overridable |= how == "Overrides"
    why = call.get("unresolved", {}).get("True", "") if isinstance(call.get("unresolved", {}), dict) else ""
    unique = tuple(sorted(set(targets)))
    kind: Any = "ambiguous" if len(unique) > 1 or (unique and why) else "dispatch" if overridable else "exact"
    return Reached(_place(start), _place(end), unique, kind if unique or not why else "unresolved", why)


def _place(text: str) -> Place:
    line, _, col = text.partition(":")
    return int(line), int(col)
