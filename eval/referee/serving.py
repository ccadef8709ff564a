"""Runs `ctx` commands one after the other, each in a process that is split off with the modules loaded.

It stands alone, as it runs in the environment that holds the wheel: one JSON request a line on standard input, with
folder, arguments and what the command reads; one JSON line with what it printed on standard output.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
import tempfile
from pathlib import Path
from typing import Any

APART = ("ctxask.mcp", "ctxask.pyrefly", "ctxask.__main__", "ctxask.runs.pytest")  # not for asking


def main() -> None:
    """Answers until the input ends."""
    import ctxask

    for found in pkgutil.walk_packages(ctxask.__path__, "ctxask."):
        if not found.name.startswith(APART):
            importlib.import_module(found.name)
    with tempfile.TemporaryDirectory(prefix="eval-serving-") as folder:
        for line in sys.stdin:
            print(json.dumps(_printed(Path(folder), json.loads(line))), flush=True)


def _printed(folder: Path, request: dict[str, Any]) -> str:
    names = [folder / name for name in ("in", "out", "err")]
    names[0].write_text(request["given"])
    child = os.fork()
    if not child:
        _run(names, request)
    os.waitpid(child, 0)
    return "".join(name.read_bytes().decode("utf-8", "replace") for name in names[1:])


def _run(names: list[Path], request: dict[str, Any]) -> None:
    """The command in the place of this process."""
    for number, name in enumerate(names):
        flags = os.O_RDONLY if not number else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        os.dup2(os.open(name, flags), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    code: Any = 70
    try:
        os.chdir(request["folder"])
        sys.argv = ["ctx", *request["arguments"]]
        importlib.import_module("ctxask.cli.main").main()
    except SystemExit as left:
        code = left.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
