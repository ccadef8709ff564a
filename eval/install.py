"""Installs the project as its users do: from a wheel, into an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = ("click", "tree-sitter", "tree-sitter-language-pack", "pyrefly")  # dependencies whose versions a result names


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that holds the project."""

    bin: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.bin / "python")

    @property
    def ctx(self) -> str:
        """Its `ctx` command."""
        return str(self.bin / "ctx")

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        """Variables for a command that keeps its store under home; nothing of the caller's own settings."""
        path = f"{self.bin}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8", "CTXASK_HOME": str(home), **more}

    def versions(self) -> dict[str, str]:
        """The versions that a result depends on."""
        site = next((self.bin.parent / "lib").glob("python*/site-packages"))
        found = {d.name: d.version for d in distributions(path=[str(site)])}
        told = {name: found[name] for name in ("ctxask", *NAMED) if name in found}
        git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
        return {**told, "python": sys.version.split()[0], "git": git}


def install(into: Path, revision: str, extra: str = "") -> Installed:
    """The project as it is at a revision, built and installed; an environment that is there is used again."""
    installed = Installed(into / "bin")
    if not (into / "done").exists():
        with tempfile.TemporaryDirectory() as folder:
            _build(Path(folder), revision)
            wheel = next(Path(folder).glob("*.whl"))
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(into)], check=True)
            subprocess.run(
                [installed.python, "-m", "pip", "install", "-q", f"{wheel}[{extra}]" if extra else str(wheel)],
                check=True,
            )
        (into / "done").touch()
    return installed


def commit(revision: str) -> str:
    """The id of the commit that a revision names."""
    named = ["git", "rev-parse", "--short=12", f"{revision}^{{commit}}"]
    return subprocess.run(named, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def unpack(revision: str, into: Path) -> None:
    """Puts the files of a revision into a folder, so that the work tree stays as it is."""
    into.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(into)], input=packed, check=True)


def _build(folder: Path, revision: str) -> None:
    """Puts a wheel of the revision into the folder."""
    unpack(revision, folder / "source")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(folder / "source")]
    subprocess.run(command, check=True)
