"""Every listed file is covered or counted."""

from __future__ import annotations

from pathlib import Path

from ctxask.repo.config import Config
from ctxask.repo.coverage import classify, language_of
from ctxask.repo.place import find
from ctxask.repo.snapshot import open_snapshot

LANGUAGES = {".py": "python", ".pyi": "python", ".d.ts": "never", ".ts": "typescript", "SConstruct": "python"}


def test_each_file_is_covered_or_counted_with_its_reason(tmp_path: Path) -> None:
    contents = {
        "a.py": b"x = 1\n",
        "SConstruct": b"x = 1\n",
        "b.txt": b"text",
        "c.txt": b"text",
        "LICENSE": b"text",
        ".hidden": b"text",
        "binary.py": b"x\0y",
        "late.py": b"x" * 9000 + b"\0",
        "large.py": b"x" * 20_000,
        "gen/d.py": b"x = 1\n",
        "gen/e.txt": b"text",
    }
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "link.py").symlink_to("a.py")
    snapshot = open_snapshot(find(tmp_path))
    coverage = classify(snapshot, Config(exclude=("gen/",), max_file_bytes=10_000), LANGUAGES)
    assert [(file.path, file.language) for file in coverage.files] == [
        ("SConstruct", "python"),
        ("a.py", "python"),
        ("late.py", "python"),
    ]
    assert [(note.code, note.count, note.text) for note in coverage.notes] == [
        ("excluded_files", 1, "gen/d.py"),
        ("no_language", 5, "3 .txt, 1 .hidden, 1 LICENSE"),
        ("large_files", 1, "large.py"),
        ("binary_files", 1, "binary.py"),
    ]
    counted = sum(note.count for note in coverage.notes)
    assert len(coverage.files) + counted + 1 == len(snapshot.entries)  # and the link


def test_the_language_is_that_of_the_last_suffix_or_the_whole_name() -> None:
    paths = ["a/b.py", "a.b/c", "x.d.ts", "SConstruct", "sub/SConstruct", ".py", "noext"]
    assert [language_of(path, LANGUAGES) for path in paths] == [
        "python",
        "",
        "typescript",
        "python",
        "python",
        "python",
        "",
    ]
