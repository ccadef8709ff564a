"""Which kind of report a file is, and what it comes to."""

from __future__ import annotations

import re

from ctxask.lesson import Lesson
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree

LARGEST = 256 << 20  # bytes of XML or records that are taken into memory

_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|testsuites?\b)")
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # byte order marks of UTF-16
_RECORD = re.compile(rb'\s*\{"event": "')
_HINT = "give a run id, a JUnit XML report, or a file with the output of pytest"


def read(data: bytes, name: str, tree: Tree) -> Results | Lesson:
    """The results of a report, or the lesson that says why there are none; `name` is what the file is called."""
    if _XML.match(data) or data.startswith(_WIDE):
        return _xml(data, name, tree)
    if _RECORD.match(data):
        from ctxask.runs import reported

        return _too_large(name) if len(data) > LARGEST else reported.read(data, tree)
    from ctxask.runs import printed

    found = printed.read(data, tree)
    if not found.source:
        return Lesson(
            "bad_report", f"{name} is no report of tests: neither JUnit XML nor the output of a test run", _HINT
        )
    return found


def _xml(data: bytes, name: str, tree: Tree) -> Results | Lesson:
    if len(data) > LARGEST:
        return _too_large(name)
    from ctxask.runs import junit

    found = junit.read(data, tree)
    return (
        Lesson("bad_report", f"{name} cannot be read as JUnit XML: {found}", _HINT) if isinstance(found, str) else found
    )


def _too_large(name: str) -> Lesson:
    return Lesson(
        "bad_report", f"{name} has more than {LARGEST >> 20} MiB", "split the report, or give the printed output"
    )
