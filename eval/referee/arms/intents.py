"""Arm C: `ctx ask` with the intent; a lesson is followed, and an answer that is not whole is asked for whole."""

from __future__ import annotations

from eval.referee.arms import LESSONS, Arm, Claims, answers
from eval.referee.model import Question
from eval.referee.session import LINES, Document, Session


def _asked(session: Session, intent: str, symbol: str, *more: str) -> Document:
    """An answer; where there is no such symbol, the first that the lesson offers is asked about."""
    page = session.ctx(["ask", "--intent", intent, "--symbol", symbol, *more])
    offered = answers.meant(page, symbol)
    return session.ctx(["ask", "--intent", intent, "--symbol", offered, *more]) if offered else page


def locate(session: Session, question: Question) -> Claims:
    """One answer."""
    return Claims(answers.places(_asked(session, "locate", question.given)))


def impact(session: Session, question: Question) -> Claims:
    """One answer, two hops deep."""
    return answers.dependents(_asked(session, "impact", question.given, "--depth", "2"))


def trace(session: Session, question: Question) -> Claims:
    """One answer; a lesson may be about either name."""
    symbol, to = question.given, question.to
    found: tuple[str, ...] = ()
    for _ in range(LESSONS):
        page = session.ctx(["ask", "--intent", "trace", "--symbol", symbol, "--to", to])
        found = answers.way(page)
        message = page.get("error", {}).get("message", "")
        if found or not message:
            break
        if repr(to) in message:
            to = answers.meant(page, to)
        else:
            symbol = answers.meant(page, symbol)
    return Claims(found)


def affected(session: Session, question: Question) -> Claims:
    """One answer."""
    return answers.consequences(session.ctx(["ask", "--intent", "affected"]))


def tests(session: Session, question: Question) -> Claims:
    """One answer, as a runner takes it."""
    return Claims(answers.selected(session.ctx(["ask", "--intent", "tests"], form=LINES)))


def diagnose(session: Session, question: Question) -> Claims:
    """A captured run, and one answer."""
    session.capture()
    return Claims(answers.culprits(session.ctx(["ask", "--intent", "diagnose"])))


SCRIPTS = {
    "locate": locate,
    "impact": impact,
    "trace": trace,
    "affected": affected,
    "tests": tests,
    "diagnose": diagnose,
}
ARM = Arm("C", "`ctx ask`", SCRIPTS)
