"""What names of JavaScript and TypeScript hold: terms of their types, of their values, and of what is destructured."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.facts.nesting import Span, segments
from ctxask.facts.outline import Assigned, Known
from ctxask.facts.spelled import UNKNOWN, Shapes, spelled, text

if TYPE_CHECKING:
    from tree_sitter import Node

Captures = dict[str, "list[Node]"]
Matches = list[tuple[int, Captures]]

_FUNCTIONS = frozenset({
    "arrow_function", "function_expression", "function_declaration", "generator_function", "method_definition",
    "generator_function_declaration", "function_signature", "method_signature", "abstract_method_signature",
})  # fmt: skip
_PATTERNS = frozenset({"object_pattern", "array_pattern", "rest_pattern"})
_MARKS = {"async": "async", "*": "generator"}  # how a function gives what it returns
_THIS = '["name","this"]'
_MOST_STEPS = 64  # from a name in a pattern to what is taken apart
_MOST_RETURNS = 16


class Held(NamedTuple):
    """What the names of a file hold."""

    types: dict[int, str]  # start of a definition's name -> term
    receivers: dict[int, str]  # start of a member's name -> term of what stands before it
    bases: dict[int, tuple[str, ...]]  # start of a class's name -> terms of what it extends and implements
    known: tuple[Known, ...]
    assigned: tuple[Assigned, ...]


def held(captures: Captures, matches: Matches, shapes: Shapes) -> Held:
    """Reads the terms of a file's tree."""
    returns = _Returns(captures)
    types: dict[int, str] = {}
    for _, match in matches:
        label = next((label for label in match if label.startswith("definition.")), "")
        for name in match.get("name", ()) if label else ():
            term = _type(name, match[label][0], match, shapes, returns)
            known = types.get(name.start_byte, "")
            if term != UNKNOWN and (not known or ("callable" in match and not known.startswith('["of"'))):
                types[name.start_byte] = text(term)
    receivers = _members(captures, shapes)
    for node in captures.get("keyed", ()):
        term = _keyed(node, shapes)
        if term != UNKNOWN:
            receivers[node.start_byte] = text(term)
    return Held(types, receivers, _bases(captures, shapes), _known(matches, shapes), _assigned(captures, shapes))


def _type(name: Node, whole: Node, match: Captures, shapes: Shapes, returns: _Returns) -> Any:
    """The term of what a defined name holds."""
    if "callable" in match or whole.type in _FUNCTIONS:
        function = match["callable"][0] if "callable" in match else whole
        return _signature(function, shapes, returns)
    if whole.type == "type_parameter":
        constraint = whole.child_by_field_name("constraint") or whole.child_by_field_name("value")
        return ["of", spelled(constraint, shapes)] if constraint is not None else UNKNOWN
    if whole.type == "type_alias_declaration":
        value = whole.child_by_field_name("value")
        return ["alias", _type_parameters(whole, shapes), spelled(value, shapes) if value is not None else UNKNOWN]
    if whole.type in ("class_declaration", "abstract_class_declaration", "class"):
        return ["class", _type_parameters(whole, shapes), []]
    if whole.type == "interface_declaration":
        body = whole.child_by_field_name("body")
        calls = [child for child in body.named_children if child.type.endswith("_signature")] if body else []
        kept = [spelled(child, shapes) for child in calls if child.type in ("call_signature", "construct_signature")]
        return ["class", _type_parameters(whole, shapes), kept]
    return _bound(name, shapes)


def _type_parameters(whole: Node, shapes: Shapes) -> list[Any]:
    listed = whole.child_by_field_name("type_parameters")
    return [spelled(child, shapes) for child in listed.named_children] if listed is not None else []


def _signature(function: Node, shapes: Shapes, returns: _Returns) -> Any:
    """`["fn", type parameters, parameters, result, what is returned, how]`, spelled part by part."""
    parameters = function.child_by_field_name("parameters")
    alone = function.child_by_field_name("parameter")
    listed = [child for child in parameters.named_children if not child.is_extra] if parameters is not None else []
    if alone is not None:
        listed = [alone]
    declared = function.child_by_field_name("return_type")
    given = [] if declared is not None else returns.of(function)
    return [
        "fn",
        _type_parameters(function, shapes),
        [spelled(child, shapes) for child in listed],
        spelled(declared, shapes) if declared is not None else None,
        [[node.start_byte, spelled(node, shapes)] for node in given[:_MOST_RETURNS]],
        next((mark for child in function.children if (mark := _MARKS.get(child.type))), ""),
    ]


class _Returns:
    """What each function of a file returns."""

    def __init__(self, captures: Captures) -> None:
        functions = captures.get("scope.function", ())
        inside = segments(Span(node.start_byte, node.end_byte, node.id) for node in functions)
        starts = [start for start, _ in inside]
        self._returned: dict[int, list[Node]] = {}
        for node in sorted(captures.get("returned", ()), key=lambda node: node.start_byte):
            owner = inside[bisect_right(starts, node.start_byte) - 1][1]
            self._returned.setdefault(owner, []).append(node)

    def of(self, function: Node) -> list[Node]:
        """The expressions that a function returns."""
        body = function.child_by_field_name("body")
        if body is not None and body.type != "statement_block":
            return [body]
        return self._returned.get(function.id, [])


