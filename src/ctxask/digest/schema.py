"""The JSON Schema of `ctx.digest/v1`; pydantic loads with it, so only what asks for the schema imports it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Part(BaseModel):
    """A part of the document; later versions of v1 may add fields to it, and remove none."""

    model_config = ConfigDict(strict=True)


class Reason(Part):
    """A step by which it was settled, or left open, what a site means."""

    says: str
    at: str | None = Field(None, description="path:line:col of what decides it; none in the library")


class Site(Part):
    """One occurrence; an exact, confirmed one at module level says no more than where and as what."""

    line: int = Field(ge=1)
    col: int = Field(ge=1, description="1-based, in code points")
    role: str
    within: str | None = Field(None, alias="in", description="qualified name of the enclosing symbol")
    evidence: str = "scope"
    target: str = "exact"
    mechanism: str | None = None
    other: str | None = Field(None, description="who is meant instead; candidates, when ambiguous")
    implicit: bool = Field(False, description="the syntax makes the call, the name is not written")
    text: str | None = None
    bytes: int | None = Field(None, description="size of a line that is too long to be shown")
    because: list[Reason] | None = Field(None, description="with --explain: why the site means that")


class Group(Part):
    """A file and its sites; `count` is the total, `sites` what this page holds of them."""

    path: str
    count: int = Field(ge=0)
    sites: list[Site]


class Counts(Part):
    """Totals of a symbol's sites, over all pages."""

    confirmed: int
    likely: int
    files: int
    roles: dict[str, int]
    implicit: int = 0


class Claim(Part):
    """What "nothing found" is worth."""

    state: Literal["proven", "none_found", "unknown"]
    blockers: dict[str, int]


class Definition(Part):
    """A symbol and where it is defined."""

    symbol: str
    kind: str
    path: str
    line: int
    col: int
    address: str
    signature: str | None = None
    more: list[list[int]] | None = Field(None, description="name line and last line of further definitions")


class Weakest(Part):
    """The least sure edge on the way from the subject."""

    edge: Literal["dispatch", "likely", "undecided"]
    via: str = Field(description="path:line:col of its site")


class Outlined(Part):
    """A definition in the outline of its file; `last` is its last line."""

    name: str
    kind: str
    line: int
    col: int
    last: int
    signature: str | None = None


