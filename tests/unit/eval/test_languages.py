"""Suites of languages: what an index says is read as it stands, and scored by bucket."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from eval.accuracy.oracle import Case
from eval.accuracy.references import score
from eval.languages import suite
from eval.languages.indexed import Index
from eval.languages.page import language, markdown
from eval.stage import Missing

LIB = "export class Box {\n  get(𝒳: any) { return 𝒳; } put() { return this.get; }\n}\n"
USE = "import { Box } from './lib';\nnew Box().get(1);\nexport { Box };\n"
BOX = "scip-typescript npm p 1 src/`lib.ts`/Box#"
GET = f"{BOX}get()."


def _varint(value: int) -> bytes:
    head = bytes([value & 0x7F | 0x80 * (value > 0x7F)])
    return head + _varint(value >> 7) if value > 0x7F else head


def _part(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _occurrence(symbol: str, line: int, column: int, role: int = 0) -> bytes:
    place = b"".join(map(_varint, (line, column, column + 3)))
    return _part(2, _part(1, place) + _part(2, symbol.encode()) + b"\x18" + _varint(role))


def _symbol(symbol: str, told: str) -> bytes:
    return _part(3, _part(1, symbol.encode()) + _part(3, f"```ts\n{told}\n```".encode()))


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index of two files that stand in a folder."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "lib.ts").write_text(LIB)
    (tmp_path / "src" / "use.ts").write_text(USE)
    (tmp_path / "src" / "other.ts").write_text("// Box elsewhere\n")
    for step in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *step], cwd=tmp_path, check=True)
    lib = (
        _occurrence(BOX, 0, 13, 1) + _occurrence(GET, 1, 2, 1) + _occurrence(GET, 1, 47) + _occurrence("local 1", 1, 6)
    )
    use = _occurrence(BOX, 0, 9) + _occurrence(f"{BOX}`<constructor>`().", 1, 4) + _occurrence(GET, 1, 10)
    told = _symbol(BOX, "class Box") + _symbol(GET, "(method) get(): any")
    documents = (
        _part(1, b"src/lib.ts") + lib + told,
        _part(1, b"src/use.ts") + use + _occurrence(BOX, 2, 9),
        _part(1, b"src/gone.ts") + _occurrence(BOX, 0, 0),
    )
    (tmp_path / "index.scip").write_bytes(b"".join(_part(2, document) for document in documents))
    return Index(tmp_path, tmp_path / "index.scip")


def test_symbols_have_a_category_and_their_uses_in_code_points(index: Index) -> None:
    found = {known.symbol: known for known in index.known()}
    assert {name: known.category for name, known in found.items()} == {"Box": "re-exported", "Box.get": "method"}
    assert found["Box"].references == {("src/use.ts", 1, 10), ("src/use.ts", 2, 5), ("src/use.ts", 3, 10)}
    assert index.outside("Box") == {("src/other.ts", 1, 4)}
    assert found["Box.get"].references == {("src/lib.ts", 2, 46), ("src/use.ts", 2, 11)}
    assert (found["Box"].path, found["Box"].line) == ("src/lib.ts", 1)


def test_a_suite_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "FOLDER", tmp_path / "languages")
    rows = [
        {
            "repository": "p",
            "symbol": "src/lib.ts::Box",
            "category": "class",
            "line": 1,
            "references": {"a.ts": [[2, 3]]},
        }
    ]
    suite.write("typescript", "by hand", {"p": suite.Repository("https://example.org/p", "abc")}, rows)
    (told,) = suite.suites()
    assert (told.language, told.truth, told.repositories["p"].commit) == ("typescript", "by hand", "abc")
    assert told.cases == (Case("p", "Box", "class", "src/lib.ts", 1, frozenset({("a.ts", 2, 3)}), frozenset()),)


def test_a_repository_that_cannot_be_fetched_is_missing_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Missing) as lacking:
        suite.gather(tmp_path, {"r": suite.Repository(str(tmp_path / "nowhere"), "0" * 40)})
    assert "--corpus" in lacking.value.what and not (tmp_path / "r").exists()


def test_likely_sites_are_counted_apart() -> None:
    truth = frozenset({("a.ts", 2, 1), ("a.ts", 3, 1)})
    case = Case("p", "Box.get", "method", "src/lib.ts", 1, truth, frozenset({("a.ts", 9, 1)}))

    def group(*lines: int) -> dict[str, object]:
        return {"path": "a.ts", "sites": [{"line": line, "col": 1} for line in lines]}

    found = score(case, {"candidates": [{"files": [group(2)], "likely": [group(3, 4, 9)]}]})
    assert (found.right, found.wrong, found.missed, found.likely, found.guessed) == (1, 0, 1, 1, 2)
    row = language(suite.Suite("typescript", "by hand", {}, (case,)), [found])
    assert (row["all"]["precision"], row["all"]["recall"], row["all"]["likely_precision"]) == (1.0, 0.5, 0.5)
    assert "typescript | 1 | 2 | 100.00 % | 50.00 %" in markdown(
        {"command": "x", "versions": {}, "languages": {"typescript": row}}
    )
