"""Workflow commands: annotations that GitHub shows at the lines of a change."""

from __future__ import annotations

from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render.findings import RULES, Finding, findings
from ctxask.render.formats import Options
from ctxask.render.style import visible

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(answer: Digest | Lesson, options: Options) -> str:
    """One annotation a finding; a lesson is an error without a place."""
    if isinstance(answer, Lesson):
        return f"::error::{_text(answer.message)}\n"
    return "".join(f"{_annotation(finding)}\n" for finding in findings(answer.document))


def _annotation(finding: Finding) -> str:
    properties = {"title": RULES[finding.rule][1]}
    if finding.path:
        properties = {"file": finding.path, "line": str(finding.line), **properties}
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {told}::{_text(finding.message)}"


def _text(text: str) -> str:
    """Text that cannot end the command: the runner undoes exactly these escapes."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
