"""Asks jedi where names are defined: questions as JSON lines on standard input, answers on standard output.

It stands alone, as it runs in the environment that holds jedi.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Answers each file's questions; its arguments are the root, the interpreter, and the source roots."""
    import jedi  # type: ignore[import-not-found]

    root, interpreter, *sources = sys.argv[1:]
    path = jedi.create_environment(interpreter, safe=False).get_sys_path()  # holds the package as well: it comes later
    project = jedi.Project(root, environment_path=interpreter, sys_path=[*sources, *path], smart_sys_path=False)
    for line in sys.stdin:
        asked = json.loads(line)
        script = jedi.Script(path=Path(asked["path"]), project=project)
        found = [_defined(script, place[0] + 1, place[1]) for place in asked["places"]]
        print(json.dumps(found), flush=True)


def _defined(script: Any, line: int, column: int) -> list[list[Any]]:
    """The functions and classes that the name leads to; where it leads to none, those that it holds."""
    for ask in (script.goto, script.infer):
        try:
            found = ask(line, column, **({"follow_imports": True} if ask == script.goto else {}))
        except Exception:  # jedi has errors of its own on some files: no answer
            found = []
        told = [
            [str(d.module_path), d.line, d.column]
            for d in found
            if d.type in ("function", "class") and d.module_path and d.line
        ]
        if told:
            return told
    return []


if __name__ == "__main__":
    main()
