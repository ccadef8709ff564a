"""What the name in an expression stands for, before its value is asked."""

from __future__ import annotations

from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.members import members
from ctxask.resolve.python.names import Target, lookup, unknown_target


def targets(inf: Inference, frame: Frame, node: int) -> list[Target]:
    """The bindings that a name or attribute node can mean; anything else is unknown."""
    key = ("targets", frame, node)
    return inf.once(key, [], lambda why: [unknown_target(why)], lambda: _targets(inf, frame, node))


def _targets(inf: Inference, frame: Frame, node: int) -> list[Target]:
    expression = inf.segment(frame.path, frame.scope).nodes[node]
    if expression[0] == "n":
        _, name, start, block, _ = expression
        return lookup(inf, frame, name, start, block)
    if expression[0] == "a":
        return members(inf, inf.evaluate(frame, expression[1]), expression[2])
    return [unknown_target("expression")]
