"""Reports of every kind, in tests/reports: what they come to, and that nothing they hold can do harm."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.lesson import Lesson
from ctxask.runs import junit, model, printed, recognise, reported, standing, traces
from ctxask.runs.model import Results
from ctxask.runs.paths import Tree

REPORTS = Path(__file__).parents[2] / "reports"
TREE = Tree("/elsewhere/checkout", frozenset(("a.py", "tests/test_a.py", "sub/tests/test_a.py")))


@pytest.mark.parametrize("name", sorted(path.name for path in REPORTS.glob("*.txt") if path.name != "shop.txt"))
def test_a_report_comes_to_what_it_tells(
    name: str,
    sections: Callable[[Path], dict[str, str]],
    known: Callable[[dict[str, str]], Tree],
    shown: Callable[[Results], str],
    golden: Callable[[Path, str], None],
) -> None:
    parts = sections(REPORTS / name)
    report = parts.pop("report").replace("␛", "\x1b").replace("␍", "\r").removesuffix("\n").encode("utf-8")
    parts.pop("expected")
    files = known(parts or sections(REPORTS / "shop.txt"))
    found = recognise.read(report, name, files)
    assert isinstance(found, Results), found
    golden(REPORTS / name, shown(standing.located(found, report) if found.source == "printed" else found))


def names(report: bytes) -> list[str]:
    found = recognise.read(report, "report", TREE)
    assert isinstance(found, Results)
    return [test.id for test in found.tests]


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (b"<testsuite><testcase name='a'/></testsuite>", ["a"]),
        (b"<testsuites><testsuite><testsuite><testcase name='a'/></testsuite></testsuite></testsuites>", ["a"]),
        (b"<testsuites/>", []),
        (b"\xef\xbb\xbf<testsuite><testcase name='a'/></testsuite>", ["a"]),
        ("<testsuite><testcase name='é'/></testsuite>".encode("utf-16"), ["é"]),
        (b"<?xml version='1.0' encoding='latin-1'?><testsuite><testcase name='\xe9'/></testsuite>", ["é"]),
        (b"<?xml version='1.0' encoding='utf-8'?><testsuite><testcase name='\xe9\x01'/></testsuite>", ["\\xe9\\x01"]),
        (b"<testsuite><testcase name='a'/><testcase name='b'><fail", ["a"]),
        (b"<testsuite><testcase name='a.b' classname='a'/></testsuite>", ["a.py::a.b"]),
    ],
)
def test_xml_is_read_in_any_shape(report: bytes, expected: list[str]) -> None:
    assert names(report) == expected


@pytest.mark.parametrize(
    "report",
    [
        b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><testsuite>&b;</testsuite>",
        b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><testsuite>&a;</testsuite>",
        b"<!DOCTYPE x [<!ENTITY % a SYSTEM 'http://localhost/'> %a;]><testsuite/>",
        b"<testsuite>" * 5000 + b"</testsuite>" * 5000,
        b"<html><body/></html>",
        b"<?xml version='1.0'?><project/>",
        b"<testsuite",
        b"\xff\xfe<",
        b"",
        b"hello\n",
        b"\x00" * 1000,
    ],
)
def test_what_is_no_report_is_a_lesson(report: bytes) -> None:
    found = recognise.read(report, "report", TREE)
    assert isinstance(found, Lesson) and found.code == "bad_report" and "report" in found.message


PIECES = [
    b"=================== FAILURES ===================\n",
    b"=================== test session starts ===================\n",
    b"____ test_a[x] ____\n",
    b"____ ERROR collecting tests/test_a.py ____\n",
    b"E   ValueError: 1\n",
    b'E     File "a.py", line 1\n',
    b"E\n",
    b"a.py:1: in f\n",
    b"a.py:1: ValueError\n",
    b"/x/a.py:99999999999999999: ValueError: x\n",
    b">       assert 1\n",
    b"    def f():\n",
    b"Traceback (most recent call last):\n",
    b"  + Exception Group Traceback (most recent call last):\n",
    b"  +-+---------------- 1 ----------------\n",
    b"    +---------------- 2 ----------------\n",
    b"    +------------------------------------\n",
    b"    | ValueError: 1\n",
    b'  File "a.py", line 3, in f\n',
    b"During handling of the above exception, another exception occurred:\n",
    b"The above exception was the direct cause of the following exception:\n",
    b"ValueError: x\n",
    b"tests/test_a.py::test_a[x] FAILED [ 10%]\n",
    b"tests/test_a.py::test_a SUBFAILED[n] (n=1) [ 10%]\n",
    b"=================== short test summary info ===================\n",
    b"FAILED tests/test_a.py::test_a[x] - ValueError: 1\n",
    b"SUBFAILED[n] (n=1) tests/test_a.py::test_a - x\n",
    b"[n] (n=1) SUBFAIL tests/test_a.py::test_a - x\n",
    b"=================== 1 failed in 0.10s ===================\n",
    b"1 failed in 0.10s\n",
    b"!!!!! stopping after 1 failures !!!!!\n",
    b"---------------- Captured stdout call ----------------\n",
    b"=" * 70 + b"\nFAIL: test_a (tests.test_a.T.test_a) (n=1)\n" + b"-" * 70 + b"\n",
    b"Ran 2 tests in 0.001s\n",
    b'{"event": "session", "session": "1", "root": "/r", "format": 1}\n',
    b'{"event": "result", "session": "1", "id": "a.py::t", "when": "call", "outcome": "failed", "raised": [{}]}\n',
    b'{"event": "result", "raised": [{"frames": [[1, 2, 3], 4], "parent": 7, "link": "cause"}], "xfail": 3}\n',
    b"<testsuite><testcase classname='a' name='b'><failure>E   x</failure></testcase>",
    b"</testsuite>",
    b"\x1b[31m\r\xff\n",
]


@settings(max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=12)), max_size=25).map(b"".join))
def test_reading_never_raises(data: bytes) -> None:
    for found in (
        recognise.read(data, "report", TREE),
        printed.read(data, TREE),
        reported.read(data, TREE),
        junit.read(data, TREE),
        standing.located(Results("pytest", (model.Test("tests/test_a.py::test_a[x]", "failed"),)), data),
    ):
        for test in found.tests if isinstance(found, Results) else ():
            assert test.id and all(error.parent < number for number, error in enumerate(test.raised))
            for frame in (frame for error in test.raised for frame in error.frames):
                assert not frame.path.startswith(("/", "../"))
        repr(found).encode("utf-8")


BIG = 1 << 20


@pytest.mark.parametrize(
    "line",
    [
        b"a" * BIG,
        b"a:1" * (BIG // 3),
        b"E   " * (BIG // 4),
        b"E   ValueError: " + b"x" * BIG,
        b"=" * BIG,
        b"= " * (BIG // 2),
        b"_ " * (BIG // 2),
        b"FAILED a::b" + b" - x]" * (BIG // 5),
        b"SUBFAILED[" + b"] (" * (BIG // 3),
        b"\x1b[" * (BIG // 2),
        b"\x1b]" * (BIG // 2),
        b"a\r" * (BIG // 2),
        b"1 failed, " * (BIG // 10),
        b"  +-" + b"-" * BIG,
        b"a::b " + b"PASSED " * (BIG // 7),
        b"\n".join([b"E   x"] * (BIG // 8)),
        b"\n".join([b"____ a ____"] * (BIG // 40)),
        b"\n".join([b"a.py:1: in f"] * (BIG // 40)),
        b"\n".join([b"    +---------------- 2 ----------------"] * (BIG // 80)),
        b"\n".join([b"  +-+---------------- 1 ----------------"] * (BIG // 80)),
        b"\n".join([b"FAILED a.py::b - x"] * (BIG // 60)),
        b"\n".join([b"a.py::b FAILED"] * (BIG // 60)),
        b"\n".join([b"1 failed in 0.1s"] * (BIG // 60)),
        b"\n".join([b"Traceback (most recent call last):", b"ValueError: x"] * (BIG // 200)),
    ],
    ids=lambda line: line[:12].decode("latin-1").replace("\x1b", "ESC").replace("\r", "CR").replace("\n", "LF"),
)
@pytest.mark.parametrize(
    "before",
    [
        b"",
        b"=== FAILURES ===\n____ a ____\n",
        b"=== short test summary info ===\n",
        b"+ Exception Group " + b"Traceback (most recent call last):\n",
    ],
    ids=["alone", "failures", "summary", "group"],
)
def test_hostile_output_takes_time_in_proportion(before: bytes, line: bytes) -> None:
    began = time.process_time()
    printed.read(before + line + b"\n", TREE)
    assert time.process_time() - began < 5


def test_a_text_without_a_margin_ends_a_group() -> None:
    text = """  + Exception Group Traceback (most recent call last):
  |   File "a.py", line 1, in <module>
  | ExceptionGroup: g (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: 1
    +------------------------------------
later
Traceback (most recent call last):
  File "b.py", line 2, in f
KeyError: 'x'"""
    found, _ = traces.read(text.split("\n"), bounded=False)
    assert [[error.kind for error in failure] for failure in found] == [["ExceptionGroup", "ValueError"], ["KeyError"]]
