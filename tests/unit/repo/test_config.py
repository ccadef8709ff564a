"""What a repository may say about itself, and what it is told when it says it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxask.lesson import Stop
from ctxask.repo.config import Config, load_config


def written(root: Path, text: str, name: str = "ctxask.toml") -> Path:
    (root / name).write_text(text, encoding="utf-8")
    return root


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path) == Config()
    assert load_config(written(tmp_path, "[project]\nname = 'ctxask'\n", "pyproject.toml")) == Config()


def test_both_files_are_read_and_the_own_one_wins(tmp_path: Path) -> None:
    written(tmp_path, "[tool.ctxask]\nexclude = ['vendored/']\nsource-roots = ['./lib/', '.']\n", "pyproject.toml")
    config = load_config(tmp_path)
    assert (config.exclude, config.source_roots, config.source) == (("vendored/",), ("lib", ""), "pyproject.toml")
    written(tmp_path, "tests = ['checks/**/*.py']\nmax-file-bytes = 1000\ntest-command = ['make', 'test']\n")
    config = load_config(tmp_path)
    assert (config.exclude, config.max_file_bytes, config.test_command) == ((), 1000, ("make", "test"))
    assert config.is_test(b"checks/deep/a.py") and not config.is_test(b"src/a.py")


def test_globs_are_gitignore_patterns(tmp_path: Path) -> None:
    config = load_config(written(tmp_path, "include = ['src/', '*.pyi']\nexclude = ['_vendor/', '!keep/_vendor/']\n"))
    covered = [b"src/a.py", b"x/b.pyi", b"src/keep/_vendor/c.py"]
    assert [path for path in (*covered, b"a.py", b"src/_vendor/d.py") if config.covers(path)] == covered[:2]
    narrowed = config.narrowed((), ("*.pyi",))
    assert narrowed.covers(b"src/a.py") and not narrowed.covers(b"x/b.pyi")


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("exlude = ['a']", "unknown_setting", "exclude"),
        ("max_file_bytes = 3", "unknown_setting", "max-file-bytes"),
        ("exclude = 'a'", "bad_configuration", "a list of globs"),
        ("exclude = [1]", "bad_configuration", "a list of globs"),
        ("max-file-bytes = 99999999", "bad_configuration", "may only narrow"),
        ("max-file-bytes = true", "bad_configuration", "a whole number"),
        ("source-roots = ['../elsewhere']", "bad_configuration", "below the root"),
        ("source-roots = ['/etc']", "bad_configuration", "below the root"),
        ("test-command = 'rm -rf /'", "bad_configuration", "a list of words"),
    ],
)
def test_a_wrong_setting_is_a_lesson(tmp_path: Path, text: str, code: str, part: str) -> None:
    with pytest.raises(Stop) as stop:
        load_config(written(tmp_path, text))
    assert stop.value.lesson.code == code
    assert part in stop.value.lesson.message + stop.value.lesson.hint
    with pytest.raises(Stop):
        written(tmp_path, f"[tool.ctxask]\n{text}\n", "pyproject.toml")
        (tmp_path / "ctxask.toml").unlink()
        load_config(tmp_path)


@pytest.mark.parametrize("text", ["[tool.ctxask\n", "x = \udcff", "[" * 5000])
def test_a_file_that_is_not_toml_is_a_note(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"# ctxask\n" + text.encode("utf-8", "surrogateescape"))
    config = load_config(tmp_path)
    assert [note.code for note in config.notes] == ["bad_configuration"]
    assert not config.narrows


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    written(tmp_path, "exclude = ['*']\n", "elsewhere.toml")
    (tmp_path / "ctxask.toml").symlink_to("elsewhere.toml")
    assert load_config(tmp_path) == Config()
