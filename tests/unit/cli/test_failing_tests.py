"""From an edit to the reason why tests fail: a small repository, captured by `ctx run`, then asked about."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ctxask
from ctxask.lesson import Stop

FILES = {
    "conftest.py": "",
    "shop/__init__.py": "",
    "shop/prices.py": """\
RATES = {"de": 19, "fr": 20}


def rounded(cents):
    return int(cents + 0.5)


def with_tax(cents, country):
    return rounded(cents * (100 + RATES[country]) / 100)


def label(cents):
    return f"{cents / 100:.2f}"
""",
    "shop/orders.py": """\
from pathlib import Path

from shop.prices import with_tax


class OrderError(Exception):
    pass


def total(items, country):
    return sum(with_tax(cents, country) for cents in items)


def parse(text):
    try:
        return [int(part) for part in separated(text)]
    except ValueError as error:
        raise OrderError(text) from error


def separated(text):
    return text.split(",")


def countries():
    return Path(__file__).with_name("countries.txt").read_text().split()
""",
    "shop/countries.txt": "de\nfr\n",
    "tests/test_orders.py": """\
import pytest

from shop.orders import countries, parse, total
from shop.prices import label


@pytest.fixture
def items():
    return [100, 250]


def test_total(items):
    assert total(items, "de") == 417


def test_parse():
    assert parse("1,2") == [1, 2]


def test_label():
    assert label(150) == "1.50"


def test_countries():
    assert countries() == ["de", "fr"]
