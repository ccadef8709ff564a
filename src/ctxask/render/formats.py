"""What a caller may ask of a rendering."""

from __future__ import annotations

from typing import NamedTuple


class Options(NamedTuple):
    """How an answer is shown; none of it changes what is in it."""

    color: bool = False
    verbose: bool = False  # with the ids of plan and snapshot
