"""What a caller may ask of a rendering."""

from __future__ import annotations

from typing import NamedTuple


class Options(NamedTuple):
    """How an answer is shown; none of it changes what is in it."""

    color: bool = False
    verbose: bool = False  # with the ids of plan and snapshot
    width: int = 0  # columns of the terminal; 0 where there is none
