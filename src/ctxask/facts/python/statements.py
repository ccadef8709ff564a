"""How each Python statement becomes bindings, blocks and expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxask.facts.python.builder import Builder, states
from ctxask.facts.python.definition import type_parameters
from ctxask.facts.python.model import ANNOTATION, DELETE, READ

if TYPE_CHECKING:
    from tree_sitter import Node


@states("block", "module", "ERROR")
def _suite(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.statements(node.children, block)


@states("expression_statement")
def _expression(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    for part in node.named_children:
        b.todo.append((part, -1, READ, block))


@states("assignment")
def _assignment(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    targets: list[Node] = []
    annotation: Node | None = None
    part: Node | None = node
    while part is not None and part.type == "assignment":
        left = part.child_by_field_name("left")
        if left is not None:
            targets.append(left)
        annotation = annotation or part.child_by_field_name("type")
        part = part.child_by_field_name("right")
    value = b.add(part, READ, block) if part is not None else -1
    noted = b.add(annotation, ANNOTATION, block) if annotation is not None else -1
    since = part.end_byte - 1 if part is not None else -1
    if part is not None and any(b.text(target) == "__all__" for target in targets):
        _listed(b, part)
    for target in targets:
        if noted >= 0:
            b.target(target, "note", noted, block, value, since)
        else:
            b.target(target, "assign", value, block, None, since)
    if index >= 0 and value >= 0:
        b.segment.nodes[index] = ["?", [value]]


def _listed(b: Builder, value: Node) -> None:
    """Takes the strings of an `__all__`; whatever else stands in it leaves the list open."""
    if b.segment.listed is None:
        b.segment.listed = []
    work = [value]
    while work:
        part = work.pop()
        if part.type == "string":
            b.segment.listed += [b.text(n) for n in part.named_children if n.type == "string_content"]
        elif part.type in ("list", "tuple", "binary_operator", "parenthesized_expression"):
            work.extend(part.named_children)
        elif part.type != "comment":
            b.segment.open_list = True


@states("augmented_assignment")
def _augmented(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return
    if b.text(left) == "__all__":
        _listed(b, right)
    first, second = b.add(left, "w", block), b.add(right, READ, block)
    joined = b.made(["b", b.text(operator), first, second, operator.start_byte])
    if left.type == "identifier":
        b.bind(b.text(left), "augmented", left.start_byte, block, joined, [[], None], right.end_byte - 1)


@states("type_alias_statement")
def _type_alias(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    parts = node.named_children
    if len(parts) >= 2:
        name, inner = parts[0], block
        while name.type != "identifier" and name.named_children:
            for parameters in (n for n in name.named_children if n.type == "type_parameter"):
                inner = b.block(block, "comp")  # a scope of its own
                type_parameters(b, parameters, inner)
            name = name.named_children[0]
        b.target(name, "assign", b.add(parts[-1], ANNOTATION, inner), block)


@states("return_statement")
def _return(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    values = b.add_all(node.named_children, READ, block)
    b.segment.returns.append(values[0] if values else b.made(["k", "None"]))


@states("raise_statement")
def _raise(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.segment.raised += b.add_all(node.named_children, READ, block)[:1]


@states("if_statement")
def _if(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    group, around = node.start_byte + 1, block
    arms = [node, *node.children_by_field_name("alternative")]
    for arm in arms:
        if arm.type == "else_clause":
            b.statements(arm.named_children, around)
            continue
        condition, body = arm.child_by_field_name("condition"), arm.child_by_field_name("consequence")
        if condition is None:
            continue
        test = b.add(condition, READ, around)
        if body is not None:
            b.statements(body.children, b.block(around, "if", group, test, 1))
        around = b.block(around, "else", group, test, 0)
        group += 1


@states("else_clause", "finally_clause")
def _stray_clause(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    b.statements(node.named_children, block)


@states("while_statement")
def _while(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    loop = b.block(block, "loop")
    test = b.add(condition, READ, loop) if condition is not None else -1
    if body is not None:
        b.statements(body.children, b.block(loop, "test", 0, test, 1))
    b.statements(node.children_by_field_name("alternative"), block)


@states("for_statement")
def _for(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    left, right, body = (node.child_by_field_name(name) for name in ("left", "right", "body"))
    over = b.add(right, READ, block) if right is not None else -1
    loop = b.block(block, "loop")
    if left is not None:
        since = right.end_byte - 1 if right is not None else -1
        b.target(left, "for", over, loop, int(any(n.type == "async" for n in node.children)), since)
    if body is not None:
        b.statements(body.children, loop)
    b.statements(node.children_by_field_name("alternative"), block)


@states("try_statement")
def _try(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    group = node.start_byte + 1
    body = node.child_by_field_name("body")
    if body is not None:
        b.statements(body.children, b.block(block, "try", group))
    for clause in node.named_children:
        if clause.type in ("except_clause", "except_group_clause"):
            arm = b.block(block, "except", group)
            for part in clause.named_children:
                _except_part(b, part, arm)
        elif clause.type == "else_clause":
            b.statements(clause.named_children, b.block(block, "tryelse", group))
        elif clause.type == "finally_clause":
            b.statements(clause.named_children, block)


def _except_part(b: Builder, part: Node, arm: int) -> None:
    if part.type == "block":
        b.statements(part.children, arm)
    elif part.type == "as_pattern" and part.named_children:
        caught = b.add(part.named_children[0], READ, arm)
        alias = part.child_by_field_name("alias")
        if alias is not None:
            b.target(alias, "except", caught, arm)
    elif part.type != "comment":
        b.add(part, READ, arm)


@states("with_statement")
def _with(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    is_async = int(any(n.type == "async" for n in node.children))
    for clause in (n for n in node.named_children if n.type == "with_clause"):
        items = clause.named_children
        for item in items:
            value = item.child_by_field_name("value") if item.type == "with_item" else item
            for part in [value] if value is not None else []:
                _with_item(b, part, block, is_async)
    body = node.child_by_field_name("body")
    if body is not None:
        b.statements(body.children, block)


def _with_item(b: Builder, part: Node, block: int, is_async: int) -> None:
    # `with (a as b, c):` is one item that holds a tuple of patterns
    work = [part]
    while work:
        item = work.pop()
        if item.type in ("tuple", "parenthesized_expression") and any(
            n.type == "as_pattern" for n in item.named_children
        ):
            work.extend(reversed(item.named_children))
        elif item.type == "as_pattern" and item.named_children:
            value = b.add(item.named_children[0], READ, block)
            alias = item.child_by_field_name("alias")
            if alias is not None:
                b.target(alias, "with", value, block, is_async)
            b.segment.managers.append(value)
        elif item.type != "comment":
            b.segment.managers.append(b.add(item, READ, block))


@states("function_definition", "class_definition")
def _definition(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    name = node.child_by_field_name("name")
    if name is not None and name.start_byte in b.scopes_at:
        kind = "class" if node.type == "class_definition" else "def"
        b.bind(b.text(name), kind, name.start_byte, block, -1, b.scopes_at[name.start_byte])


@states("decorated_definition")
def _decorated(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    definition = node.child_by_field_name("definition")
    if definition is not None:
        _definition(b, definition, index, role, block)


@states("import_statement")
def _import(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    for part in node.children_by_field_name("name"):
        alias = part.child_by_field_name("alias")
        dotted = part.child_by_field_name("name") if part.type == "aliased_import" else part
        if dotted is None:
            continue
        module = _dotted(b, dotted)
        start, alias_start = dotted.start_byte, alias.start_byte if alias is not None else -1
        shown = b.text(alias) if alias is not None else ""
        b.segment.imports.append([0, module, "", start, shown, alias_start, block])
        bound = shown or module.partition(".")[0]
        b.bind(bound, "import", alias_start if shown else start, block, -1, [module, bool(shown)])


@states("import_from_statement", "future_import_statement")
def _import_from(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    source = node.child_by_field_name("module_name")
    if source is None:
        return
    level, module, start = 0, "", source.start_byte
    if source.type == "relative_import":
        for part in source.named_children:
            if part.type == "import_prefix":
                level = b.text(part).count(".")
            else:
                module, start = _dotted(b, part), part.start_byte
    else:
        module = _dotted(b, source)
    b.segment.imports.append([level, module, "", start, "", -1, block])
    if any(n.type == "wildcard_import" for n in node.children):
        b.bind("*", "from", node.start_byte, block, -1, [level, module, "*"])
    for part in node.children_by_field_name("name"):
        alias = part.child_by_field_name("alias")
        name = part.child_by_field_name("name") if part.type == "aliased_import" else part
        if name is None:
            continue
        imported, shown = b.text(name), b.text(alias) if alias is not None else ""
        alias_start = alias.start_byte if alias is not None else -1
        b.segment.imports.append([level, module, imported, name.start_byte, shown, alias_start, block])
        at = alias_start if shown else name.start_byte
        b.bind(shown or imported, "from", at, block, -1, [level, module, imported])


def _dotted(b: Builder, node: Node) -> str:
    return "".join(b.text(node).split())


@states("global_statement", "nonlocal_statement")
def _outer(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    kind = node.type.partition("_")[0]
    for part in node.named_children:
        b.segment.outer.append([kind, b.text(part), part.start_byte])
        b.name(part, READ, block)


@states("delete_statement")
def _delete(b: Builder, node: Node, index: int, role: str, block: int) -> None:
    work = list(node.named_children)
    while work:
        part = work.pop()
        if part.type in ("expression_list", "tuple", "list", "parenthesized_expression"):
            work.extend(part.named_children)
        else:
            b.add(part, DELETE, block)
