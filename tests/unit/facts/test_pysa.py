"""Reading pyrefly's call graph: its classes, and a clear word about a report that is not as it should be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxask.facts import pysa, wire
from ctxask.facts.python.call_names import call_names

ROOT = Path("/source")


def target(function: str, how: str = "Function", module: int = 1) -> dict[str, Any]:
    return {"target": {how: {"module_id": module, "function_id": function}}}


def report(folder: Path, calls: dict[str, Any], version: int = 1) -> Path:
    """A report of one file with two functions, and of a library."""
    (folder / "call_graphs").mkdir()
    (folder / "definitions").mkdir()
    modules = {
        "1": {"module_id": 1, "source_path": {"FileSystem": "/source/a/b.py"}, "info_filename": "b.json"},
        "2": {"module_id": 2, "source_path": {"BundledTypeshed": "builtins.pyi"}, "info_filename": "builtins.json"},
    }
    functions = {"F:1": {"name_location": "1:5-1:9"}, "F:2": {"name_location": "4:5-4:9"}}
    (folder / "pyrefly.pysa.json").write_text(json.dumps({"format_version": version, "modules": modules}))
    (folder / "definitions" / "b.json").write_text(json.dumps({"function_definitions": functions}))
    (folder / "call_graphs" / "b.json").write_text(json.dumps({"call_graphs": {"MTL": calls}}))
    return folder


@pytest.mark.parametrize(
    ("call", "kind", "targets"),
    [
        ({"call_targets": [target("F:1")]}, "exact", (("a/b.py", (1, 5)),)),
        ({"call_targets": [target("F:1", "Overrides")]}, "dispatch", (("a/b.py", (1, 5)),)),
        ({"call_targets": [target("F:1"), target("F:2")]}, "ambiguous", (("a/b.py", (1, 5)), ("a/b.py", (4, 5)))),
        ({"call_targets": [target("F:1")], "unresolved": {"True": "Why"}}, "ambiguous", (("a/b.py", (1, 5)),)),
        ({"call_targets": [target("F:9", module=2)]}, "exact", (("", (0, 0)),)),
        ({"unresolved": {"True": "Why"}}, "unresolved", ()),
        ({"init_targets": [target("F:1")]}, "exact", ()),
    ],
)
def test_classes_of_calls(tmp_path: Path, call: Any, kind: str, targets: Any) -> None:
    ((path, (found,)),) = pysa.read(report(tmp_path, {"7:1-7:9": {"Call": call}}), ROOT)
    assert (path, found.start, found.end, found.kind, found.targets) == ("a/b.py", (7, 1), (7, 9), kind, targets)
    assert found.why == ("Why" if "unresolved" in call else "")


def test_what_is_no_written_call_is_passed_over(tmp_path: Path) -> None:
    call = {"Call": {"call_targets": [target("F:1")]}}
    spots = {"7:1-7:9|artificial-call|for-iter": call, "8:1-8:4": {"AttributeAccess": {"is_attribute": True}}}
    assert list(pysa.read(report(tmp_path, spots), ROOT)) == [("a/b.py", [])]


@pytest.mark.parametrize("spots", [{"seven": {"Call": {}}}, {"7:1-7:9": {"Call": {"call_targets": [{}]}}}, ["7:1-7:9"]])
def test_a_report_that_is_not_as_it_should_be_says_so(tmp_path: Path, spots: Any) -> None:
    with pytest.raises(wire.Damaged, match="not as it should be"):
        list(pysa.read(report(tmp_path, spots), ROOT))


def test_a_report_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(wire.Damaged, match="format 2, not 1"):
        list(pysa.read(report(tmp_path, {}, version=2), ROOT))


def test_the_name_of_a_call_is_found_by_its_span() -> None:
    source = b"a.b(c()).d(\n  1)\n(lambda: 0)()\n"
    names = call_names(source)
    assert {source[start:end]: source[at : at + 1] for (start, end), at in names.items()} == {
        b"a.b(c())": b"b",
        b"c()": b"c",
        b"a.b(c()).d(\n  1)": b"d",
    }
