"""Golden digests: plan, rows and request in, text and JSON out; changed only by `pytest --update`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ctxask import digest, rows
from ctxask.digest.schema import Document
from ctxask.lesson import Lesson
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.validate import validate
from ctxask.render import render

FOLDER = Path(__file__).parents[2] / "digests"
GOLDENS = sorted(path.name for path in FOLDER.glob("*.txt"))
TERMINAL = 72  # columns of a tree
ROWS = {
    "symbol": rows.Symbol,
    "site": rows.Site,
    "file": rows.File,
    "text": rows.Text,
    "record": rows.Record,
    "failure": rows.Failure,
}


def read(path: Path) -> dict[str, str]:
    """The sections of a golden by name: `-- name --`, then its text."""
    parts = re.split(r"^-- (\w+) --\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def results(plan: Plan, lines: str) -> list[rows.Result]:
    """The results of the plan's steps, from lines `{"step":…,"site":{…}}` and `{"step":…,"state":…}`."""
    found: dict[str, list[rows.Row]] = {step.id: [] for step in plan.steps}
    more: dict[str, dict[str, Any]] = {step.id: {} for step in plan.steps}
    for line in filter(None, lines.split("\n")):
        entry = json.loads(line)
        step = entry.pop("step")
        for name, value in entry.items():
            if name in ROWS:
                found[step].append(ROWS[name](**{key: frozen(part) for key, part in value.items()}))
            elif name == "notes":
                more[step]["notes"] = tuple(rows.Note(*note) for note in value)
            else:
                more[step][name] = frozen(value)
    return [
        rows.Result(step.id, step.op, step.kind, rows=tuple(found[step.id]), engine="scope@1", **more[step.id])
        if "state" not in more[step.id]
        else rows.Result(step.id, step.op, step.kind, **more[step.id])
        for step in plan.steps
    ]


def made(sections: dict[str, str]) -> digest.Digest | Lesson:
    plan = validate(json.loads(sections["plan"]), OPERATORS)
    assert isinstance(plan, Plan), plan
    request = json.loads(sections["request"])
    meta = digest.Meta(
        request["given"],
        request.get("how", "symbol"),
        "snap:0123456789abcdef",
        notes=tuple(rows.Note(*note) for note in request.get("notes", [["covered_files", 83, "Python"]])),
        command=tuple(request.get("command", (plan.kind, request["given"]))),
    )
    return digest.build(plan, results(plan, sections["rows"]), meta, request.get("budget"), request.get("cursor"))


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / name
    sections = read(path)
    answer = made(sections)
    document = answer.document() if isinstance(answer, Lesson) else answer.document
    got = {"text": render(answer, "text").decode()}
    got |= {"tree": render(answer, "tree", width=TERMINAL).decode()} if "tree" in sections else {}
    got |= {"json": json.dumps(document, indent=1) + "\n"}
    if request.config.getoption("--update"):
        order = {name: sections[name] for name in ("request", "plan", "rows")} | got
        path.write_text("".join(f"-- {name} --\n{text}" for name, text in order.items()), encoding="utf-8")
        return
    assert (got["text"], got.get("tree")) == (sections["text"], sections.get("tree"))
    assert json.loads(got["json"]) == json.loads(sections["json"])


@pytest.mark.parametrize("name", GOLDENS)
def test_the_schema_holds_every_field(name: str) -> None:
    answer = made(read(FOLDER / name))
    if isinstance(answer, digest.Digest):
        model = Document.model_validate(answer.document)
        assert model.model_dump(exclude_unset=True, by_alias=True) == answer.document
