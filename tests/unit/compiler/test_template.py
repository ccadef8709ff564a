"""Templates: what a TOML file may say, every way in which one teaches what is wrong, and how one is filled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.compiler.check import check_template
from ctxask.compiler.compile import Compiled, compile_question
from ctxask.compiler.fill import canonical_question, fill
from ctxask.compiler.template import Template, read_template
from ctxask.lesson import Lesson
from ctxask.ops import OPERATORS

GOOD = """
question = "which files hold {word}[ in {file}]?"
summary = "which files hold a word?"
[slots.word]
type = "text"
required = true
[slots.file]
type = "path"
[slots.few]
type = "flag"
[[steps]]
id = "found"
op = "code.search"
args = { pattern = "$word" }
[[steps]]
id = "top"
op = "evidence.top"
input = "found"
args = { n = 3 }
if = "$few"
[[steps]]
id = "n"
op = "evidence.count"
input = "top"
[sections]
candidates = [{ step = "found", view = "rows" }, { step = "n", view = "rows" }]
"""


def template(text: str) -> Template | Lesson:
    found = read_template("mine", text)
    if isinstance(found, Lesson):
        return found
    return check_template(found, OPERATORS) or found


def test_a_step_without_its_slot_goes_with_all_that_stands_on_it() -> None:
    mine = template(GOOD)
    assert isinstance(mine, Template)
    few = compile_question(mine, {"word": "x", "few": True}, "", OPERATORS)
    plain = compile_question(mine, {"word": "x", "few": False}, "", OPERATORS)
    assert isinstance(few, Compiled) and isinstance(plain, Compiled)
    assert [step.id for step in few.plan.steps] == ["found", "top", "n"]
    assert [step.id for step in plain.plan.steps] == ["found"]
    assert plain.plan.question == "which files hold x?"


def test_unless_is_the_other_of_two_ways() -> None:
    mine = template(GOOD.replace('if = "$few"', 'unless = "$few"'))
    assert isinstance(mine, Template)
    few = compile_question(mine, {"word": "x", "few": True}, "", OPERATORS)
    for slots in ({"word": "x"}, {"word": "x", "few": False}):
        absent = compile_question(mine, slots, "", OPERATORS)
        assert isinstance(absent, Compiled) and [step.id for step in absent.plan.steps] == ["found", "top", "n"]
    assert isinstance(few, Compiled) and [step.id for step in few.plan.steps] == ["found"]


WORD = '[slots.word]\ntype = "text"\nrequired = true'
SUMMARY = 'summary = "which files hold a word?"'
SECTIONS = '[sections]\ncandidates = [{ step = "found", view = "rows" }, { step = "n", view = "rows" }]\n'
FLAG = 'type = "flag"'
BOUNDS = "bad_schema at slots.few: an integer has bounds: low and high"
CHOICES = "bad_schema at slots.few.choices: a choice, and only a choice, has a list of choices"
KNOWN = "slots: word, file, few"
BROKEN = [  # what stands in GOOD, what stands there instead, and the lines of the lesson
    ("question =", "questions =", "unknown_field at questions: did you mean question?"),
    (SUMMARY, "summary = 3", "bad_schema at summary: summary is a text"),
    (SUMMARY, 'summary = ""', "bad_schema at summary: summary is a text"),
    (SUMMARY, f'summary = "{"a" * 501}"', "bad_schema at summary: summary is a text"),
    (SUMMARY, SUMMARY + '\nwords = "hold"', "bad_schema at words: words is a list of texts"),
    (SUMMARY, SUMMARY + "\nexamples = [1]", "bad_schema at examples: examples is a list of texts"),
    (GOOD, "slots = 3", "bad_schema at slots: slots is a table: [slots.symbol]"),
    (GOOD, "steps = 3", "bad_schema at steps: steps is an array of tables: [[steps]]"),
    (GOOD, "steps = [3]", "bad_schema at steps: steps is an array of tables: [[steps]]"),
    (GOOD, "sections = []", "bad_schema at sections: sections is a table of lists of step and view"),
    (WORD, "slots.word = 3", "bad_schema at slots.word: a slot is a table with type and doc"),
    ("[slots.word]", "[slots.Word]", "bad_id at slots.Word: a slot's name is a lower-case word"),
    (FLAG, 'type = "word"', "bad_schema at slots.few.type: type is one of subject, text, path, integer, choice, flag"),
    (FLAG, f"{FLAG}\ndoc = 1", "bad_schema at slots.few.doc: doc is a text"),
    (FLAG, f"{FLAG}\nlesson = 1", "bad_schema at slots.few.lesson: lesson is a text"),
    (FLAG, f"{FLAG}\nrequired = 1", "bad_schema at slots.few.required: required is true or false"),
    (FLAG, f"{FLAG}\nrequire = 1", "unknown_field at slots.few.require: did you mean required?"),
    (FLAG, f"{FLAG}\ndefault = 3", "bad_schema at slots.few.default: the default is true or false"),
    (FLAG, 'type = "integer"', BOUNDS),
    (FLAG, 'type = "integer"\nlow = 4\nhigh = 3', BOUNDS),
    (FLAG, 'type = "integer"\nlow = 4\nhigh = 4.0', BOUNDS),
    (FLAG, 'type = "integer"\nhigh = 4', BOUNDS),
    (
        FLAG,
        'type = "integer"\nlow = 4\nhigh = 4\ndefault = 5',
        "bad_schema at slots.few.default: the default is a whole number from 4 to 4",
    ),
    (FLAG, 'type = "choice"', CHOICES),
    (FLAG, 'type = "choice"\nchoices = [1]', CHOICES),
    (FLAG, 'type = "choice"\nchoices = "ab"', CHOICES),
    (FLAG, f'{FLAG}\nchoices = ["a"]', CHOICES),
    (
        FLAG,
        'type = "choice"\nchoices = ["a", "b"]\ndefault = "c"',
        "bad_schema at slots.few.default: the default is one of a, b",
    ),
    (
        FLAG,
        'type = "path"\ndefault = ""',
        "bad_schema at slots.few.default: the default is a path below the root, with / between folders",
    ),
    (
        FLAG,
        'type = "subject"\ndefault = []',
        "bad_schema at slots.few.default: the default is one or several subjects, not empty, at most 64",
    ),
    ('"$word"', '"$words"', f"bad_args at steps[0].args.pattern: there is no slot 'words'; {KNOWN}"),
    ('"$few"', '"few of them"', f"bad_args at steps[1].if: there is no slot 'few of them'; {KNOWN}"),
    ('if = "$few"', 'unless = "$fews"', f"bad_args at steps[1].unless: there is no slot 'fews'; {KNOWN}"),
    ("in {file}", "in {files}", f"bad_args at question: there is no slot 'files'; {KNOWN}"),
    (GOOD, 'question = "q {x}"\nsummary = "s"\nsteps = []', "bad_args at question: there is no slot 'x'; slots: none"),
    ("n = 3", 'n = "$word"', "bad_args at steps[1].args.n: n is a whole number from 1 to 100000"),
    ("n = 3", 'n = "$few"', "bad_args at steps[1].args.n: n is a whole number from 1 to 100000"),
    (SECTIONS, "", ""),
    ('view = "rows" }]', 'view = "tests" }]', "bad_section at sections.candidates[1].view: tests shows symbols,"),
    ("which files hold {word}[ in {file}]?", "a" * 501, "bad_schema at question: question is a text"),
    ("which files hold {word}[ in {file}]?", "{file}" + "a" * 490, ""),
    ('id = "n"', 'id = "top"', "duplicate_id at steps[2].id"),
    ("code.search", "code.grep", "unknown_op at steps[0].op: there is no operator 'code.grep'; the nearest is code."),
    ('input = "top"', 'input = "tops"', "forward_reference at steps[1].input: 'tops' is no earlier step;"),
    ("[sections]", "[sections", "it is not TOML: "),
]


@pytest.mark.parametrize(("old", "new", "line"), BROKEN)
def test_a_broken_template_teaches(old: str, new: str, line: str) -> None:
    assert old in GOOD
    outcome = template(GOOD.replace(old, new))
    if not line:
        assert isinstance(outcome, Template)
        return
    assert isinstance(outcome, Lesson)
    assert (outcome.code, outcome.hint) == ("bad_intent", "ctx schema intent")
    assert outcome.message == f"the intent 'mine' is not usable: {outcome.candidates[0]}"
    assert any(said.startswith(line) for said in outcome.candidates), outcome.candidates


def test_all_that_is_wrong_is_said_at_once() -> None:
    lesson = template("slots = 3\nsteps = 4\nsections = []\nquestion = 5")
    assert isinstance(lesson, Lesson)
    assert [line.split()[2] for line in lesson.candidates] == ["question:", "summary:", "slots:", "steps:", "sections:"]


@settings(max_examples=100, deadline=None)
@given(st.text(), st.integers(0, len(GOOD)), st.integers(0, 30))
def test_reading_a_template_never_raises(junk: str, at: int, length: int) -> None:
    assert isinstance(template(GOOD[:at] + junk + GOOD[at + length :]), Template | Lesson)


def test_a_template_is_read_as_it_stands() -> None:
    mine = template(GOOD.replace(SUMMARY, SUMMARY + '\nwords = ["hold"]\nexamples = ["a --few"]'))
    assert isinstance(mine, Template)
    assert (mine.name, mine.question) == ("mine", "which files hold {word}[ in {file}]?")
    assert (mine.summary, mine.words, mine.examples) == ("which files hold a word?", ("hold",), ("a --few",))
    assert [(slot.name, slot.type, slot.doc, slot.required) for slot in mine.slots] == [
        ("word", "text", "", True),
        ("file", "path", "", False),
        ("few", "flag", "", False),
    ]


def test_every_filling_is_checked_not_only_the_plain_one() -> None:
    """A fault that shows only where one optional slot is given, without the others."""
    text = GOOD.replace('if = "$few"', 'unless = "$file"').replace('input = "top"', 'input = "top"\nif = "$few"')
    assert isinstance(template(text), Template)
    broken = text.replace("[sections]", '[[steps]]\nid = "late"\nop = "evidence.nothing"\nif = "$few"\n[sections]')
    lesson = template(broken)
    assert isinstance(lesson, Lesson) and "evidence.nothing" in lesson.message


def test_filling_leaves_out_what_stands_on_an_absent_slot() -> None:
    steps: list[dict[str, Any]] = [
        {"id": "a", "op": "x", "args": {"of": "$names", "n": 3, "file": "$file"}},
        {"id": "b", "op": "y", "if": "$file"},
        {"id": "c", "op": "z", "after": ["b", "a"]},
    ]
    sections = {"candidates": [{"step": "b", "view": "v"}, {"step": "c", "view": "v"}]}
    plan = fill("mine", "{names}[ in {file}]", steps, sections, {"names": ("p", "q")})
    assert plan["objective"] == {"kind": "mine", "question": "p, q"}
    assert plan["steps"] == [
        {"id": "a", "op": "x", "args": {"of": ["p", "q"], "n": 3}},
        {"id": "c", "op": "z", "after": ["a"]},
    ]
    assert plan["emit"] == {"sections": {"candidates": [{"step": "c", "view": "v"}]}}
    assert "emit" not in fill("mine", "", steps, {}, {})


@pytest.mark.parametrize(
    ("values", "question"),
    [({}, "who uses ?"), ({"a": "x"}, "who uses x?"), ({"a": ("x", "y"), "b": 3}, "who uses x, y in 3?")],
)
def test_a_question_has_one_form(values: dict[str, str | int | tuple[str, ...]], question: str) -> None:
    assert canonical_question("who uses {a}[ in {b}]?", values) == question
