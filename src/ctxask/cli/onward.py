"""The commands that go on from a run, as far as there are such commands."""

from __future__ import annotations

from ctxask.digest.onward import line
from ctxask.runs.model import Run
from ctxask.templates import Catalogue

_DIAGNOSE = "diagnose"


def of_run(run: Run, root: str, failed: bool) -> list[str]:
    """Commands that work, ready to be pasted: what explains failures, the run, its whole output."""
    ctx = ("ctx",) if root == "." else ("ctx", "-C", root)
    out = []
    if failed and _DIAGNOSE in Catalogue():
        out.append(line((*ctx, "ask", "--intent", _DIAGNOSE, "--run", run.id)))
    out.append(line((*ctx, "runs", "show", run.id)))
    for part, size in (("stdout", run.stdout_bytes), ("stderr", run.stderr_bytes)):
        if size:
            out.append(line((*ctx, "get", f"{run.id}:{part}")) + f"  # {size} bytes")
    return out
