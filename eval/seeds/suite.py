"""The tests of a pinned package: run in a work tree that may be changed, with what became of each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from eval import corpus
from eval.seeds.text import Source

PLUGIN = Path(__file__).with_name("outcomes.py")
TIMEOUT = 90  # seconds; a fault that makes a suite hang is no fault here
FAILED, UNCOLLECTED = "failed", "uncollected"
QUIET = ("-q", "--no-header", "-p", "no:cacheprovider")
ASSERTIONS = frozenset({"AssertionError", "Failed"})


@cache
def tested() -> dict[str, Any]:
    """The packages and how their tests run."""
    return tomllib.loads((corpus.SUITES / "tested.toml").read_text())


def environment(work: Path) -> Path:
    """The interpreter of an environment that runs the tests of all packages; made once."""
    folder = work / "tests-environment"
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        pinned = [f"{name}=={corpus.pins().packages[name]}" for name in tested()["packages"]]
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", *tested()["requirements"], *pinned]
        subprocess.run(install, check=True)
        (folder / "done").touch()
    return python


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a test failed: the exception's type, and the frames in the work tree by exception, as path and line."""

    type: str
    frames: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a run."""

    outcomes: Mapping[str, str]  # by test; a file that could not be collected is there as well
    failures: Mapping[str, Failure]
    collected: tuple[str, ...]
    ended: bool

    @property
    def failed(self) -> set[str]:
        """Tests that failed, and files that could not be collected."""
        return {test for test, outcome in self.outcomes.items() if outcome in (FAILED, UNCOLLECTED)}

    @property
    def passed(self) -> set[str]:
        """Tests that passed."""
        return {test for test, outcome in self.outcomes.items() if outcome == "passed"}


@dataclass(frozen=True)
class Suite:
    """A package in a work tree of its own, whose HEAD is the release."""

    name: str
    root: Path
    python: Path

    @property
    def path(self) -> Path:
        """What stands on PYTHONPATH."""
        return self.root / str(tested()["packages"][self.name]["path"])

    @property
    def tests(self) -> str:
        """The folder of the tests."""
        return str(tested()["packages"][self.name]["tests"])

    @property
    def options(self) -> list[str]:
        """Options that the whole suite is run with."""
        return list(tested()["packages"][self.name].get("options", ()))

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The modules of the package as released, without its tests; a module with carriage returns is left out."""
        found = {}
        for folder in tested()["packages"][self.name]["sources"]:
            for file in sorted((self.root / folder).rglob("*.py")):
                path = file.relative_to(self.root).as_posix()
                if not path.startswith(f"{self.tests}/"):
                    content = self._released(path)
                    if b"\r" not in content and b"\f" not in content:
                        found[path] = Source(path, content)
        return found

    def reset(self) -> None:
        """The work tree as it was committed."""
        for step in (["checkout", "-q", "-f", "HEAD", "--", "."], ["clean", "-q", "-f", "-d", "-x"]):
            subprocess.run(["git", *step], cwd=self.root, check=True)

    def write(self, contents: Mapping[str, bytes]) -> None:
        """The work tree as it was committed, but for these files."""
        self.reset()
        for path, content in contents.items():
            (self.root / path).write_bytes(content)

    def variables(self) -> dict[str, str]:
        """The variables that the tests need, and no others of the caller's settings."""
        path = f"{self.python.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        fixed = {"LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
        return {"PATH": path, "HOME": str(self.root.parent), "PYTHONPATH": str(self.path), **fixed}

    def run(self, tests: Iterable[str] = (), options: Iterable[str] = (), coverage: Path | None = None) -> Ran:
        """Runs tests, or all of them; with per-test coverage kept as JSON where a file is named for it."""
        with TemporaryDirectory(prefix="eval-run-") as name:
            folder = Path(name)
            (folder / "eval_outcomes.py").write_bytes(PLUGIN.read_bytes())
            (folder / "coveragerc").touch()
            named = "".join(f"{test}\n" for test in tests)
            (folder / "tests").write_text(named or "\n".join([self.tests, *self.options, ""]))
            variables = self.variables()
            variables |= {
                "PYTHONPATH": f"{folder}{os.pathsep}{variables['PYTHONPATH']}",
                "EVAL_OUTCOMES": str(folder / "outcomes"),
                "COVERAGE_FILE": str(folder / "coverage"),
            }
            measured = [
                "coverage",
                "run",
                f"--rcfile={folder / 'coveragerc'}",  # an empty one: the package's own settings are not for this
                f"--source={','.join(tested()['packages'][self.name]['sources'])}",
                "-m",
            ]
            module = ["-m", *(measured if coverage else ()), "pytest"]
            command = [str(self.python), *module, *QUIET, "-p", "eval_outcomes", *options, f"@{folder / 'tests'}"]
            ended = self._ran(command, variables, TIMEOUT * (4 if coverage else 1))
            if coverage:
                dumped = [str(self.python), str(PLUGIN), str(folder / "coverage"), str(coverage)]
                subprocess.run(dumped, check=True, capture_output=True)
            rows = folder / "outcomes"
            told = [json.loads(line) for line in rows.read_text().splitlines()] if rows.exists() else []
        return self._read(told, ended)

    def _ran(self, command: list[str], variables: dict[str, str], timeout: int) -> bool:
        """Whether pytest ran tests to its end: 0 and 1 say so, 2 that collection failed."""
        try:
            done = subprocess.run(
                command, cwd=self.root, env=variables, capture_output=True, timeout=timeout, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode in (0, 1, 2)

    def _read(self, told: Iterable[dict[str, Any]], ended: bool) -> Ran:
        outcomes: dict[str, str] = {}
        failures: dict[str, Failure] = {}
        collected: list[str] = []
        for row in told:
            if "collected" in row:
                collected += row["collected"]
            elif "raised" in row:
                failures.setdefault(row["id"], Failure(row["raised"], self._inside(row["frames"])))
            elif outcomes.get(row["id"]) not in (FAILED, UNCOLLECTED):
                outcomes[row["id"]] = row["outcome"]
        return Ran(outcomes, failures, tuple(collected), ended)

    def _inside(self, frames: Iterable[tuple[int, str, int]]) -> tuple[tuple[int, str, int], ...]:
        prefix = f"{self.root}/"
        return tuple((number, file[len(prefix) :], line) for number, file, line in frames if file.startswith(prefix))

    def _released(self, path: str) -> bytes:
        return subprocess.run(["git", "show", f"HEAD:{path}"], cwd=self.root, capture_output=True, check=True).stdout


def suites(work: Path, names: Iterable[str], released: Path) -> list[Suite]:
    """The named packages, each in a work tree that may be changed; they are copied from the folder of the released."""
    wanted = list(names)
    corpus.gather(released, wanted)
    corpus.copy(released, work / "trees", wanted)
    python = environment(work)
    return [Suite(name, (work / "trees" / name).resolve(), python) for name in wanted]