def _bound(name: Node, shapes: Shapes) -> Any:
    """The term of what a name is bound to, through the patterns that take a value apart."""
    steps: list[list[Any]] = []
    node, parent = name, name.parent
    for _ in range(_MOST_STEPS):
        if parent is None:
            return UNKNOWN
        kind = parent.type
        if kind == "object_pattern" and node.type == "shorthand_property_identifier_pattern":
            steps.append(["member", _text(node)])
        elif kind == "object_assignment_pattern":
            steps.append(["member", _text(name)])
        elif kind == "pair_pattern":
            key = parent.child_by_field_name("key")
            steps.append(["member", _text(key)] if key is not None and key.type == "property_identifier" else ["?"])
        elif kind == "array_pattern":
            steps.append(
                ["index", sum(child.type == "," for child in parent.children if child.end_byte <= node.start_byte)]
            )
        elif kind == "rest_pattern":
            if parent.parent is not None and parent.parent.type in _PATTERNS:
                steps.append(["rest"])
        elif kind not in ("object_pattern", "assignment_pattern"):
            return _taken(_origin(node, parent, shapes), steps)
        elif kind == "assignment_pattern" and parent.parent is not None and parent.parent.type == "formal_parameters":
            return _taken(_parameter(node, parent, shapes), steps)
        node, parent = parent, parent.parent
    return UNKNOWN


def _taken(term: Any, steps: list[list[Any]]) -> Any:
    """The part of a value that a pattern takes; the steps are from the name outwards."""
    for step in reversed(steps):
        if term == UNKNOWN or step[0] == "?":
            return UNKNOWN
        if step[0] != "rest":
            term = [step[0], term, step[1] if step[0] == "member" else ["literal", str(step[1])]]
    return term


def _origin(node: Node, parent: Node, shapes: Shapes) -> Any:
    """The term of what is bound as a whole: declared, given, or gone through."""
    declared = parent.child_by_field_name("type")
    match parent.type:
        case "variable_declarator" | "public_field_definition" | "field_definition" | "property_signature":
            value = parent.child_by_field_name("value")
            if declared is not None:
                return ["of", spelled(declared, shapes)]
            return spelled(value, shapes) if value is not None else UNKNOWN
        case "required_parameter" | "optional_parameter":
            return _parameter(node, parent, shapes)
        case "formal_parameters" | "arrow_function":
            return _parameter(node, node, shapes)
        case "for_in_statement":
            right, operator = parent.child_by_field_name("right"), parent.child_by_field_name("operator")
            if right is None or operator is None or operator.type != "of":
                return UNKNOWN
            awaited = any(child.type == "await" for child in parent.children)
            return ["each", ["await", spelled(right, shapes)] if awaited else spelled(right, shapes)]
        case "assignment_expression" | "member_expression":
            whole = parent.parent if parent.type == "member_expression" else parent
            right = whole.child_by_field_name("right") if whole is not None else None
            return spelled(right, shapes) if right is not None else UNKNOWN
    return UNKNOWN


def _parameter(node: Node, parameter: Node, shapes: Shapes) -> Any:
    """The term of a parameter: its type, or its default, or what the function is given where it is used."""
    declared = parameter.child_by_field_name("type")
    if declared is not None:
        return ["of", spelled(declared, shapes)]
    value = parameter.child_by_field_name("value") or parameter.child_by_field_name("right")
    listed = parameter.parent
    function = (
        listed if listed is not None and listed.type in _FUNCTIONS else listed.parent if listed is not None else None
    )
    if value is not None and value.type != "object":
        return spelled(value, shapes)
    if listed is None or function is None:
        return UNKNOWN
    places = (
        [child.id for child in listed.named_children if not child.is_extra] if listed is not function else [node.id]
    )
    return _given(function, places.index(parameter.id) if parameter.id in places else 0, shapes)


def _given(function: Node, place: int, shapes: Shapes) -> Any:
    """What a function that stands in an expression is given at a place of its parameters."""
    holder = function.parent
    if holder is None:
        return UNKNOWN
    if holder.type == "arguments":
        return ["given", *_argument(function, holder, shapes), place]
    term = _expected(function, shapes)
    return ["parameter", term, place] if term != UNKNOWN else UNKNOWN


def _expected(value: Node, shapes: Shapes) -> Any:
    """The term of what is declared where an expression stands, through the literals around it."""
    keys: list[list[Any]] = []
    node, parent = value, value.parent
    for _ in range(_MOST_STEPS):
        if parent is None:
            return UNKNOWN
        match parent.type:
            case "pair":
                keys.append(["member", _text(parent.child_by_field_name("key"))])
            case "object" if node.type == "method_definition":
                keys.append(["member", _text(node.child_by_field_name("name"))])
            case "object" | "parenthesized_expression":
                pass
            case _:
                return _taken(_wanted(node, parent, shapes), keys)
        node, parent = parent, parent.parent
    return UNKNOWN


