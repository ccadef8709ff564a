"""Asks where symbols are used, in one process of the installed package: ids on standard input, claims on output.

It stands alone, as it runs in the environment that holds the wheel.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> None:
    """One JSON line for each id: the state of the claim and what stands in its way, or the error."""
    import ctxask

    root = Path(sys.argv[1])
    for line in sys.stdin:
        id_ = line.rstrip("\n")
        try:
            digest = ctxask.ask(root, intent="locate", symbol=id_, budget=0)
        except ctxask.Stop as stop:
            print(json.dumps({"id": id_, "state": "error", "blockers": [stop.lesson.code]}), flush=True)
            continue
        claims = [candidate.get("claim", {}) for candidate in digest.document["candidates"]]
        states = {claim.get("state", "used") for claim in claims}
        told = states.pop() if len(states) == 1 else "used"
        blockers = sorted({code for claim in claims for code in claim.get("blockers", ())})
        print(json.dumps({"id": id_, "state": told, "blockers": blockers}), flush=True)


if __name__ == "__main__":
    main()
