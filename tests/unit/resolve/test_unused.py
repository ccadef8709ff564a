"""What nothing uses: each definition of a small repository, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ctxask.resolve import unused
from ctxask.world_view import View

Open = Callable[[Mapping[str, bytes]], View]

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:main"\n',
    "shop/__init__.py": "from shop.core import offered\n\n__all__ = ['listed']\n\n\ndef listed(): ...\n",
    "shop/cli.py": "def main(): ...\n",
    "shop/core.py": """import io
import registry
from abc import ABC
from http.cookiejar import CookieJar
from shop import cli


def used(): ...


def dead(): ...


def tested(): ...


def imported(): ...


def recursive():
    recursive()


def offered(): ...


def named(): ...


@registry.add
def registered(): ...


class Base(ABC):
    pass


class Reader(io.RawIOBase):
    def fill(self): ...


class Store:
    def __enter__(self): ...

    def visit_leaf(self): ...

    def unseen(self): ...


class Request:
    def full_url(self): ...


class State:
    def back(self): ...


class Deep:
    def back(self): ...

    def undo(self): ...


class Walk:
    def __init__(self):
        self.state = State()

    def go(self):
        self.state.back()


class Further(Walk):
    def __init__(self):
        self.state = Deep()


LIMIT = 3
UNREAD = used()
print(LIMIT, Store, CookieJar().add_cookie_header(Request()), Reader, Further().go(), Base, getattr(Store, 'named'))
""",
    "shop/more.py": "from shop.core import imported, used\n\nused()\n",
    "templates/page.html": "{{ store.unseen }}\n",
    "docs/conf.py": "html_theme = 'plain'\n",
    "tests/test_core.py": "import shop.more\nfrom shop.core import tested\n\n\ndef helper(): ...\n\n\n"
    "class TestCore:\n    def setup_method(self): ...\n\n    def test_it(self):\n        tested()\n",
    "web/cart.ts": "export function fill() {}\nfunction lonely() {}\n",
}

TOLD = [
    ("Deep.back", "none_found", {"held_by_heir": 1}),
    ("Deep.undo", "none_found", {"held_by_heir": 1}),
    ("Request.full_url", "none_found", {"handed_out": 1}),
    ("Store.unseen", "none_found", {"mentioned_in_template": 1}),
    ("Store.visit_leaf", "proven", {}),
    ("UNREAD", "proven", {}),
    ("dead", "proven", {}),
    ("helper", "none_found", {"not_imported": 1}),
    ("html_theme", "none_found", {"not_imported": 1}),
    ("imported", "none_found", {"imported": 1}),
    ("fill", "none_found", {"name_level": 1}),
    ("lonely", "none_found", {"name_level": 1}),
    ("named", "none_found", {"mentioned_in_string": 1}),
    ("recursive", "none_found", {"by_itself": 1}),
    ("tested", "tests", {"imported": 1}),
]


def judged(view: View) -> tuple[list[tuple[str, str, dict[str, int]]], dict[str, int]]:
    answer = view.unused([row for path in sorted(FILES) for row in view.symbols_in([path]).rows])
    rows = [dict(row.values) for row in answer.rows]
    told = [(row["symbol"].partition("::")[2], row["state"], dict(row["blockers"])) for row in rows]
    return told, {note.code: note.count for note in answer.notes}


def test_what_nothing_uses_and_what_that_is_worth(opened: Open) -> None:
    told, notes = judged(opened({path: text.encode() for path, text in FILES.items()}))
    assert sorted(told) == sorted(TOLD)
    states = [state for _, state, _ in told]
    assert states == sorted(states, key=("proven", "tests", "none_found").index), "the surest first"
    assert notes == {"judged": 35, "decorated": 1, "outside_base": 1, "public": 3, "run_by_tests": 3}


@pytest.mark.parametrize(("visits", "code"), [(1, "not_judged_for_time"), (9, "not_judged_common_name")])
def test_what_is_not_judged_is_counted(visits: int, code: str, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"m{n}.py": b"def common(): ...\n\n\nvalue.common()\n" for n in range(4)} | {"a.py": b"def rare(): ...\n"}
    view = opened(files)
    monkeypatch.setattr(unused, "FILES", 2)
    monkeypatch.setattr(unused, "VISITS", visits)
    answer = view.unused(view.symbols_in(sorted(files)).rows)
    assert [dict(row.values)["symbol"] for row in answer.rows] == ["a.py::rare"], "the rarest name is judged first"
    assert {note.code: note.count for note in answer.notes} == {"judged": 5, code: 4}
