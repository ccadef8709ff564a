"""Sets of contents that names were looked for in, kept once for all names: whole, or as a difference from another.

After an edit the set has one member less and one more, and that is all that is written.
"""

from __future__ import annotations

from collections.abc import Collection, Set

from ctxask import canon
from ctxask.facts.store import Store

ID_SIZE = 32
_KIND = "universe"
_LATEST = b""  # key of the id of the set that was kept last
_DEPTH = 8  # differences in a row before a set is kept whole again
_NONE = bytes(ID_SIZE)


def universe_id(contents: Collection[bytes]) -> bytes:
    """The id of a set of contents."""
    return bytes.fromhex(canon.fingerprint(b"".join(sorted(contents))))


def members(store: Store, universe: bytes, size: int) -> set[bytes]:
    """The contents in a set, each of size bytes; none when the set is not known any more."""
    return _load(store, universe, size)[0]


def keep(store: Store, universe: bytes, contents: Set[bytes], size: int) -> None:
    """Keeps a set under its id."""
    if store.get(_KIND, [universe]):
        return
    latest = store.get(_KIND, [_LATEST]).get(_LATEST, {}).get(0, _NONE)
    base, depth = _load(store, latest, size)
    less, more = base - contents, contents - base
    if not base or depth >= _DEPTH or len(less) + len(more) > len(contents) // 4:
        latest, depth, less, more = _NONE, 0, set(), contents
    head = bytes([depth + 1]) + latest + len(less).to_bytes(4, "big")
    store.put(_KIND, universe, 0, head + b"".join(sorted(less)) + b"".join(sorted(more)))
    store.put(_KIND, _LATEST, 0, universe)


def _load(store: Store, universe: bytes, size: int) -> tuple[set[bytes], int]:
    """A set and how many differences it is made of; empty when a part of the chain is gone."""
    chain: list[tuple[set[bytes], set[bytes]]] = []
    depth = 0
    while universe != _NONE:
        data = store.get(_KIND, [universe]).get(universe, {}).get(0)
        if data is None or len(chain) > _DEPTH:
            return set(), 0
        depth = depth or data[0]
        universe = data[1 : 1 + ID_SIZE]
        start = 1 + ID_SIZE + 4
        cut = start + int.from_bytes(data[1 + ID_SIZE : start], "big") * size
        chain.append((set(split(data[start:cut], size)), set(split(data[cut:], size))))
    found: set[bytes] = set()
    for less, more in reversed(chain):
        found = (found - less) | more
    return found, depth


def split(joined: bytes, size: int) -> list[bytes]:
    """Ids of size bytes each that were joined."""
    return [joined[at : at + size] for at in range(0, len(joined), size)]
