"""Where a symbol is offered, started or imitated without a reference, and how sure the ways to dependents are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ctxask.world_view import View

FILES = {
    "pyproject.toml": """\
[project.scripts]
shop = "shop.cli:main"
other = "elsewhere.cli:main"

[project.entry-points."shop.plugins"]
plain = "shop.store:Store.opened"
""",
    "shop/__init__.py": """\
from .store import Store as Store, make

__all__ = ["Store", "make"]
""",
    "shop/cli.py": "def main():\n    return 0\n",
    "shop/store.py": """\
from typing import Protocol

__all__ = ["Saver"]


class Saver(Protocol):
    def save(self, item): ...

    def close(self): ...


class Store:
    @classmethod
    def opened(cls):
        return cls()

    def save(self, item):
        return item

    def close(self):
        return None


class Half:
    def save(self, item):
        return item


class Told(Saver):
    def save(self, item):
        return item


class Fast(Store):
    def save(self, item):
        return super().save(item)


def make():
    return Store()


def keep(store: Store, saver: Saver):
    saver.save(2)
    return store.save(1)


def guess(thing):
    return thing.close()


def further():
    return keep(Store(), Fast())


def furthest(thing=None):
    return further(), guess(thing)
""",
}


@pytest.fixture
def view(opened: Callable[[Mapping[str, bytes]], View]) -> View:
    return opened({path: text.encode() for path, text in FILES.items()})


def edges(view: View, subject: str, *roles: str) -> list[tuple[str, str]]:
    rows = view.dependents(view.find(subject, None).rows, 3).rows
    return sorted((row.id, row.via) for row in rows if row.role in roles)


def test_entry_points_and_listed_names_are_public(view: View) -> None:
    assert edges(view, "shop/cli.py::main", "public") == [("pyproject.toml", "pyproject.toml:2:18")]
    assert edges(view, "Store.opened", "public") == [
        ("pyproject.toml", "pyproject.toml:6:27"),
        ("shop/__init__.py", "shop/__init__.py:3:13"),
    ]
    assert edges(view, "make", "public") == [("shop/__init__.py", "shop/__init__.py:3:22")]
    assert edges(view, "Saver", "public") == [("shop/store.py", "shop/store.py:3:13")]
    assert edges(view, "keep", "public") == []


def test_classes_with_every_member_have_the_shape_of_a_protocol(view: View) -> None:
    assert edges(view, "Saver", "implements", "base") == [
        ("shop/store.py::Store", "shop/store.py:12:7"),
        ("shop/store.py::Told", "shop/store.py:29:12"),
    ]
    assert edges(view, "Saver.save", "implements", "override") == [
        ("shop/store.py::Store.save", "shop/store.py:17:9"),
        ("shop/store.py::Told.save", "shop/store.py:30:9"),
    ]
    assert edges(view, "Store", "implements") == []


def ways(view: View, subject: str) -> dict[str, tuple[int, str, str]]:
    rows = view.dependents(view.find(subject, None).rows, 3).rows
    return {row.name: (row.hop, row.weakest, row.weak_at) for row in rows if row.path == "shop/store.py"}


def test_a_way_is_as_sure_as_its_weakest_edge(view: View) -> None:
    found = ways(view, "Store.save")
    assert found["keep"] == (1, "dispatch", "shop/store.py:45:18")
    assert found["further"] == (2, "dispatch", "shop/store.py:45:18")
    assert found["furthest"] == (3, "dispatch", "shop/store.py:45:18")
    assert found["Fast.save"] == (1, "", "")
    assert ways(view, "Store.close")["furthest"] == (2, "likely", "shop/store.py:49:18")


def test_what_overrides_a_dependent_does_not_depend(opened: Callable[[Mapping[str, bytes]], View]) -> None:
    low = "def low():\n    pass\n\n\n"
    classes = "class A:\n    def f(self):\n        low()\n\n\nclass B(A):\n    def f(self):\n        pass\n"
    view = opened({"a.py": (low + classes).encode()})
    assert [row.name for row in view.dependents(view.find("low", None).rows, 3).rows] == ["A.f"]
    assert [row.name for row in view.dependents(view.find("A.f", None).rows, 3).rows] == ["B.f"]
