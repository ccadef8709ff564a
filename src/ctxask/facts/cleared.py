"""C and C++ without the words that only a preprocessor takes away: source whose declarations parse, byte for byte.

`int ZEXPORT inflate(…)`, `class API Node {`, `BEGIN_NAMESPACE`: what such words stand for is said in some other file,
and often nothing. A declaration has one type and one name; the words that are too many are blanked, those in capitals
first. The names that are blanked are kept, as are those in the bodies of macros, which no grammar parses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxask.facts import grammar
from ctxask.facts.branches import broken, conditions
from ctxask.facts.c_tokens import KEYWORDS, Token, tokens
from ctxask.facts.needless import needless

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_DEFINE = re.compile(rb"#[ \t]*define[ \t]+\w+(?:\((?P<parameters>[^)]*)\))?")
_IN_BODY = re.compile(
    rb"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|(?P<before>##?\s*|\.\s*|->\s*)?(?P<word>[A-Za-z_]\w*)"
    rb"(?P<after>\s*##|\s*\()?|\d[\w.']*",
    re.DOTALL,
)
_IDENTIFIER = re.compile(rb"(?<=[^\w#])[A-Za-z_]\w*")
_DARK = re.compile(rb"[^\r\n]")


class Name(NamedTuple):
    """An identifier that the tree does not have."""

    start: int
    end: int
    role: str  # read or call
    is_member: bool = False


class Cleared(NamedTuple):
    """A tree, and the identifiers that are not in it."""

    tree: Tree
    names: tuple[Name, ...]


def cleared(source: bytes, language: str) -> Cleared:
    """The tree of a file without the words that only a preprocessor takes away, where that parses better."""
    parser = grammar.parser(language)
    found = list(tokens(source))
    keywords = grammar.keywords(language)
    bodies = {name for token in found if token.kind == b"#" for name in _in_body(token, keywords)}
    best = Cleared(parser.parse(source), tuple(sorted(bodies)))
    least, gone, lost = _damage(best.tree.root_node), set[int](), 0
    for more in (needless, broken, conditions):
        if not least and more is not needless:
            break
        added = more(found, gone) - gone
        if more is broken:
            lost = sum(found[place].end - found[place].start for place in added if found[place].kind != b"#")
        if not added:
            continue
        gone |= added
        tree = parser.parse(_blanked(source, [found[place] for place in sorted(gone)]))
        damage = _damage(tree.root_node) + lost
        if damage <= least:
            names = {name for place in gone for name in _names(found, place, gone, keywords)}
            best, least = Cleared(tree, tuple(sorted(bodies | names))), damage
    return best


def _blanked(source: bytes, gone: Sequence[Token]) -> bytes:
    written = bytearray(source)
    for token in gone:
        written[token.start : token.end] = _DARK.sub(b" ", source[token.start : token.end])
    return bytes(written)


def _names(found: Sequence[Token], place: int, gone: set[int], keywords: frozenset[str]) -> Iterator[Name]:
    """The names in a token that is blanked."""
    token = found[place]
    if token.kind == b"w" and b"::" not in token.text and token.text not in KEYWORDS:
        called = place + 1 in gone and found[place + 1].kind == b"("
        yield Name(token.start, token.end, "call" if called else "read")
    elif token.kind == b"#" and _DEFINE.match(token.text) is None:
        for match in _IDENTIFIER.finditer(token.text):
            if match[0].decode() not in keywords and match[0] != b"defined":
                yield Name(token.start + match.start(), token.start + match.end(), "read")


def _damage(root: Node) -> int:
    """How many bytes did not parse, with one for each token that was invented."""
    amount = 0
    work = [root]
    while work:
        node = work.pop()
        if node.is_error:
            amount += max(node.end_byte - node.start_byte, 1)
        elif node.is_missing:
            amount += 1
        elif node.has_error:
            work += node.children
    return amount


def _in_body(token: Token, keywords: frozenset[str]) -> Iterator[Name]:
    """The names in the body of a macro, but for its parameters and what is pasted together."""
    head = _DEFINE.match(token.text)
    if head is None:
        return
    own = set(re.findall(rb"\w+", head["parameters"] or b""))
    for match in _IN_BODY.finditer(token.text, head.end()):
        word = match["word"]
        before, after = (match["before"] or b"").strip(), (match["after"] or b"").strip()
        if not word or word in own or word.decode() in keywords or before.startswith(b"#") or after == b"##":
            continue
        start = token.start + match.start("word")
        yield Name(start, start + len(word), "call" if after == b"(" else "read", before in (b".", b"->"))
