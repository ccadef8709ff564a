"""The results on claims: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval import corpus
from eval.proven.symbols import Asked
from eval.tables import percent, table

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Claim:
    """What was said of a definition."""

    package: str
    asked: Asked
    state: str  # proven, none_found, unknown; used where sites were found; error
    blockers: tuple[str, ...]


def document(command: str, versions: Mapping[str, str], pins: Mapping[str, str], claims: Sequence[Claim]) -> Document:
    """In all and by package, with what stood in the way and what was claimed falsely."""
    packages = list(dict.fromkeys(claim.package for claim in claims))
    return {
        "command": command,
        "versions": dict(versions),
        "pins": dict(pins),
        "pinned": corpus.pins().date,
        "all": _total(claims),
        "packages": {name: _total([claim for claim in claims if claim.package == name]) for name in packages},
        "blockers": dict(Counter(code for claim in claims if _unused(claim) for code in claim.blockers).most_common()),
        "false": [f"{claim.package} {claim.asked.id}" for claim in claims if _is_false(claim)],
    }


def markdown(told: Document) -> str:
    """The page of a document."""
    versions = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    pins = ", ".join(f"{name} {version}" for name, version in told["pins"].items())
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
            f"`{told['command']}`: {versions}; {pins} (pinned {told['pinned']}).\n",
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
