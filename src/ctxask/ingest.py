"""Ingesting: what another tool says of the repository is joined with it, and kept."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ctxask.facts import grammar, scip
from ctxask.facts.index import Head, NotKept, Said, making
from ctxask.facts.indexes import folder_of
from ctxask.facts.sources import Sources
from ctxask.facts.wire import Damaged
from ctxask.ground import Ground, open_ground
from ctxask.lesson import Lesson, Stop
from ctxask.repo.coverage import classify
from ctxask.repo.snapshot import MovedTree
from ctxask.resolve import ingest, stubs_library
from ctxask.resolve.resolver import Resolver
from ctxask.resolve.uses import Place

Calls = Mapping[str, Mapping[Place, list[Said]]]  # path -> place -> what a call there reaches


def ingest_scip(root: Path, file: Path, at: str | None = None) -> Head:
    """Keeps a SCIP index of the repository around root; raises Stop with a lesson.

    `at` is the folder from which the paths of the index count, where it does not say itself.
    """
    ground = open_ground(root)
    try:
        made = _head(file)
        under = _under(ground, made.root) if at is None else _folder(at)
        name = f"{made.tool}:{under.removesuffix('/')}" if under else made.tool
        return keep(ground, resolver_of(ground), file, name, made.tool, made.version, under)
    except Damaged as damage:
        raise Stop(bad_index(f"{file} is no SCIP index that can be read: {damage}")) from None
    except NotKept as why:
        raise Stop(Lesson("no_index_store", f"the index cannot be written: {why}", "make room for it")) from None
    except OSError as error:
        message = f"{file} cannot be read: {(error.strerror or type(error).__name__).lower()}"
        raise Stop(Lesson("no_file", message, "ctx index --scip index.scip")) from None
    except MovedTree:
        raise Stop(Lesson("moving_tree", "the files change while they are read", "ask again when they rest")) from None
    finally:
        ground.store.close()


def resolver_of(ground: Ground) -> Resolver:
    """A resolver over the whole repository that hears no index."""
    coverage = classify(ground.snapshot, ground.config, grammar.by_extension())
    sources = Sources(ground.snapshot, coverage, ground.store, stubs_library.read)
    return Resolver(sources, ground.config.source_roots)


def keep(
    ground: Ground,
    resolver: Resolver,
    file: Path,
    name: str,
    tool: str,
    version: str,
    under: str = "",
    calls: Calls | None = None,
) -> Head:
    """The head of the index that is kept from a SCIP file; `calls` say better than it what calls reach.

    Raises Stop, Damaged, OSError, MovedTree.
    """
    folder, refused = folder_of(ground.place)
    if folder is None:
        raise Stop(Lesson("no_index_store", f"no index can be kept: {refused}", "set CTXASK_HOME to a private folder"))
    known = ingest.survey(resolver, scip.read(file), under)
    if not known.documents:
        why = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in sorted(known.left_out.items()))
        raise Stop(bad_index(f"{file} says nothing of the files here as they are ({why or 'it has no documents'})"))
    with making(folder) as writer:
        waiting = set(known.documents)
        for part in scip.read(file):
            path = under + part.path if isinstance(part, scip.Document) else ""
            if isinstance(part, scip.Document) and path in waiting:
                waiting.discard(path)
                rows = ingest.rows(resolver, known, part, path)
                better = (calls or {}).get(path, {})
                writer.add_file(path, resolver.sources.content(path), _joined(rows, better))
        writer.add_symbols(sorted(own.id for own in known.symbols.values()), known.implements)
        left_out = sum(known.documents.values(), known.left_out)
        head = writer.keep(name, tool, version, left_out.items(), ground.place.identity)
    resolver.sources.keep()
    ground.store.flush()
    return head


def _joined(rows: Iterable[Said], better: Mapping[Place, list[Said]]) -> Iterable[Said]:
    """The rows, with what calls reach from who says it better."""
    told: set[Place] = set()
    for row in rows:
        place = (row.line, row.col)
        if row.plane == "name" or place not in better or better[place][0].kind == "unresolved":
            told |= {place} if row.plane == "call" else set()
            yield row
    for place in sorted(better):
        if place not in told:
            yield from better[place]


def _head(file: Path) -> scip.Head:
    """Which tool made an index. Raises Stop, Damaged, OSError."""
    for part in scip.read(file):
        if isinstance(part, scip.Head) and part.tool:
            return part
        break  # it comes first, so that an index can be read in a stream
    raise Damaged("it does not begin with the tool that made it")


def _under(ground: Ground, uri: str) -> str:
    """The folder of an index inside the repository, with a slash; the top level for one made elsewhere."""
    folder = Path(os.path.realpath(unquote(urlsplit(uri).path))) if uri.startswith("file:") else Path()
    inside = folder.is_absolute() and folder.is_relative_to(ground.place.root)
    return _folder(folder.relative_to(ground.place.root).as_posix()) if inside else ""


def _folder(path: str) -> str:
    """A relative folder with a slash at its end, empty for the top level. Raises Stop."""
    clean = posixpath.normpath(path)
    if clean.startswith(("/", "..")):
        raise Stop(Lesson("usage", f"{path!r} is no folder of the repository", "ctx index --scip index.scip --at web"))
    return "" if clean == "." else clean + "/"


def bad_index(message: str) -> Lesson:
    """The lesson about a file that cannot be ingested."""
    return Lesson("bad_index", message, "make the index at the repository's top level, of the files as they are now")
