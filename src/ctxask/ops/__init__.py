"""The operators: one file each, and one line here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from ctxask.plan.declare import Operator

_FILES = {
    "repo.files": "repo_files",
    "repo.changed": "repo_changed",
    "code.symbols": "code_symbols",
    "code.refs": "code_refs",
    "code.callers": "code_callers",
    "code.callees": "code_callees",
    "code.impact": "code_impact",
    "code.paths": "code_paths",
    "code.related_tests": "code_related_tests",
    "code.hierarchy": "code_hierarchy",
    "code.unused": "code_unused",
    "code.outline": "code_outline",
    "code.find": "code_find",
    "code.search": "code_search",
    "code.context": "code_context",
    "code.explain": "code_explain",
    "evidence.failures": "evidence_failures",
    "evidence.join": "evidence_join",
    "evidence.diff": "evidence_diff",
    "test.run": "test_run",
    "evidence.group": "evidence_group",
    "evidence.where": "evidence_where",
    "evidence.top": "evidence_top",
    "evidence.count": "evidence_count",
}


class Operators(Mapping[str, Operator]):
    """The operators by name; a file is imported when its operator is asked for."""

    def __getitem__(self, name: str) -> Operator:
        operator = import_module(f"ctxask.ops.{_FILES[name]}").OPERATOR
        assert isinstance(operator, Operator)
        return operator

    def __iter__(self) -> Iterator[str]:
        return iter(_FILES)

    def __len__(self) -> int:
        return len(_FILES)

    def __contains__(self, name: object) -> bool:
        return name in _FILES


OPERATORS = Operators()
