"""Which tests execute which functions, as coverage.py saw it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from eval.seeds.model import Edit
from eval.seeds.suite import Ran, Suite
from eval.seeds.text import Source, body_lines

Where = tuple[str, str]  # path and qualified name


def executed(sources: Mapping[str, Source], lines: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[Where, set[str]]:
    """The tests that executed a statement of each function's body, from lines by path and tests by line."""
    found: dict[Where, set[str]] = {}
    for path, source in sources.items():
        ran = lines.get(path, {})
        for function in source.functions:
            tests = {test for line in body_lines(function) for test in ran.get(str(line), ()) if test}
            found.setdefault((path, source.name(function)), set()).update(tests)
    return found


def measure(
    suite: Suite, sources: Mapping[str, Source], tests: Iterable[str] = (), kept: Path | None = None
) -> tuple[Ran | None, dict[Where, set[str]]]:
    """Runs tests of the work tree as it is under coverage.py; a file that is kept from earlier is read again."""
    with TemporaryDirectory(prefix="eval-measured-") as folder:
        file = kept or Path(folder) / "lines.json"
        ran = None if file.exists() else suite.run(tests, coverage=file)
        lines = json.loads(file.read_text())
        if ran is not None:  # a work tree may stand elsewhere next time
            lines = {path.removeprefix(f"{suite.root}/"): found for path, found in lines.items()}
            file.write_text(json.dumps(lines))
    return ran, executed(sources, lines)


class Pristine:
    """A package as released: which tests pass, and what each executes. Kept in a folder for the next run."""

    def __init__(self, suite: Suite, folder: Path) -> None:
        self.suite = suite
        self._folder = folder / suite.name
        self._folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def tests(self) -> list[str]:
        """All tests that were collected."""
        return list(self._ran["collected"])

    @cached_property
    def passed(self) -> set[str]:
        """Tests that passed, with and without coverage.py."""
        return set(self._ran["passed"])

    @cached_property
    def executed(self) -> dict[Where, set[str]]:
        """The passing tests that executed each function."""
        self._ran  # noqa: B018  the run under coverage.py is part of it
        _, found = measure(self.suite, self.suite.sources, kept=self._folder / "lines.json")
        return {where: tests & self.passed for where, tests in found.items()}

    def executing(self, edits: Iterable[Edit]) -> set[str]:
        """The passing tests that executed an edited definition."""
        return {
            test
            for edit in edits
            for (path, name), tests in self.executed.items()
            if path == edit.path and f"{name}.".startswith(f"{edit.symbol}.")
            for test in tests
        }

    @cached_property
    def _ran(self) -> dict[str, list[str]]:
        file = self._folder / "outcomes.json"
        if not file.exists():
            self.suite.reset()
            plain = self.suite.run()
            traced, _ = measure(self.suite, self.suite.sources, kept=self._folder / "lines.json")
            passed = plain.passed & (traced.passed if traced else plain.passed)
            if not passed:
                raise SystemExit(f"no test of {self.suite.name} passes")
            file.write_text(json.dumps({"collected": plain.collected, "passed": sorted(passed)}))
        told = json.loads(file.read_text())
        assert isinstance(told, dict)
        return told
