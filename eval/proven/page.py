"""The results on claims: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from eval.figures import Bound, Figures, bound, gathered, least
from eval.proven.symbols import Asked
from eval.tables import origin, percent, table

Document = dict[str, Any]
PROVEN = 0.6  # of the definitions that nothing mentions


@dataclass(frozen=True, slots=True)
class Claim:
    """What was said of a definition."""

    package: str
    asked: Asked
    state: str  # proven, none_found, unknown; used where sites were found; error
    blockers: tuple[str, ...]


def document(head: Document, claims: Sequence[Claim]) -> Document:
    """In all and by package, with what stood in the way and what was claimed falsely."""
    packages = list(dict.fromkeys(claim.package for claim in claims))
    return {
        **head,
        "all": _total(claims),
        "packages": {name: _total([claim for claim in claims if claim.package == name]) for name in packages},
        "blockers": dict(Counter(code for claim in claims if _unused(claim) for code in claim.blockers).most_common()),
        "unused": {f"{claim.package} {claim.asked.id}": claim.state for claim in claims if _unused(claim)},
        "false": [f"{claim.package} {claim.asked.id}" for claim in claims if _is_false(claim)],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    head = (
        "package",
        "symbols",
        "called",
        "proven of called",
        "mentioned nowhere",
        "proven of these",
        "share",
        "errors",
    )
    rows = {"all": told["all"], **told["packages"]}
    return "\n".join(
        [
            "# What is proven unused\n",
            f"{origin(told)}.\n",
            table(
                head,
                [
                    (
                        name,
                        row["symbols"],
                        row["called"],
                        row["false"],
                        row["unused"],
                        row["proven"],
                        percent(row["share"]),
                        row["errors"],
                    )
                    for name, row in rows.items()
                ],
            ),
            "What left the claim open for those that nothing mentions: "
            + (", ".join(f"{code} {count}" for code, count in told["blockers"].items()) or "nothing")
            + ".\n",
        ]
    )


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    found = told["all"]
    what = f"claims: proven of what was called, {found['called']} of {found['symbols']} symbols"
    yield bound(what, "none", str(found["false"]), not found["false"])
    if found["share"] is not None:
        what = f"claims: proven, of {found['unused']} mentioned nowhere"
        yield least(what, PROVEN, found["share"], "claims: proven of what is mentioned nowhere")


def figures(told: Document) -> Figures:
    """By definition that nothing mentions."""
    unused = told.get("unused", {}).items()
    return gathered(
        ("claims: proven of what is mentioned nowhere", name, float(state == "proven"), 1) for name, state in unused
    )


def _total(claims: Sequence[Claim]) -> Document:
    unused = [claim for claim in claims if _unused(claim)]
    proven = sum(claim.state == "proven" for claim in unused)
    return {
        "symbols": len(claims),
        "called": sum(claim.asked.called for claim in claims),
        "false": sum(_is_false(claim) for claim in claims),
        "unused": len(unused),
        "proven": proven,
        "share": round(proven / len(unused), 4) if unused else None,
        "errors": sum(claim.state == "error" for claim in claims),
    }


def _unused(claim: Claim) -> bool:
    return not claim.asked.called and not claim.asked.mentioned


def _is_false(claim: Claim) -> bool:
    return claim.asked.called and claim.state == "proven"
