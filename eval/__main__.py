"""`python -m eval`: runs a part of the protocol."""

from __future__ import annotations

import argparse
import sys

from eval import compare, every, report
from eval.parts import PARTS
from eval.stage import Missing

COMMANDS = {
    **{name: (part.command, part.summary) for name, part in PARTS.items()},
    "all": (every, "every part, one after the other, and what came of each"),
    "compare": (compare, "new results beside the last committed ones"),
    "report": (report, "the pages of the kept results, each figure beside its bound"),
}


def main() -> int:
    """Reads the arguments and runs the part that they name."""
    parser = argparse.ArgumentParser(prog="python -m eval", description="Measures the project; see eval/README.md.")
    parts = parser.add_subparsers(metavar="PART", required=True)
    for name, (module, summary) in COMMANDS.items():
        module.arguments(parts.add_parser(name, help=summary, description=module.__doc__))
    args = parser.parse_args()
    try:
        code = args.run(args)
    except Missing as missing:
        print(f"missing: {missing.what}", file=sys.stderr)
        raise
    assert isinstance(code, int)
    return code


if __name__ == "__main__":
    sys.exit(main())
