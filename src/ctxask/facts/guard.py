"""Files that no parser should be asked about: tree-sitter's time grows with the square of what they do."""

from __future__ import annotations

import re
from itertools import accumulate

LONGEST_LINE = 256 << 10  # bytes; a longer one was written by a program, to be read by one
MOST_NESTED = 4096  # brackets, and levels of the tree at which queries still look; code stays under a few hundred

_STEP = {**dict.fromkeys(b"([{", 1), **dict.fromkeys(b")]}", -1)}
_OTHERS = bytes(byte for byte in range(256) if byte not in _STEP)
_RUN = re.compile(rb"([\"'`!?:;,@&|^%<])\1{4095}")


def is_hostile(source: bytes) -> bool:
    """Whether a line is longer than people write, brackets nest deeper, or one mark is repeated as code never does."""
    if len(source) > LONGEST_LINE and max(map(len, source.split(b"\n"))) > LONGEST_LINE:
        return True
    brackets = source.translate(None, _OTHERS)
    if len(brackets) > MOST_NESTED and max(accumulate(map(_STEP.__getitem__, brackets))) > MOST_NESTED:
        return True
    return _RUN.search(source) is not None