class Candidate(Part):
    """A definition with its sites, a dependent, a test, a changed file or a row; on a later page, its continuation."""

    rank: int = Field(ge=1)
    group: str | None = None
    symbol: str | None = None
    kind: str | None = None
    address: str | None = None
    path: str | None = None
    line: int | None = None
    col: int | None = None
    signature: str | None = None
    more: list[list[int]] | None = None
    why: list[str] | None = None
    counts: Counts | None = None
    claim: Claim | None = None
    files: list[Group] | None = None
    implicit: list[Group] | None = Field(None, description="uses that the syntax makes without writing the name")
    likely: list[Group] | None = None
    hop: int | None = None
    role: str | None = Field(None, description="how it depends")
    via: str | None = Field(None, description="path:line:col of the site through which it depends")
    of: str | None = Field(None, description="the symbol that it depends on directly, where that is not the subject")
    sites: int | None = Field(None, description="how many sites, where there are several")
    evidence: str | None = None
    target: str | None = None
    weakest: Weakest | None = Field(None, description="of a way of several hops; none where every edge is exact")
    because: list[Reason] | None = Field(None, description="with --explain: why that site means what it means")
    trail: list[str] | None = Field(None, description="symbols from the subject to a test that others lead to")
    test: str | None = Field(None, description="id of a test, file or folder of tests, for a runner")
    text: str | None = None
    bytes: int | None = None
    change: str | None = None
    changed: str | None = Field(None, description="how its file differs from the base")
    old_path: str | None = None
    old: str | None = Field(None, description="id of a renamed symbol at the base")
    lines: list[list[int]] | None = Field(
        None, description="changed lines, first and last; at the base for what is gone"
    )
    binary: bool = False
    risks: list[str] | None = Field(None, description="why a change deserves a look")
    mechanism: str | None = Field(None, description="what left a reference without a target: removed or renamed")
    within: str | None = Field(None, alias="in", description="qualified name of the symbol around a reference")
    other: str | None = Field(None, description="what a renamed symbol is now")
    outline: list[Outlined] | None = Field(None, description="definitions of a file; `count` is their total")
    language: str | None = None
    size: int | None = None
    values: dict[str, Any] | None = None
    # what explains failures, and the failures:
    planes: list[str] | None = Field(
        None, description="dynamic, observed, static, temporal: what says that it explains failures"
    )
    how: str | None = Field(
        None,
        description="the strongest link: named, line, inside, observed, reached, unexecuted, changed; raised, called",
    )
    at: str | None = Field(None, description="path:line in function, of a frame")
    explains: int | None = Field(None, description="how many failures")
    also: int | None = Field(None, description="failures that it explains less surely")
    causes: list[str] | None = Field(None, description="ids of the causes that it explains")
    suspiciousness: int | None = Field(
        None, description="of what tests executed in the run: Ochiai's coefficient in thousandths"
    )
    passing: int | None = Field(None, description="how many passing tests reach the change as well")
    returns: list[int] | None = Field(None, description="lines where it hands back its result")
    cause: str | None = Field(None, description="id of a cause: of its first failure")
    type: str | None = Field(None, description="of the exception that everything began with")
    message: str | None = Field(None, description="its first line")
    count: int | None = None
    tests: int | None = None
    through: list[str] | None = Field(None, description="path:line of the frames above, inside the repository")
    outcome: str | None = None
    phase: str | None = Field(None, description="collect, setup, call, teardown")
    frames: list[str] | None = Field(None, description="inside the repository, of every exception; outermost first")
    outside: int | None = Field(None, description="how many frames stand outside")
    subtest: str | None = None
    variants: int | None = Field(default=None, description="failures like this one under parameters of the same test")
    attempt: int | None = None
    output: list[int] | None = Field(None, description="lines of the captured output that tell of it, first and last")
    before: str | None = Field(None, description="what it came to in the run to compare with")
    now: str | None = Field(None, description="what a test that failed before came to")
    said: str | None = Field(None, description="what a failure that persists said before")
    outcomes: list[str] | None = Field(None, description="of a test that passed and failed in one run")
    # a command that was run:
    run: str | None = Field(None, description="id of its run")
    command: list[str] | None = None
    ended: str | None = Field(None, description="exited, signal, timeout, not_started")
    status: int | None = Field(None, description="exit status; 128 and the signal that ended it")
    reason: str | None = Field(None, description="why it did not start, or ran nothing")
    error_tests: int | None = None
    failed_tests: int | None = None
    passed_tests: int | None = None
    skipped_tests: int | None = None
    xfailed_tests: int | None = None
    xpassed_tests: int | None = None


class Instead(Part):
    """A symbol that ruled-out sites mean instead."""

    symbol: str
    count: int


class Dependent(Part):
    """A dependent that only a name suggests, or a test that was seen not to execute what it reaches."""

    symbol: str
    kind: str
    group: str
    hop: int
    role: str
    address: str
    line: int
    via: str | None = None
    of: str | None = None
    evidence: str | None = None
    target: str | None = None
    weakest: Weakest | None = None
    changed: str | None = None
    text: str | None = None
    bytes: int | None = None
    because: list[Reason] | None = None
    test: str | None = Field(None, description="its id for a runner")


class Unexplained(Part):
    """Failures of one cause that no change explains."""

    cause: str
    type: str
    message: str
    count: int
    at: str | None = None


class Counterevidence(Part):
    """What speaks against the candidates or stays open, with the number of probes that ran."""

    kind: Literal["likely", "dispatch", "undecided", "ruled_out", "mentioned", "unresolved", "untouched", "unexecuted"]
    probes: int
    counts: dict[str, int]
    files: list[Group]
    others: list[Instead] | None = None
    symbols: list[Dependent] | None = None
    causes: list[Unexplained] | None = Field(None, description="failures that touch no change, folded by cause")


