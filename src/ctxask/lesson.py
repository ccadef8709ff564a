"""Teaching errors as values: what was wrong with the request and what to type next."""

from __future__ import annotations

from typing import NamedTuple

EXIT = {
    "answered": 0,
    "verdict": 1,
    "usage": 2,
    "no_symbol": 3,
    "ambiguous": 4,
    "plan_rejected": 5,
    "budget": 6,
    "defect": 70,
}

CODES: dict[str, str] = {
    "usage": "the command line cannot be read",
    "missing_intent": "no intent was named; the one that the question looks like is advice, and nothing ran",
    "unknown_intent": "there is no intent of that name",
    "bad_intent": "the file of an intent of one's own is not a usable template",
    "missing_slot": "a slot that the intent needs was not given, and the question does not name just one subject",
    "unknown_slot": "the intent has no such slot",
    "bad_slot": "the value is not one that the slot takes",
    "bad_question": "the question holds no word that could be looked for",
    "none_found": "no file holds any of the words that were looked for",
    "deadline": "the repository could not be read in the time that there is",
    "no_symbol": "nothing bears that name; the closest symbols are candidates",
    "ambiguous": "several symbols bear that name; they are candidates, ready to paste",
    "no_class": "the subject is neither a class nor a member of one",
    "bad_subject": "the text is none of the forms in which a subject is written",
    "no_such_line": "the file has no such line, or the line no such column",
    "bad_pattern": "the text is no regular expression",
    "plan_rejected": "the document is no plan that can run; each problem is a candidate with its code and place",
    "no_file": "a file that was to be read cannot be",
    "no_such_file": "the path is no file of the snapshot",
    "no_such_root": "the folder to ask about is not there",
    "bare_repository": "the repository has no work tree",
    "bad_base": "the base names no revision, or there is nothing to compare with",
    "bad_report": "the file is no report of tests that can be read",
    "bad_index": "the file is no SCIP index that can be read, or says nothing of the files here as they are",
    "no_index": "no index of that name is kept",
    "no_index_store": "there is no private folder outside the work tree in which indexes can be kept, or no room in it",
    "no_engine": "the checker is not installed, or not in the version whose reports are known",
    "engine_failed": "the checker ended without the reports that it was asked for",
    "bad_address": "the text is no address",
    "lines_gone": "the lines behind an address are not in their file any more",
    "bad_configuration": "a setting has a value that it does not take",
    "unknown_setting": "there is no setting of that name",
    "bad_cursor": "the text is no cursor",
    "ROWS_CHANGED": "the cursor belongs to another question, or the rows have changed since",
    "BUDGET_TOO_SMALL": "not even one unit fits; the minimum is named",
    "no_command": "the command to run is not there; exit code 127",
    "not_executable": "the command to run is there and cannot be executed; exit code 126",
    "too_long": "what is behind an address is longer than an answer of a tool; lines of it can be asked for",
    "bad_input": "the JSON value is no input of the tool; each problem is a candidate",
    "no_tool": "the server has no tool of that name",
    "other_root": "another root is named than the one or ones that are asked about",
    "bad_batch": "the document is no batch that can run; each problem is a candidate",
    "batch_too_large": "the document of a batch is too long",
    "too_many_steps": "the batch has more steps than are allowed",
    "batch_too_long": "the answers of a batch are too long together",
    "batch_deadline": "the batch took too long",
    "bad_reference": "a reference points into an earlier answer, to something that is not there",
    "ENCODING_ERROR": "the answer cannot be written in that format without a loss; JSON has no such bound",
    "no_mcp": "the extra that serves MCP is not installed",
    "no_run": "there is no such run of this work tree, or none that has test results",
    "bad_run": "the text is no id of a run",
    "ambiguous_run": "several runs begin with that; they are candidates",
    "damaged_run": "what was kept of the run is not whole, or was written by another version",
    "run_in_progress": "the run is still going on",
    "no_run_store": "there is no private folder outside the work tree in which runs can be kept, or no room in it",
    "no_failure": "the run has failures, and none of them concerns what was named",
    "observe_only": "the plan would start a program where questions may only look",
    "moving_tree": "the files change faster than they can be read",
    "defect": "something that must not happen: a defect of ctx",
}


class Lesson(NamedTuple):
    """A request that cannot be answered as it stands; becomes an error document or a few lines on stderr."""

    code: str  # one of CODES
    message: str
    hint: str = ""  # a command that works, or the flag that supplies what is missing
    candidates: tuple[str, ...] = ()
    exit: int = 2

    def document(self) -> dict[str, object]:
        """The JSON error document."""
        return {
            "error": {
                "code": self.code,
                "message": self.message,
                "hint": self.hint,
                "candidates": list(self.candidates),
            }
        }


class Stop(Exception):
    """Carries a Lesson out of the depth of a request to the one place that renders it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.message)
        self.lesson = lesson


def moving(path: str = "") -> Lesson:
    """The lesson where files changed while they were read."""
    message = f"{path} changed while it was read" if path else "the files change faster than they can be read"
    return Lesson("moving_tree", message, "ask again when the files rest")


def defect(error: Exception) -> Lesson:
    """The short report of an exception that nobody expected."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = f" ({at.tb_frame.f_globals.get('__name__')}:{at.tb_lineno})" if at is not None else ""
    message = f"a defect of ctx: {type(error).__name__}{where}"
    return Lesson("defect", message, "set CTXASK_DEBUG=1 for the traceback, and report it", (), EXIT["defect"])
