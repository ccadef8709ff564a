"""SARIF 2.1.0: the findings of an answer for tools that keep track of them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from ctxask import __version__, canon
from ctxask.digest.model import Digest
from ctxask.lesson import Lesson
from ctxask.render.findings import RULES, Finding, findings
from ctxask.render.formats import Options

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(answer: Digest | Lesson, options: Options) -> str:
    """One run with a result a finding; a lesson is a notification of a run that did not succeed."""
    run: dict[str, Any] = {"tool": {"driver": _driver()}, "columnKind": "unicodeCodePoints"}
    if isinstance(answer, Lesson):
        told = {"level": "error", "message": {"text": answer.message}}
        run |= {"results": [], "invocations": [{"executionSuccessful": False, "toolExecutionNotifications": [told]}]}
    else:
        run |= {"results": list(map(_result, findings(answer.document)))}
    return canon.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _driver() -> dict[str, Any]:
    rules = [
        {"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
        for rule, (level, text) in RULES.items()
    ]
    return {"name": "ctxask", "version": __version__, "rules": rules}


def _result(finding: Finding) -> dict[str, Any]:
    """A result whose fingerprint is made of rule and symbol: it stays the same when lines move."""
    place = {
        "artifactLocation": {"uri": quote(canon.path_bytes(finding.path)), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": finding.line},
    }
    return {
        "ruleId": finding.rule,
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}] if finding.path else [],
        "partialFingerprints": {"ctxask/v1": canon.fingerprint(f"{finding.rule} {finding.symbol}".encode())},
    }
