"""What every part begins with: a folder to work in, the packages, the wheel of a revision, and where results go."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval import corpus
from eval.install import Installed, commit, install
from eval.record import RESULTS

LACKING = 3  # the exit code by which `all` knows that a part was left out


class Missing(SystemExit):
    """What a part needs and cannot get."""

    def __init__(self, what: str) -> None:
        super().__init__(LACKING)
        self.what = what


@dataclass(frozen=True, slots=True)
class Stage:
    """What a part works with."""

    work: Path  # kept between runs, or gone after this one
    scratch: Path  # gone after this run
    corpus: Path  # a folder a package
    revision: str
    installed: Installed

    def gather(self, names: Iterable[str]) -> Path:
        """The folder that holds the pinned packages, these among them."""
        corpus.gather(self.corpus, names)
        return self.corpus

    def head(self, command: str, packages: Iterable[str] = ()) -> dict[str, Any]:
        """What a result was made with: no time of its own, so that what has not changed reads the same."""
        versions = {"commit": self.revision, **self.installed.versions()}
        pins = {name: corpus.pins().packages[name] for name in packages}
        pinned = {"pins": pins, "pinned": corpus.pins().date} if pins else {}
        return {"command": f"python -m eval {command}", "versions": versions, **pinned}


def options(parser: argparse.ArgumentParser, name: str = "") -> None:
    """The options of what measures an installed wheel, under a name where a result is written; a part adds its own."""
    parser.add_argument("--work", type=Path, help="where packages and environments are kept between runs")
    parser.add_argument("--corpus", type=Path, help="a folder that holds the packages already")
    parser.add_argument("--revision", default="HEAD", help="what the wheel is built from")
    parser.add_argument("--bin", type=Path, help="a folder with the `ctx` to ask, instead of building a wheel")
    if name:
        parser.add_argument("--results", type=Path, default=RESULTS, help="the folder that the result is written to")
        parser.add_argument("--name", default=name, help="the result's file name")


@contextmanager
def stage(args: argparse.Namespace, extra: str = "") -> Iterator[Stage]:
    """The stage that the options ask for; the wheel may be installed with an extra."""
    with tempfile.TemporaryDirectory(prefix="eval-") as folder:
        scratch = Path(folder).resolve()
        work = (args.work or scratch / "work").resolve()
        revision = commit(args.revision)
        wheel = work / "-".join(filter(None, ("wheel", revision, extra)))
        installed = Installed(args.bin.resolve()) if args.bin else install(wheel, revision, extra)
        yield Stage(work, scratch, (args.corpus or work / "corpus").resolve(), revision, installed)
