"""Two versions of a definition that do the same, and two that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxask.facts.python.likeness import same_meaning

SAME = {
    "a local by another name": ("t = a\nreturn t + t", "u = a\nreturn u + u"),
    "a note": ("return a", '"""Doc."""\nreturn a'),
    "an annotation of a local": ("t = a\nreturn t, t", "t: int = a\nreturn t, t"),
    "an annotation further in": ("if b:\n    t = a\n    return t, t", "if b:\n    t: int = a\n    return t, t"),
    "a choice of attributes": ("a.x = b if c else 1", "if c:\n    a.x = b\nelse:\n    a.x = 1"),
    "a result with a name": ("return a + 1", "t = a + 1\nreturn t"),
    "a sum in place": ("n = 1\nn += 2\nreturn n", "n = 1\nn = n + 2\nreturn n"),
    "a choice": ("return a if b else c", "if b:\n    return a\nelse:\n    return c"),
    "a choice of values": ("x = a if b else c\nreturn x, x", "if b:\n    x = a\nelse:\n    x = c\nreturn x, x"),
    "a local that nobody reads": ("return a", "unused = None\nreturn a"),
    "parentheses": ("return a + (b * c)", "return a + b * c"),
    "pass beside others": ("return a", "pass\nreturn a"),
}
OTHER = {
    "an annotation of a class": ("class K:\n    x = 1\nreturn K", "class K:\n    x: int = 1\nreturn K"),
    "a choice of items": ("a[f()] = b if c() else 1", "if c():\n    a[f()] = b\nelse:\n    a[f()] = 1"),
    "a sum in place of what may be an array": ("a += 1\nreturn a", "a = a + 1\nreturn a"),
    "a global that is returned": ("global g\ng = f()\nreturn g", "global g\nreturn f()"),
    "what a handler binds": (
        "try:\n    e = 1\nexcept E as x:\n    log(x)\nreturn e",
        "try:\n    x = 1\nexcept E as x:\n    log(x)\nreturn x",
    ),
    "a handler's name beside a local": (
        "try:\n    f()\nexcept E as e:\n    log(e)\ne = 1\nreturn e",
        "try:\n    f()\nexcept E as e:\n    log(x)\nx = 1\nreturn x",
    ),
    "another operator": ("return a + b", "return a - b"),
    "another order of names": ("x, y = a\nreturn x - y", "x, y = a\nreturn y - x"),
    "a name of others": ("return a", "return b"),
    "another argument": ("return f(a)", "return f(a, b)"),
    "a global": ("global x\nx = 1", "global y\ny = 1"),
    "an attribute": ("self.x = 1", "self.y = 1"),
    "a list in place": ("l = a\nl += [1]\nreturn l", "l = a\nl = l + [1]\nreturn l"),
    "a call whose result is dropped": ("return a", "t = f()\nreturn a"),
    "a local that others look at": ("return locals()", "unused = None\nreturn locals()"),
    "a class attribute": ("class K:\n    x = 1\nreturn K", "class K:\n    y = 1\nreturn K"),
    "no result": ("return a", "a"),
    "an inner function's name": ("def g(): return 1\nreturn g.__name__", "def h(): return 1\nreturn h.__name__"),
}


def function(body: str) -> bytes:
    return ("def f(a, b, c):\n" + "".join(f"    {line}\n" for line in body.split("\n"))).encode()


@pytest.mark.parametrize("name", SAME)
def test_the_same(name: str) -> None:
    before, after = map(function, SAME[name])
    assert before != after and same_meaning(before, after) and same_meaning(after, before)


@pytest.mark.parametrize("name", OTHER)
def test_not_the_same(name: str) -> None:
    before, after = map(function, OTHER[name])
    assert not same_meaning(before, after) and not same_meaning(after, before)


def test_what_does_not_parse_is_not_the_same() -> None:
    assert not same_meaning(b"def f(:", b"def f(:") and not same_meaning(b"\xff", b"\xff")
    deep = b"def f():\n    return " + b"(" * 3000 + b")" * 3000
    assert not same_meaning(deep, deep)


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_any_bytes_have_an_answer(before: bytes, after: bytes) -> None:
    assert same_meaning(before, after) in (True, False)
