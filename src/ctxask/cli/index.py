"""`ctx index`: the fact store, which no answer ever waits for, and what checkers said, where it was ingested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ctxask import canon
from ctxask.cli.say import aside, tell, write
from ctxask.facts import indexes
from ctxask.facts.indexes import ENGINES, Indexes, indexes_of, refused
from ctxask.facts.store import Store, collect, open_store
from ctxask.ground import open_ground
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place
from ctxask.repo.snapshot import open_snapshot


@click.command("index")
@click.option("--status", "task", flag_value="status", default="status", help="How much is kept, and where.")
@click.option("--warm", "task", flag_value="warm", help="Read every covered file now, and keep what it defines.")
@click.option("--rebuild", "task", flag_value="rebuild", help="Forget the facts that are kept here, then warm.")
@click.option("--gc", "task", flag_value="gc", help="Remove what is kept of repositories that are gone.")
@click.option("--scip", metavar="FILE", help="Keep a SCIP index, of any language: answers then hear its tool first.")
@click.option("--at", metavar="DIR", help="With --scip: the folder from which the paths of the index count.")
@click.option("--engine", type=click.Choice(sorted(ENGINES)), help="Run a type checker, and keep what it says.")
@click.option("--drop", metavar="NAME", help="Remove a kept index; `all` for every one.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_context
def command(
    context: click.Context,
    /,
    task: str,
    scip: str | None,
    at: str | None,
    engine: str | None,
    drop: str | None,
    as_json: bool,
) -> int:
    """Looks at what is kept for this repository, or tends it. Never required: a question makes what it needs.

    \b
    ctx index --status
    ctx index --warm
    ctx index --scip index.scip
    ctx index --engine pyrefly
    ctx index --drop scip-typescript
    """
    root = Path(context.find_root().obj[0])
    said: dict[str, object] = {"version": "ctx.index/v1"}
    try:
        if task == "rebuild":
            store = open_store(place.find(root))
            store.clear()
            store.close()
        if task in ("warm", "rebuild"):
            said["read"] = warm(root)
        elif task == "gc":
            said["removed"] = collect() + indexes.collect()
        if drop is not None:
            said["dropped"] = dropped(root, drop)
        if scip is not None or engine is not None:
            said["ingested"] = _ingested(root, scip, at, engine)
    except Stop as stop:
        return tell(stop.lesson, as_json)
    said |= _kept(root)
    write(canon.encode(said) + b"\n" if as_json else "".join(f"{line}\n" for line in _lines(said)).encode())
    return EXIT["answered"]


def warm(root: Path) -> int:
    """Reads every covered file and keeps what it defines; how many there are."""
    from ctxask import world_view

    ground = open_ground(root)
    world = world_view.over(ground, "last", lambda: None)
    paths = tuple(file.path for file in world.files().rows)
    world.symbols_in(paths)
    world.keep()
    ground.close()
    return len(paths)


def dropped(root: Path, name: str) -> int:
    """Removes the kept indexes of a name; how many there were. Raises Stop where there is none."""
    kept = indexes_of(place.find(root))
    names = [index.head.name for index in kept.all]
    count = kept.drop("" if name == "all" else name)
    if not count and name != "all":
        hint = f"ctx index --drop {names[0]}" if names else "ctx index --status"
        raise Stop(Lesson("no_index", f"no index called {name!r} is kept", hint, tuple(names)))
    return count


def _ingested(root: Path, scip: str | None, at: str | None, engine: str | None) -> dict[str, Any]:
    """What was kept, and what of it was left out by reason."""
    if scip is not None:
        from ctxask.ingest import ingest_scip

        head = ingest_scip(root, Path(scip), at)
    else:
        from ctxask.pyrefly import run

        head = run(root, lambda command: aside([f"running {' '.join(command)}"]))
    return {"name": head.name, "files": head.files, "left_out": dict(head.left_out)}


def _kept(root: Path) -> dict[str, object]:
    where = place.find(root)
    store = open_store(where)
    status = store.status()
    kept = described(indexes_of(where), where, store)
    notes = [note.text for note in store.notes]
    store.close()
    return {
        "location": status.location,
        "bytes": status.size,
        "kept": dict(status.counts),
        "indexes": kept,
        "notes": notes,
    }


def described(kept: Indexes, where: place.Place, store: Store) -> list[dict[str, Any]]:
    """The kept indexes: which tool made them, how many of their files are as they were, and why one is not heard."""
    if not kept.names:
        return []
    content = {path: entry.content for path, entry in open_snapshot(where, store).entries.items()}
    out: list[dict[str, Any]] = []
    for index in kept.all:
        stale = sum(content.get(path) != told for path, told in index.files.items())
        row: dict[str, Any] = {"name": index.head.name, "tool": index.head.shown, "files": index.head.files}
        row |= {"stale": stale} if stale else {}
        out.append(row | ({"refused": why} if (why := refused(index)) else {}))
    return out + [{"name": "", "refused": "it cannot be read"}] * kept.broken


def _lines(said: dict[str, Any]) -> list[str]:
    from ctxask.render.style import visible

    out = [f"{said['location'] or 'in memory'}: {said['bytes']} bytes"]
    out += [f"  {count} {kind}" for kind, count in said["kept"].items()]
    out += [f"index {row}" for row in map(shown, said["indexes"])]
    counts = (("read", "files read"), ("removed", "stores and indexes removed"), ("dropped", "indexes removed"))
    out += [f"{said[key]} {word}" for key, word in counts if key in said]
    if "ingested" in said:
        left = [f"{count} {reason.replace('_', ' ')}" for reason, count in said["ingested"]["left_out"].items()]
        taken = f"{said['ingested']['files']} files ingested from {said['ingested']['name']}"
        out.append(taken + (f"; left out: {', '.join(left)}" if left else ""))
    return [visible(line) for line in (*out, *said["notes"])]


def shown(row: dict[str, Any]) -> str:
    """An index in one line."""
    told = [row["tool"], f"{row['files']} files"] if "tool" in row else []
    told += [f"{row['stale']} of them changed since"] if "stale" in row else []
    return f"{row['name'] or '?'}: " + ", ".join(told + ([f"not heard: {row['refused']}"] if "refused" in row else []))
