"""The short commands, one for each intent, made from its template."""

from __future__ import annotations

from typing import Any

import click

from ctxask.cli.answering import answer_request
from ctxask.cli.options import OUTPUT, PLAN_ONLY, SCOPE, slots_of
from ctxask.compiler.slots import Slot
from ctxask.compiler.template import Template
from ctxask.templates import Catalogue


def names() -> list[str]:
    """The intents that can be asked."""
    return [template.name for template in Catalogue().usable()]


def summaries() -> list[tuple[str, str]]:
    """Each intent with what it answers."""
    return [(template.name, template.summary) for template in Catalogue().usable()]


def short_command(name: str) -> click.Command | None:
    """`ctx NAME SUBJECT…`; None when there is no such intent; raises Stop for a template that is broken."""
    template = Catalogue().get(name)
    return None if template is None else _command(template)


def _command(template: Template) -> click.Command:
    subject = next((slot for slot in template.slots if slot.type == "subject"), None)

    def callback(**given: Any) -> int:
        slots = {slot.name: given.pop(slot.name) for slot in template.slots}
        if subject is not None:
            slots[subject.name] = (*given.pop("subjects"), *slots[subject.name])
        return answer_request(click.get_current_context(), template.name, slots_of(slots), "", **given)

    arguments = [click.Argument(["subjects"], nargs=-1, metavar="[SUBJECT]...")] if subject is not None else []
    options = [_option(slot) for slot in template.slots]
    return click.Command(
        template.name,
        callback=callback,
        params=[*arguments, *options, PLAN_ONLY, *SCOPE, *OUTPUT],
        help=f"{template.summary}\n\n\b\n{_examples(template)}",
        short_help=template.summary,
    )


def _option(slot: Slot) -> click.Option:
    """A slot as an option: its bounds are told in the help and kept by the compiler, whose errors teach."""
    names = [slot.flag, slot.name]
    if slot.type == "flag":
        return click.Option(names, is_flag=True, help=slot.doc)
    bounds = f" {slot.low} to {slot.high}." if slot.type == "integer" else ""
    default = f" Default {slot.default}." if slot.default is not None else ""
    text = f"{slot.doc[:1].upper()}{slot.doc[1:]}.{bounds}{default}"
    return click.Option(names, multiple=slot.type == "subject", metavar=slot.type.upper(), help=text)


def _examples(template: Template) -> str:
    return "\n".join(f"ctx {template.name} {example}" for example in template.examples)
