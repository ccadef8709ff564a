"""`ctx get --explain`: lines, and for each call in them whom it means and why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ctxask import canon, world_view
from ctxask.addressed import entry, lines_behind, unhurried
from ctxask.cli.get import shown
from ctxask.cli.say import write
from ctxask.ground import open_ground
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.ops import OPERATORS
from ctxask.repo.addresses import Lines, lines_at
from ctxask.repo.snapshot import Snapshot
from ctxask.rows import Site
from ctxask.world import World

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>[0-9]{1,9})(?::(?P<col>[0-9]{1,9}))?")


def get_explained(root: Path, addresses: tuple[str, ...], as_json: bool) -> int:
    """Prints what is behind the addresses with the reasons of the calls there; the exit code.

    Besides addresses, a place is one: `PATH:LINE`, or `PATH:LINE:COL` for the call of the name that stands there.
    """
    ground = open_ground(root)
    world = world_view.over(ground, "last", unhurried)
    documents = []
    for address in addresses:
        place = _PLACE.fullmatch(address) if not address.startswith(("repo:", "sym:")) else None
        lines = _line(ground.snapshot, world, place) if place else lines_behind(ground.snapshot, world, address)
        calls = _calls(world, lines, int(place["col"] or 0) if place else 0)
        documents.append({**entry(address, lines), "calls": calls})
        if not as_json:
            write(shown(lines.data) + b"\n" + "".join(f"{line}\n" for call in calls for line in _said(call)).encode())
    if as_json:
        write(canon.encode({"version": "ctx.get/v1", "lines": documents}) + b"\n")
    return EXIT["answered"]


def _line(snapshot: Snapshot, world: World, place: re.Match[str]) -> Lines:
    """The line of a place; raises Stop where the file has none of that number."""
    path, line = place["path"], int(place["line"])
    if not world.lines([(path, line)]).rows:
        raise Stop(Lesson("no_such_line", f"there is no line {line} of a file {path}", f"ctx locate {path}"))
    return lines_at(snapshot, path, line, line)


def _calls(world: World, lines: Lines, col: int) -> list[dict[str, Any]]:
    """The calls in the lines, by place, each with whom it means and the steps that say so."""
    around = world.around([(lines.path, line) for line in range(lines.first, lines.last + 1)]).rows
    sites = [
        site
        for site in world.callees(around).rows
        if site.path == lines.path and lines.first <= site.line <= lines.last and col in (0, site.col)
    ]
    told = {}
    for row in OPERATORS["code.explain"].run(world, {}, sites).rows:
        values = dict(row.values)
        told[values["line"], values["col"], values["subject"]] = values["because"]
    return [_call(site, told.get((site.line, site.col, site.subject), ())) for site in dict.fromkeys(sites)]


def _call(site: Site, because: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    out: dict[str, Any] = {"line": site.line, "col": site.col, "name": site.name, "in": site.within}
    out["bucket"] = site.bucket
    out.update({"symbol": site.subject} if site.subject else {})
    out.update({"mechanism": site.mechanism} if site.mechanism else {})
    out["because"] = [{"says": says, **({"at": at} if at else {})} for says, at in because]
    return {"path": site.path, **out}


def _said(call: dict[str, Any]) -> list[str]:
    from ctxask.render.page import because
    from ctxask.render.style import visible

    means = call.get("symbol") or {"ruled_out": "outside the repository"}.get(call["bucket"], "not known")
    lines = [f"{call['path']}:{call['line']}:{call['col']}  {call['name']}: {means}"]
    reasons = because(call)
    return [visible(line) for line in (*lines, *((f"  because {reasons}",) if reasons else ()))]
