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

_HOOKS = frozenset(  # what runners call around tests
    """setup teardown setup_method teardown_method setup_class teardown_class setup_module teardown_module
    setup_function teardown_function setUp tearDown setUpClass tearDownClass setUpModule tearDownModule
    asyncSetUp asyncTearDown""".split()  # noqa: SIM905  # a list of words reads best as words
)


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


def is_run_by_tests(symbol: Symbol) -> bool:
    """Whether a runner of Python's tests may run the symbol: a test, a class of tests, what is set up, a hook.

    What a base class of tests defines is run in the classes of tests that derive from it, wherever it stands.
    """
    name = symbol.name.rpartition(".")[2]
    if symbol.kind in ("function", "method") and name.startswith("pytest_"):
        return True
    if not is_test_file(symbol.path):
        return False
    if symbol.kind == "class":
        return name.startswith("Test") or name.endswith(("Test", "Tests", "TestCase"))
    return symbol.kind in ("function", "method") and (name.startswith("test") or name in _HOOKS)
