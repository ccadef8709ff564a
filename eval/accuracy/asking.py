"""Asks the installed command, as anybody would."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.install import Installed

TIMEOUT = 1800  # seconds


@dataclass(frozen=True, slots=True)
class Ctx:
    """The command, with a store of its own."""

    installed: Installed
    home: Path


def locate(ctx: Ctx, root: Path, path: str, symbol: str) -> dict[str, Any]:
    """The whole digest about a symbol, or the error document."""
    told = _run(ctx, root, ["locate", f"{path}::{symbol}", "--json", "--budget", "0"])
    answer = json.loads(told)
    assert isinstance(answer, dict)
    return answer


def ingest(ctx: Ctx, root: Path, engine: str) -> None:
    """Has a checker run over the package, and what it says kept."""
    told = json.loads(_run(ctx, root, ["index", "--engine", engine, "--json"]))
    if "ingested" not in told:
        raise SystemExit(f"ctx index --engine {engine} in {root.name}: {told['error']['message']}")


def export_calls(ctx: Ctx, root: Path) -> Iterator[dict[str, Any]]:
    """Every call site of the package."""
    return export(ctx, root, "calls")


def export(ctx: Ctx, root: Path, what: str) -> Iterator[dict[str, Any]]:
    """Every row of an export."""
    for line in _run(ctx, root, ["export", what, "--format", "jsonl"]).splitlines():
        yield json.loads(line)


def _run(ctx: Ctx, root: Path, arguments: Sequence[str]) -> str:
    done = subprocess.run(
        [ctx.installed.ctx, "-C", str(root), *arguments],
        env=ctx.installed.environment(ctx.home),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode and not done.stdout:
        raise SystemExit(f"ctx {' '.join(arguments)} left with exit code {done.returncode}: {done.stderr[-400:]}")
    return done.stdout
