"""What leaves a claim of no use open: uses that no site names."""

from __future__ import annotations

from pathlib import Path

import pytest

import ctxask

CODE = """class Visitor:
    def visit(self, node):
        return getattr(self, f"visit_{node}")()

    def visit_leaf(self):
        return 1

    def other_leaf(self):
        return 2


def of_any_class(cls: type):
    return cls.made()


class Plain:
    @classmethod
    def made(cls):
        return cls()
"""


@pytest.mark.parametrize(
    ("symbol", "claim"),
    [("Visitor.visit_leaf", "none_found"), ("Visitor.other_leaf", "proven"), ("Plain.made", "none_found")],
)
def test_a_name_that_is_put_together_and_any_class_are_no_proof(
    symbol: str, claim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_text(CODE)
    document = ctxask.ask(root, "locate", symbol=symbol).document
    assert claim in str(document), document
    assert claim == "proven" or "proven" not in str(document)
