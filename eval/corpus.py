"""Puts pinned real packages into a folder, each as a committed git repository."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SUITES = Path(__file__).resolve().parent / "suites"


@dataclass(frozen=True, slots=True)
class Pins:
    """Versions of packages, and the day on which they were chosen."""

    date: str
    packages: dict[str, str]


@cache
def pins() -> Pins:
    """The pins of the suite."""
    document = tomllib.loads((SUITES / "pins.toml").read_text())
    return Pins(document["date"], document["packages"])


def gather(folder: Path, names: Iterable[str]) -> None:
    """Makes sure that the folder holds every named package; one that is there is left as it is."""
    for name in names:
        if not (folder / name / ".git").exists():
            _commit(_unpack(folder / name, name, pins().packages[name]), f"{name} {pins().packages[name]}")


def copy(folder: Path, into: Path, names: Iterable[str]) -> None:
    """Copies packages to where they may be changed, with an index that knows the copies' files."""
    into.mkdir(parents=True, exist_ok=True)
    for name in names:
        if not (into / name).exists():
            subprocess.run(["cp", "-a", str(folder / name), str(into / name)], check=True)
            subprocess.run(["git", "update-index", "-q", "--refresh"], cwd=into / name, check=False)


def _unpack(root: Path, name: str, version: str) -> Path:
    """The sources of a release, as its author uploaded them."""
    with tempfile.TemporaryDirectory() as scratch:
        # pip asks the package for its metadata after it has saved the archive; a failure there does not matter here
        wanted = ["--no-deps", "--no-binary", name, "-d", scratch, f"{name}=={version}"]
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", *wanted], check=False, capture_output=True)
        archives = sorted(Path(scratch).glob("*.tar.gz"))
        if not archives:
            raise SystemExit(f"no source archive of {name} {version} could be downloaded")
        with tarfile.open(archives[0]) as archive:
            archive.extractall(scratch, filter="data")
        top = next(path for path in sorted(Path(scratch).iterdir()) if path.is_dir())
        root.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(top, root)
    return root


def _commit(root: Path, message: str) -> None:
    identity = ["-c", "user.name=eval", "-c", "user.email=eval@example.org", "-c", "commit.gpgsign=false"]
    for step in (["init", "-q", "-b", "main"], ["add", "-A"], [*identity, "commit", "-q", "-m", message]):
        subprocess.run(["git", *step], cwd=root, check=True, capture_output=True)
