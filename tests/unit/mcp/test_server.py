"""The server as the official client sees it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from ctxask import canon
from ctxask.batch import run as run_batch
from ctxask.cli.main import run
from ctxask.templates import Catalogue

FILES = {
    "shop/orders.py": '"""Orders."""\n\n\ndef process(order):\n    """Checks an order before it is sent."""\n'
    "    return check(order)\n\n\ndef check(order):\n    return order\n",
    "shop/cli.py": "from shop.orders import check, process\n\n\ndef main():\n    check(process(1))\n",
    "shop/kinds.py": "class Order: ...\n\n\nclass Rush(Order): ...\n\n\nclass Late(Rush): ...\n",
    "shop/many.py": "from shop.orders import check\n\n"
    + "".join(f"def f{n}():\n    check({n})\n\n\n" for n in range(80)),
}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run([*git, *arguments], cwd=root, check=True)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return root


@asynccontextmanager
async def client(*arguments: str) -> AsyncIterator[ClientSession]:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "ctxask", "mcp", *arguments], env=dict(os.environ)
    )
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        yield session


def served(root: Path, talk: Callable[[ClientSession], Coroutine[Any, Any, Any]], *arguments: str) -> Any:
    async def session() -> Any:
        async with client("--root", str(root), *arguments) as connected:
            return await talk(connected)

    return asyncio.run(session())


def cli(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str, code: int = 0) -> bytes:
    assert run(list(arguments)) == code
    return capsysbinary.readouterr().out


def planned(root: Path, plan: Any) -> bytes:
    command = [sys.executable, "-m", "ctxask", "-C", str(root), "plan", "run", "-", "--json", "--budget", "0"]
    return subprocess.run(command, input=json.dumps(plan).encode(), capture_output=True, check=True).stdout


def test_the_default_tools_are_few_and_short(repository: Path) -> None:
    async def talk(session: ClientSession) -> Any:
        return (await session.list_tools()).tools

    tools = served(repository, talk)
    assert [tool.name for tool in tools] == ["ctx_ask", "ctx_get", "ctx_explore"]
    assert all(tool.annotations.read_only_hint and not tool.annotations.destructive_hint for tool in tools)
    read = [{"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema} for tool in tools]
    assert len(canon.encode(read)) <= 3072
    every = served(repository, talk, "--tools", "all")
    assert [tool.name for tool in every][3:] == ["ctx_plan", "ctx_batch"]


def test_each_tool_says_what_the_command_line_says(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    root = ("-C", str(repository))
    ask = {"intent": "locate", "symbol": "check", "budget": 0}
    plan = json.loads(cli(capsysbinary, *root, "trace", "process", "--plan"))
    located = json.loads(cli(capsysbinary, *root, "locate", "check", "--json", "--budget", "0"))
    addresses = [candidate["address"] for candidate in located["candidates"]]
    question = "what checks an order before it is sent"
    batch = {"version": "ctx.batch/v1", "steps": [{"id": "a", "request": "ask", "input": ask}]}
    calls: dict[str, dict[str, Any]] = {
        "ctx_ask": ask,
        "ctx_get": {"addresses": addresses},
        "ctx_explore": {"question": question},
        "ctx_plan": {"plan": plan, "budget": 0},
        "ctx_batch": batch,
    }

    async def talk(session: ClientSession) -> Any:
        found = {}
        for name, arguments in calls.items():
            text = await session.call_tool(name, dict(arguments))
            value = await session.call_tool(name, {**arguments, "structured": True})
            assert not text.is_error and not value.is_error, (name, text, value)
            assert text.structured_content is None and not value.content, "one form, never both"
            found[name] = text.content[0].text, value.structured_content  # type: ignore[union-attr]
        return found

    found = served(repository, talk, "--tools", "all")
    same = {
        "ctx_ask": located,
        "ctx_get": json.loads(cli(capsysbinary, *root, "get", *addresses, "--json")),
        "ctx_explore": json.loads(cli(capsysbinary, *root, "explore", question, "--json")),
        "ctx_plan": json.loads(planned(repository, plan)),
    }
    for name, document in same.items():
        assert found[name][1] == document, name
    assert found["ctx_batch"][1]["steps"][0]["answer"] == located
    assert found["ctx_ask"][0].encode() == cli(capsysbinary, *root, "locate", "check", "--budget", "0")


def test_an_error_teaches_and_the_server_goes_on(repository: Path) -> None:
    async def talk(session: ClientSession) -> Any:
        missing = await session.call_tool("ctx_ask", {"intent": "locate", "symbol": "chek", "structured": True})
        bad = await session.call_tool("ctx_ask", {"nonsense": 1})
        nobody = await session.call_tool("ctx_nothing", {})
        runs = await session.call_tool("ctx_ask", {"intent": "verify", "structured": True})
        other = await session.call_tool("ctx_get", {"addresses": ["x"], "root": "/", "structured": True})
        fine = await session.call_tool("ctx_ask", {"intent": "locate", "symbol": "check"})
        return missing, bad, nobody, runs, other, fine

    missing, bad, nobody, runs, other, fine = served(repository, talk)
    assert missing.is_error and missing.structured_content["error"]["code"] == "no_symbol"
    assert "shop/orders.py::check" in missing.structured_content["error"]["candidates"]
    assert bad.is_error and "intent" in bad.content[0].text
    assert nobody.is_error and "ctx_ask" in nobody.content[0].text
    assert runs.is_error and runs.structured_content["error"]["code"] == "observe_only"
    assert other.is_error and other.structured_content["error"]["code"] == "other_root"
    assert not fine.is_error


def test_review_only_looks(repository: Path) -> None:
    (repository / "shop/orders.py").write_text(FILES["shop/orders.py"].replace("return order", "return [order]"))

    async def talk(session: ClientSession) -> Any:
        return await session.call_tool("ctx_ask", {"intent": "review", "structured": True})

    answer = served(repository, talk)
    assert not answer.is_error and answer.structured_content["class"] == "observe"


def test_pages_add_up(repository: Path) -> None:
    async def talk(session: ClientSession) -> Any:
        ask = {"intent": "locate", "symbol": "check", "structured": True}
        whole = (await session.call_tool("ctx_ask", {**ask, "budget": 0})).structured_content
        pages, cursor = [], ""
        while cursor is not None:
            page = (await session.call_tool("ctx_ask", {**ask, "budget": 3000, "cursor": cursor})).structured_content
            assert page is not None and len(canon.encode(page)) == page["budget"]["used_bytes"] <= 3000
            pages.append(page)
            cursor = page["cursor"]
        return whole, pages

    whole, pages = served(repository, talk)

    def sites(document: Any) -> list[Any]:
        return [
            (file["path"], site["line"], site["col"])
            for candidate in document["candidates"]
            for file in candidate.get("files", ())
            for site in file["sites"]
        ]

    walked = [site for page in pages for site in sites(page)]
    assert len(pages) > 2 and sorted(walked) == sorted(sites(whole)) and len(set(walked)) == len(walked)


def test_a_call_can_be_cancelled(repository: Path) -> None:
    hard = "def bad():\n    pass\n\n\n" + "".join(
        f"def g{n}(x):\n    return " + " + ".join(f"x.f{n}.bad(x)" for _ in range(60)) + "\n\n\n" for n in range(400)
    )
    for number in range(6):
        (repository / f"hard{number}.py").write_text(hard)

    async def talk(session: ClientSession) -> Any:
        with anyio.move_on_after(1.0) as scope:
            await session.call_tool("ctx_ask", {"intent": "impact", "symbol": "hard0.py::bad", "budget": 0})
        begin = anyio.current_time()
        after = await session.call_tool("ctx_explore", {"question": "what checks an order"})
        return scope.cancelled_caught, after, anyio.current_time() - begin

    cancelled, after, _ = served(repository, talk)
    assert cancelled and not after.is_error


REPORT = '<testsuite><testcase classname="t" name="a">{}</testcase></testsuite>'
ASKED: dict[str, dict[str, str]] = {
    "affected": {},
    "compare": {"run": "after.xml", "against": "before.xml"},
    "diagnose": {"run": "after.xml"},
    "find": {"symbol": "check"},
    "hierarchy": {"symbol": "Rush"},
    "impact": {"symbol": "check"},
    "locate": {"symbol": "check"},
    "outline": {"symbol": "shop"},
    "review": {"base": "HEAD"},
    "tests": {"symbol": "process"},
    "trace": {"symbol": "main"},
    "unused": {"symbol": "shop"},
}


def test_every_intent_is_answered_the_same_on_every_way(
    repository: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    from toon_format import decode

    (repository / "before.xml").write_text(REPORT.format(""))
    (repository / "after.xml").write_text(REPORT.format('<failure message="wrong">wrong</failure>'))
    (repository / "shop/orders.py").write_text(FILES["shop/orders.py"].replace("return order", "return [order]"))

    assert set(Catalogue()) - set(ASKED) == {"verify"}, "which starts programs"
    inputs: dict[str, dict[str, Any]] = {name: {"intent": name, "budget": 0, **slots} for name, slots in ASKED.items()}

    async def talk(session: ClientSession) -> Any:
        return {
            name: (await session.call_tool("ctx_ask", {**given, "structured": True})).structured_content
            for name, given in inputs.items()
        }

    served_ones = served(repository, talk)
    steps = [{"id": name, "request": "ask", "input": given} for name, given in inputs.items()]
    batched = run_batch({"version": "ctx.batch/v1", "steps": steps}, repository)["steps"]
    for step in batched:
        name = step["id"]
        slots = [f"--{slot}={value}" for slot, value in ASKED[name].items()]
        extra = ["--no-run"] if name == "review" else []
        command = ("-C", str(repository), "ask", "--intent", name, *slots, *extra, "--budget", "0", "--fail-on", "none")
        document = json.loads(cli(capsysbinary, *command, "--json"))
        assert document == step["answer"] == served_ones[name], name
        assert decode(cli(capsysbinary, *command, "--format", "toon").decode()) == document, name


def test_an_expression_without_end_ends_with_its_plan_or_its_caller(repository: Path) -> None:
    (repository / "long.py").write_text(f"# {'a' * 60}b\n")
    step = {"id": "found", "op": "code.search", "args": {"pattern": "(a|aa)+$", "regex": True}}

    def plan(seconds: int) -> dict[str, Any]:
        made = {"version": "ctx.plan/v1", "objective": {"kind": "search", "question": "?"}, "steps": [step]}
        return {"plan": {**made, "budget": {"wall_seconds": seconds}}, "structured": True}

    async def talk(session: ClientSession) -> Any:
        begin = anyio.current_time()
        ended = await session.call_tool("ctx_plan", plan(1))
        middle = anyio.current_time()
        with anyio.move_on_after(1.0) as scope:
            await session.call_tool("ctx_plan", plan(300))
        after = await session.call_tool("ctx_ask", {"intent": "locate", "symbol": "check"})
        return ended, middle - begin, scope.cancelled_caught, after, anyio.current_time() - middle

    ended, seconds, cancelled, after, further = served(repository, talk, "--tools", "all")
    node = next(node for node in ended.structured_content["coverage"] if node["node"] == "found")
    assert (node["state"], node["why"]) == ("incomplete", "deadline") and seconds < 15
    assert cancelled and not after.is_error and further < 20


def test_worktrees_of_one_repository_are_roots(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    subprocess.run(["git", "worktree", "add", "-q", str(other)], cwd=repository, check=True)
    (other / "shop/orders.py").write_text("def only_here():\n    return 1\n")

    async def talk(session: ClientSession) -> Any:
        ask = {"intent": "locate", "symbol": "only_here", "structured": True}
        return await session.call_tool("ctx_ask", ask), await session.call_tool("ctx_ask", {**ask, "root": "other"})

    here, there = served(repository, talk, "--root", str(other))
    assert here.is_error and not there.is_error


def test_eight_servers_share_one_store(repository: Path) -> None:
    async def talk() -> list[Any]:
        found: list[Any] = []

        async def one() -> None:
            async with client("--root", str(repository)) as session:
                for symbol in ("check", "process"):
                    answer = await session.call_tool(
                        "ctx_ask", {"intent": "impact", "symbol": symbol, "structured": True}
                    )
                    found.append(canon.encode(answer.structured_content))

        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(one)
        return found

    assert len(set(asyncio.run(talk()))) == 2


def test_how_clients_are_told_is_printed(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    said = cli(capsysbinary, "mcp", "--root", str(repository), "--install-help").decode()
    assert (
        "mcpServers" in said
        and "claude mcp add" in said
        and "[mcp_servers.ctxask]" in said
        and "context_servers" in said
    )
