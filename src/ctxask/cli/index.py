"""`ctx index`: the fact store, which no answer ever waits for."""

from __future__ import annotations

from pathlib import Path

import click

from ctxask import canon
from ctxask.cli.say import write
from ctxask.facts.store import collect, open_store
from ctxask.ground import open_ground
from ctxask.lesson import EXIT
from ctxask.repo import place


@click.command("index")
@click.option("--status", "task", flag_value="status", default="status", help="How much is kept, and where.")
@click.option("--warm", "task", flag_value="warm", help="Read every covered file now, and keep what it defines.")
@click.option("--rebuild", "task", flag_value="rebuild", help="Forget what is kept for this repository, then warm.")
@click.option("--gc", "task", flag_value="gc", help="Remove the stores of repositories that are gone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_context
def command(context: click.Context, /, task: str, as_json: bool) -> int:
    """Looks at the fact store, or tends it. Never required: a question makes what it needs.

    \b
    ctx index --status
    ctx index --warm
    """
    root = Path(context.find_root().obj[0])
    said: dict[str, object] = {"version": "ctx.index/v1"}
    if task == "rebuild":
        store = open_store(place.find(root))
        store.clear()
        store.close()
    if task in ("warm", "rebuild"):
        said["read"] = warm(root)
    elif task == "gc":
        said["removed"] = collect()
    store = open_store(place.find(root))
    status = store.status()
    said |= {"location": status.location, "bytes": status.size, "kept": dict(status.counts)}
    said["notes"] = [note.text for note in store.notes]
    store.close()
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


def _lines(said: dict[str, object]) -> list[str]:
    from ctxask.render.style import visible

    out = [f"{said['location'] or 'in memory'}: {said['bytes']} bytes"]
    kept = said["kept"]
    assert isinstance(kept, dict)
    out += [f"  {count} {kind}" for kind, count in kept.items()]
    out += [
        f"{said[key]} {word}" for key, word in (("read", "files read"), ("removed", "stores removed")) if key in said
    ]
    notes = said["notes"]
    assert isinstance(notes, list)
    return [visible(line) for line in (*out, *notes)]
