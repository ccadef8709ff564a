"""The walk without git lists what git lists."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxask.repo.walk import walk

NAMES = ["a", "b", "src", "x.py", "y.gen.py", "foo bar", "[z]", "A", "a-b", "sab"]
PIECES = [
    "a", "b", "src", "x.py", "*.py", "*", "**", "***", "?", "[ab]", "[!a]", "[^a]", "[a-c]*", "[]a]", "[!]a]", "[a-]",
    "[z-a]", "[\\]z]", "[[:alpha:]]", "[[:upper:]]", "[[:foo:]]", "[a",
    "foo bar", "foo\\ bar", "\\[z\\]", "*.gen.*", "y*",
    "s?c", "s[a-z]c", "a**", "**b", "x.p\\y", "\\!a", "#a", "\\#a", "?*", "\\", "!a",
]  # fmt: skip

pattern = st.builds(
    lambda negated, rooted, pieces, folder, end: negated + rooted + "/".join(pieces) + folder + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3),
    st.sampled_from(["", "", "/"]),
    st.sampled_from(["", "", "", " ", "  ", "\\ ", "\r"]),
)
ignore_file = st.lists(pattern, min_size=1, max_size=5).map(lambda lines: "\n".join(lines) + "\n")
folder: st.SearchStrategy[dict[str, object]] = st.recursive(
    st.just({}),
    lambda inner: st.dictionaries(st.sampled_from(NAMES), st.one_of(st.none(), inner), max_size=5),
    max_leaves=12,
)


def build(root: Path, tree: dict[str, object], ignores: list[str]) -> None:
    """Makes the tree, with the ignore files in its first folders."""
    pending = [(root, tree)]
    while pending:
        here, content = pending.pop(0)
        here.mkdir(exist_ok=True)
        if ignores:
            (here / ".gitignore").write_text(ignores.pop(0), newline="")
        for name, inner in content.items():
            if isinstance(inner, dict):
                pending.append((here / name, inner))
            else:
                (here / name).write_bytes(b"")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tree=folder, ignores=st.lists(ignore_file, min_size=1, max_size=4))
def test_it_lists_what_git_lists(tree: dict[str, object], ignores: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "r"
        build(root, tree, list(ignores))
        subprocess.run(["git", "init", "-q", str(root)], check=True)
        command = ["git", "ls-files", "-o", "-z", "--exclude-standard"]
        output = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
        assert list(walk(root).paths) == sorted(path for path in output.split(b"\0") if path)


@pytest.mark.parametrize(
    ("ignore", "listed"),
    [
        ("*\n!src/\n", []),  # the folder is taken back, what is in it is not
        ("*\n!*/\n!*.py\n", ["src/a.py", "src/deep/b.py"]),
        ("/src/*\n!/src/deep\n", ["src/deep/b.py", "x.txt"]),
        ("src/**/b.py\n", ["src/a.py", "src/c.txt", "x.txt"]),
        ("\ufeffx.txt\r\n", ["src/a.py", "src/c.txt", "src/deep/b.py"]),
    ],
)
def test_rules_that_are_often_read_differently(tmp_path: Path, ignore: str, listed: list[str]) -> None:
    (tmp_path / "src/deep").mkdir(parents=True)
    for name in ("src/a.py", "src/c.txt", "src/deep/b.py", "x.txt"):
        (tmp_path / name).write_text("")
    (tmp_path / ".gitignore").write_text(ignore + "\n.gitignore\n", newline="", encoding="utf-8")
    assert [path.decode() for path in walk(tmp_path).paths] == listed


def test_other_repositories_are_named_and_links_not_entered(tmp_path: Path) -> None:
    (tmp_path / "clone/.git").mkdir(parents=True)
    (tmp_path / "clone/a.py").write_text("")
    (tmp_path / "added").mkdir()
    (tmp_path / "added/.git").write_text("gitdir: elsewhere\n")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = walk(tmp_path)
    assert found.paths == (b"loop",)
    assert found.nested == (b"added/", b"clone/")
