"""An exploration as text: what was looked for, and the block of places in which no line can be forged."""

from __future__ import annotations

from typing import Any

from ctxask.render.style import Line, paint, visible

OPEN, CLOSE = "<final_answer>", "</final_answer>"


def render(document: dict[str, Any], color: bool = False) -> bytes:
    """What was looked for and looked at, then the block."""
    coverage, count = document["coverage"], len(document["citations"])
    files = len({citation["path"] for citation in document["citations"]})
    turns = "1 turn" if document["turns"] == 1 else f"{document['turns']} turns"
    places = "1 place" if count == 1 else f"{count} places"
    found = f"{places} in {'1 file' if files == 1 else f'{files} files'}, {turns}"
    heads: list[Line] = [
        (("title", "explore"), ("", f"   {_fenced(' '.join(document['terms']))}")),
        (("", found),),
        (),
    ]
    addresses = " ".join(_quoted(citation["address"]) for citation in document["citations"][:2])
    tails: list[Line] = [
        (),
        (("title", "looked at"), ("", f"   {coverage['holding']} of {coverage['files']} files hold a word of it")),
        (("title", "next"), ("", f"        ctx get {_fenced(addresses)}")),
    ]
    lines = [paint(line, color) for line in heads]
    return (
        ("\n".join(lines) + "\n").encode() + block(document) + "".join(f"{paint(t, color)}\n" for t in tails).encode()
    )


def block(document: dict[str, Any]) -> bytes:
    """The places, one a line as `path:first-last`, the best first, and what is defined there."""
    rows = [
        f"{_fenced(c['path'])}:{c['first']}-{c['last']}{'  ' + _fenced(c['symbol']) if c['symbol'] else ''}"
        for c in document["citations"]
    ]
    return "".join(f"{row}\n" for row in (OPEN, *rows, CLOSE)).encode()


def _fenced(text: str) -> str:
    """The text on one line, without what could open or close a block."""
    return visible(text).replace("<", "\\x3c")


def _quoted(text: str) -> str:
    from shlex import quote

    return quote(text)
