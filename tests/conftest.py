"""Options of the whole test suite, and a store of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what golden files should say, instead of comparing")


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is kept in, or taken from, the folders of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CTXASK_HOME", str(tmp_path_factory.mktemp("home")))
        yield
