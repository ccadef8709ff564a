"""The results of a plan, joined by address: symbols by id, source lines by place, bodies by symbol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ctxask import canon
from ctxask.digest.model import BODY_LIMIT, Json
from ctxask.plan.model import Plan
from ctxask.rows import File, Note, Record, Result, Site, Symbol, Text


class Joined(NamedTuple):
    """What a digest may show; it looks nothing up that is not in here."""

    plan: Plan
    results: dict[str, Result]
    sites: dict[str, list[Site]]  # step -> its sites by place
    lines: dict[tuple[str, int], str]
    bodies: tuple[Text, ...]
    changed: dict[str, str]  # path -> how the file differs from the base
    settled: bool  # nothing is being changed: what differs are the changes of the last commit
    notes: tuple[Note, ...]  # about the snapshot as a whole
    because: dict[tuple[str, int, int, str], list[Json]]  # path, line, column, subject -> why the site means that

    def sites_of(self, results: Sequence[Result]) -> list[Site]:
        """The sites of these results by place, one that several of them give once."""
        if len(results) == 1:
            return self.sites[results[0].id]
        found = {_place(row): row for result in results for row in self.sites[result.id]}
        return [row for _, row in sorted(found.items())]

    def asked(self) -> tuple[Symbol, ...]:
        """The symbols that the plan's own subjects mean."""
        first = [self.results[step.id] for step in self.plan.steps if step.op == "code.symbols" and not step.input]
        return tuple(row for result in first for row in result.rows if isinstance(row, Symbol))

    def subjects(self, step: str) -> tuple[Symbol, ...]:
        """The symbols that a step was asked about: the first symbols up its chain of inputs."""
        name = self.plan.step(step).input
        while name:
            result = self.results.get(name)
            if result is not None and result.kind == "symbols":
                return tuple(row for row in result.rows if isinstance(row, Symbol))
            name = self.plan.step(name).input
        return ()

    def shown(self, section: str) -> Iterator[tuple[str, Result]]:
        """(view, result) of what the plan shows in a section, in the plan's order."""
        for name, views in self.plan.sections:
            if name == section:
                for view in views:
                    result = self.results.get(view.step)
                    if result is not None:
                        yield view.view, result


def join(plan: Plan, results: Iterable[Result], notes: tuple[Note, ...]) -> Joined:
    """The results of a plan's steps, ready to be shown."""
    by_id = {result.id: result for result in results}
    lines: dict[tuple[str, int], str] = {}
    bodies = []
    changed = {}
    settled = any(note.code == "clean_tree" for result in by_id.values() for note in result.notes)
    found = {result.id: _by_place(result) for result in by_id.values() if result.kind == "sites"}
    for result in by_id.values():
        if result.kind not in ("text", "files"):
            continue
        for row in result.rows:
            if isinstance(row, Text) and row.symbol:
                bodies.append(row)
            elif isinstance(row, Text):
                lines[row.path, row.first_line] = row.text
            elif isinstance(row, File) and row.change:
                changed[row.path] = row.change
    return Joined(plan, by_id, found, lines, tuple(bodies), changed, settled, notes, _reasons(by_id.values()))


def _reasons(results: Iterable[Result]) -> dict[tuple[str, int, int, str], list[Json]]:
    out: dict[tuple[str, int, int, str], list[Json]] = {}
    for result in results:
        for row in result.rows if result.kind == "records" else ():
            if isinstance(row, Record) and row.kind == "because":
                values = dict(row.values)
                told = [{"says": says, **({"at": at} if at else {})} for says, at in values["because"]]
                out[values["path"], values["line"], values["col"], values["subject"]] = told
    return out


def _by_place(result: Result) -> list[Site]:
    return sorted((row for row in result.rows if isinstance(row, Site)), key=_place)


def _place(row: Site) -> tuple[str, int, int, str]:
    return row.path, row.line, row.col, row.subject


def site(row: Site, joined: Joined) -> Json:
    """A site's document: what differs from an exact, confirmed occurrence at module level is said."""
    out: Json = {"line": row.line, "col": row.col, "role": row.role}
    if row.within:
        out["in"] = row.within
    if row.evidence != "scope":
        out["evidence"] = row.evidence
    if row.target != "exact":
        out["target"] = row.target
    if row.mechanism:
        out["mechanism"] = row.mechanism
    if row.other:
        out["other"] = row.other
    if row.implicit:
        out["implicit"] = True
    text = joined.lines.get((row.path, row.line), "").strip()
    if text:
        out.update(line_text(text))
    if told := joined.because.get((*_place(row)[:3], row.subject)):
        out["because"] = told
    return out


def line_text(text: str) -> Json:
    """A source line as it is shown: whole, or its size."""
    if len(text) > BODY_LIMIT // 4 and len(text.encode()) > BODY_LIMIT:
        return {"bytes": len(text.encode())}
    return {"text": text}


def definition(row: Symbol) -> Json:
    """A symbol's identity and where it is defined."""
    out: Json = {
        "symbol": row.id,
        "kind": row.kind,
        "path": row.path,
        "line": row.line,
        "col": row.col,
        "address": address(row),
    }
    if row.signature:
        out["signature"] = row.signature
    if row.more:
        out["more"] = [list(span) for span in row.more]
    return out


def address(row: Symbol) -> str:
    """The address of the whole definition."""
    return canon.repo_address(row.path, row.first_line, row.last_line, row.anchor)