def _wanted(value: Node, holder: Node, shapes: Shapes) -> Any:
    """The term of what the holder of a value declares it to be."""
    declared = holder.child_by_field_name("type")
    match holder.type:
        case "variable_declarator" | "public_field_definition" if declared is not None:
            return ["of", spelled(declared, shapes)]
        case "as_expression" | "satisfies_expression":
            return ["of", spelled(holder.named_children[-1], shapes)]
        case "assignment_expression":
            left = holder.child_by_field_name("left")
            return spelled(left, shapes) if left is not None else UNKNOWN
        case "arguments":
            return ["argument", *_argument(value, holder, shapes)]
    return UNKNOWN


def _argument(value: Node, arguments: Node, shapes: Shapes) -> tuple[Any, int]:
    """The call that a value is an argument of, without the functions that it is given, and the value's place."""
    call = arguments.parent
    assert call is not None
    callee = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    listed = [child for child in arguments.named_children if not child.is_extra]
    others = [None if child == value or child.type in _FUNCTIONS else spelled(child, shapes) for child in listed]
    made = "new" if call.type == "new_expression" else "call"
    term = [made, spelled(callee, shapes) if callee is not None else UNKNOWN, others, []]
    return term, listed.index(value)


def _members(captures: Captures, shapes: Shapes) -> dict[int, str]:
    """Start of a name behind a dot -> the term of what stands before it; unknown where `this` is another object."""
    spans = [Span(node.start_byte, node.end_byte, 1) for node in captures.get("this.rebound", ())]
    rebound = segments([*spans, *(Span(node.start_byte, node.end_byte, -1) for node in captures.get("this.bound", ()))])
    starts = [start for start, _ in rebound]
    found: dict[int, str] = {}
    for node in captures.get("receiver", ()):
        whole = node.parent
        member = (
            (whole.child_by_field_name("property") or whole.child_by_field_name("name")) if whole is not None else None
        )
        if member is not None:
            term = text(spelled(node, shapes))
            other = _THIS in term and rebound[bisect_right(starts, node.start_byte) - 1][1] > 0
            found[member.start_byte] = text(UNKNOWN) if other else term
    return found


def _keyed(key: Node, shapes: Shapes) -> Any:
    """The term of the value whose property a key names: what is taken apart, what a literal is for."""
    parent = key.parent
    if parent is None:
        return UNKNOWN
    if parent.type == "pair":
        return _expected(parent.parent, shapes) if parent.parent is not None else UNKNOWN
    if parent.type == "object":
        return _expected(parent, shapes)
    pattern = parent if parent.type == "object_pattern" else parent.parent
    return _bound(pattern, shapes) if pattern is not None else UNKNOWN


def _bases(captures: Captures, shapes: Shapes) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for node in sorted(captures.get("heritage", ()), key=lambda node: node.start_byte):
        holder = node.parent
        while holder is not None and holder.type in ("class_heritage", "extends_clause", "implements_clause"):
            holder = holder.parent
        name = holder.child_by_field_name("name") if holder is not None else None
        if name is None and holder is not None and holder.parent is not None:
            name = holder.parent.child_by_field_name("name")  # of a variable that holds the class
        if name is not None:
            terms = tuple(text(term) for term in _heritage(node, shapes))
            found[name.start_byte] = (*found.get(name.start_byte, ()), *terms)
    return found


def _heritage(node: Node, shapes: Shapes) -> Iterator[Any]:
    if node.type != "extends_clause":
        yield from (spelled(child, shapes) for child in node.named_children if not child.is_extra)
        return
    value, arguments = node.child_by_field_name("value"), node.child_by_field_name("type_arguments")
    if value is not None:
        base = spelled(value, shapes)
        listed = [spelled(child, shapes) for child in arguments.named_children] if arguments is not None else []
        yield ["apply", base, listed] if listed else base


def _known(matches: Matches, shapes: Shapes) -> tuple[Known, ...]:
    """Where a test says what an expression is: within `x instanceof Foo`."""
    found = set()
    for _, match in matches:
        for node in match.get("known", ()):
            subject, kind = (text(spelled(match[label][0], shapes)) for label in ("known.value", "known.type"))
            found.add(Known(subject, node.start_byte, node.end_byte, kind))
    return tuple(sorted(found))


def _assigned(captures: Captures, shapes: Shapes) -> tuple[Assigned, ...]:
    """What plain names are assigned to, also where a value is taken apart."""
    rows = ((node, _bound(node, shapes)) for node in captures.get("assigned", ()))
    return tuple(sorted(Assigned(_text(node), node.start_byte, text(term)) for node, term in rows if term != UNKNOWN))


def _text(node: Node | None) -> str:
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""
