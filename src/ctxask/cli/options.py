"""Options that commands share, and the request that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

FORMATS = ("text", "json", "lines", "toon", "markdown", "github", "sarif", "tree", "html")
F = TypeVar("F", bound=Callable[..., Any])

VERDICTS = ("failed", "broken", "untested", "undecided", "incomplete")


def _words(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """The words of a verdict that the exit code heeds."""
    words = tuple(word.strip() for word in value.split(",") if word.strip() and word.strip() != "none")
    wrong = next((word for word in words if word not in VERDICTS), None)
    if wrong is not None:
        raise click.BadParameter(f"{wrong!r} is none of {', '.join((*VERDICTS, 'none'))}", context, parameter)
    return words


SCOPE = (
    click.Option(["--include"], multiple=True, metavar="GLOB", help="Only files that match; may be repeated."),
    click.Option(["--exclude"], multiple=True, metavar="GLOB", help="No files that match; may be repeated."),
    click.Option(
        ["--tests"],
        type=click.Choice(["last", "only", "without"]),
        default="last",
        show_default=True,
        help="Where test files stand in the answer.",
    ),
)
OUTPUT = (
    click.Option(
        ["--format", "form"],
        type=click.Choice(FORMATS),
        help="How the answer is written: text, and on a terminal what stands on a subject as a tree.",
    ),
    click.Option(["--json", "as_json"], is_flag=True, help="The same as --format json; errors are JSON as well."),
    click.Option(
        ["--budget"], type=click.IntRange(0), metavar="BYTES", help="Bytes of a page; 0 for all. A pipe gets 16384."
    ),
    click.Option(["--cursor"], default="", metavar="C", help="Where a former page ended."),
    click.Option(
        ["--fail-on"],
        callback=_words,
        default="failed,broken",
        show_default=True,
        metavar="WORDS",
        help="Exit with 1 where a verdict counts any: failed, broken, untested, undecided, incomplete, or none.",
    ),
    click.Option(["--allow-repo-command"], is_flag=True, help="Let the repository's configuration say what is run."),
    click.Option(["-v", "--verbose"], is_flag=True, help="Show plan and snapshot ids."),
    click.Option(["--timing"], is_flag=True, help="Print how long it took, on stderr."),
    click.Option(["--quiet"], is_flag=True, help="No remarks on stderr."),
)
PLAN_ONLY = click.Option(["--plan", "plan_only"], is_flag=True, help="Print the compiled plan and run nothing.")


def add(options: tuple[click.Option, ...]) -> Callable[[F], F]:
    """A decorator that gives a callback these options, after its own."""

    def decorate(function: F) -> F:
        known = getattr(function, "__click_params__", [])
        function.__click_params__ = [*reversed(options), *known]  # type: ignore[attr-defined]
        return function

    return decorate


def slots_of(values: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Slots that were given, by name: options that were not are None, empty or False."""
    given = {name: value for name, value in values.items() if value not in (None, (), False)}
    return tuple(
        sorted(
            (name, value[0] if isinstance(value, tuple) and len(value) == 1 else value) for name, value in given.items()
        )
    )
