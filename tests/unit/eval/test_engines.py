"""Other engines' answers: a place is a definition only where the definition's name stands."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from eval.accuracy.calls import Judged
from eval.accuracy.oracle import Call
from eval.bench.measure import Cost
from eval.engines.answering import definition
from eval.engines.command import chosen
from eval.engines.lsp import Server
from eval.engines.page import Measured, document, markdown
from eval.observed.sites import Files

SOURCE = "def f(x): ...\n\n\nclass C:\n    async def m(self): ...\n\n\ng = f\n"

SERVER = """
import json, sys
def read():
    length = 0
    while line := sys.stdin.buffer.readline().strip():
        length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))
def send(**message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
    sys.stdout.buffer.flush()
settings, waiting = [], []
while (message := read()).get("method") != "exit":
    if message.get("method") == "initialized":
        send(id="s", method="workspace/configuration", params={"items": [{"section": "a.b"}]})
    elif "method" not in message:
        settings = message["result"]
    elif message["method"] == "textDocument/definition":
        waiting.append(message)
        send(method="window/logMessage", params={})
    elif "id" in message:
        send(id=message["id"], result={})
    while settings and waiting:
        told = waiting.pop(0)
        start = {"line": settings[0], "character": told["params"]["position"]["line"]}
        send(id=told["id"], result=[{"uri": told["params"]["textDocument"]["uri"], "range": {"start": start}}])
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "m.py").write_text(SOURCE)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "column", "name"), [(1, 4, "f"), (4, 6, "C"), (5, 14, "C.m"), (1, 6, None), (8, 0, None), (1, 0, None)]
)
def test_a_definition_is_where_its_name_stands(root: Path, line: int, column: int, name: str | None) -> None:
    told = definition(root, Files(root), (str(root / "m.py"), line, column))
    assert (told and told["symbol"]) == (name and f"m.py::{name}")


def test_elsewhere_is_nowhere(root: Path) -> None:
    assert definition(root, Files(root), ("/usr/lib/m.py", 1, 4)) is None
    assert definition(root / "m", Files(root / "m"), (str(root / "m.py"), 1, 4)) is None


def test_a_stub_stands_for_the_only_source_that_it_can_describe(root: Path) -> None:
    (root / "m.pyi").write_text(SOURCE)
    (root / "other.pyi").write_text(SOURCE)
    for stub in ("m.pyi", "other.pyi"):
        told = definition(root, Files(root), (str(root / stub), 1, 4))
        assert told == {"symbol": "m.py::f", "path": "m.py", "line": 1}
    (root / "more.py").write_text(SOURCE)
    assert definition(root, Files(root), (str(root / "other.pyi"), 1, 4)) is None


def test_an_assignment_leads_to_the_name_that_is_assigned(root: Path) -> None:
    assert Files(root).of("m.py").aliases == {(8, 0): (8, 4)}


def test_a_server_is_asked_and_answered(root: Path) -> None:
    server = Server([sys.executable, "-c", SERVER], root, {}, {"a": {"b": 6}})
    places = [(line, 0) for line in range(40)]
    told = server.definitions(root / "m.py", places)
    assert told == [[(str(root / "m.py"), 7, line)] for line in range(40)]
    assert server.end().cpu > 0


def test_the_sample_depends_on_the_seed_alone() -> None:
    calls = [Call(("m.py", line, 1), "f", "name", "", ()) for line in range(50)]
    assert chosen(calls, 10, "1") == chosen(calls, 10, "1") != chosen(calls, 10, "2")
    assert chosen(calls, 60, "1") == calls


def test_an_engine_that_names_nothing_has_no_recall_and_has_not_seen_the_tree() -> None:
    call = Call(("m.py", 9, 1), "f", "name", "", (("m.py", 1, "f"),))
    measured = [
        Measured("ours", "p", [Judged(call, "right", 1, 1)], Cost(1.0, 0, 2048)),
        Measured("other", "p", [Judged(call, "none", 0, 0)], Cost(2.0, 0, 4096)),
    ]
    told = json.loads(json.dumps(document({"command": "c", "versions": {}}, measured)))
    assert told["engines"]["ours"]["recall"] == 1 and told["engines"]["other"]["recall"] == 0
    assert told["packages"]["p"]["other"]["peak"] == 4
    page = markdown(told)
    assert page.count("did not see the tree") == 2
