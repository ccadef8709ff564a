"""Why sites mean what they mean: small repositories in tests/explained, each with the reasons of some symbols' sites.

`--update` writes what is said now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ctxask.ops import OPERATORS
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.recorded import Recorded
from ctxask.world_view import View

CASES = sorted((Path(__file__).parents[2] / "explained").glob("*.txt"))
_PART = re.compile(r"^-- (.+) --\n", re.MULTILINE)
_ASKED = "reasons of "
Open = Callable[[Mapping[str, bytes]], View]


def split(text: str) -> dict[str, str]:
    """Path, or `reasons of NAME` -> text."""
    parts = _PART.split(text)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def told(view: View, name: str) -> str:
    """Every site of a symbol with its reasons, as a case file has them."""
    (symbol,) = view.find(name, None).rows
    sites = view.references([symbol]).rows
    reasons = {}
    for row in view.explain(sites).rows:
        values = dict(row.values)
        reasons[values["path"], values["line"], values["col"]] = values["because"]
    lines = []
    for site in sites:
        lines.append(f"{site.path}:{site.line}:{site.col} {site.role} {site.bucket}")
        for says, at in reasons.get((site.path, site.line, site.col), ()):
            lines.append(f"  {says}" + (f" at {at}" if at else ""))
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_reasons(case: Path, opened: Open, request: pytest.FixtureRequest) -> None:
    parts = split(case.read_text(encoding="utf-8"))
    view = opened({path: text.encode() for path, text in parts.items() if not path.startswith(_ASKED)})
    found = {name: told(view, name.removeprefix(_ASKED)) for name in parts if name.startswith(_ASKED)}
    if request.config.getoption("--update"):
        parts.update((name, text + "\n") for name, text in found.items())
        case.write_text("".join(f"-- {name} --\n{text}" for name, text in parts.items()).rstrip() + "\n", "utf-8")
    assert found == {name: parts[name].rstrip() + "\n" for name in found}


def test_every_reason_points_to_a_place_that_is_there(opened: Open) -> None:
    for case in CASES:
        parts = split(case.read_text(encoding="utf-8"))
        files = {path: text for path, text in parts.items() if not path.startswith(_ASKED)}
        for name in parts:
            for at in re.findall(r" at (\S+:\d+:\d+)$", parts[name], re.MULTILINE) if name.startswith(_ASKED) else ():
                path, line, col = at.rsplit(":", 2)
                text = files[path].split("\n")[int(line) - 1]
                assert text[int(col) - 1 :].strip(), f"{case.stem}: {at}"


def test_what_is_recorded_is_what_is_inferred_without(opened: Open) -> None:
    parts = split(CASES[0].read_text(encoding="utf-8"))
    view = opened({path: text.encode() for path, text in parts.items() if not path.startswith(_ASKED)})
    plain: Inference = view._resolver.python.inf
    recorded = Recorded(plain)
    for path in ("shop/store.py", "shop/use.py"):
        for scope in range(len(plain.skeleton(path).scopes)):
            for node in range(len(plain.segment(path, scope).nodes)):
                plain.begin()
                recorded.begin()
                assert recorded.evaluate(Frame(path, scope), node) == plain.evaluate(Frame(path, scope), node)


def test_the_edge_of_a_dependent_has_its_reasons(opened: Open) -> None:
    parts = split(CASES[0].read_text(encoding="utf-8"))
    view = opened({path: text.encode() for path, text in parts.items() if not path.startswith(_ASKED)})
    rows = view.dependents(view.find("make", None).rows, 2).rows
    told = [dict(row.values) for row in OPERATORS["code.explain"].run(view, {}, rows).rows]
    assert [(row["line"], row["subject"]) for row in told] == [(23, "shop/use.py::make"), (34, "shop/use.py::give")]
    assert told[0]["because"] == (("make is the function defined", "shop/use.py:18:5"),)
