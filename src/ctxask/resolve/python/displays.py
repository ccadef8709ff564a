"""What stands under a constant key of a dict, list or tuple that is written in sight."""

from __future__ import annotations

from typing import Any, NamedTuple

from ctxask.facts.python.model import Segment
from ctxask.resolve.python.infer import Frame, Inference
from ctxask.resolve.python.names import Target, follow
from ctxask.resolve.python.reach import Row
from ctxask.resolve.python.targets import targets
from ctxask.resolve.python.values import Values, union

Keys = tuple[int | str, ...]
_CHANGE = {"append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort", "update"}
_NAMES = 3  # assignments that lead from one name to the next


class Place(NamedTuple):
    """An expression and where it is evaluated."""

    frame: Frame
    node: int


def item(inf: Inference, frame: Frame, node: int) -> Values | None:
    """The values under the keys of a subscript; None where no display or assignment in sight tells."""
    read = _read(inf, Place(frame, node))
    if read is None:
        return None
    base, keys = read
    found = _assigned(inf, base, keys, frame, node)
    places = found if found is not None else [] if _changes(inf, base) else _picked(inf, base, keys)
    return union(*(inf.evaluate(*place) for place in places)) if places else None


def _read(inf: Inference, place: Place) -> tuple[Place, Keys] | None:
    """What a subscript, or a subscript of one, is read from, and by which constant keys, the outer ones first."""
    keys: list[int | str] = []
    nodes = inf.segment(place.frame.path, place.frame.scope).nodes
    while nodes[place.node][0] == "s":
        _, thing, items, *_ = nodes[place.node]
        key = _constant(inf, Place(place.frame, items[0])) if len(items) == 1 else None
        if key is None:
            return None
        keys.insert(0, key)
        place = Place(place.frame, thing)
    return (place, tuple(keys)) if nodes[place.node][0] in "ndlt" else None


def _constant(inf: Inference, place: Place) -> int | str | None:
    """A key as it is written, or as a name holds it."""
    held = behind(inf, place)
    if held is None:
        return None
    node = inf.segment(held.frame.path, held.frame.scope).nodes[held.node]
    key = node[2] if node[0] == "k" and len(node) == 3 else None
    return key if isinstance(key, int | str) else None


def behind(inf: Inference, place: Place) -> Place | None:
    """The expression that a name was given, where it was given one alone."""
    for _ in range(_NAMES):
        if inf.segment(place.frame.path, place.frame.scope).nodes[place.node][0] != "n":
            return place
        given = _given(inf, place)
        if given is None:
            return None
        target, row = given
        assert target.frame is not None
        place = Place(target.frame, row[3])
    return None


def _given(inf: Inference, place: Place) -> tuple[Target, Row] | None:
    """The only binding of a name, where it is a plain assignment."""
    found = [t for target in targets(inf, *place) for t in follow(inf, target)]
    if len(found) != 1 or found[0].frame is None or len(found[0].rows) != 1:
        return None
    row = found[0].rows[0]
    return (found[0], row) if row[0] == "assign" and row[3] >= 0 and not row[4][0] else None


def _picked(inf: Inference, place: Place, keys: Keys) -> list[Place]:
    """The expression under the keys of a display, and of the displays in it."""
    for key in keys:
        held = behind(inf, place)
        picked = _under(inf.segment(held.frame.path, held.frame.scope), held.node, key) if held else -1
        if held is None or picked < 0:
            return []
        place = Place(held.frame, picked)
    return [place]


def _under(segment: Segment, display: int, key: int | str) -> int:
    """The node under a key of a display; -1 where it holds none, or what it spreads may hold it."""
    e = segment.nodes[display]
    if e[0] == "d":
        held = [segment.nodes[n] for n in e[1]]
        if any(k[0] != "k" or len(k) < 3 for k in held):
            return -1
        return next((value for k, value in zip(reversed(held), reversed(e[2]), strict=True) if k[2] == key), -1)
    if e[0] in "lt" and isinstance(key, int) and key < len(e[1]):
        return -1 if any(segment.nodes[n][0] == "*" for n in e[1][: key + 1]) else int(e[1][key])
    return -1


def _assigned(inf: Inference, base: Place, keys: Keys, frame: Frame, use: int) -> list[Place] | None:
    """What is assigned under the keys of a name; nothing when a part above them is, None when neither."""
    target = _given(inf, base)
    if target is None or target[0].frame is None:
        return None
    around, row = target[0].frame, target[1]
    segment = inf.segment(around.path, around.scope)
    name = target[0].key.name if target[0].key is not None else ""
    found: list[Place] = []
    for written, value in segment.items:
        root = _root(segment, written)
        if segment.nodes[root][:2] != ["n", name]:
            continue
        told = _read(inf, Place(around, written))
        if told is None or keys[: len(told[1])] == told[1] != keys or value < 0:
            return []
        if told[1] == keys:
            here = _start(segment, root) < _start(segment, _root(segment, use)) if around[:2] == frame[:2] else False
            if here and segment.nodes[root][3] == row[2]:  # in the suite that makes the display, and before the use
                found = []
            elif not found:
                found = _picked(inf, base, keys)
            found.append(Place(around, value))
    return found or None


def _changes(inf: Inference, base: Place) -> bool:
    """Whether the scope that binds the name calls a method on it that changes what it holds."""
    given = _given(inf, base)
    if given is None or given[0].frame is None or given[0].key is None:
        return False
    segment = inf.segment(given[0].frame.path, given[0].frame.scope)
    named = ["n", given[0].key.name]
    return any(e[0] == "a" and e[2] in _CHANGE and segment.nodes[e[1]][:2] == named for e in segment.nodes)


def _root(segment: Segment, node: int) -> int:
    while segment.nodes[node][0] == "s":
        node = segment.nodes[node][1]
    return node


def _start(segment: Segment, node: int) -> int:
    e = segment.nodes[node]
    return int(e[2]) if e[0] == "n" else -1


def items_of(inf: Inference, place: Place) -> list[Place]:
    """The items of a display that lists what tests are given; those of `pytest.param` are its arguments."""
    nodes = inf.segment(place.frame.path, place.frame.scope).nodes
    e = nodes[place.node]
    inner: list[int] = e[1] if e[0] in ("t", "l") else e[2] if _is_param(nodes, e) else []
    return [Place(place.frame, _plain(nodes, node) if e[0] in ("t", "l") else node) for node in inner]


def _plain(nodes: list[Any], node: int) -> int:
    """`pytest.param(x)` is x, where it holds one value."""
    e = nodes[node]
    return int(e[2][0]) if _is_param(nodes, e) and len(e[2]) == 1 else node


def _is_param(nodes: list[Any], e: list[Any]) -> bool:
    called = nodes[e[1]] if e[0] == "c" else []
    return bool(called) and (called[:2] == ["n", "param"] or (called[0] == "a" and called[2] == "param"))