""",
}
SPLIT = ('split(",")', 'split(";")')
Edits = Mapping[str, tuple[str, str]]


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def edit(root: Path, edits: Edits) -> None:
    for path, (old, new) in edits.items():
        text = (root / path).read_text()
        assert text.count(old) >= 1
        (root / path).write_text(text.replace(old, new))


def capture(root: Path, *more: str) -> int:
    """Runs the tests of the repository under `ctx run`; the exit status is theirs."""
    command = [
        sys.executable,
        "-m",
        "ctxask",
        "run",
        "--",
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
    ]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([*command, *more], cwd=root, env=environment, capture_output=True, check=False).returncode


def ask(root: Path, intent: str = "diagnose", **slots: Any) -> dict[str, Any]:
    document: dict[str, Any] = ctxask.ask(root, intent=intent, **slots).document
    return document


def group(document: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    return [candidate for candidate in document["candidates"] if candidate.get("group") == name]


def first(document: Mapping[str, Any]) -> str:
    """The culprit that is named first."""
    return str(group(document, "culprits")[0]["symbol"])


def codes(document: Mapping[str, Any]) -> set[str]:
    return {note["code"] for node in document["coverage"] for note in node["notes"]}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The repository with one commit, in which all tests pass."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "PYTEST_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    root = tmp_path / "shop"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "base")
    return root


CASES: list[tuple[str, Edits, int, list[str]]] = [  # name, edits, exit status, culprits: `symbol how planes`
    (
        "a helper returns a wrong value",
        {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": ("class OrderError", "class  OrderError")},
        1,
        ["shop/prices.py::rounded reached static temporal"],
    ),
    (
        "an innocent edit beside it, which the failing test runs as well",
        {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": ("cents in items", "cents in list(items)")},
        1,
        ["shop/orders.py::total reached static temporal", "shop/prices.py::rounded reached static temporal"],
    ),
    (
        "the cause below a raise from",
        {"shop/orders.py": SPLIT},
        1,
        ["shop/orders.py::separated reached static temporal"],
    ),
    (
        "a changed line raises",
        {"shop/orders.py": ("int(part)", "int(part[9:])")},
        1,
        ["shop/orders.py::parse line dynamic static temporal"],
    ),
    (
        "a function was renamed",
        {"shop/prices.py": ("def label", "def labelled")},
        2,
        ["shop/prices.py::labelled named dynamic temporal"],
    ),
    (
        "a signature changed",
        {"shop/prices.py": ("label(cents)", "label(cents, currency)")},
        1,
        ["shop/prices.py::label named dynamic static temporal"],
    ),
    (
        "a fixture changed",
        {"tests/test_orders.py": ("[100, 250]", "[100, 251]")},
        1,
        ["tests/test_orders.py::items reached static temporal"],
    ),
    (
        "a table changed",
        {"shop/prices.py": ('"de": 19', '"de": 18')},
        1,
        ["shop/prices.py::RATES reached static temporal"],
    ),
    (
        "the failing test was edited as well",
        {"shop/prices.py": ("cents + 0.5", "cents"), "tests/test_orders.py": ('"de") == 417', '"de") == 417, "cents"')},
        1,
        [
            "shop/prices.py::rounded reached static temporal",
            "tests/test_orders.py::test_total line dynamic static temporal",
        ],
    ),
    (
        "a test changed",
        {"tests/test_orders.py": ('"1.50"', '"1,50"')},
        1,
        ["tests/test_orders.py::test_label line dynamic static temporal"],
    ),
]


@pytest.mark.parametrize(("edits", "status", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_explains_a_failure(shop: Path, edits: Edits, status: int, wanted: list[str]) -> None:
    edit(shop, edits)
    assert capture(shop) == status
    document = ask(shop)
    said = [" ".join([row["symbol"], row["how"], *row["planes"]]) for row in group(document, "culprits")]
    assert sorted(said) == sorted(wanted)
    assert not group(document, "suspects") and len(group(document, "causes")) == 1
    assert document["class"] == "observe" and {"run", "base"} <= set(document["inputs"])


def test_the_way_from_a_helper_to_its_test_is_told(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    capture(shop)
    (culprit,) = group(ask(shop), "culprits")
    names = [stop.partition("::")[2] for stop in culprit["trail"]]
    assert names == ["rounded", "with_tax", "total", "test_total"]
    assert culprit["lines"] == [[5, 5]] and "at" not in culprit


def test_a_failure_begins_with_its_cause(shop: Path) -> None:
    edit(shop, {"shop/orders.py": SPLIT})
    capture(shop)
    (cause,) = group(ask(shop), "causes")
    assert cause["type"] == "ValueError" and cause["at"].startswith("shop/orders.py:16 in parse")


def test_a_data_file_that_was_changed(shop: Path) -> None:
    edit(shop, {"shop/countries.txt": ("fr", "it")})
    assert capture(shop) == 1
    chosen = {row["symbol"] for row in group(ask(shop, "tests"), "tests")}
    assert "tests/test_orders.py::test_countries" in chosen
    (suspect,) = group(ask(shop), "suspects")
    assert suspect["symbol"] == "shop/orders.py::countries"


def test_a_regression_that_is_committed_needs_its_base(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    git(shop, "commit", "-qam", "regression")
    edit(shop, {"shop/orders.py": ("pass", "...")})
    git(shop, "commit", "-qam", "innocent")
    capture(shop)
    document = ask(shop)
    assert not group(document, "culprits"), "the last commit is the base"
    assert [row["symbol"] for row in group(document, "suspects")] == ["shop/orders.py::total"]
    document = ask(shop, base="HEAD~2")
    assert first(document) == "shop/prices.py::rounded"


def test_suspects_where_nothing_changed(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    git(shop, "add", "-A")
    git(shop, "commit", "--amend", "-qm", "base")
    edit(shop, {"shop/prices.py": ("def label", "def  label")})
    capture(shop)
    document = ask(shop)
    assert not group(document, "culprits")
    (suspect,) = group(document, "suspects")
    assert (suspect["symbol"], suspect["how"], suspect["returns"]) == ("shop/orders.py::total", "called", [11])


def test_what_nothing_ties_to_a_failure_is_told_last(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": ('.split(",")', '.split(",", 9)')})
    capture(shop)
    said = [(row["symbol"], row["how"]) for row in group(ask(shop), "culprits")]
    assert said == [("shop/prices.py::rounded", "reached"), ("shop/orders.py::separated", "changed")]


def test_only_the_failures_of_what_was_named(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": SPLIT})
    capture(shop)
    everything, one = ask(shop), ask(shop, symbol="tests/test_orders.py::test_parse")
    assert len(group(everything, "failures")) == 2
    said = [(row["symbol"], row["how"]) for row in group(one, "culprits")]
    assert said == [("shop/orders.py::separated", "reached")]
    assert [row["test"] for row in group(one, "failures")] == ["tests/test_orders.py::test_parse"]
    through = ask(shop, symbol="with_tax")
    assert [row["test"] for row in group(through, "failures")] == ["tests/test_orders.py::test_total"]
    with pytest.raises(Stop) as stop:
        ask(shop, symbol="label")
    assert stop.value.lesson.code == "no_failure"


def test_another_work_tree_has_its_own_runs(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    capture(shop)
    git(shop, "worktree", "add", "-q", "-b", "side", str(shop.parent / "side"))
    with pytest.raises(Stop) as stop:
        ask(shop.parent / "side")
    assert (stop.value.lesson.code, stop.value.lesson.exit) == ("no_run", 3)


def test_a_run_on_other_files_says_so(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    capture(shop)
    assert "stale_run" not in codes(ask(shop))
    edit(shop, {"shop/prices.py": ("RATES = {", "# a line more\n\nRATES = {")})
    document = ask(shop)
    assert "stale_run" in codes(document)
    assert first(document) == "shop/prices.py::rounded"
    assert document["completeness"]["set"] == "partial"


def test_all_pass(shop: Path) -> None:
    assert capture(shop) == 0
    document = ask(shop)
    assert not any(group(document, name) for name in ("culprits", "suspects", "causes", "failures"))


def test_the_latest_run_is_meant_and_others_by_their_id(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    capture(shop)
    first = ask(shop)["inputs"]["run"]
    edit(shop, {"shop/prices.py": ("int(cents)", "int(cents + 0.5)")})
    assert capture(shop) == 0
    assert ask(shop)["inputs"]["run"] != first
    assert [row["test"] for row in group(ask(shop, run=first), "failures")] == ["tests/test_orders.py::test_total"]


def test_a_report_of_any_runner(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--junitxml=report.xml"], cwd=shop, capture_output=True, check=False
    )
    document = ask(shop, run="report.xml")
    assert document["inputs"]["run"] == "report.xml" and "unstamped_run" in codes(document)
    assert first(document) == "shop/prices.py::rounded"


@pytest.mark.parametrize(
    ("run", "code"),
    [("none.xml", "no_run"), ("../outside.xml", "bad_run"), ("/etc/passwd", "bad_run"), ("conftest.py", "bad_report"),
     ("shop/prices.py", "bad_report"), ("shop", "no_run"), ("link.xml", "no_run"), ("run:abcdef", "no_run")],
)  # fmt: skip
def test_what_is_no_run(shop: Path, run: str, code: str) -> None:
    (shop.parent / "outside.xml").write_text("<testsuite/>")
    (shop / "link.xml").symlink_to(shop.parent / "outside.xml")
    with pytest.raises(Stop) as stop:
        ask(shop, run=run)
    assert stop.value.lesson.code == code


def test_review_of_the_latest_run(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": ("def separated", "def split_up")})
    capture(shop)
    document = ask(shop, "review", no_run=True)
    assert document["class"] == "observe"
    assert [(row["of"], row["path"]) for row in group(document, "broken")] == [
        ("shop/orders.py::separated", "shop/orders.py")
    ]
    assert "shop/prices.py::rounded" in [row["symbol"] for row in group(document, "changed")]


def test_affected_and_its_tests(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("def label", "def labelled")})
    document = ask(shop, "affected")
    assert [(row["path"], row["line"], row["other"]) for row in group(document, "broken")] == [
        ("tests/test_orders.py", 4, "shop/prices.py::labelled"),
        ("tests/test_orders.py", 21, "shop/prices.py::labelled"),
    ]
    assert [row["symbol"] for row in group(document, "changed")] == ["shop/prices.py::labelled"]
    assert "tests/test_orders.py::test_label" in [row["symbol"] for row in group(document, "tests")]


def test_nothing_is_written_into_the_work_tree(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    capture(shop)
    for intent, slots in (("diagnose", {}), ("affected", {}), ("tests", {}), ("review", {"no_run": True})):
        ask(shop, intent, **slots)
    status = subprocess.run(["git", "status", "--porcelain", "--ignored"], cwd=shop, capture_output=True, check=True)
    assert status.stdout == b" M shop/prices.py\n"


@pytest.mark.parametrize("intent", ["diagnose", "affected", "tests"])
def test_the_same_bytes_however_it_is_asked(shop: Path, intent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents"), "shop/orders.py": ("def separated", "def split_up")})
    capture(shop)
    first = ctxask.ask(shop, intent=intent).encoded
    assert ctxask.ask(shop, intent=intent).encoded == first
    monkeypatch.setenv("CTXASK_NODE_CACHE", "0")
    assert ctxask.ask(shop, intent=intent).encoded == first
    for seed, locale in (("1", "C"), ("2", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}
        command = [sys.executable, "-m", "ctxask", intent, "--json", "--budget", "0"]
        done = subprocess.run(command, cwd=shop / "tests", env=environment, stdout=subprocess.PIPE, check=False)
        assert done.stdout == first + b"\n"


def test_a_review_that_may_not_run_starts_nothing(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("cents + 0.5", "cents")})
    document = ask(shop, "review", no_run=True, command=f"touch {shop}/started")
    assert document["class"] == "observe" and not (shop / "started").exists()


def test_a_file_that_no_longer_parses_is_broken_and_its_definitions_are_not_gone(shop: Path) -> None:
    edit(shop, {"shop/prices.py": ("def rounded(", "def rounded((")})
    document = ask(shop, "affected")
    assert document["verdict"]["broken"] == 1 and "no_longer_parses" in codes(document)
    assert not [row for row in group(document, "changed") if row["change"] == "removed"]


def test_a_selection_that_passes_over_unknown_receivers_is_not_complete(shop: Path) -> None:
    classes = "".join(f"class {name}:\n    def apply(self):\n        return 1\n\n\n" for name in "ABCD")
    (shop / "shop/many.py").write_text(classes)
    (shop / "tests/test_many.py").write_text("def test_many(thing):\n    assert thing.apply()\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "many")
    edit(shop, {"shop/many.py": ("return 1", "return 2")})
    document = ask(shop, "tests")
    assert "uses_not_followed" in codes(document) and document["completeness"]["set"] == "partial"
