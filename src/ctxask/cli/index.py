"""`ctx index`: the fact store, which no answer ever waits for."""

from __future__ import annotations

from pathlib import Path

import click

from ctxask import canon
from ctxask.cli.say import write
from ctxask.facts.store import collect, open_store
from ctxask.lesson import EXIT
from ctxask.repo import place


@click.command("index")
@click.option("--status", "task", flag_value="status", default="status", help="How much is kept, and where.")
@click.option("--rebuild", "task", flag_value="rebuild", help="Forget what is kept for this repository.")
@click.option("--gc", "task", flag_value="gc", help="Remove the stores of repositories that are gone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_context
def command(context: click.Context, /, task: str, as_json: bool) -> int:
    """Looks at the fact store, or tends it. Never required: a question makes what it needs.

    \b
    ctx index --status
    ctx index --rebuild
    """
    store = open_store(place.find(Path(context.find_root().obj[0])))
    said: dict[str, object] = {"version": "ctx.index/v1"}
    if task == "rebuild":
        store.clear()
    elif task == "gc":
        said["removed"] = collect()
    status = store.status()
    said |= {"location": status.location, "bytes": status.size, "kept": dict(status.counts)}
    said["notes"] = [note.text for note in store.notes]
    store.close()
    if as_json:
        write(canon.encode(said) + b"\n")
        return EXIT["answered"]
    lines = [f"{status.location or 'in memory'}: {status.size} bytes"]
    lines += [f"  {count} {kind}" for kind, count in status.counts]
    lines += [f"  {note.text}" for note in store.notes]
    lines += [f"{said['removed']} stores removed"] if "removed" in said else []
    write("".join(f"{line}\n" for line in lines).encode())
    return EXIT["answered"]
