"""Where a value comes from: the bindings, annotations and calls that handed it on, as reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ctxask.facts.sources import Sources
from ctxask.resolve.python.implicit import start_of
from ctxask.resolve.python.infer import RETURNS, Frame
from ctxask.resolve.python.names import Target, import_targets
from ctxask.resolve.python.params import is_method
from ctxask.resolve.python.phrases import described, is_unknown, qualified, written
from ctxask.resolve.python.recorded import Part, Recorded
from ctxask.resolve.python.values import Class, Module, Namespace, Unknown, Value
from ctxask.resolve.reason import Reason, why_open


def origin(inf: Recorded, sources: Sources, frame: Frame, node: int, value: Value) -> Iterator[Reason]:
    """How the expression has the value: from the binding that it names back to where the value was made."""
    last, seen = "", set()
    following: tuple[tuple[Frame, int], Value] | None = ((frame, node), value)
    while following is not None and following not in seen:
        seen.add(following)
        (where, at), value = following
        following = None
        for part in inf.leading(("e", where, at), value):
            if part[0] == "targets" and is_unknown(value):
                following = _receiver(inf, part[1], part[2])
            if part[0] == "e" and written(inf.segment(part[1].path, part[1].scope), part[2]) in last:
                continue
            reason = _step(inf, sources, part, value)
            if reason is not None:
                yield reason
                last = reason.says


def _receiver(inf: Recorded, frame: Frame, node: int) -> tuple[tuple[Frame, int], Value] | None:
    """What stands before the dot of an attribute that has no known value."""
    e = inf.segment(frame.path, frame.scope).nodes[node]
    values = inf.evaluate(frame, e[1]) if e[0] == "a" else ()
    return ((frame, e[1]), values[0]) if values else None


def place(sources: Sources, path: str, start: int) -> str:
    """`path:line:col` of a byte; empty in the library."""
    if path.startswith("<") or start < 0:
        return ""
    line, col = sources.positions(path).place(start)
    return f"{path}:{line}:{col}"


def imported(inf: Recorded, sources: Sources, path: str, row: list[Any]) -> Reason:
    """The files through which an import leads, up to what it means there."""
    start, stops, end = row[1], [path], ""
    while True:
        found = import_targets(inf, path, row)
        if not found:
            break
        target = found[0]
        rows = [inner for inner in target.rows if inner[0] in ("from", "import")]
        if target.frame is None or not rows or target.frame.path in stops:
            end = _end(inf, stops, target)
            break
        path, row = target.frame.path, rows[0]
        stops.append(path)
    return Reason("import chain " + " → ".join([*stops, end] if end else stops), place(sources, stops[0], start))


def _end(inf: Recorded, stops: list[str], target: Target) -> str:
    """Where the chain ends, unless that is its last stop."""
    if target.frame is not None:
        path = target.frame.path
        return "" if path == stops[-1] else path.removeprefix("<stubs>/")
    value = target.value
    if value is None or is_unknown(value):
        return "nothing that is here"
    return value.path if isinstance(value, Module) else described(inf, value)


def _step(inf: Recorded, sources: Sources, part: Part, value: Value) -> Reason | None:
    """What a kept result says of the value; None for one that only passes it on."""
    if part[0] == "e":
        return _expression(inf, sources, part[1], part[2], value)
    if part[0] == "rows":
        return bound(inf, sources, Target(part[1], (), part[3], None, part[4], part[5]), part[2], value)
    if part[0] == "t" and part[2] == inf.segment(part[1].path, part[1].scope).annotation:
        frame = part[1]
        says = f"{qualified(inf, frame.path, frame.scope)}() is declared to return {described(inf, value)}"
        return Reason(says, place(sources, frame.path, _start(inf, frame, part[2])))
    if part[0] == RETURNS:
        frame = part[1]
        start = inf.skeleton(frame.path).scopes[frame.scope].name_start
        says = f"{qualified(inf, frame.path, frame.scope)}() returns {described(inf, value)}"
        return None if is_unknown(value) else Reason(says, place(sources, frame.path, start))
    if part[0] == "member" and isinstance(value, Unknown):
        return Reason(f"{part[2]} of {qualified(inf, part[1].path, part[1].scope)}: {why_open(value.mechanism)}")
    return None


def _start(inf: Recorded, frame: Frame, node: int) -> int:
    return start_of(inf.segment(frame.path, frame.scope), node)


def _expression(inf: Recorded, sources: Sources, frame: Frame, node: int, value: Value) -> Reason | None:
    segment = inf.segment(frame.path, frame.scope)
    kind, text = segment.nodes[node][0], written(segment, node)
    at = place(sources, frame.path, start_of(segment, node))
    if kind in "na":
        found = [part for part in inf.parts(("e", frame, node)) if part[0] == "rows"]
        narrowed = found and not is_unknown(value) and not any(inf.holds(part, value) for part in found)
        return Reason(f"{text} narrowed to {described(inf, value)} by a test around it", at) if narrowed else None
    if kind == "c":
        made = any(isinstance(v, Class) for v in inf.evaluate(frame, segment.nodes[node][1]))
        return Reason(f"{text} makes {described(inf, value)}" if made else f"result of {text}", at)
    if kind == "s":
        return Reason(f"item {text}", at)
    return Reason(f"{text} written there", at) if kind in "zlSdtgfk" and not is_unknown(value) else None


def bound(inf: Recorded, sources: Sources, target: Target, starts: tuple[int, ...], value: Value) -> Reason | None:
    """What the binding of a name says of the value that it holds."""
    frame, key = target.frame, target.key
    assert frame is not None and key is not None
    row = _row(inf, frame, key.name, starts, value)
    if row is None or row[0] in ("def", "class"):
        return None
    if row[0] in ("from", "import"):
        return imported(inf, sources, frame.path, row)
    name = key.name
    if target.owner is not None:
        name = f"{qualified(inf, target.owner.path, target.owner.scope)}.{name}"
    return Reason(_says(inf, frame, name, row, value), place(sources, frame.path, row[1]))


def _says(inf: Recorded, frame: Frame, name: str, row: list[Any], value: Value) -> str:
    kind, node = row[0], row[3]
    segment = inf.segment(frame.path, frame.scope)
    text = written(segment, node) if node >= 0 else ""
    type_ = "" if is_unknown(value) else f" {described(inf, value)}"
    if kind == "note":
        return f"{name} annotated{type_ or ' ' + text}"
    if kind == "param":
        if node >= 0:
            return f"parameter {name} annotated{type_ or ' ' + text}"
        if row[4][0] == 0 and is_method(inf, frame) and type_:
            return f"first parameter of a method of{type_}"
        if is_unknown(value):
            return f"parameter {name}"
        default = row[4][1]
        by_default = default >= 0 and inf.holds(("e", frame, default), value)
        return f"parameter {name}, {'by its default' if by_default else 'by what is passed'}{type_}"
    verbs = {"assign": "assigned from", "augmented": "assigned from", "for": "runs over", "with": "entered from"}
    verb = verbs.get(kind, {"except": "caught as", "match": "matched in"}.get(kind, "bound by"))
    return f"{name} {verb} {text}" if text else f"{name} bound there"


def _row(inf: Recorded, frame: Frame, name: str, starts: tuple[int, ...], value: Value) -> list[Any] | None:
    """The row of a binding that gave the value; the first where that cannot be told."""
    segment = inf.segment(frame.path, frame.scope)
    rows = [row for row in segment.binds.get(name, ()) if row[1] in starts]
    for _, attribute, kind, block, node, extra, start in segment.attributes:
        if attribute == name and start in starts:
            rows.append([kind, start, block, node, extra])
    parts = [(row, (kind, frame, row[3])) for row in rows for kind in ("e", "t") if row[3] >= 0]
    return next((row for row, part in parts if inf.holds(part, value)), rows[0] if rows else None)


def is_module(value: Value) -> bool:
    """Whether the members of a value are what a file or folder binds."""
    return isinstance(value, Module | Namespace)
