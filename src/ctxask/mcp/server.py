"""The MCP server over stdio: lists the tools, calls them in threads, tells progress, and stops where it is told to."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anyio
from anyio import from_thread, to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from ctxask import __version__
from ctxask.lesson import Lesson, Stop, defect
from ctxask.mcp.offered import INSTRUCTIONS, PREFIX, STRUCTURED, offered, root_of, schema
from ctxask.render import render
from ctxask.tools.model import Said

PACE = 0.5  # seconds between two signs of progress
_LOOKS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

Context = ServerRequestContext[Any, Any]


class Cancelled(BaseException):
    """The client does not want the answer any more."""


def serve(roots: Sequence[Path], everything: bool) -> None:
    """Answers on stdin and stdout until the client leaves."""
    gc.enable()  # a server lives on: what a question made must go
    anyio.run(_serve, tuple(roots), everything)


async def _serve(roots: tuple[Path, ...], everything: bool) -> None:
    server = made(roots, everything)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def made(roots: tuple[Path, ...], everything: bool) -> Server[Any]:
    """The server over these roots, with all tools or those that most agents need."""
    tools = offered(everything)

    async def list_tools(context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        listed = [
            Tool(
                name=PREFIX + tool.name,
                description=tool.summary,
                input_schema=schema(tool, len(roots) > 1),
                annotations=_LOOKS,
            )
            for tool in tools.values()
        ]
        return ListToolsResult(tools=listed)

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        tool = tools.get(params.name.removeprefix(PREFIX))
        given = dict(params.arguments or {})
        structured = given.pop(STRUCTURED, False) is True
        try:
            if tool is None:
                names = ", ".join(PREFIX + name for name in tools)
                raise Stop(Lesson("no_tool", f"there is no tool {params.name!r}", f"the tools are {names}"))
            root = root_of(given, roots)
            said = await _worked_out(lambda check: tool.said(root, given, check), context)
        except Stop as stop:
            return _error(stop.lesson, structured)
        except Exception as error:
            return _error(defect(error), structured)
        if structured:
            return CallToolResult(content=[], structured_content=said.document)
        return CallToolResult(content=[TextContent(type="text", text=said.text())])

    return Server(
        "ctxask", version=__version__, instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


async def _worked_out(work: Callable[[Callable[[], None]], Said], context: Context) -> Said:
    """The answer, worked out in a thread of its own: it looks between files whether it is still wanted."""
    unwanted = threading.Event()
    last = time.monotonic()
    steps = 0

    def check() -> None:
        nonlocal last, steps
        if unwanted.is_set():
            raise Cancelled
        now = time.monotonic()
        if now - last >= PACE:
            last, steps = now, steps + 1
            from_thread.run(context.session.report_progress, steps)

    def worked() -> Said:
        said = work(check)
        said.finish()
        return said

    try:
        return await to_thread.run_sync(worked, abandon_on_cancel=True)
    except anyio.get_cancelled_exc_class():
        unwanted.set()
        raise


def _error(lesson: Lesson, structured: bool) -> CallToolResult:
    if structured:
        return CallToolResult(content=[], structured_content=lesson.document(), is_error=True)
    return CallToolResult(content=[TextContent(type="text", text=render(lesson, "text").decode())], is_error=True)
