"""`ctx schema`: the JSON Schemas of what ctx reads and writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from ctxask.cli.say import write


def _plan() -> dict[str, Any]:
    from ctxask.ops import OPERATORS
    from ctxask.plan.schema import json_schema

    return json_schema(OPERATORS)


def _digest() -> dict[str, Any]:
    from ctxask.digest.schema import json_schema

    return json_schema()


def _explore() -> dict[str, Any]:
    from ctxask.explore.schema import json_schema

    return json_schema()


def _batch() -> dict[str, Any]:
    from ctxask.batch import json_schema

    return json_schema()


def _intent() -> dict[str, Any]:
    from ctxask.compiler.schema import json_schema

    return json_schema()


def _error() -> dict[str, Any]:
    text = {"type": "string"}
    fields = {"code": text, "message": text, "hint": text, "candidates": {"type": "array", "items": text}}
    error = {"type": "object", "properties": fields, "required": list(fields)}
    return {"title": "Error", "type": "object", "properties": {"error": error}, "required": ["error"]}


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "plan": _plan,
    "digest": _digest,
    "explore": _explore,
    "batch": _batch,
    "intent": _intent,
    "error": _error,
}


@click.command("schema")
@click.argument("name", type=click.Choice(list(SCHEMAS)))
def command(name: str) -> int:
    """Prints a JSON Schema: of a plan, a digest, an exploration, a batch, an intent template, or an error document."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **SCHEMAS[name]()}
    write(json.dumps(schema, indent=2, ensure_ascii=False, sort_keys=True).encode() + b"\n")
    return 0
