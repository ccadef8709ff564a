"""Changed files that hold no code: which definitions name them, and which of them tell the test runner what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxask.rows import File, Note, Symbol
from ctxask.world import Answer, World

_NO_CODE = frozenset({"", "config", "docs"})  # languages of files without definitions: templates may be text
NAMED = 20  # data files that are looked for by name; more are counted
_RUNNER = re.compile(
    r"(?:pytest|tox)\.(?:ini|toml)|\.pytest\.ini|setup\.(?:cfg|py)|pyproject\.toml|noxfile\.py|\.coveragerc"
    r"|requirements[^/]*\.(?:txt|in)|[^/]*\.lock|package(?:-lock)?\.json|(?:jest|vitest)\.config\.[cm]?[jt]s"
    r"|go\.(?:mod|sum)|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?"
)


def tells_the_runner(files: Sequence[File]) -> tuple[Note, ...]:
    """That the configuration of tests, or what they are installed with, changed."""
    found = [file.path for file in files if _RUNNER.fullmatch(file.path.rpartition("/")[2])]
    return (Note("configuration_changed", len(found), min(found)),) if found else ()


def named_in(world: World, files: Sequence[File]) -> Answer[Symbol]:
    """The definitions whose source names a changed data file, each as if it had changed itself."""
    data = [file for file in files if file.language in _NO_CODE and not tells_the_runner([file])]
    if not data:
        return Answer(())
    code = {file.path for file in world.files().rows if file.language not in _NO_CODE}
    rows: dict[str, Symbol] = {}
    for file in data[:NAMED]:
        name = (file.old_path or file.path).rpartition("/")[2]
        sites = [site for site in world.search(name, False).rows if site.path in code]
        for symbol in world.enclosing(sites).rows:
            rows.setdefault(symbol.id, symbol._replace(change="body", old=""))
    omitted = len(data) - NAMED
    notes = (Note("data_files_not_looked_for", omitted, data[NAMED].path),) if omitted > 0 else ()
    return Answer(tuple(rows.values()), notes, max(omitted, 0))
