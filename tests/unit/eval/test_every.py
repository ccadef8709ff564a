"""All parts: each runs, one that lacks something is left out with the reason, one that fails is a failure."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pytest

from eval import compare, every
from eval.parts import PARTS
from eval.stage import Missing


def test_a_part_that_lacks_something_is_left_out_and_one_that_breaks_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "python"
    script.write_text(
        "#!/bin/sh\ncase $3 in pycg) echo 'missing: the snippets'; exit 3;; bench) echo broken; exit 70;; esac\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    monkeypatch.setattr(compare, "told", lambda results, revision: False)
    args = argparse.Namespace(
        quick=True, work=None, corpus=None, results=tmp_path / "r", revision="HEAD", only=None, python="python3"
    )
    args.histories = None
    assert every.run(args) == 1
    printed = capsys.readouterr().out
    assert "left out, missing: the snippets" in printed and "failed with exit code 70: broken" in printed
    assert "| done without references" in printed
    assert printed.count("| done ") == sum(part.given is not None for part in PARTS.values()) - 2
    args.only = ["pycg"]
    assert every.run(args) == 0
    monkeypatch.setattr(compare, "told", lambda results, revision: True)
    assert every.run(args) == 1


@pytest.mark.parametrize("name", [name for name, part in PARTS.items() if part.given is not None])
def test_what_a_part_is_given_are_options_that_it_has(name: str) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    PARTS[name].command.arguments(parser)
    names = dict.fromkeys(("work", "corpus", "results", "revision", "calls", "python", "histories"), "x")
    part = PARTS[name]
    for given in ((part.given or ()), ((part.given or ()) + part.quick)):
        parser.parse_args([one.format_map(names) for one in given])


@pytest.mark.parametrize("name", ["accuracy", "engines", "proven", "pycg"])
def test_what_is_true_has_to_be_given(name: str) -> None:
    parser = argparse.ArgumentParser()
    PARTS[name].command.arguments(parser)
    args = parser.parse_args([])
    with pytest.raises(Missing, match="3"):
        args.run(args)
