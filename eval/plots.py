"""The pictures of docs/results.md, drawn of the kept results; the same results and matplotlib give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.bench.page import figures as bench_figures
from eval.explore.page import FIGURES as EXPLORED
from eval.explore.page import TITLES, arm_scores
from eval.figures import share
from eval.record import RESULTS, kept
from eval.sampling import interval, mean

OURS, OTHERS = "#1f5f99", ("#b0b0b0", "#d0a060", "#7fa87f", "#a080a8")
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "ctxask",  # ids of elements come of it, and of nothing else
    "svg.fonttype": "path",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
}


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of one kept result."""

    result: str
    caption: str
    size: tuple[float, float]  # inches
    draw: Callable[..., None]  # onto matplotlib's axes, what `record.kept` gives


def engines(axes: Any, told: Mapping[str, Any]) -> None:
    """Recall of each engine, and the share of what it names that is wrong."""
    rows = sorted(told["engines"].items(), key=lambda row: row[1]["recall"])
    for number, (name, row) in enumerate(rows):
        axes.barh(number, 100 * row["recall"], color=OURS if name == "ours" else OTHERS[0])
        axes.text(100 * row["recall"] + 0.5, number, f"precision {100 * row['precision']:.1f} %", va="center")
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    axes.set(xlabel="recall, % of the sampled call sites", xlim=(0, 125))


def diagnosed(axes: Any, told: Mapping[str, Any]) -> None:
    """How often the culprit is first, and among the first three."""
    rows = {"ctx diagnose": told["all"], **told["baselines"]}
    _bars(axes, {name: [row["first"], row["first_three"]] for name, row in rows.items()}, ("first", "first three"))
    axes.set(ylabel=f"% of {told['all']['seeds']} seeds")


def selected(axes: Any, told: Mapping[str, Any]) -> None:
    """Of which share of the seeds at most so much of the suite is selected."""
    for (arm, rows), color in zip(told["arms"].items(), (OURS, OTHERS[0], OTHERS[1], OTHERS[2]), strict=False):
        shares = sorted(100 * row["share"] for row in rows["seeds"])
        axes.step(
            [0, *shares, 100], [*(100 * n / len(shares) for n in range(len(shares) + 1)), 100], color=color, label=arm
        )
    axes.axvline(30, color="#c04040", linewidth=0.8)
    axes.set(
        xlabel="at most so many % of the tests are selected (the median is to be left of the line)", ylabel="% of seeds"
    )
    _legend(axes)


def explored(axes: Any, head: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Every figure of each arm, of the half that is kept out of tuning."""
    held = [row for row in rows if row["half"] == "kept"]
    names = list(EXPLORED)
    values = {
        TITLES[arm]: [[figure(one) for one in arm_scores(held, arm)] for figure in EXPLORED.values()] for arm in TITLES
    }
    spread = {arm: [interval(told, mean) for told in found] for arm, found in values.items()}
    _bars(axes, {arm: [mean(told) for told in found] for arm, found in values.items()}, names, spread)
    axes.set(ylabel=f"% of {len(held)} messages")


def benched(axes: Any, told: Mapping[str, Any]) -> None:
    """How many times each question keeps within its bound."""
    figures = bench_figures(dict(told))
    for number, items in enumerate(reversed(figures.values())):
        values = [share([item]) for item in items.values()]
        axes.plot(values, [number] * len(values), "|", color=OURS, markersize=9)
    axes.axvline(1, color="#c04040", linewidth=0.8)
    axes.set_yticks(range(len(figures)), list(reversed([name.replace(": room in", ":") for name in figures])))
    axes.set(xlabel="bound / measured, a mark a question; kept right of the line", xscale="log")
    axes.set_xticks([0.25, 0.5, 1, 2, 4], ["¼", "½", "1", "2", "4"])
    axes.minorticks_off()


PLOTS = {
    "engines": Plot("engines", "Calls beside other engines", (7, 2.4), engines),
    "diagnose": Plot("diagnose", "Which change explains the failures", (7, 2.8), diagnosed),
    "tests": Plot("tests", "How much of a suite is selected", (7, 3.2), selected),
    "explore": Plot("explore", "The definitions that a message speaks of", (7, 3), explored),
    "bench": Plot("bench", "Bounds of cost", (7, 3.6), benched),
}


def drawn() -> Iterator[tuple[str, bytes]]:
    """Each picture whose result is kept, as SVG, by the name of its file."""
    import matplotlib
    from matplotlib.figure import Figure

    for name, plot in PLOTS.items():
        if told := kept(RESULTS / plot.result):
            with matplotlib.rc_context(STYLE):
                figure = Figure(figsize=plot.size, layout="tight")
                plot.draw(figure.subplots(), *told)
                picture = io.BytesIO()
                figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
            yield file_name(name), picture.getvalue()


def file_name(name: str) -> str:
    """Of a picture."""
    return f"results-{name}.svg"


def shown(folder: Path, link: str) -> list[str]:
    """The lines that show the pictures of a folder."""
    there = {name: plot for name, plot in PLOTS.items() if (folder / file_name(name)).exists()}
    return [f"{plot.caption}:\n\n![{plot.caption}]({link}/{file_name(name)})\n" for name, plot in there.items()]


def _bars(
    axes: Any,
    values: Mapping[str, Sequence[float]],
    names: Sequence[str],
    spread: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> None:
    """Groups of bars, a group a name and a bar a key, in percent; with whiskers where there is a spread."""
    width = 0.8 / len(values)
    for number, ((key, found), color) in enumerate(zip(values.items(), (OURS, *OTHERS), strict=False)):
        places = [group + width * number for group in range(len(names))]
        axes.bar(places, [100 * value for value in found], 0.92 * width, color=color, label=key.replace("`", ""))
        for place, (low, high) in zip(places, spread[key] if spread else (), strict=False):
            axes.vlines(place, 100 * low, 100 * high, color="#404040", linewidth=0.8)
    axes.set_xticks([group + 0.4 - width / 2 for group in range(len(names))], names)
    axes.set_ylim(0, 105)
    axes.grid(axis="x", visible=False)
    _legend(axes)


def _legend(axes: Any) -> None:
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.22), ncols=3, frameon=False, fontsize=8)
