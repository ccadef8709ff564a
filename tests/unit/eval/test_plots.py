"""The pictures of the results are those that the kept results give."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from eval import plots, report


def test_the_pictures_are_fresh() -> None:
    if pytest.importorskip("matplotlib").__version__ != "3.11.2":
        pytest.skip("another release of matplotlib gives other bytes")
    drawn = dict(plots.drawn())
    assert set(drawn) == {plots.file_name(name) for name in plots.PLOTS}
    assert not [name for name, picture in drawn.items() if (report.IMAGES / name).read_bytes() != picture]


def test_without_matplotlib_the_pictures_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(report, "IMAGES", Path("nowhere"))
    report.draw()
    assert "left as they are" in capsys.readouterr().err


def test_pictures_that_are_there_are_shown(tmp_path: Path) -> None:
    assert plots.shown(tmp_path, "images") == []
    (tmp_path / "results-bench.svg").touch()
    assert plots.shown(tmp_path, "images") == ["Bounds of cost:\n\n![Bounds of cost](images/results-bench.svg)\n"]
