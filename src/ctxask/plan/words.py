"""The words of plans and templates: version, names, limits, and the rejections of what is neither."""

from __future__ import annotations

import re
from dataclasses import dataclass

VERSION = "ctx.plan/v1"

Value = str | int | bool | tuple[str, ...]  # of an argument or a slot

ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
KIND = re.compile(r"[a-z][a-z0-9_-]{0,63}")
TEXT_LIMIT = 1000  # code points of a text
NAMES_LIMIT = 64  # names that may be given together
NAMES_LENGTH = 4000  # code points of all of them
QUESTION_LIMIT = 6000  # code points


@dataclass(frozen=True, slots=True)
class Rejection:
    """One problem of a plan document: a code of the closed vocabulary, where, and one line that teaches."""

    code: str
    path: str  # `steps[2].args.mode`; empty for the document as a whole
    message: str

    def document(self) -> dict[str, str]:
        """The rejection as JSON."""
        return {"code": self.code, "path": self.path, "message": self.message}

    def line(self) -> str:
        """The rejection as one line of text."""
        return f"{self.code} at {self.path or 'the document'}: {self.message}"


CODES: dict[str, str] = {
    "bad_schema": "the document or a part of it is not of the required JSON type, or not of this version",
    "bad_objective": "the objective has no usable kind or question",
    "bad_budget": "a budget is not a whole number within its bounds",
    "bad_id": "a step's id is not a lower-case word",
    "duplicate_id": "two steps have one id",
    "unknown_field": "a field that the format does not have",
    "unknown_op": "an operator that does not exist; the nearest one is named",
    "forward_reference": "a step refers to itself, to a later step or to none",
    "input_required": "the operator needs the rows of an earlier step",
    "source_takes_no_input": "the operator stands at the beginning and takes no rows",
    "kind_mismatch": "the operator does not take rows of that kind",
    "text_is_terminal": "text is read by people: no operator takes it as input",
    "node_budget_exceeded": "more steps than the budget allows",
    "fanout_uncapped": "foreach without a cap",
    "fanout_cap_exceeded": "a cap outside of the budget",
    "guard_grammar": "a condition that is neither `<id>.count <cmp> <int>` nor `<id>.outcome ==|!= pass|fail`",
    "bad_args": "an argument that is missing, unknown or out of its bounds",
    "bad_section": "emit names a section, step or view that does not fit",
    "bad_on_error": "on_error is neither skip_dependents nor fail",
    "bad_on_missing": "on_missing is none of degrade, skip, fail",
    "execute_on_observe_tier": "a step that starts a program, where only observing is allowed",
    "engine_unavailable": "on_missing is fail and the operator's engine is not installed here",
}
