"""Languages as data: what each folder of `languages/` says, its grammar and its queries, each loaded once a process."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Parser, Query

_FOLDER = Path(__file__).parent / "languages"


class Language(NamedTuple):
    """What `language.toml` says: which files are written in it, and who reads them."""

    name: str  # of the folder
    family: str  # names bind within a family only
    grammar: str  # in the grammar pack; empty for a folder that others inherit from and for plain text
    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()  # of a `#!` line
    inherits: tuple[str, ...] = ()  # folders whose queries come before its own
    resolver: str = "names"  # who says who is meant: names, python, or nobody
    mentions: str = ""  # docs or config: searched for mentions only


@cache
def languages() -> dict[str, Language]:
    """Every language by name."""
    return {path.parent.name: _read(path) for path in sorted(_FOLDER.glob("*/language.toml"))}


@cache
def by_extension() -> dict[str, str]:
    """Lower-case extension with its dot, or whole file name -> language name."""
    table: dict[str, str] = {}
    for language in languages().values():
        table.update(dict.fromkeys((*language.extensions, *language.filenames), language.name))
    return table


@cache
def by_program() -> dict[str, str]:
    """Program of a `#!` line -> language name."""
    return {program: language.name for language in languages().values() for program in language.programs}


def language_of(path: str, first_line: bytes = b"") -> str:
    """The language's name by file name, then extension, then `#!` line; empty when no folder claims it."""
    base = path.rpartition("/")[2]
    table = by_extension()
    named = table.get(base) or table.get("." + base.rpartition(".")[2].lower() if "." in base else "")
    if named or not first_line.startswith(b"#!"):
        return named or ""
    words = first_line[2:].split(b"\n", 1)[0].decode("ascii", "replace").split()
    programs = [word.rpartition("/")[2] for word in words if not word.startswith("-") and "=" not in word]
    if programs[:1] == ["env"]:
        programs = programs[1:]
    return by_program().get(programs[0].rstrip("0123456789."), "") if programs else ""


@cache
def details(name: str) -> dict[str, Any]:
    """What name-level resolution must know of the language: `names.toml`, laid over that of the folders it inherits."""
    table: dict[str, Any] = {}
    for folder in (*languages()[name].inherits, name):
        path = _FOLDER / folder / "names.toml"
        if path.exists():
            table |= tomllib.loads(path.read_text(encoding="utf-8"))
    return table


@cache
def grammar(name: str) -> Grammar:
    """The language's grammar; loads its one shared library."""
    from tree_sitter import Language as Grammar

    return Grammar(_binding(languages()[name].grammar))


@cache
def keywords(name: str) -> frozenset[str]:
    """Words that the grammar has as tokens of their own; where they are no identifiers they name nothing."""
    kinds = grammar(name)
    names = (kinds.node_kind_for_id(i) for i in range(kinds.node_kind_count) if not kinds.node_kind_is_named(i))
    return frozenset(word for word in names if word and word.isidentifier())


@cache
def parser(name: str) -> Parser:
    """A parser for the language."""
    from tree_sitter import Parser

    return Parser(grammar(name))


@cache
def query(name: str, kind: str) -> Query:
    """The query `kind.scm` of the language after those of the folders it inherits, compiled; never dropped."""
    from tree_sitter import Query

    files = [_FOLDER / folder / f"{kind}.scm" for folder in (*languages()[name].inherits, name)]
    return Query(grammar(name), "\n".join(path.read_text(encoding="utf-8") for path in files if path.exists()))


def _read(path: Path) -> Language:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    defaults: dict[str, Any] = {"name": path.parent.name, "family": path.parent.name, "grammar": ""}
    return Language(**(defaults | values))


def _binding(grammar_name: str) -> object:
    """The capsule of one grammar, loaded without the pack's own module, which imports four others (15 ms)."""
    from importlib.machinery import PathFinder
    from importlib.util import find_spec, module_from_spec

    pack = find_spec("tree_sitter_language_pack")
    places = pack.submodule_search_locations if pack else None
    spec = PathFinder.find_spec(grammar_name, [str(Path(place) / "bindings") for place in places or ()])
    if spec is None or spec.loader is None:
        from tree_sitter_language_pack import get_binding

        return get_binding(grammar_name)  # type: ignore[arg-type]
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.language()
