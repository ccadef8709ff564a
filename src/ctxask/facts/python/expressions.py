"""How each Python expression becomes facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python.builder import STATEMENTS, Builder, handles, states
from ctxask.facts.python.model import ANNOTATION, CALL, READ, WRITE

if TYPE_CHECKING:
    from tree_sitter import Node

_SILENT = "-"
_LONGEST_KEY = 80  # bytes
_TAKING = frozenset(  # calls that are given a name or a key in a string
    """get pop setdefault getattr setattr delattr import_module __import__ getfixturevalue fixture parametrize patch
    object""".split()  # noqa: SIM905  # a list of words reads best as words
)


def _inherit(role: str) -> str:
    """The role that parts of an expression take over: annotations and silent copies stay what they are."""
    return role if role in (ANNOTATION, _SILENT) else READ


@handles("identifier")
def _identifier(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["n", b.text(node), node.start_byte + b.shift, block, role]


@handles("attribute", "member_type")
def _attribute(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = [n for n in node.named_children if n.type != "comment"]
    if len(parts) < 2:
        b.segment.nodes[index] = ["?", b.add_all(parts, _inherit(role), block)]
        return
    thing = b.add(parts[0], _inherit(role), block)
    b.segment.nodes[index] = ["a", thing, b.text(parts[-1]), parts[-1].start_byte + b.shift, role, block]


@handles("call")
def _call(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return
    inner = _inherit(role) if role != ANNOTATION else READ
    called = b.add(function, CALL if inner != _SILENT else _SILENT, block)
    args: list[int] = []
    keywords: list[list[object]] = []
    if arguments.type == "generator_expression":
        args.append(b.add(arguments, inner, block))
    else:
        for argument in arguments.named_children:
            if argument.type == "keyword_argument":
                _keyword(b, argument, inner, block, keywords, index)
            elif argument.type != "comment":
                args.append(b.add(argument, inner, block))
    start = arguments.start_byte + b.shift if role != _SILENT else -1
    b.segment.nodes[index] = ["c", called, args, keywords, block, start]


def _keyword(b: Builder, argument: Node, role: str, block: int, keywords: list[list[object]], call: int) -> None:
    name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
    if name is not None and value is not None:
        keywords.append([b.text(name), b.add(value, role, block)])
        if role != _SILENT:
            b.segment.words.append([b.text(name), name.start_byte, "keyword", call])


@handles("subscript")
def _subscript(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    thing = node.child_by_field_name("value")
    if thing is not None:
        items = _items(b, b.text(thing), node.children_by_field_name("subscript"), _inherit(role), block)
        kept = role if role in ("w", "d", ANNOTATION) else READ
        b.segment.nodes[index] = ["s", b.add(thing, _inherit(role), block), items, kept, thing.end_byte + b.shift]


def _items(b: Builder, form: str, nodes: list[Node], role: str, block: int) -> list[int]:
    """What stands in brackets; the strings of a Literal and of what annotates a type are no quoted types."""
    nodes = [n for n in nodes if n.type != "comment"]
    name = form.rpartition(".")[2]
    if role != ANNOTATION or name not in ("Literal", "Annotated"):
        return b.add_all(nodes, role, block)
    if len(nodes) == 1 and nodes[0].type in ("tuple", "expression_list"):
        nodes = [n for n in nodes[0].named_children if n.type != "comment"]
    typed = 1 if name == "Annotated" else 0
    plain = [n.named_children[0] if n.type == "type" and n.named_children else n for n in nodes[typed:]]
    return [*b.add_all(nodes[:typed], role, block), *b.add_all(plain, READ, block)]


@handles("generic_type")
def _generic_type(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = node.named_children
    if parts:
        thing = b.add(parts[0], role, block)
        items = _items(b, b.text(parts[0]), [n for p in parts[1:] for n in p.named_children], role, block)
        b.segment.nodes[index] = ["s", thing, items, role, parts[0].end_byte + b.shift]


@handles("type", "parenthesized_expression", "constrained_type", "splat_type")
def _forward(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = [n for n in node.named_children if n.type != "comment"]
    if parts:
        b.todo.append((parts[0], index, ANNOTATION if node.type == "type" and role != _SILENT else role, block))
        b.add_all(parts[1:], _inherit(role), block)


@handles("string", "concatenated_string")
def _string(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["k", "str"]
    if role == ANNOTATION and node.type == "string" and not b.shift and _quoted(b, node, index, block):
        return
    inner: list[int] = []
    work = [node]
    while work:
        part = work.pop()
        if part.type == "interpolation":
            inner += b.add_all([n for n in part.named_children if n.type != "type_conversion"], _inherit(role), block)
        else:
            work.extend(part.named_children)
    if role != _SILENT:
        b.segment.strings.append([node.start_byte + b.shift, node.end_byte + b.shift])
    first = b.source[node.start_byte : node.start_byte + 3].lower()
    if inner:
        b.segment.nodes[index] = ["z", inner]
    elif b"b" in first.partition(b"'")[0].partition(b'"')[0]:
        b.segment.nodes[index] = ["k", "bytes"]
    elif (key := _key(b, node)) is not None:
        b.segment.nodes[index].append(key)


def _key(b: Builder, node: Node) -> str | None:
    """The text of a plain string: a key of a dict, what a name is given, what a call takes as a name or a key."""
    parts, around = node.named_children, node.parent
    if len(parts) != 3 or parts[1].named_children or around is None or b.text(parts[0]) not in ("'", '"'):
        return None
    of_pair = around.type == "pair" and around.child_by_field_name("key") == node
    of_subscript = around.type == "subscript" and around.child_by_field_name("value") != node
    kept = of_pair or of_subscript or around.type == "assignment" or _taken(b, around)
    kept = kept or (b.keeps_strings and around.type in ("pair", "list", "tuple", "set"))
    return b.text(parts[1]) if kept and node.end_byte - node.start_byte <= _LONGEST_KEY else None


def _taken(b: Builder, around: Node) -> bool:
    """Whether what stands around a string passes it, by place or by keyword, to a call that takes a name or a key."""
    if around.type == "keyword_argument" and around.parent is not None:
        around = around.parent
    call = around.parent if around.type == "argument_list" else None
    called = call.child_by_field_name("function") if call is not None else None
    return called is not None and b.text(called).rpartition(".")[2] in _TAKING


@handles("format_specifier", "format_expression")
def _format(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["?", b.add_all(node.named_children, _inherit(role), block)]


def _quoted(b: Builder, node: Node, index: int, block: int) -> bool:
    """Reads a quoted annotation as the expression it is, at its own position."""
    from ctxask.facts.grammar import parser

    content = [n for n in node.named_children if n.type == "string_content"]
    if len(content) != 1 or content[0].named_children:
        return False
    raw = b.source[content[0].start_byte : content[0].end_byte]
    start = content[0].start_byte + len(raw) - len(raw.lstrip())
    tree = parser("python").parse(raw.strip())
    parts = tree.root_node.named_children
    if tree.root_node.has_error or len(parts) != 1 or parts[0].type in STATEMENTS:
        return False
    inner = Builder(raw.strip(), {})
    inner.segment.nodes, inner.segment.blocks, inner.depths = b.segment.nodes, b.segment.blocks, b.depths
    inner.segment.strings = b.segment.strings
    inner.shift = start
    inner.todo.append((parts[0], index, ANNOTATION, block))
    inner.run()
    return True


@handles("integer", "float", "true", "false", "none", "ellipsis")
def _constant(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    name = {"integer": "int", "true": "bool", "false": "bool", "none": "None"}.get(node.type, node.type)
    b.segment.nodes[index] = ["k", name]
    if name == "int" and node.end_byte - node.start_byte < 3 and b.text(node).isdecimal():
        b.segment.nodes[index].append(int(b.text(node)))  # a small index into a tuple


@handles("tuple", "expression_list", "pattern_list", "tuple_pattern")
def _tuple(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["t", b.add_all(node.named_children, _inherit(role), block)]


@handles("list", "list_pattern")
def _list(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["l", b.add_all(node.named_children, _inherit(role), block)]


@handles("set")
def _set(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["S", b.add_all(node.named_children, _inherit(role), block)]


@handles("dictionary")
def _dictionary(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    keys, values = [], []
    for pair in node.named_children:
        parts = [n for n in pair.named_children if n.type != "comment"]
        if pair.type == "pair" and len(parts) == 2:
            keys.append(b.add(parts[0], _inherit(role), block))
            values.append(b.add(parts[1], _inherit(role), block))
        elif pair.type != "comment":
            b.add(pair, _inherit(role), block)
    b.segment.nodes[index] = ["d", keys, values]


@handles("binary_operator", "union_type")
def _binary(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = [n for n in node.named_children if n.type != "comment"]
    if len(parts) != 2:
        b.segment.nodes[index] = ["?", b.add_all(parts, _inherit(role), block)]
        return
    operator = node.child_by_field_name("operator")
    sign = b.text(operator) if operator is not None else "|"
    start = operator.start_byte if operator is not None else node.start_byte
    left, right = (b.add(part, _inherit(role), block) for part in parts)
    b.segment.nodes[index] = ["b", sign, left, right, start + b.shift]


@handles("unary_operator", "not_operator")
def _unary(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = b.add_all(node.named_children, _inherit(role), block)
    sign = "not" if node.type == "not_operator" else b.text(node.children[0])
    b.segment.nodes[index] = ["u", sign, parts[0], node.start_byte] if parts else ["?", []]


@handles("comparison_operator")
def _comparison(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    signs = [n for n in node.children if not n.is_named]
    operands = b.add_all(node.named_children, _inherit(role), block)
    starts = [n.start_byte + b.shift for n in signs]
    b.segment.nodes[index] = ["x", [b.text(n) for n in signs], operands, starts]


@handles("boolean_operator")
def _boolean(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return
    sign = b.text(operator)
    first = b.add(left, _inherit(role), block)
    arm = b.block(block, "test", 0, first, 1 if sign == "and" else 0)
    b.segment.nodes[index] = ["o", sign, first, b.add(right, _inherit(role), arm)]


@handles("conditional_expression")
def _conditional(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = [n for n in node.named_children if n.type != "comment"]
    if len(parts) != 3:
        b.segment.nodes[index] = ["?", b.add_all(parts, _inherit(role), block)]
        return
    test = b.add(parts[1], _inherit(role), block)
    yes, no = b.block(block, "test", 0, test, 1), b.block(block, "test", 0, test, 0)
    b.segment.nodes[index] = ["i", test, b.add(parts[0], _inherit(role), yes), b.add(parts[2], _inherit(role), no)]


@handles("await")
def _await(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = b.add_all(node.named_children, _inherit(role), block)
    b.segment.nodes[index] = ["w", parts[0]] if parts else ["?", []]


@handles("yield")
def _yield(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = b.add_all(node.named_children, _inherit(role), block)
    value = parts[0] if parts else b.made(["k", "None"])
    is_from = int(any(n.type == "from" for n in node.children))
    b.segment.yields.append([value, is_from])
    b.segment.nodes[index] = ["y", value, is_from]


@handles("list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern")
def _star(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = b.add_all(node.named_children, _inherit(role), block)
    sign = "*" if node.type.startswith("list") else "**"
    b.segment.nodes[index] = [sign, parts[0]] if parts else ["?", []]


@handles("named_expression")
def _walrus(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return
    worth = b.add(value, _inherit(role), block)
    where = block
    while b.segment.blocks[where][1] in ("comp", "test") and b.segment.blocks[where][0] >= 0:
        where = b.segment.blocks[where][0]
    if role != _SILENT:
        b.bind(b.text(name), "assign", name.start_byte, where, worth, [[], None], value.end_byte - 1)
        b.segment.nodes[index] = ["=", b.name(name, WRITE, block), worth]
    else:
        b.segment.nodes[index] = ["=", b.name(name, _SILENT, block), worth]


@handles("slice")
def _slice(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.nodes[index] = ["q", b.add_all(node.named_children, _inherit(role), block)]


@handles("lambda")
def _lambda(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    inner = b.block(block, "lambda")
    names = []
    parameters, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    for part in parameters.named_children if parameters is not None else []:
        held = (
            part
            if part.type == "identifier"
            else (part.child_by_field_name("name") or next(iter(part.named_children), None))
        )
        default = part.child_by_field_name("value")
        worth = b.add(default, _inherit(role), block) if default is not None else -1
        if held is not None and held.type == "identifier":
            names.append([b.text(held), worth])
            b.bind(b.text(held), "param", held.start_byte, inner, -1, [len(names) - 1, worth, "p"])
            b.segment.words.append([b.text(held), held.start_byte, "parameter"])
    if body is not None:
        b.segment.nodes[index] = ["f", b.add(body, _inherit(role), inner), inner, names]


@handles("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression")
def _comprehension(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    scope = b.block(block, "comp")
    inner, first = scope, True
    for part in node.named_children[1:]:
        if part.type == "for_in_clause":
            right, left = part.child_by_field_name("right"), part.child_by_field_name("left")
            if right is not None and left is not None:
                over = b.add(right, _inherit(role), block if first else inner)
                is_async = int(any(n.type == "async" for n in part.children))
                b.target(left, "for", over, scope, is_async)
            first = False
        elif part.type == "if_clause" and part.named_children:
            inner = b.block(inner, "test", 0, b.add(part.named_children[0], _inherit(role), inner), 1)
    body = node.named_children[0] if node.named_children else None
    kind = {"l": "list", "s": "set", "d": "dict", "g": "gen"}[node.type[0]]
    if body is None:
        return
    if body.type == "pair" and len(body.named_children) >= 2:
        key, value = (b.add(n, _inherit(role), inner) for n in body.named_children[:2])
        b.segment.nodes[index] = ["g", kind, key, value, inner]
    else:
        b.segment.nodes[index] = ["g", kind, b.add(body, _inherit(role), inner), -1, inner]


@handles("keyword_argument")
def _stray_keyword(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    value = node.child_by_field_name("value")
    if value is not None:
        b.todo.append((value, index, role, block))


@states("comment", "pass_statement", "break_statement", "continue_statement", "line_continuation")
def _nothing(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    pass
