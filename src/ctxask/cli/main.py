"""The `ctx` command: wires the commands, and turns whatever happens into output and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise

import click
from click.exceptions import NoArgsIsHelpError

from ctxask import __version__
from ctxask.cli.streams import drop_stdout, fill, is_lost, settle_stderr
from ctxask.lesson import EXIT, Lesson, Stop, defect, moving

COMMANDS = {
    "ask": "answer a typed question about the repository",
    "plan": "validate, price or run a ctx.plan/v1 document",
    "run": "run a command, keep everything it prints, tell what it came to",
    "runs": "look at captured runs, import a report, tend the store",
    "explore": "say where a question in plain words is answered",
    "get": "print the exact bytes behind addresses",
    "batch": "answer the questions of a ctx.batch/v1 document, all or none",
    "mcp": "serve an agent's client over stdio",
    "export": "stream the resolved graph, one row a site",
    "index": "look at or tend the fact store; never required",
    "doctor": "say what is covered, missing and broken here",
    "schema": "print a JSON Schema",
    "guide": "how an agent should ask",
}


class Commands(click.Group):
    """The commands, each imported when it is called: the ones above, and a short one for each intent."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Names in the order of the help page."""
        from ctxask.cli.intents import names

        return [*COMMANDS, *names()]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name."""
        if name in COMMANDS:
            command = import_module(f"ctxask.cli.{name}").command
            assert isinstance(command, click.Command)
            return command
        from ctxask.cli.intents import short_command

        return short_command(name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The intents and the other commands apart, without importing any."""
        from ctxask.cli.intents import summaries

        for title, rows in (("Questions", summaries()), ("Commands", list(COMMANDS.items()))):
            with formatter.section(title):
                formatter.write_dl(rows)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 answered, 1 the verdict is bad, 2 usage, 3 no such subject, 4 ambiguous, 5 plan rejected, "
    "6 budget too small, 130 and 143 interrupted, 70 a defect of ours.",
)
@click.option("-C", "root", metavar="DIR", default=".", help="The repository to ask about; any folder in it.")
@click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour; NO_COLOR is heeded."
)
@click.version_option(__version__, prog_name="ctx", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context, root: str, color: str) -> None:
    """Answers typed questions about a repository: candidates, counterevidence and coverage.

    \b
    ctx locate Command.invoke            where is it defined and used?
    ctx impact src/app.py::load          what could break if it changes?
    ctx trace main --to save             how does control flow there?
    ctx ask "where is url_for used?" --intent locate --json
    """
    context.obj = (root, color)


def main() -> None:
    """Runs `ctx` on the process's arguments and leaves with the exit code."""
    fill()
    gc.disable()  # facts are many small lists that live until the end: to look for cycles among them doubles the work
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
    except OSError as error:
        code = _lost(error)
    settle_stderr()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """The exit code of `ctx` with these arguments; output goes to the process's streams."""
    import signal

    signal.signal(signal.SIGTERM, _terminated)
    try:
        return _code(arguments)
    except BrokenPipeError:
        drop_stdout()
        return EXIT["answered"]
    except OSError as error:
        if not is_lost(error):
            raise
        return _lost(error)


def _code(arguments: Sequence[str]) -> int:
    try:
        with cli.make_context("ctx", list(arguments)) as context:
            code = cli.invoke(context)
            return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        return _tell(_usage(error, arguments), arguments)
    except Stop as stop:
        return _tell(stop.lesson, arguments)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except Terminated:
        return 143
    except Exception as error:
        if os.environ.get("CTXASK_DEBUG") or isinstance(error, BrokenPipeError) or is_lost(error):
            raise
        return _tell(_moved(error) or defect(error), arguments)


def _moved(error: Exception) -> Lesson | None:
    """The lesson where files changed while they were read, for commands that do not begin again by themselves."""
    from ctxask.repo.snapshot import MovedTree

    return moving(error.path) if isinstance(error, MovedTree) else None


class Terminated(BaseException):
    """The process was asked to end."""


def _terminated(number: int, frame: object) -> None:
    raise Terminated


def _lost(error: OSError) -> int:
    """The exit code where stdout took no answer."""
    from ctxask.cli.say import aside

    drop_stdout()
    aside([f"stdout: {error.strerror}"])
    return EXIT["verdict"]


def _tell(lesson: Lesson, arguments: Sequence[str]) -> int:
    from ctxask.cli.say import tell

    return tell(lesson, _wants_json(arguments))


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether errors go to stdout as JSON, read from the arguments themselves: they may not have parsed."""
    given = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    return "--json" in given or "--format=json" in given or ("--format", "json") in pairwise(given)


def _usage(error: click.ClickException, arguments: Sequence[str]) -> Lesson:
    """Click's complaint as a lesson."""
    from ctxask.plan.nearest import nearest

    context = error.ctx if isinstance(error, click.UsageError) else None
    path = _command_path(arguments)
    if isinstance(error, click.NoSuchOption):
        options = [name for parameter in context.command.params for name in parameter.opts] if context else []
        close = nearest(error.option_name, options, cutoff=70)
        ask = f"; did you mean {close}?" if close else ""
        return Lesson("usage", f"there is no option {error.option_name}{ask}", f"{path} --help")
    if context is not None and isinstance(context.command, click.Group) and isinstance(error, NoArgsIsHelpError):
        below = tuple(context.command.list_commands(context))
        return Lesson("usage", f"{context.command_path} needs a command", f"{context.command_path} --help", below)
    message = error.format_message().rstrip(".")
    if context is not None and isinstance(context.command, click.Group) and message.startswith("No such command"):
        known = context.command.list_commands(context)
        close = nearest(message.partition("'")[2].partition("'")[0], known)
        return Lesson("usage", message, f"{context.command_path} {close or '--help'}", tuple(known))
    return Lesson("usage", message[:1].lower() + message[1:], f"{path} --help")


def _command_path(arguments: Sequence[str]) -> str:
    """The command that was called, as far as the arguments name one."""
    known = {*COMMANDS, *cli.list_commands(click.Context(cli))}
    return next((f"ctx {argument}" for argument in arguments if argument in known), "ctx")
