"""The least that an answer must cost: scan for a name, then parse the files that hold it. Run as a program.

    python floor.py NAME    prints the number of Python files that hold the name, CPU and wall seconds, as JSON

Starting the interpreter and loading the parser is not counted: what is left is the work itself.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from tree_sitter import Parser
from tree_sitter_language_pack import get_language


def main() -> None:
    """Scans, parses, prints."""
    parser = Parser(get_language("python"))
    cpu, wall = _cpu(), time.perf_counter()
    scan = subprocess.run(["git", "grep", "-lwzI", "--", sys.argv[1]], stdout=subprocess.PIPE, check=False)
    held = [path for path in scan.stdout.decode().split("\0") if path.endswith(".py")]
    for path in held:
        parser.parse(Path(path).read_bytes())
    print(json.dumps({"files": len(held), "cpu": _cpu() - cpu, "wall": time.perf_counter() - wall}))


def _cpu() -> float:
    """CPU seconds of this process and of the children it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


if __name__ == "__main__":
    main()
