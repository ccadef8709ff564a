"""References that a change left without a target, and calls that do not fit any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ctxask.resolve.resolver import Resolver
from ctxask.rows import GONE, Site, Symbol

Moved = Callable[[str, int], "tuple[str, int] | None"]  # a base place -> where its line stands now, if it still does

IMPORTED = "import"  # kind of a name that a module took from another one, and gave on
_NO_USE = frozenset({"definition", "keyword", "parameter", "override"})
_ELSEWHERE = "outside the repository"


def broken(now: Resolver, then: Resolver, symbols: Sequence[Symbol], moved: Moved) -> list[Site]:
    """Sites that meant a symbol which is gone, still stand, and mean nothing any more; by place, each once.

    With them the calls of a function whose signature changed that do not fit it: `arguments` is their mechanism.
    """
    found: dict[tuple[str, int, int], Site] = {}
    for symbol in symbols:
        if symbol.change == "signature" and now.kind(symbol.path) == "python":
            for site in now.python.misfits(symbol, now.references(symbol)):
                found.setdefault((site.path, site.line, site.col), site)
        if symbol.change not in GONE:
            continue
        for site in formerly(then, symbol, moved):
            if not _means_something(now, site):
                found.setdefault((site.path, site.line, site.col), site)
    return [found[place] for place in sorted(found)]


def formerly(then: Resolver, symbol: Symbol, moved: Moved) -> Iterator[Site]:
    """Sites that meant a symbol which is gone, and still stand, whatever they mean now."""
    path, _, name = (symbol.old or symbol.id).partition("::")
    before = then.python.exported(path, name) if symbol.kind == IMPORTED else then.exact(path, name)
    if before is None:
        return
    for site in then.references(before):
        if site.bucket not in ("confirmed", "likely") or site.role in _NO_USE or site.implicit:
            continue
        place = moved(site.path, site.line)
        if place is not None:
            evidence = site.evidence if site.bucket == "confirmed" else "name"
            yield site._replace(
                subject=symbol.id if symbol.kind == IMPORTED else before.id,
                path=place[0],
                line=place[1],
                evidence=evidence,
                target="unresolved",
                mechanism=symbol.change,
                other=symbol.id if symbol.change == "renamed" else "",
            )


def _means_something(now: Resolver, site: Site) -> bool:
    """Whether the name at a place is gone from there, or has a definition again."""
    if now.kind(site.path) == "python":
        found = now.python.meaning(site.path, site.line, site.col, site.name)
        if found is None or found.bucket == "mentioned":
            return True
        if found.bucket in ("ruled_out", "undecided") and found.other not in ("", _ELSEWHERE):
            return True
        return site.role in ("import", "re-export") and now.python.tries(site.path, site.line)
    return bool(now.named(site.name))
