"""`ctx doctor`: what is covered, missing and broken here, and what mends it."""

from __future__ import annotations

import platform
from collections import Counter
from pathlib import Path
from typing import Any

import click

from ctxask import __version__, canon
from ctxask.cli.index import described, shown
from ctxask.cli.say import write
from ctxask.facts.grammar import by_extension
from ctxask.facts.indexes import ENGINES, indexes_of
from ctxask.facts.store import open_store
from ctxask.lesson import EXIT, Stop
from ctxask.repo import place
from ctxask.repo.config import load_config
from ctxask.repo.coverage import classify
from ctxask.repo.snapshot import open_snapshot
from ctxask.rows import Note
from ctxask.templates import Catalogue

FIXES = {
    "store_in_memory": "set CTXASK_HOME to a folder that only you can write to",
    "store_replaced": "nothing to do: what was damaged is made again",
    "no_git_repository": "git init, if changes are to be known",
    "git_absent": "install git",
    "git_refused": "git config --global --add safe.directory DIR, if you trust its owner",
    "git_failed": "run git status there to see what it says",
    "large_files": "files over 2 MiB are not covered",
    "unreadable_files": "check their permissions",
    "unreadable_folders": "check their permissions",
    "unmerged_files": "finish the merge; the work tree's text is what is read",
    "nested_repositories": "ask in them with -C",
    "submodules": "ask in them with -C",
    "bad_configuration": "mend the file; ctx reads on without it",
}
PROBLEMS = ("store_", "git_", "no_git", "unreadable", "bad_")


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_context
def command(context: click.Context, /, as_json: bool) -> int:
    """Says what is covered, missing and broken here, and the fix. Changes nothing in the repository."""
    report = examine(Path(context.find_root().obj[0]))
    if as_json:
        write(canon.encode(report) + b"\n")
    else:
        write("".join(f"{line}\n" for line in _lines(report)).encode())
    return EXIT["answered"]


def examine(root: Path) -> dict[str, Any]:
    """The state of an installation and of the repository around root."""
    where = place.find(root)
    store = open_store(where)
    snapshot = open_snapshot(where, store)
    config = load_config(where.root)
    covered = classify(snapshot, config, by_extension())
    notes = (*snapshot.notes, *covered.notes, *config.notes, *store.notes)
    status = store.status()
    broken = []
    for name in Catalogue():
        try:
            Catalogue()[name]
        except Stop as stop:
            broken.append(stop.lesson.message)
    return {
        "version": "ctx.doctor/v1",
        "ctx": __version__,
        "python": platform.python_version(),
        "snapshot": snapshot.id,
        "files": len(snapshot.entries),
        "covered": dict(sorted(Counter(file.language for file in covered.files).items())),
        "configuration": config.source,
        "store": {"location": status.location, "bytes": status.size, "kept": dict(status.counts)},
        "indexes": described(indexes_of(where), where, store),
        "engines": {name: _installed(name) for name in sorted(ENGINES)},
        "intents": {"usable": [template.name for template in Catalogue().usable()], "broken": broken},
        "notes": [_note(note) for note in notes],
    }


def _installed(engine: str) -> str:
    """What may be run of a checker: its version, or why it is not, with the fix."""
    from importlib.metadata import PackageNotFoundError, version

    pinned, fix = ENGINES[engine], f"pip install 'ctxask[{engine}]'"
    try:
        found = version(engine)
    except PackageNotFoundError:
        return f"not installed; never needed ({fix})"
    return found if found == pinned else f"{found}, where {pinned} is known ({fix})"


def _note(note: Note) -> dict[str, Any]:
    fields = {"code": note.code, "count": note.count, "text": note.text, "fix": FIXES.get(note.code, "")}
    return {name: value for name, value in fields.items() if value}


def _lines(report: dict[str, Any]) -> list[str]:
    from ctxask.render.style import visible

    covered, store = report["covered"], report["store"]
    languages = ", ".join(f"{count} {language}" for language, count in covered.items()) or "none"
    out = [
        f"ctx {report['ctx']}, Python {report['python']}",
        f"files       {report['files']} listed, {sum(covered.values())} covered: {languages}",
        f"settings    {report['configuration'] or 'none'}",
        f"store       {store['location'] or 'in memory'}, {store['bytes']} bytes",
        f"intents     {', '.join(report['intents']['usable'])}",
    ]
    out += [f"index       {shown(row)}" for row in report["indexes"]]
    out += [f"engine      {name} {said}" for name, said in report["engines"].items()]
    out += [f"broken      {message}" for message in report["intents"]["broken"]]
    for note in report["notes"]:
        word = "problem" if note["code"].startswith(PROBLEMS) else "note"
        said = ", such as ".join(str(note[key]) for key in ("count", "text") if key in note)
        out.append(f"{word:<11} {note['code'].replace('_', ' ')}: {said}")
        out += [f"{'fix':>11} {note['fix']}"] if "fix" in note else []
    return [visible(line) for line in out]
