"""What a command needs in its environment so that a pytest in it, however it is started, writes records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

NAME = "ctxask_results"
RECORDS = "CTXASK_RECORDS"
COVERAGE = "CTXASK_COVERAGE"
_MODULES = {NAME: "pytest_plugin.py", "ctxask_coverage": "pytest_coverage.py", "ctxask_state": "pytest_state.py"}

# The plugin is found as an installed one is, by its entry point, and not through PYTEST_PLUGINS: a command that sets
# its own PYTHONPATH (`PYTHONPATH=src pytest` in a Makefile) then runs without records, instead of not running at all.
_METADATA = f"Metadata-Version: 2.1\nName: {NAME.replace('_', '-')}\nVersion: 1\n"
_ENTRY_POINTS = f"[pytest11]\n{NAME} = {NAME}\n"


def environment(folder: Path, records: Path, given: Mapping[str, str], observed: str = "") -> dict[str, str]:
    """The variables to add to a command's environment; what they held already in `given` is kept.

    `folder` is written: it becomes a place of modules that holds the plugin alone, and has to be there until the
    command has ended. `records` is the file that the plugin appends to; it need not exist. Both must be absolute.
    `observed` is the root below which lines that tests execute are written to the file `coverage` beside the records,
    which has to exist; empty where that was not asked for.
    """
    _write(folder)
    added = {RECORDS: str(records), "PYTHONPATH": _first(str(folder), given.get("PYTHONPATH", ""), os.pathsep)}
    if observed:
        added[COVERAGE] = observed
    if given.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD"):  # entry points are not looked at: only the name is left
        added["PYTEST_PLUGINS"] = _first(NAME, given.get("PYTEST_PLUGINS", ""), ",")
    return added


def _write(folder: Path) -> None:
    """The plugin under a name of its own, and what makes its entry point known."""
    about = folder / f"{NAME}-1.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    for module, source in _MODULES.items():
        (folder / f"{module}.py").write_bytes(Path(__file__).with_name(source).read_bytes())
    (about / "METADATA").write_text(_METADATA, "utf-8")
    (about / "entry_points.txt").write_text(_ENTRY_POINTS, "utf-8")


def _first(entry: str, given: str, separator: str) -> str:
    """A list with an entry in front, and in it once."""
    others = [other for other in given.split(separator) if other != entry] if given else []
    return separator.join([entry, *others])
