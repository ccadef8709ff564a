"""A repository whose names try to be markup, and its pages."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import ctxask
from ctxask.render import render

EVIL = "</script><img src=x onerror=alert(1)>"
FILES = {
    "shop/orders.py": "def process(order):\n    return check(order)\n\n\ndef check(order):\n    return order\n",
    "shop/cli.py": "from shop.orders import check, process\n\n\ndef main():\n    check(process(1))\n",
    'shop/"><script>alert(2)<.py': f"from shop.orders import check\n\n\ndef top():\n    check('{EVIL}')  # \u202e'\n",
    "shop/o'\u202er.py": "from shop.cli import main\n\n\ndef far():\n    main()\n",
    "tests/test_orders.py": "from shop.orders import process\n\n\ndef test_process():\n    assert process(1)\n",
}


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository, with a change in it that breaks a call."""
    root = tmp_path_factory.mktemp("hostile")
    for name, text in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (root / "shop/__init__.py").write_text("")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run([*git, *arguments], cwd=root, check=True)
    orders = root / "shop/orders.py"
    orders.write_text(orders.read_text().replace("def check(order)", "def check(order, strict)"))
    return root


@pytest.fixture(scope="session")
def page_of(hostile: Path) -> Callable[..., str]:
    """The HTML of a question about it."""

    def page(intent: str, **slots: object) -> str:
        return render(ctxask.ask(hostile, intent, **slots), "html").decode()  # type: ignore[arg-type]

    return page
