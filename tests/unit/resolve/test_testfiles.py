"""What counts as a test: the runners' own conventions, not a piece of a name."""

from __future__ import annotations

import pytest

from ctxask.resolve.testfiles import is_test, is_test_file
from ctxask.rows import Symbol

FILES = {
    "tests/test_a.py": True, "test_a.py": True, "a_test.py": True, "pkg/tests/helpers.py": True, "conftest.py": True,
    "pkg/tests.py": True, "contest.py": False, "attest_a.py": False, "pkg/testing_tools.py": False, "latest.py": False,
    "src/protest/a.py": False, "a_test.go": True, "testdata.go": False, "ui.test.tsx": True, "ui.spec.js": True,
    "spec.js": False, "CartTest.java": True, "Contest.java": False, "tests/common.rs": True, "a_unittest.cc": True,
}  # fmt: skip

TESTS = [
    ("tests/test_a.py", "test_it", "function", True),
    ("tests/test_a.py", "TestIt.test_it", "method", True),
    ("tests/test_a.py", "TestIt", "class", False),
    ("tests/test_a.py", "helper", "function", False),
    ("tests/helpers.py", "test_it", "function", False),
    ("conftest.py", "test_it", "function", False),
    ("pkg/a.py", "test_connection", "function", False),
    ("a_test.go", "TestIt", "function", True),
    ("a.go", "TestIt", "function", False),
]


@pytest.mark.parametrize("path", FILES)
def test_a_file(path: str) -> None:
    assert is_test_file(path) is FILES[path]


@pytest.mark.parametrize(("path", "name", "kind", "expected"), TESTS)
def test_a_symbol(path: str, name: str, kind: str, expected: bool) -> None:
    assert is_test(Symbol(path, name, kind, 1, 1, 1, 1, "")) is expected
