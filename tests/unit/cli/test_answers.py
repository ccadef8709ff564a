"""Answers of the command line over a small repository: the same however, wherever and however often it is asked."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import ctxask
from ctxask.cli.main import run

FILES = {
    "shop/__init__.py": "from shop.orders import process as handle\n",
    "shop/orders.py": "def process(order):\n    return check(order)\n\n\ndef check(order):\n    return order\n",
    "shop/cli.py": "import shop\nfrom shop.orders import check\n\n\ndef main():\n    check(shop.handle(1))\n",
    "tests/test_orders.py": "from shop.orders import process\n\n\ndef test_process():\n    assert process(1)\n",
}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run([*git, *arguments], cwd=root, check=True)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(root)
    return root


def said(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str, code: int = 0) -> bytes:
    assert run(list(arguments)) == code
    return capsysbinary.readouterr().out


def document(data: bytes) -> dict[str, Any]:
    found = json.loads(data)
    assert isinstance(found, dict)
    return found


def sites(candidate: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(file["path"], site["line"], site["role"]) for file in candidate["files"] for site in file["sites"]]


def test_what_an_answer_proposes_works(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    ask = ("locate", "process", "--json", "--budget")
    whole = document(said(capsysbinary, *ask, "0"))["budget"]["used_bytes"]
    answer = document(said(capsysbinary, *ask, str(whole - 1)))
    assert len(answer["next"]) >= 2, "the whole answer, the next page"
    for command in answer["next"]:
        name, *arguments = shlex.split(command)
        assert name == "ctx" and said(capsysbinary, *arguments)


def test_locate(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    answer = document(said(capsysbinary, "locate", "process", "--json"))
    assert answer["subject"]["symbols"] == ["shop/orders.py::process"]
    assert {("shop/cli.py", 6, "call"), ("tests/test_orders.py", 5, "call")} <= set(sites(answer["candidates"][0]))
    assert b"shop/cli.py:6:16: call in main:" in said(capsysbinary, "locate", "process", "--format", "lines")


@pytest.mark.parametrize("question", [["locate", "process"], ["impact", "check"], ["trace", "main", "--to", "check"]])
def test_the_same_bytes_cold_warm_and_kept(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, question: list[str]
) -> None:
    cold = said(capsysbinary, *question, "--json")
    assert said(capsysbinary, *question, "--json") == cold
    monkeypatch.setenv("CTXASK_NODE_CACHE", "0")
    assert said(capsysbinary, *question, "--json") == cold
    monkeypatch.chdir(repository / "shop")
    os.utime("orders.py")
    assert said(capsysbinary, *question, "--json") == cold
    monkeypatch.chdir("/")
    assert said(capsysbinary, "-C", str(repository), *question, "--json") == cold
    script = "import sys; from ctxask.cli.main import main; main()"
    for seed, locale in (("1", "C"), ("2", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}
        command = [sys.executable, "-c", script, *question, "--json"]
        assert (
            subprocess.run(command, cwd=repository, env=environment, stdout=subprocess.PIPE, check=True).stdout == cold
        )


def test_an_unrelated_edit_changes_the_snapshot_alone(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    before = document(said(capsysbinary, "locate", "check", "--json"))
    (repository / "shop" / "other.py").write_text("def unrelated():\n    pass\n")
    subprocess.run(["git", "add", "-A"], cwd=repository, check=True)
    after = document(said(capsysbinary, "locate", "check", "--json"))
    assert before.pop("snapshot") != after.pop("snapshot")
    for answer in (before, after):
        del answer["coverage"][0], answer["budget"]  # how many files there are
    assert after == before


def test_the_tree_is_as_it_was(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    commands = (["locate", "check"], ["impact", "check"], ["trace", "main"], ["doctor"], ["export", "calls"])
    for command in (*commands, ["index", "--warm"], ["index", "--rebuild"], ["index", "--gc"], ["guide"]):
        said(capsysbinary, *command)
    status = subprocess.run(
        ["git", "status", "--porcelain", "--ignored"], cwd=repository, capture_output=True, check=True
    )
    assert status.stdout == b""


def test_a_compiled_plan_answers_as_the_intent_does(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    plan = tmp_path / "plan.json"
    plan.write_bytes(said(capsysbinary, "impact", "check", "--plan"))
    by_hand = document(said(capsysbinary, "plan", "run", str(plan), "--json"))
    by_intent = document(said(capsysbinary, "impact", "check", "--json"))
    for answer in (by_hand, by_intent):
        del answer["next"], answer["subject"]["given"], answer["subject"]["how"], answer["budget"]
    assert by_hand == by_intent
    said(capsysbinary, "plan", "price", str(plan))


def test_python_answers_as_the_command_line_does(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    digest = ctxask.ask(repository, intent="locate", symbol="process")
    assert said(capsysbinary, "locate", "process", "--json", "--budget", "0") == digest.encoded + b"\n"
    plan = document(said(capsysbinary, "locate", "process", "--plan"))
    assert ctxask.run_plan(repository, plan).document["plan"] == digest.document["plan"]
    with pytest.raises(ctxask.Stop) as stop:
        ctxask.ask(repository, intent="locate", symbol="proces")
    assert stop.value.lesson.exit == 3


def test_several_subjects_and_options_that_narrow(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    both = document(said(capsysbinary, "locate", "process", "check", "--json"))
    assert both["subject"]["symbols"] == ["shop/orders.py::process", "shop/orders.py::check"]
    only = document(said(capsysbinary, "locate", "process", "--tests", "only", "--json"))
    assert {path for path, *_ in sites(only["candidates"][0])} == {"tests/test_orders.py"}
    without = document(said(capsysbinary, "locate", "process", "--exclude", "tests/", "--json"))
    assert "tests/test_orders.py" not in {path for path, *_ in sites(without["candidates"][0])}


def test_an_address_gives_its_bytes_also_after_they_moved(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    answer = document(said(capsysbinary, "locate", "check", "--json"))
    address = answer["candidates"][0]["address"]
    assert said(capsysbinary, "get", address) == b"def check(order):\n    return order\n"
    (repository / "shop" / "orders.py").write_text("# moved\n" + FILES["shop/orders.py"])
    assert said(capsysbinary, "get", address) == b"def check(order):\n    return order\n"
    moved = document(said(capsysbinary, "get", address, "--json"))["lines"][0]
    assert (moved["moved"], moved["first"]) == (True, 6)
    (repository / "shop" / "orders.py").write_text("")
    assert said(capsysbinary, "get", address, code=2) == b""


def test_a_symbol_is_given_as_it_stands_now(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    address = "sym:shop/orders.py::check"
    assert said(capsysbinary, "get", address) == b"def check(order):\n    return order\n"
    (repository / "shop" / "orders.py").write_text("# moved\n\n@cached\ndef check(item):\n    return item\n")
    both = document(said(capsysbinary, "get", address, "sym:shop/orders.py", "--json"))["lines"]
    assert [(lines["given"], lines["first"], lines["last"]) for lines in both] == [
        (address, 3, 5),
        ("sym:shop/orders.py", 1, 5),
    ]
    assert said(capsysbinary, "get", both[0]["address"]) == b"@cached\ndef check(item):\n    return item\n"
    near = document(said(capsysbinary, "get", "sym:orders.py::check", "--json", code=3))["error"]
    assert (near["code"], near["candidates"]) == ("no_symbol", [address])
    assert said(capsysbinary, "get", "sym:shop/orders.py::process", code=3) == b""


def test_calls_in_lines_are_explained(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    called = document(said(capsysbinary, "locate", "check", "--json"))["candidates"][0]["files"]
    place = next(f"{g['path']}:{s['line']}:{s['col']}" for g in called for s in g["sites"] if s["role"] == "call")
    (line,) = document(said(capsysbinary, "get", place, "--explain", "--json"))["lines"]
    assert [call["symbol"] for call in line["calls"]] == ["shop/orders.py::check"]
    assert line["calls"][0]["because"][0]["at"].startswith(line["path"])
    whole = document(said(capsysbinary, "get", "sym:shop/orders.py::process", "--explain", "--json"))["lines"][0]
    assert all(whole["first"] <= call["line"] <= whole["last"] for call in whole["calls"])
    text = said(capsysbinary, "get", place, "--explain").decode().splitlines()
    assert text[1] == f"{place}  check: shop/orders.py::check" and text[2].startswith("  because ")
    assert said(capsysbinary, "get", "shop/orders.py:9999", "--explain", code=2) == b""


def test_export_streams_every_call(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    told = said(capsysbinary, "export", "calls")
    assert said(capsysbinary, "export", "calls") == told  # of kept facts as of fresh ones
    rows = [json.loads(line) for line in told.splitlines()]
    called = {(row["path"], row["line"], row["name"]): [c["symbol"] for c in row["callees"]] for row in rows}
    assert called["shop/cli.py", 6, "handle"] == ["shop/orders.py::process"]
    assert called["shop/orders.py", 2, "check"] == ["shop/orders.py::check"]
    symbols = [json.loads(line)["symbol"] for line in said(capsysbinary, "export", "symbols").splitlines()]
    assert symbols == sorted(symbols, key=lambda s: s.partition("::")[0])
    references = [json.loads(line) for line in said(capsysbinary, "export", "references").splitlines()]
    assert ("shop/orders.py::check", "shop/cli.py", 6) in {(r["symbol"], r["path"], r["line"]) for r in references}


def test_the_doctor_and_the_index_are_json_too(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    report = document(said(capsysbinary, "doctor", "--json"))
    assert report["covered"] == {"python": 4} and report["intents"]["broken"] == []
    assert document(said(capsysbinary, "index", "--warm", "--json"))["read"] == 4


def test_an_intent_of_ones_own(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "config" / "intents"
    folder.mkdir(parents=True)
    (folder / "mentions.toml").write_text(
        'question = "who mentions {word}?"\nsummary = "who mentions a word?"\n'
        '[slots.word]\ntype = "text"\nrequired = true\n'
        '[[steps]]\nid = "found"\nop = "code.search"\nargs = { pattern = "$word" }\n'
    )
    monkeypatch.setenv("CTXASK_CONFIG", str(tmp_path / "config"))
    answer = document(said(capsysbinary, "mentions", "--word", "handle", "--json"))
    assert answer["intent"] == "mentions" and answer["question"] == "who mentions handle?"
    assert sum(len(file["sites"]) for file in answer["candidates"][0]["files"]) == 2
    assert b"mentions" in said(capsysbinary, "--help") and b"--word" in said(capsysbinary, "mentions", "--help")


def test_a_kept_answer_is_not_given_where_what_is_missing_changed(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    (repository / "shop" / "cli.py").unlink()
    plan = tmp_path / "files.json"
    plan.write_text(
        '{"version": "ctx.plan/v1", "objective": {"kind": "files", "question": "which?"}, '
        '"steps": [{"id": "a", "op": "repo.files"}]}'
    )
    questions = (["locate", "process", "--json"], ["plan", "run", str(plan), "--json"])
    gone = [said(capsysbinary, *question) for question in questions]
    assert [said(capsysbinary, *question) for question in questions] == gone
    subprocess.run(["git", "update-index", "--skip-worktree", "shop/cli.py"], cwd=repository, check=True)
    for question, before in zip(questions, gone, strict=True):
        sparse = said(capsysbinary, *question)
        assert b"missing_files" in before and b"sparse_files" not in before
        assert b"sparse_files" in sparse and b"missing_files" not in sparse
    before = said(capsysbinary, *questions[0])
    (repository / "pyproject.toml").write_text("[tool.ctxask")
    said(capsysbinary, *questions[0])
    (repository / "ctxask.toml").write_text("[")
    assert b"ctxask.toml is not valid TOML" in said(capsysbinary, *questions[0])


def test_a_kept_answer_is_not_given_for_an_intent_that_changed(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "config" / "intents" / "mine.toml"
    own.parent.mkdir(parents=True)
    monkeypatch.setenv("CTXASK_CONFIG", str(tmp_path / "config"))
    text = (
        'question = "who mentions it?"\nsummary = "who mentions it?"\n'
        '[[steps]]\nid = "found"\nop = "code.search"\nargs = { pattern = "handle" }\n'
    )
    own.write_text(text)
    ask = ("ask", "--intent", "mine", "--json")
    before = document(said(capsysbinary, *ask))
    own.write_text(text.replace("handle", "check"))
    after = document(said(capsysbinary, *ask))
    assert after["plan"] != before["plan"]
    own.unlink()
    assert document(said(capsysbinary, *ask, code=2))["error"]["code"] == "unknown_intent"


def test_what_is_no_file_is_no_intent(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "config" / "intents"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    monkeypatch.setenv("CTXASK_CONFIG", str(tmp_path / "config"))
    assert b"pipe" not in said(capsysbinary, "--help")
    for name in ("pipe", "folder"):
        error = document(said(capsysbinary, "ask", "--intent", name, "--symbol", "check", "--json", code=2))["error"]
        assert error["code"] == "unknown_intent"


def test_a_column_is_one_of_its_line(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    answer = document(said(capsysbinary, "locate", "shop/orders.py:2:23", "--json"))
    assert answer["subject"]["symbols"] == ["shop/orders.py::process"]
    said(capsysbinary, "locate", "shop/orders.py:3:1")
    for place in ("shop/orders.py:2:24", "shop/orders.py:3:2", "shop/orders.py:3:0"):
        said(capsysbinary, "locate", place, code=2)


@pytest.mark.parametrize("question", ["impact check", "trace main", "locate check"])
def test_a_person_looks_at_a_tree_and_a_pipe_gets_text(repository: Path, question: str) -> None:
    command = [sys.executable, "-m", "ctxask", *question.split()]
    piped = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True).stdout
    drawn = subprocess.run([*command, "--format", "tree"], cwd=repository, capture_output=True, text=True, check=True)
    assert "└──" in drawn.stdout and "└──" not in piped
    assert _on_a_terminal(command, repository) == (piped if question.startswith("locate") else drawn.stdout)


def _on_a_terminal(command: list[str], root: Path) -> str:
    """What a command prints on a terminal that is wide and high enough, without colours."""
    ours, theirs = os.openpty()
    environment = {**os.environ, "COLUMNS": "400", "LINES": "400", "NO_COLOR": "1"}
    with subprocess.Popen(command, cwd=root, env=environment, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        said = b""
        with suppress(OSError):  # the other end is closed when the command has ended
            while piece := os.read(ours, 65536):
                said += piece
        os.close(ours)
        assert process.wait() == 0
    return said.decode().replace("\r\n", "\n")
