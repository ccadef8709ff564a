"""Writes docs/reference from the declarations: commands, operators, intents, tools, errors, settings.

python docs/generate.py            writes the pages
python docs/generate.py --check    says which are not fresh, and exits 1 then
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

import click

from ctxask.cli.main import COMMANDS, cli
from ctxask.cli.options import OUTPUT, PLAN_ONLY, SCOPE
from ctxask.lesson import CODES, EXIT
from ctxask.mcp.offered import PREFIX, offered, schema
from ctxask.ops import OPERATORS
from ctxask.plan import model
from ctxask.plan.declare import COMPARISONS, FIELDS, Operator
from ctxask.plan.validate import BOUNDS
from ctxask.plan.words import CODES as CODES_OF_PLANS
from ctxask.repo.config import _KEYS as SETTINGS
from ctxask.templates import Catalogue

REFERENCE = Path(__file__).parent / "reference"

EXITS = {
    "answered": "answered",
    "verdict": "answered, and the verdict is bad",
    "usage": "usage, or a lesson",
    "no_symbol": "no such subject",
    "ambiguous": "ambiguous",
    "plan_rejected": "plan rejected",
    "budget": "budget too small",
    "defect": "a defect of ctx",
}
ENVIRONMENT = {
    "CTXASK_HOME": "the folder for facts, indexes and runs, instead of the user's cache and state folders",
    "CTXASK_CONFIG": "the folder that holds `intents/`, instead of the user's configuration folder",
    "CTXASK_NODE_CACHE": "`0` computes every node anew; facts stay kept",
    "CTXASK_RECORDS": "set by ctx for a captured command: the file that its pytest plugin writes to",
    "CTXASK_COVERAGE": "set by ctx for a captured command: the root below which its pytest plugin measures coverage",
    "CTXASK_WORKER": "set by the plugin for workers of xdist: the same, and the file to write to",
    "CTXASK_DEBUG": "shows the traceback of a defect",
    "NO_COLOR": "no colour",
}


def pages() -> dict[str, str]:
    """The text of every page by its file name."""
    made = {
        "commands.md": ("Commands", commands()),
        "operators.md": ("Operators", operators()),
        "intents.md": ("Intents", intents()),
        "tools.md": ("Tools of MCP and batches", tools()),
        "errors.md": ("Errors", errors()),
        "settings.md": ("Settings", settings()),
    }
    return {name: "\n".join([f"# {title}", "", *lines]).rstrip() + "\n" for name, (title, lines) in made.items()}


def commands() -> Iterator[str]:
    """Every command with its arguments and options."""
    context = click.Context(cli, info_name="ctx")
    shared = {str(option.name) for option in (*SCOPE, *OUTPUT, PLAN_ONLY)}
    yield from ("`ctx [-C DIR] [--color auto|always|never] COMMAND …`; `ctxask` is the same command.", "")
    for name in (*[template.name for template in Catalogue().usable()], *COMMANDS):
        command = cli.get_command(context, name)
        assert command is not None
        yield from _command(command, click.Context(command, context, name), shared)
    yield from ("## Options of every command that answers", "")
    yield from _options((*SCOPE, *OUTPUT, PLAN_ONLY), click.Context(cli, info_name="ctx"))


def _command(command: click.Command, context: click.Context, shared: set[str]) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"## {context.command_path}", "", f"`{context.command_path} {usage}`", "")
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b\n"):
            yield from ("```", *paragraph[2:].split("\n"), "```", "")
        else:
            yield from (" ".join(paragraph.split()), "")
    yield from _options([option for option in command.params if str(option.name) not in shared], context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _command(below, click.Context(below, context, name), shared)


def _options(options: Sequence[click.Parameter], context: click.Context) -> Iterator[str]:
    rows = [record for option in options if (record := option.get_help_record(context))]
    if rows:
        yield from _table(("option", ""), [(f"`{name}`", text) for name, text in rows])


def operators() -> Iterator[str]:
    """Every operator with its kinds and arguments, and the grammar around them."""
    kinds = [
        (f"[`{o.name}`](#{o.name.replace('.', '')})", _kinds(o), o.tier, o.cost, o.doc) for o in OPERATORS.values()
    ]
    yield from _table(("operator", "rows", "class", "cost", ""), kinds)
    for operator in OPERATORS.values():
        yield from (
            f"## {operator.name}",
            "",
            f"{operator.doc[:1].upper()}{operator.doc[1:]}. Rows: {_kinds(operator)}.",
            "",
        )
        rows = [
            (f"`{a.name}`", a.expects(), _default(a.required, a.source_only, a.default), a.doc) for a in operator.args
        ]
        if rows:
            yield from _table(("argument", "value", "", ""), rows)
    yield from ("## Fields of rows", "", "For `foreach`, `evidence.group` and `evidence.where`; `file` is `path`.", "")
    yield from _table(("rows", "fields"), [(kind, ", ".join(names)) for kind, names in FIELDS.items()])
    yield from ("A condition is a field, one of `" + " ".join(COMPARISONS) + '` (`~` is "contains"), and a value.', "")
    yield from ("## Budgets of a plan", "")
    budget = model.Budget()
    bounds = [(f"`{name}`", str(low), str(high), str(getattr(budget, name))) for name, (low, high) in BOUNDS.items()]
    yield from _table(("budget", "from", "to", "default"), bounds)
    yield from (
        "## Rejections",
        "",
        "Validation reports every problem, each with its code, place and a line that teaches.",
        "",
    )
    yield from _table(("code", ""), [(f"`{code}`", text) for code, text in CODES_OF_PLANS.items()])


def _kinds(operator: Operator) -> str:
    taken = (["nothing"] if operator.source else []) + list(operator.inputs)
    given = "the same" if operator.output == "same" else operator.output
    return f"{' or '.join(taken)} → {given}"


def _default(required: bool, source_only: bool, default: object) -> str:
    words = ["required" if required else "optional" if default is None else f"default `{default}`"]
    return ", ".join(words + (["without an input"] if source_only else []))


def intents() -> Iterator[str]:
    """Every shipped intent with its slots and steps."""
    yield from (
        "An intent is one TOML file. Files in the `intents` folder of the configuration folder are intents as well;",
        "`ctx schema intent` has their schema, and a broken one says what is wrong with it.",
        "",
    )
    for template in Catalogue().usable():
        yield from (f"## {template.name}", "", template.summary, "", "```")
        yield from (f"ctx {template.name} {example}" for example in template.examples)
        yield from ("```", "")
        slots = [(f"`{s.flag}`", s.expects(), _default(s.required, False, s.default), s.doc) for s in template.slots]
        yield from _table(("slot", "value", "", ""), slots)
        steps = [(f"`{s['id']}`", f"`{s['op']}`", f"`{s['input']}`" if "input" in s else "") for s in template.steps]
        yield from _table(("step", "operator", "input"), steps)


def tools() -> Iterator[str]:
    """Every tool that the server offers with its arguments, from the schemas that a client is given."""
    every = offered(True)
    usual = sum(tool.default for tool in every.values())
    yield from (f"`ctx mcp` offers {usual} tools, with `--tools all` {len(every)}. A batch has the same inputs.", "")
    for name, tool in every.items():
        asked = "" if tool.default else " With `--tools all`."
        yield from (f"## {PREFIX}{name}", "", f"{tool.summary}{asked}", "")
        made = schema(tool, many_roots=False)
        rows = [
            (f"`{field}`", "required" if field in made.get("required", ()) else "", value.get("description", ""))
            for field, value in made["properties"].items()
        ]
        yield from _table(("argument", "", ""), rows)


def errors() -> Iterator[str]:
    """Every exit code and every code of an error document."""
    exits = [(str(number), EXITS[name]) for name, number in EXIT.items()]
    yield from _table(("exit code", ""), [*exits, ("130, 143", "interrupted")])
    yield from ('With `--json` an error is one document: `{"error":{"code","message","hint","candidates"}}`.', "")
    yield from _table(("code", ""), [(f"`{code}`", text) for code, text in CODES.items()])


def settings() -> Iterator[str]:
    """Every setting and environment variable."""
    yield from (
        "In `ctxask.toml`, or in `[tool.ctxask]` of pyproject.toml. A repository's settings may only narrow.",
        "",
    )
    yield from _table(("setting", "value"), [(f"`{name}`", wanted) for name, (_, _, wanted) in SETTINGS.items()])
    yield from _table(("environment", ""), [(f"`{name}`", text) for name, text in ENVIRONMENT.items()])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield from (_row(head), _row(["---"] * len(head)))
    yield from map(_row, rows)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def main(check: bool) -> int:
    """Writes the pages, or compares; 1 when one is not fresh."""
    stale = [name for name, text in pages().items() if not _is_fresh(REFERENCE / name, text)]
    for name in stale:
        print(
            f"docs/reference/{name} is not fresh: python docs/generate.py" if check else f"wrote docs/reference/{name}"
        )
        if not check:
            REFERENCE.mkdir(exist_ok=True)
            (REFERENCE / name).write_text(pages()[name], encoding="utf-8")
    return 1 if check and stale else 0


def _is_fresh(file: Path, text: str) -> bool:
    return file.exists() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
