"""`python -m eval observe`: runs the packages' own tests and writes the calls that were seen."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from eval import corpus
from eval.accuracy.oracle import Call
from eval.observed.sites import Files, sites
from eval.stage import Missing

TRACER = Path(__file__).with_name("tracer.py")
TIMEOUT = 1800  # seconds for the tests of a package
FAILED = 1  # pytest's exit code where tests failed: what ran before they did was seen all the same


@cache
def suites() -> dict[str, Any]:
    """The packages, and how their tests run."""
    return tomllib.loads((corpus.SUITES / "observed.toml").read_text())


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("--work", type=Path, required=True, help="where packages and the environment are kept")
    parser.add_argument("--corpus", type=Path, help="a folder that holds the packages already")
    parser.add_argument("--out", type=Path, required=True, help="the file of observed calls (.json.gz)")
    parser.add_argument("--package", action="append", help="only this one; may be repeated")
    parser.add_argument("--python", default=f"python{suites()['python']}", help="an interpreter with sys.monitoring")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Observes and writes."""
    names = args.package or sorted(suites()["packages"])
    work = args.work.resolve()
    released = (args.corpus or work / "corpus").resolve()
    corpus.gather(released, names)
    python = environment(work, args.python)
    found = {}
    for name in names:
        found[name] = observed(released / name, name, python)
        print(f"{name}: {len(found[name])} call sites", file=sys.stderr)
    write(args.out, found)
    return 0


def write(out: Path, found: Mapping[str, Sequence[Call]]) -> None:
    """Keeps observed calls in the form in which the scorers read them."""
    rows = {
        name: [[*call.place, call.name, call.kind, call.scope, call.ran] for call in calls]
        for name, calls in found.items()
    }
    out.write_bytes(gzip.compress(json.dumps(rows, ensure_ascii=False).encode(), mtime=0))


def observed(released: Path, name: str, python: Path) -> list[Call]:
    """The calls that a package's tests make, in a copy of it."""
    suite = suites()["packages"][name]
    with TemporaryDirectory(prefix="eval-observed-") as folder:
        root = Path(folder).resolve() / name
        shutil.copytree(released, root, symlinks=True)
        shutil.copy(TRACER, Path(folder) / "eval_tracer.py")
        out = Path(folder).resolve() / "calls.jsonl"
        variables = {
            "PATH": f"{python.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "HOME": folder,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": f"{root / suite['path']}{os.pathsep}{folder}",
            "EVAL_ROOT": str(root),
            "EVAL_CALLS": str(out),
        }
        options = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "eval_tracer", *suite.get("options", ())]
        command = [str(python), "-m", "pytest", *options, *suite["tests"]]
        done = subprocess.run(
            command, cwd=root, env=variables, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        print(f"{name}: {done.stdout.strip().rpartition(chr(10))[2]}", file=sys.stderr)
        if done.returncode not in (0, FAILED) or not out.exists():
            raise SystemExit(f"the tests of {name} did not run: {(done.stdout + done.stderr)[-2000:]}")
        return sites(map(json.loads, out.read_text().splitlines()), Files(root))


def environment(work: Path, interpreter: str) -> Path:
    """The interpreter of an environment that runs the tests of all packages; made once."""
    folder = work / "observed-environment"
    python = folder / "bin" / "python"
    if not (folder / "done").exists():
        pinned = [f"{name}=={corpus.pins().packages[name]}" for name in suites()["packages"]]
        found = shutil.which(interpreter)
        if not found or subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode:
            raise Missing(f"{interpreter}, which the packages' tests run on; --python names another")
        subprocess.run([interpreter, "-m", "venv", "--clear", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", *suites()["requirements"], *pinned]
        subprocess.run(install, check=True)
        (folder / "done").touch()
    return python
