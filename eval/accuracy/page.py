"""The accuracy results: a JSON document, and the page that is written from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from eval.accuracy.calls import Judged
from eval.accuracy.references import Score
from eval.figures import Bound, Figures, bound, counted, gathered, least
from eval.tables import origin, percent, table

Document = dict[str, Any]

PRECISION, MACRO_F1 = 0.99, 0.97
OPEN = 0.05  # likely and undecided among all sites
RULED_OUT = 0.001  # true sites among those ruled out
CALL_PRECISION, CALL_RECALL = 0.99, 0.94
VERDICTS = ("right", "base", "wrong", "none", "false", "silent")


def references(scores: Sequence[Score]) -> Document:
    """Totals, by package and by category, what is right, wrong and missed of each symbol, and those not perfect."""
    return {
        "all": _total(scores),
        "packages": _grouped(scores, lambda s: s.case.package),
        "categories": _grouped(scores, lambda s: s.case.category),
        "open": _open(scores),
        "symbols": {f"{s.case.package} {s.case.path}::{s.case.symbol}": [s.right, s.wrong, s.missed] for s in scores},
        "imperfect": [
            {
                "package": s.case.package,
                "symbol": s.case.symbol,
                "right": s.right,
                "wrong": s.wrong,
                "missed": s.missed,
                "f1": round(s.f1, 4),
                "error": s.error,
                "shown": list(s.shown),
            }
            for s in sorted(scores, key=lambda s: (s.f1, s.case.package, s.case.symbol))
            if s.f1 < 1
        ],
    }


def _open(scores: Sequence[Score]) -> list[Document]:
    """What is likely or undecided by what it hangs on, the most frequent first, and where most of it stands."""
    counts: dict[str, Counter[str]] = {}
    symbols: dict[str, Counter[str]] = {}
    for one in scores:
        for bucket, mechanism, is_true in one.open:
            counts.setdefault(mechanism, Counter()).update([bucket] + ["true"] * is_true)
            symbols.setdefault(mechanism, Counter()).update([f"{one.case.package} {one.case.symbol}"])
    order = sorted(counts, key=lambda mechanism: (-symbols[mechanism].total(), mechanism))
    return [
        {
            "mechanism": mechanism,
            **{name: counts[mechanism][name] for name in ("likely", "undecided", "true")},
            "most": dict(sorted(symbols[mechanism].items(), key=lambda item: (-item[1], item[0]))[:2]),
        }
        for mechanism in order
    ]


def calls(judged: Mapping[str, Sequence[Judged]]) -> Document:
    """Totals, by package and by kind of call."""
    every = [one for rows in judged.values() for one in rows]
    kinds = sorted({one.call.kind for one in every})
    return {
        "all": call_totals(every),
        "packages": {package: call_totals(rows) for package, rows in judged.items()},
        "kinds": {kind: call_totals([one for one in every if one.call.kind == kind]) for kind in kinds},
        "files": by_file((package, one) for package, rows in judged.items() for one in rows),
    }


def by_file(judged: Iterable[tuple[str, Judged]]) -> dict[str, list[float]]:
    """Of each file the sites found and all, the votes that are right and all: what the totals add up."""
    found: dict[str, list[float]] = {}
    for package, one in judged:
        counts = found.setdefault(f"{package} {one.call.place[0]}", [0, 0, 0, 0])
        counts[:] = [round(sum(pair), 4) for pair in zip(counts, (*_recalled(one), *_voted(one)), strict=True)]
    return found


def call_figures(files: Mapping[str, Sequence[float]], prefix: str) -> Figures:
    """What `by_file` counted, as figures."""
    rows = []
    for name, (found, sites, hits, votes) in files.items():
        rows += [(f"{prefix}precision", name, hits, votes), (f"{prefix}recall", name, found, sites)]
    return gathered(rows)


def markdown(told: Document) -> str:
    """The page of a document."""
    parts = ["# How right\n", f"{origin(told)}.\n"]
    if "references" in told:
        parts += _reference_parts(told["references"])
    if "calls" in told:
        parts += ["## Calls\n", _call_table("package", {"all": told["calls"]["all"], **told["calls"]["packages"]})]
        parts += [_call_table("kind", told["calls"]["kinds"])]
    return "\n".join(parts)


def _reference_parts(told: Document) -> list[str]:
    total = told["all"]
    worst = table(
        ("symbol", "f1", "right", "wrong", "missed", "error"),
        (
            (f"{r['package']} `{r['symbol']}`", f"{r['f1']:.3f}", r["right"], r["wrong"], r["missed"], r["error"])
            for r in told["imperfect"][:12]
        ),
    )
    return [
        "## References\n",
        _reference_table("package", {"all": total, **told["packages"]}),
        _reference_table("category", told["categories"]),
        f"Of {total['missed']} true sites that are not confirmed, {total['likely']} are shown as likely, "
        f"{total['undecided']} as undecided, {total['ruled_out']} are ruled out, the rest is in no bucket. "
        f"Not perfect: {len(told['imperfect'])} of {total['symbols']} symbols.\n",
        worst,
        *_open_parts(told.get("open", ())),
    ]


def _open_parts(rows: Sequence[Document]) -> list[str]:
    """What is left open, by mechanism; nothing of a result that was measured before there was a count."""
    head = ("mechanism", "likely", "undecided", "true", "most of it")
    lines = [
        (
            f"`{row['mechanism']}`",
            row["likely"],
            row["undecided"],
            row["true"],
            ", ".join(f"{name} {number}" for name, number in row["most"].items()),
        )
        for row in rows
    ]
    told = "What is likely or undecided, by what it hangs on; `true` are those that the truth knows.\n"
    return [told, table(head, lines)] if lines else []


def _reference_table(title: str, rows: Mapping[str, Document]) -> str:
    head = (title, "symbols", "truth", "precision", "recall", "macro f1", "undecided", "true among ruled out")
    return table(
        (*head, "false proven", "false complete", "errors"),
        (
            (
                name,
                row["symbols"],
                row["right"] + row["missed"],
                percent(row["precision"]),
                percent(row["recall"]),
                percent(row["macro_f1"]),
                percent(row["unsettled_share"]),
                f"{row['ruled_out']} of {row['excluded']}",
                row["false_proven"],
                row["false_complete"],
                row["errors"],
            )
            for name, row in rows.items()
        ),
    )


def _call_table(title: str, rows: Mapping[str, Document]) -> str:
    return table(
        (title, "sites", "recall", "precision", *VERDICTS),
        (
            (name, row["sites"], percent(row["recall"]), percent(row["precision"]), *(row[v] for v in VERDICTS))
            for name, row in rows.items()
        ),
    )


def _grouped(scores: Sequence[Score], key: Callable[[Score], str]) -> dict[str, Document]:
    return {name: _total([s for s in scores if key(s) == name]) for name in sorted({key(s) for s in scores})}


def _total(scores: Sequence[Score]) -> Document:
    counted = ("right", "wrong", "missed", "likely", "undecided", "ruled_out", "unsettled", "excluded", "sites")
    told: Document = {name: sum(getattr(s, name) for s in scores) for name in counted}
    return {
        "symbols": len(scores),
        **told,
        "false_proven": sum(s.false_proven for s in scores),
        "false_complete": sum(s.false_complete for s in scores),
        "errors": sum(bool(s.error) for s in scores),
        "precision": _share(told["right"], told["right"] + told["wrong"]),
        "recall": _share(told["right"], told["right"] + told["missed"]),
        "macro_f1": _share(sum(s.f1 for s in scores), len(scores)),
        "unsettled_share": _share(told["unsettled"], told["sites"]),
    }


def call_totals(judged: Sequence[Judged]) -> Document:
    """Recall over the sites where code of the package ran; precision where callees are named, each site one vote."""
    verdicts = Counter(one.verdict for one in judged)
    found, sites = (sum(part) for part in zip((0, 0), *map(_recalled, judged), strict=True))
    hits, told = (sum(part) for part in zip((0, 0), *map(_voted, judged), strict=True))
    return {
        "sites": sites,
        **{verdict: verdicts[verdict] for verdict in VERDICTS},
        "recall": _share(found, sites),
        "precision": _share(hits, told),
    }


def _recalled(one: Judged) -> tuple[int, int]:
    """What a site adds to recall: whether what ran is named, and whether code of the package ran."""
    return int(one.verdict in ("right", "base")), int(one.verdict in ("right", "base", "wrong", "none"))


def _voted(one: Judged) -> tuple[float, int]:
    """What a site adds to precision: the share of what it names that is right, and whether it names anything."""
    return (one.hits / one.named, 1) if one.named else (0, 0)


def bounds(told: Document) -> Iterator[Bound]:
    """The lines of the results."""
    if "references" in told:
        found = told["references"]["all"]
        for name, lowest in (("precision", PRECISION), ("macro_f1", MACRO_F1)):
            what = f"references: {name.replace('_', ' ')}"
            yield least(what, lowest, found[name], what)
        share = found["ruled_out"] / max(1, found["excluded"])
        what = "references: true sites among the ruled out"
        yield bound(what, f"≤ {percent(RULED_OUT)}", percent(share), share <= RULED_OUT)
        share = found["unsettled_share"]
        yield bound("references: likely or undecided", f"≤ {percent(OPEN)}", percent(share), share <= OPEN)
        for name in ("false_proven", "errors"):
            yield bound(f"references: {name.replace('_', ' ')}", "none", str(found[name]), not found[name])
    if "calls" in told:
        found = told["calls"]["all"]
        for name, lowest in (("precision", CALL_PRECISION), ("recall", CALL_RECALL)):
            yield least(f"calls: {name}", lowest, found[name], f"calls: {name}")


def figures(told: Document) -> Figures:
    """Of references by symbol, of calls by file."""
    symbols = told.get("references", {}).get("symbols", {})
    rows = [row for name, counts in symbols.items() for row in counted("references: ", name, *counts)]
    return gathered(rows) | call_figures(told.get("calls", {}).get("files", {}), "calls: ")


def _share(part: float, whole: float) -> float | None:
    """The share, to four places; nothing of nothing is no share."""
    return round(part / whole, 4) if whole else None
