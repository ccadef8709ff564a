"""Sites of several symbols, each place told once."""

from __future__ import annotations

from collections.abc import Sequence

from ctxask.rows import Site

_ORDER: dict[str, int] = {"confirmed": 0, "likely": 1, "undecided": 2, "ruled_out": 3, "mentioned": 4}


def told_once(answers: Sequence[tuple[Site, ...]]) -> list[Site]:
    """The sites of several symbols, each place once: what one of them is sure of is no doubt about the others."""
    if len(answers) == 1:
        return list(answers[0])
    best: dict[tuple[str, int, int, bool], list[Site]] = {}
    for site in (site for answer in answers for site in answer):
        held = best.setdefault((site.path, site.line, site.col, site.implicit), [])
        if not held or _ORDER[site.bucket] < _ORDER[held[0].bucket]:
            held[:] = [site]
        elif site.bucket == held[0].bucket and site.bucket in ("confirmed", "likely"):
            held.append(site)
    return [site for held in best.values() for site in held]
