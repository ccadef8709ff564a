"""`ctx mcp`: serves an agent's client over stdio."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import click

from ctxask.cli.say import write
from ctxask.lesson import EXIT, Lesson, Stop
from ctxask.repo import place

HELP = """\
ctx mcp speaks MCP over stdio. Nothing was written; put this where your client looks, with the folder to ask about.

Claude Code, in a shell
  claude mcp add ctxask -- ctx mcp --root {root}

Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json), Windsurf, Gemini CLI (settings.json)
{servers}

VS Code (.vscode/mcp.json)
{code}

Zed (settings.json)
{zed}

Codex (config.toml)
  [mcp_servers.ctxask]
  command = "ctx"
  args = {arguments}

With --tools all there are ctx_plan and ctx_batch as well. --root may be repeated: worktrees of one repository, say.
"""


@click.command("mcp")
@click.option("--root", "roots", multiple=True, metavar="DIR", help="A folder to ask about; may be repeated.")
@click.option(
    "--tools",
    type=click.Choice(["default", "all"]),
    default="default",
    show_default=True,
    help="All has ctx_plan and ctx_batch besides ctx_ask, ctx_get and ctx_explore.",
)
@click.option("--install-help", is_flag=True, help="Print how the common clients are told; write nothing.")
@click.pass_context
def command(context: click.Context, /, roots: tuple[str, ...], tools: str, install_help: bool) -> int:
    """Serves the tools ctx_ask, ctx_get and ctx_explore over stdio. It looks, and starts nothing but git.

    \b
    ctx mcp --root . --tools all
    ctx mcp --install-help
    """
    given = roots or (context.find_root().obj[0],)
    if install_help:
        write(install_text(given).encode())
        return EXIT["answered"]
    if find_spec("mcp") is None:
        message = "MCP needs an extra that is not installed"
        raise Stop(Lesson("no_mcp", message, "pip install 'ctxask[mcp]'"))
    found = tuple(dict.fromkeys(place.find(Path(root)).root for root in given))
    from ctxask.mcp.server import serve

    serve(found, tools == "all")
    return EXIT["answered"]


def install_text(roots: tuple[str, ...]) -> str:
    """How the common clients are told of the server."""
    arguments = ["mcp", *(part for root in roots for part in ("--root", root))]
    server = {"command": "ctx", "args": arguments}
    return HELP.format(
        root=" --root ".join(roots),
        servers=_indented({"mcpServers": {"ctxask": server}}),
        code=_indented({"servers": {"ctxask": {"type": "stdio", **server}}}),
        zed=_indented({"context_servers": {"ctxask": server}}),
        arguments=json.dumps(arguments),
    )


def _indented(value: object) -> str:
    return "\n".join(f"  {line}" for line in json.dumps(value, indent=2).splitlines())
