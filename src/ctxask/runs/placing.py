"""Results whose paths and names count from the root, whatever the runner counted them from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxask.runs.model import Frame, Results, Test
from ctxask.runs.paths import Places, Quotes, Tree

_MACHINERY = ("site-packages/_pytest/", "site-packages/pluggy/")
_DEEP = 40  # parts of a dotted name beyond which it is none


def placed(results: Results, tree: Tree, quotes: Quotes) -> Results:
    """The results with node ids and frames placed, both counted from one folder."""
    at = frame_places(results.tests, tree, quotes)
    ids = Places(tree, [_file(test.id) for test in results.tests], quotes, at.base)
    return results._replace(
        tests=tuple(with_frames(test._replace(id=node_id(test.id, ids)), at) for test in results.tests)
    )


def frame_places(tests: Iterable[Test], tree: Tree, quotes: Quotes) -> Places:
    """The places of all frames of some tests."""
    return Places(tree, (frame.path for test in tests for error in test.raised for frame in error.frames), quotes)


def with_frames(test: Test, places: Places) -> Test:
    """The test with its frames placed."""
    if not test.raised:
        return test
    return test._replace(raised=tuple(error._replace(frames=_frames(error.frames, places)) for error in test.raised))


def node_id(id: str, places: Places) -> str:
    """A node id whose path counts from the root; as it is where its file is not below it."""
    file = _file(id)
    path, inside = places.place(file)
    return path + id[len(file) :] if inside else id


def candidates(dotted: str) -> list[str]:
    """The files that a dotted name of a test can be in, the longest path first."""
    parts = dotted.split(".")
    if len(parts) > _DEEP:
        return []
    return ["/".join(parts[:count]) + ".py" for count in range(len(parts), 0, -1)]


def from_dotted(dotted: str, places: Places) -> str | None:
    """`path::Class` for `package.module.Class`; None where no file below the root is meant."""
    parts = dotted.split(".")
    for at, candidate in enumerate(candidates(dotted)):
        path = places.known(candidate)
        if path is not None:
            return "::".join([path, *parts[len(parts) - at :]])
    return None


def _file(id: str) -> str:
    return id.partition("::")[0]


def _frames(frames: Sequence[Frame], places: Places) -> tuple[Frame, ...]:
    """The frames with their places, without the machinery of pytest that leads to the test."""
    out = []
    for frame in frames:
        path, inside = places.place(frame.path)
        out.append(Frame(path, frame.line, frame.function, inside))
    own = next((at for at, frame in enumerate(out) if not frame.path.startswith(_MACHINERY)), 0)
    return tuple(out[own:])
