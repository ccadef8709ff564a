"""What a commit changed is found in the tree before, and a place elsewhere scores wrong."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from eval.explore import suite
from eval.explore.arms import Asked as Question
from eval.explore.arms import Cited, grepped, looked_up, ranked
from eval.explore.command import span
from eval.explore.definitions import changed, definitions
from eval.explore.histories import History, is_source, question
from eval.explore.making import DEFINITIONS, is_question
from eval.explore.page import figures, markdown
from eval.explore.score import score
from eval.install import Installed

BEFORE = '''
class Pool:
    """Connections."""

    size = 4

    def take(self):
        """One."""
        return self.free.pop()

    def give(self, one):
        self.free.append(one)


if True:
    def other():
        def inner():
            return 1
        return inner
'''
GOLD = {"pool.py": frozenset(range(7, 10))}


def test_a_definition_has_its_own_lines() -> None:
    found = {one.name: (one.first, one.last, len(one.lines)) for one in definitions(BEFORE)}
    assert found == {"Pool": (2, 12, 6), "Pool.take": (7, 9, 3), "Pool.give": (11, 12, 2), "other": (16, 19, 4)}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("free.pop()", "free.pop(0)", ["Pool.take"]),
        ("size = 4", "size = 8", ["Pool"]),
        ("return 1", "return 2", ["other"]),
        ("def give(self, one):", "def give(self, one, two):", ["Pool.give"]),
        ("def give", "@cached\n    def give", ["Pool.give"]),
        ("def give", "def put", ["Pool.give"]),
        ('"""One."""', '"""A free one."""', []),
        ("self.free.append(one)", "self.free.append(one)  # at the end\n", []),
    ],
)
def test_what_says_something_else_afterwards_is_changed(old: str, new: str, names: list[str]) -> None:
    assert [one.name for one in changed(BEFORE, BEFORE.replace(old, new))] == names


def test_a_place_elsewhere_scores_wrong() -> None:
    right = score([Cited("pool.py", 7, 9)], GOLD)
    assert (right.file, right.symbol, right.hit, right.read, right.f1) == (1, 1, 3, 3, 1.0)
    wrong = score([Cited("other.py", 7, 9), Cited("pool.py", 11, 12)], GOLD)
    assert (wrong.file, wrong.symbol, wrong.hit, wrong.f1) == (2, 0, 0, 0.0)
    assert not wrong.at(wrong.file, 1) and wrong.at(wrong.file, 5) and not wrong.at(wrong.symbol, 5)
    nothing = score([], GOLD)
    assert (nothing.file, nothing.symbol, nothing.read, nothing.f1) == (0, 0, 0, 0.0)


def test_everything_is_no_good_answer() -> None:
    assert score([Cited("pool.py", 1, 1000)], GOLD).f1 < 0.01


def test_files_count_once_and_places_each() -> None:
    found = score([Cited("a.py", 1, 2), Cited("a.py", 4, 5), Cited("pool.py", 8, 8)], GOLD)
    assert (found.file, found.symbol) == (2, 3)


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Fix the pool (#12)\n\nIt hung.\n\nCo-authored-by: A <a@b>\n", "Fix the pool It hung."),
        ("Fixes #1066, closes gh-12: timeouts", "Fixes #1066, closes gh-12: timeouts"),
        ("See https://x.org/y for the pool", "See for the pool"),
        ("word " * 200, ("word " * 80).strip()),
    ],
)
def test_the_question_is_the_message_in_one_line(message: str, asked: str) -> None:
    if "#1066" in message:
        assert "1066" not in question(message)
    else:
        assert question(message) == asked


@pytest.mark.parametrize(
    ("message", "good"),
    [
        ("Give connections back to the pool when a request fails", True),
        ("Fix pool", False),
        ("Bump pytest from 8.1 to 8.2 in the requirements of the docs", False),
        ("Typo in the description of the pool of free connections", False),
        ("1.2.0: many things that are better than they were before", False),
    ],
)
def test_some_messages_are_no_questions(message: str, good: bool) -> None:
    assert is_question(message) == good


def test_tests_and_documents_are_no_sources() -> None:
    assert is_source("src/pool.py") and is_source("testing_tools.py")
    assert not any(map(is_source, ("tests/pool.py", "a/test_pool.py", "docs/conf.py", "setup.py", "pool.txt")))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "r"
    root.mkdir()
    _git(root, "init", "-q", "-b", "main")
    _committed(root, {"pool.py": BEFORE, "tests/test_pool.py": "def test(): ...\n"}, "begin")
    edited = BEFORE.replace("free.pop()", "free.pop(0)")
    _committed(root, {"pool.py": edited, "tests/test_pool.py": "def test(): pass\n"}, "oldest first")
    _committed(root, {"new.py": "def new(): ...\n"}, "a file")
    return root


def test_a_history_tells_what_a_commit_changed_and_gives_the_tree_before(repository: Path, tmp_path: Path) -> None:
    known = History(repository)
    newest, middle = known.commits("HEAD")
    assert middle == known.commit(middle.id) and middle.message == "oldest first"
    assert known.change(newest) is None
    change = known.change(middle)
    assert change is not None and change.names == ("Pool.take",) and change.gold == GOLD
    [(_, root)] = known.trees(tmp_path / "tree", [middle])
    assert (root / "pool.py").read_text() == BEFORE


def test_the_baselines_find_the_words(repository: Path) -> None:
    asked = Question(Installed(Path()), repository, Path(), "give one back: append")
    assert looked_up(asked)[0] == Cited("pool.py", 11, 12)
    assert grepped(asked)[0] == Cited("pool.py", 11, 12)
    assert looked_up(asked._replace(text="zebra")) == grepped(asked._replace(text="zebra")) == []


def test_a_rare_word_weighs_more_and_a_long_document_less() -> None:
    hits = {"a": Counter({"rare": 1}), "b": Counter({"often": 1}), "c": Counter({"often": 1})}
    assert ranked(hits, {"a": 10, "b": 10, "c": 90}) == ["a", "b", "c"]


def test_a_page_is_made_of_rows() -> None:
    arms = {"explore": {"file": 1, "symbol": 0, "hit": 0, "read": 9, "gold": 3}}
    rows = [{"question": "r 1", "half": "kept", "named": False, "arms": arms}]
    head = {"command": "c", "versions": {}}
    assert "| `ctx explore` | 1 | 100.0 % (100–100) | 100.0 % (100–100) | 0.0 % (0–0)" in markdown(head, rows)
    assert figures(head, rows)["explore, kept: symbol@5"] == {"r 1": (0.0, 1)}


def test_a_named_answer_is_the_whole_definition() -> None:
    assert span(BEFORE, "Pool.take") == frozenset({7, 8, 9}) and len(span(BEFORE, "Pool")) == 11


def test_the_suite_has_three_hundred_questions_half_of_them_kept_out_of_tuning(tmp_path: Path) -> None:
    repositories = suite.read()
    tuning = {commit for one in repositories for commit in one.tuning}
    kept = {commit for one in repositories for commit in one.kept}
    assert len(tuning) == len(kept) >= 150 and not tuning & kept
    suite.write(repositories, tmp_path / "s.toml")
    assert suite.read(tmp_path / "s.toml") == repositories and DEFINITIONS == (1, 5)


def _git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def _committed(root: Path, files: dict[str, str], message: str) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", message)
