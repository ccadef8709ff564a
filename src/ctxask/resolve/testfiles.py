"""What a test is: by the runner's own conventions, anchored, never by a piece of a name."""

from __future__ import annotations

import re

from ctxask.rows import Symbol

_FOLDERS = {"tests", "test", "testing", "__tests__", "spec", "t"}
_FILES = re.compile(
    r"(?:test_.*|.*_test|tests|test|conftest)\.pyi?|.*_test\.go|.*\.(?:test|spec)\.[cm]?[jt]sx?|.*Tests?\.java|.*_test\.rs"
    r"|(?:test_.*|.*_test|.*_unittest)\.(?:c|cc|cpp|h|hpp)"
)
_PYTHON = re.compile(r"(?:test_.*|.*_test|tests|test)\.py")


def is_test_file(path: str) -> bool:
    """Whether a file belongs to tests, support such as conftest.py included: by its own name or a folder's."""
    folder, _, name = path.rpartition("/")
    return bool(_FILES.fullmatch(name)) or bool(_FOLDERS.intersection(folder.split("/")))


def is_test(symbol: Symbol) -> bool:
    """Whether a runner would run the symbol as a test."""
    if symbol.kind not in ("function", "method"):
        return False
    name = symbol.name.rpartition(".")[2]
    base = symbol.path.rpartition("/")[2]
    if symbol.path.endswith(".py"):
        return bool(_PYTHON.fullmatch(base)) and name.startswith("test")
    return is_test_file(symbol.path) and name.lower().startswith("test")