class Note(Part):
    """Something to know to weigh the answer."""

    code: str
    count: int | None = None
    text: str | None = None


class Node(Part):
    """What a step came to; the first entry speaks of the snapshot."""

    node: str
    op: str
    state: Literal["ok", "skipped", "failed", "incomplete"]
    notes: list[Note]
    engine: str | None = None
    rows: int | None = None
    omitted: int | None = None
    why: str | None = None


class Body(Part):
    """A whole definition, or its address and why it is not here."""

    address: str
    symbol: str
    text: str | None = None
    omitted: str | None = None


class Omission(Part):
    """Rows that a step left out, or a step without rows."""

    node: str
    reason: str
    count: int


class Omissions(Part):
    """Exact counts of what this page does not hold."""

    budget: int
    incomplete: int
    untrusted: int
    reasons: dict[str, int]
    details: list[Omission]


class Completeness(Part):
    """Of this page, and of all pages together."""

    page: Literal["complete", "partial"]
    set: Literal["complete", "partial", "unknown"]
    reasons: list[str]


class Budget(Part):
    """UTF-8 bytes of the canonical JSON; no bound is null."""

    max_bytes: int | None
    used_bytes: int


class Stop(Part):
    """A stop of a call path: who is called, by whom (`parent`, a number of this table) and where."""

    node: int
    symbol: str
    parent: int | None = None
    via: str | None = Field(None, description="path:line:col of the call, in the parent's code")
    role: str | None = Field(
        None, description="construct, decorator, continues (what making an instance runs); a call where none is said"
    )
    ends: bool = Field(False, description="a path is whole here")
    text: str | None = None
    bytes: int | None = None


class Above(Part):
    """A stop of an earlier page that stops of this one stand on."""

    node: int
    symbol: str


class Limit(Part):
    """A bound of a walk, and how much it left out."""

    limit: int
    left: int


class Spines(Part):
    """Call paths as one table: one shortest path an endpoint."""

    paths: int = Field(description="how many there are, on all pages")
    to: str | None = Field(None, description="the endpoint that was asked for; without it everything reached is one")
    bounds: dict[str, Limit] = Field(
        description="depth (symbols whose calls were not followed), nodes (symbols not taken up), edges (not "
        "followed), sites (symbols in which no call was looked for)"
    )
    closed: dict[str, int] = Field(description="sites through which nothing was entered, by mechanism")
    claim: Claim | None = Field(None, description="where there is no path: what that is worth")
    above: list[Above]
    nodes: list[Stop]


class Subject(Part):
    """What the question is about, and how that was obtained."""

    given: str
    how: str
    symbols: list[str]
    total: int | None = None
    definitions: list[Definition] | None = None


class Document(Part):
    """One page of an answer."""

    version: Literal["ctx.digest/v1"]
    intent: str
    effect: Literal["observe", "execute"] = Field(alias="class")
    question: str
    subject: Subject
    plan: str
    snapshot: str
    inputs: dict[str, str]
    candidates: list[Candidate]
    counterevidence: list[Counterevidence]
    coverage: list[Node]
    context: list[Body]
    omissions: Omissions
    completeness: Completeness
    budget: Budget
    cursor: str | None
    next: list[str]
    totals: dict[str, int] | None = Field(None, description="dependents of each kind")
    dispatch: dict[str, int] | None = Field(
        None,
        description="of a method, sites by who runs: exact, overridable (or an override), through_base (what the "
        "receiver's type defines, or the subject), through_override (an override of it); overriders: their number",
    )
    claim: Claim | None = Field(None, description="where nothing depends on the subject, or nothing was found")
    spines: Spines | None = None
    verdict: dict[str, int] | None = Field(None, description="how much of a change is bad, by the words of --fail-on")


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a digest."""
    return Document.model_json_schema(by_alias=True)
