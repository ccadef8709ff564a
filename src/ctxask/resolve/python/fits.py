"""Whether a call passes what a function takes, as far as the two are written out."""

from __future__ import annotations

from collections.abc import Iterator

from ctxask.resolve.python.arguments import Arguments
from ctxask.resolve.python.infer import Frame, Inference

_NONE = -1  # the node of a default that is not there


def misfits(inf: Inference, path: str, scope: int, callee: tuple[str, int]) -> Iterator[tuple[int, str]]:
    """(start of the called name, what does not fit) for each call in a scope that might mean the callee.

    The callee is a file and the scope of a function. A call that spreads a sequence or mapping fits.
    """
    segment = inf.segment(path, scope)
    for node, expression in enumerate(segment.nodes):
        called = segment.nodes[expression[1]] if expression[0] == "c" else []
        if not called or called[0] not in ("n", "a"):
            continue
        start = called[2] if called[0] == "n" else called[3]
        arguments = Arguments.of_call(inf, Frame(path, scope), node)
        if any(segment.nodes[n][0] in ("*", "**") for n in expression[2]):
            continue
        why = _misfit(inf, callee, arguments)
        if why:
            yield start, why


def _misfit(inf: Inference, callee: tuple[str, int], arguments: Arguments) -> str:
    """What does not fit; of a method, with and without the object that it is called on."""
    path, scope = callee
    parent = inf.skeleton(path).scopes[scope].parent
    of_class = parent >= 0 and inf.skeleton(path).scopes[parent].kind == "class"
    told = [_against(inf, callee, arguments, skipped) for skipped in ((1, 0) if of_class else (0,))]
    return told[0] if all(told) else ""


def _against(inf: Inference, callee: tuple[str, int], arguments: Arguments, skipped: int) -> str:
    params = inf.segment(*callee).params
    kinds = {param[1] for param in params}
    places = [param for param in params if param[1] == "p"][skipped:]
    if len(arguments) > len(places) and "*" not in kinds:
        return f"takes {len(places)} positional, given {len(arguments)}"
    names = {param[0] for param in params if param[1] in ("p", "k")}
    unknown = [name for name in arguments.names if name not in names]
    if unknown and "**" not in kinds:
        return f"takes no {unknown[0]}"
    given = {param[0] for param in places[: len(arguments)]} | set(arguments.names)
    wanted = [*places, *(param for param in params if param[1] == "k")]
    missing = [param[0] for param in wanted if param[3] == _NONE and param[0] not in given]
    return f"misses {missing[0]}" if missing else ""
