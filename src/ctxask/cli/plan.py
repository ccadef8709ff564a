"""`ctx plan`: documents in the form `ctx.plan/v1`, written by hand or compiled."""

from __future__ import annotations

from typing import Any

import click

from ctxask import canon
from ctxask.cli.answering import answer_request
from ctxask.cli.documents import json_value
from ctxask.cli.options import OUTPUT, SCOPE, add
from ctxask.cli.say import write
from ctxask.lesson import EXIT, Lesson
from ctxask.ops import OPERATORS
from ctxask.plan.model import Plan
from ctxask.plan.words import Rejection
from ctxask.solve import plan_of, rejected

LIMIT = 1 << 20  # bytes of a document

JSON = click.option("--json", "as_json", is_flag=True, help="JSON, also for errors.")
FILE = click.argument("file", metavar="FILE|-")


@click.group("plan")
def command() -> None:
    """Validates, prices or runs a plan.

    \b
    ctx locate Command.invoke --plan > plan.json
    ctx plan validate plan.json
    ctx plan run - < plan.json
    """


@command.command("validate")
@FILE
@JSON
def validate_command(file: str, as_json: bool) -> int:
    """Says whether a document is a plan, or everything that is wrong with it; runs nothing."""
    plan = read_plan(file)
    said = {"plan": plan.id, "class": plan.tier, "steps": len(plan.steps)}
    line = f"{plan.id} is valid: {len(plan.steps)} steps, class {plan.tier}"
    write(canon.encode(said) + b"\n" if as_json else f"{line}\n".encode())
    return EXIT["answered"]


@command.command("price")
@FILE
@JSON
def price_command(file: str, as_json: bool) -> int:
    """Says what each step would look at, before anything runs.

    \b
    lookup   what other steps found, or facts that are kept
    scan     the files that hold a name
    walk     the files that hold a name, hop by hop
    process  a program that is started
    """
    plan = read_plan(file)
    rows = [_price(step.id, step.op, step.cap, plan) for step in plan.steps]
    if as_json:
        write(canon.encode({"plan": plan.id, "wall_seconds": plan.budget.wall_seconds, "steps": rows}) + b"\n")
        return EXIT["answered"]
    width = max(len(row["step"]) for row in rows)
    lines = [f"{row['step']:<{width}}  {row['op']:<20}  {_cost(row)}" for row in rows]
    lines.append(f"at most {plan.budget.wall_seconds} seconds")
    write("".join(f"{line}\n" for line in lines).encode())
    return EXIT["answered"]


@command.command("run")
@FILE
@add((*SCOPE, *OUTPUT))
@click.pass_context
def run_command(context: click.Context, /, file: str, **given: Any) -> int:
    """Runs a plan and answers with its digest."""
    return answer_request(context, "", (), "", plan=read_plan(file), source=file, **given)


def _price(name: str, op: str, cap: int, plan: Plan) -> dict[str, Any]:
    row: dict[str, Any] = {"step": name, "op": op, "cost": OPERATORS[op].cost}
    step = plan.step(name)
    if cap:
        row["times"] = cap
    if step.when is not None:
        row["when"] = step.when.text()
    return row


def _cost(row: dict[str, Any]) -> str:
    times = f", up to {row['times']} times" if "times" in row else ""
    when = f", when {row['when']}" if "when" in row else ""
    return f"{row['cost']}{times}{when}"


def read_plan(file: str) -> Plan:
    """The plan in a file, or on stdin for `-`; raises Stop with every rejection."""
    return plan_of(json_value(file, "a plan", LIMIT, _rejected(f"a plan has at most {LIMIT} bytes"), _rejected))


def _rejected(message: str) -> Lesson:
    return rejected((Rejection("bad_schema", "", message),))
