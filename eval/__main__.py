"""`python -m eval`: runs a part of the protocol."""

from __future__ import annotations

import argparse
import sys

from eval import compare, report
from eval.accuracy import command as accuracy
from eval.bench import command as bench
from eval.diagnose import command as diagnose
from eval.engines import command as engines
from eval.english import command as english
from eval.languages import command as languages
from eval.languages import making as truth
from eval.observed import command as observe
from eval.pages import command as pages
from eval.proven import command as proven
from eval.pycg import command as pycg
from eval.referee import command as referee
from eval.referee import making as questions
from eval.seeds import command as seeds
from eval.tests_selection import command as tests

PARTS = {
    "accuracy": (accuracy, "how right the answers are"),
    "languages": (languages, "the same in languages other than Python"),
    "truth": (truth, "makes what languages is measured on, from indexes"),
    "bench": (bench, "what an answer costs"),
    "observe": (observe, "what is called while the packages' own tests run: a truth for accuracy"),
    "engines": (engines, "other engines at the same call sites"),
    "pycg": (pycg, "the call graph on small programs whose calls are known"),
    "proven": (proven, "what is claimed of definitions without a use"),
    "seeds": (seeds, "makes the seeded changes that diagnose and tests are measured on"),
    "diagnose": (diagnose, "how often the change at fault is named first"),
    "tests": (tests, "whether the tests selected for a change hold those that fail"),
    "pages": (pages, "pages in a real browser: that they work, and what they look like"),
    "referee": (referee, "grep, single operators and `ctx ask` at the same questions"),
    "english": (english, "which intent is suggested for a question without one"),
    "questions": (questions, "makes the questions of the referee"),
    "compare": (compare, "new results beside the last committed ones"),
    "report": (report, "the kept results beside their bounds"),
}


def main() -> int:
    """Reads the arguments and runs the part that they name."""
    parser = argparse.ArgumentParser(prog="python -m eval", description="Measures the project; see eval/README.md.")
    parts = parser.add_subparsers(metavar="PART", required=True)
    for name, (module, summary) in PARTS.items():
        module.arguments(parts.add_parser(name, help=summary, description=module.__doc__))
    args = parser.parse_args()
    code = args.run(args)
    assert isinstance(code, int)
    return code


if __name__ == "__main__":
    sys.exit(main())
