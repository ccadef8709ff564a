"""Claims: what was called is never proven unused, and what nothing mentions counts."""

from __future__ import annotations

from pathlib import Path

from eval.accuracy.oracle import Call
from eval.proven.page import Claim, document, markdown
from eval.proven.symbols import Asked, chosen, definitions


def test_definitions_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "m.py").write_text(
        "def used(): ...\ndef twice(): ...\ndef twice(): ...\ndef named(): ...\ndef __bool__(): ...\n"
    )
    (tmp_path / "src" / "test_m.py").write_text("def test(): ...\n")
    (tmp_path / "README.md").write_text("see `named`, unused_\n")
    calls = [Call(("src/x.py", 1, 1), "f", "name", "", (("src/m.py", 1, "used"),))]
    assert definitions(tmp_path, calls, "src") == [
        Asked("src/m.py::used", True, False),
        Asked("src/m.py::twice", False, False),
        Asked("src/m.py::named", False, True),
        Asked("src/m.py::__bool__", False, True),
    ]


def test_all_that_nothing_mentions_is_asked_then_what_was_called() -> None:
    bare = [Asked(f"a::{n}", False, False) for n in range(5)]
    called = [Asked(f"b::{n}", True, True) for n in range(5)]
    rest = [Asked(f"c::{n}", False, True) for n in range(5)]
    assert chosen([*rest, *called, *bare], 10, "1") == [*bare, *called]
    assert len(chosen([*rest, *called, *bare], 7, "1")) == 7
    assert set(chosen([*rest, *called, *bare], 2, "1")) == set(bare)


def test_a_false_claim_is_counted_and_named() -> None:
    claims = [
        Claim("p", Asked("m.py::f", True, True), "proven", ()),
        Claim("p", Asked("m.py::g", True, True), "none_found", ("decorated",)),
        Claim("p", Asked("m.py::h", False, False), "proven", ()),
        Claim("p", Asked("m.py::i", False, False), "none_found", ("decorated",)),
        Claim("p", Asked("m.py::j", False, False), "error", ("AMBIGUOUS",)),
        Claim("p", Asked("m.py::k", False, True), "proven", ()),
    ]
    told = document({"command": "c", "versions": {}}, claims)
    assert told["false"] == ["p m.py::f"] and told["all"]["false"] == 1 and told["all"]["errors"] == 1
    assert told["all"]["unused"] == 3 and told["all"]["proven"] == 1 and told["all"]["share"] == 0.3333
    assert told["blockers"] == {"decorated": 1, "AMBIGUOUS": 1}
    assert "33.33 %" in markdown(told)
