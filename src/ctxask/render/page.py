"""A page as people read it: blocks of rows, and facts about the answer below them."""

from __future__ import annotations

from typing import NamedTuple

from ctxask.digest.model import Json

MODULE = "module level"  # what is called so stands in no definition
CALLED, INWARD, REACHED = "goes out to", "comes in from", "reaches"
UNKNOWN = "the receiver is not fully known"
LIKELY = f"likely: {UNKNOWN}"


class Row(NamedTuple):
    """One place, what is there, and its source."""

    at: str  # path:line:col
    what: str
    text: str = ""
    edge: str = ""  # for scripts: `role in symbol`
    because: str = ""  # the steps by which that was told
    symbol: str = ""  # what the row is about
    address: str = ""  # of its whole definition


class Block(NamedTuple):
    """Rows under a heading."""

    title: str = ""
    defined: Row | None = None  # instead of a title: the symbol that the rows belong to
    says: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    left: int = 0  # rows that are not on this page
    sure: bool = True  # its rows are confirmed
    drawn: bool = False  # a picture shows it in its own way


class Fact(NamedTuple):
    """A labelled sentence, and places that it speaks of."""

    label: str
    says: str
    lines: tuple[str, ...] = ()


class Page(NamedTuple):
    """Everything that is shown of a digest."""

    title: str
    read_as: str  # how the request was understood
    blocks: tuple[Block, ...]
    sources: tuple[tuple[str, str], ...]  # (address, text) of whole definitions
    facts: tuple[Fact, ...]


def row(path: str, site: Json) -> Row:
    """A site's row."""
    edge = site["role"] + (f" in {site['in']}" if site.get("in") else "")
    symbol = f"{path}::{site['in']}" if site.get("in") else path
    return Row(f"{path}:{site['line']}:{site['col']}", edge + _doubt(site), text(site), edge, because(site), symbol)


def _doubt(site: Json) -> str:
    target = site.get("target", "exact")
    if target == "dispatch":
        return ", or an override"
    if target == "ambiguous" and site.get("other"):
        others = site["other"].split(",")
        names = list(map(short, others))
        return ", could be " + " or ".join(names if len(set(names)) == len(names) else others)
    return ""


def short(symbol: str) -> str:
    """A symbol's qualified name; a module is called by its path."""
    return symbol.partition("::")[2] or f"module {symbol}"


def because(value: Json) -> str:
    """The reasons that a site was given, one after the other."""
    steps = [step["says"] + (f" at {step['at']}" if "at" in step else "") for step in value.get("because", ())]
    return "; ".join(steps)


def explained(entry: Json) -> bool:
    """Whether sites of a kind of counterevidence come with their reasons."""
    return any("because" in site for group in entry["files"] for site in group["sites"])


def text(value: Json) -> str:
    """The source line, or its size."""
    return value.get("text", "") or (f"({value['bytes']} bytes)" if "bytes" in value else "")


def rows(files: list[Json]) -> tuple[Row, ...]:
    """The rows of a list of files."""
    return tuple(row(group["path"], site) for group in files for site in group["sites"])


def definition(value: Json) -> Row:
    """The row of a symbol's definition."""
    name = short(value["symbol"])
    at = f"{value['path']}:{value['line']}:{value['col']}" if "path" in value else value["symbol"]
    says = value.get("signature") or f"{value.get('kind', '')} {name}".strip()
    return Row(at, "", says, "definition", "", value["symbol"], value.get("address", ""))
