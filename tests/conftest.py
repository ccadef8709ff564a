"""Options of the whole test suite, and a store of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write what golden files should say, instead of comparing")


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is kept in, or taken from, the folders of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CTXASK_HOME", str(tmp_path_factory.mktemp("home")))
        yield
