"""Running pyrefly over the repository's Python files, and keeping what it says of them.

It sees nothing of the repository but these files, copied by their content, with a configuration made here: no setting,
interpreter or installed package of the repository has a part in it.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from ctxask import canon
from ctxask.facts import pysa
from ctxask.facts.index import Head, NotKept, Said
from ctxask.facts.indexes import ENGINES
from ctxask.facts.python.call_names import call_names
from ctxask.facts.wire import Damaged
from ctxask.ground import open_ground
from ctxask.ingest import Calls, keep, resolver_of
from ctxask.lesson import Lesson, Stop
from ctxask.repo.snapshot import MovedTree
from ctxask.resolve.resolver import Resolver
from ctxask.resolve.uses import Defined, Place, Use, defined, uses
from ctxask.runs.start import NotStarted, start

NAME = "pyrefly"
_COMMON = ("--min-severity", "error", "--output-format", "omit-errors", "--summary=none", "--progress-bar=no")


def run(root: Path, announce: Callable[[Sequence[str]], None]) -> Head:
    """Keeps what pyrefly says of the repository around root; each command is announced. Raises Stop with a lesson."""
    version = _installed()
    ground = open_ground(root)
    try:
        resolver = resolver_of(ground)
        with tempfile.TemporaryDirectory(prefix="ctx-pyrefly-") as made:
            folder = Path(os.path.realpath(made))
            source = folder / "source"
            _copy(resolver, source)
            (folder / "pyrefly.toml").write_text(configuration(roots(resolver, ground.config.source_roots)))
            command = (sys.executable, "-I", "-m", NAME, "check", "--config", str(folder / "pyrefly.toml"), *_COMMON)
            index, report = folder / "index.scip", folder / "calls"
            _finish((*command, "--report-scip", str(index)), source, index, announce)
            _finish((*command, "--report-pysa", str(report), "--report-pysa-format", "json"), source, report, announce)
            return keep(ground, resolver, index, NAME, NAME, version, calls=_calls(resolver, report, source))
    except (Damaged, OSError, NotKept) as error:
        raise Stop(_failed(str(error))) from None
    except MovedTree:
        raise Stop(Lesson("moving_tree", "the files change while they are read", "ask again when they rest")) from None
    finally:
        ground.store.close()


def _installed() -> str:
    """The version of pyrefly beside this very program. Raises Stop where it is not the one that is known."""
    from importlib.metadata import PackageNotFoundError, version

    pinned = ENGINES[NAME]
    hint = f"pip install 'ctxask[{NAME}]'"
    try:
        found = version(NAME)
    except PackageNotFoundError:
        raise Stop(Lesson("no_engine", f"{NAME} is not installed beside ctx", hint)) from None
    if found != pinned:
        raise Stop(Lesson("no_engine", f"{NAME} {found} is installed; the reports of {pinned} are known", hint))
    return found


def _copy(resolver: Resolver, folder: Path) -> None:
    """Writes the covered Python files of the snapshot, each as it was read; one whose name is not plain is left out."""
    for path in resolver.sources.paths_of("python"):
        if canon.path_bytes(path) == path.encode("utf-8"):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(resolver.sources.snapshot.read(path))


def roots(resolver: Resolver, configured: Sequence[str]) -> tuple[str, ...]:
    """The folders that absolute imports start from, as they are for our own resolution: the top level is the last."""
    from ctxask.resolve.python.packaging import layout

    named = dict.fromkeys((*configured, *layout(resolver.sources).roots, "src", "lib", ""))
    folders = {str(parent) for path in resolver.sources.paths_of("python") for parent in PurePosixPath(path).parents}
    return tuple(root for root in (str(PurePosixPath(name)) for name in named) if root in folders)


def configuration(found: Sequence[str]) -> str:
    """The neutral configuration, in TOML; names of folders are quoted strings in it, and nothing else."""
    search = ", ".join(canon.dumps("source" if root == "." else f"source/{root}") for root in found)
    return f"""\
project-includes = ["source/**/*.py", "source/**/*.pyi"]
project-excludes = []
disable-project-excludes-heuristics = true
disable-search-path-heuristics = true
search-path = [{search}]
site-package-path = []
skip-interpreter-query = true
use-ignore-files = false
"""


def _finish(command: Sequence[str], folder: Path, made: Path, announce: Callable[[Sequence[str]], None]) -> None:
    """Runs a command to its end; raises Stop unless it made what it was for."""
    announce(command)
    with tempfile.TemporaryFile() as output:
        process = start(command, folder, {}, output.fileno(), output.fileno())
        if isinstance(process, NotStarted):
            raise Stop(_failed(process.why))
        try:
            _, status = os.waitpid(process, 0)
        except BaseException:
            os.killpg(process, signal.SIGTERM)
            os.waitpid(process, 0)
            raise
        if not made.exists():
            output.seek(0)
            said = output.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise Stop(_failed(f"{NAME} ended with status {os.waitstatus_to_exitcode(status)}: {said}"))


def _failed(why: str) -> Lesson:
    return Lesson("engine_failed", why, "ctx index --status")


def _calls(resolver: Resolver, report: Path, root: Path) -> Calls:
    """What the calls of each file reach, in rows of an index."""
    known: dict[str, dict[Place, Defined]] = {}
    found: dict[str, dict[Place, list[Said]]] = {}
    for path, calls in pysa.read(report, root):
        positions, here = resolver.sources.positions(path), uses(resolver, path)
        names = call_names(resolver.sources.read(path))
        for call in calls:
            at = names.get((positions.offset(*call.start), positions.offset(*call.end)))
            place = positions.place(at) if at is not None else (0, 0)
            rows = list(_rows(resolver, path, place, here[place], call, known)) if place in here else []
            if rows:
                found.setdefault(path, {})[place] = rows
    return found


def _rows(
    resolver: Resolver,
    path: str,
    place: Place,
    use: Use,
    call: pysa.Reached,
    known: dict[str, dict[Place, Defined]],
) -> Iterator[Said]:
    """The rows of one call: who is reached, and who is meant where the name alone says less."""
    row = Said(path, *place, use.name, use.role, use.within, call.why, call.kind, "call")
    if call.kind == "unresolved":
        yield row
    inside: dict[str, Defined] = {}
    for file, where in call.targets:
        if file and file not in known:
            known[file] = defined(resolver, file)
        own = known[file].get(where) if file else None
        if own is not None:
            inside.setdefault(own.id, own)
        elif file:
            return  # a definition that we do not see
    if any(own.is_shape for own in inside.values()):
        row = row._replace(kind="protocol")
    for id_ in inside:
        yield row._replace(target=id_)
        if id_.rpartition("::")[2].rpartition(".")[2] == use.name:
            yield row._replace(target=id_, plane="name")
    if call.targets and not inside:
        yield row._replace(target="outside", kind="external")
