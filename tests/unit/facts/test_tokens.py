"""Words of a file: what is left out does nothing, and what does anything is in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxask.facts import grammar
from ctxask.facts.guard import LONGEST_LINE
from ctxask.facts.tokens import tokens

LANGUAGES = sorted(grammar.languages())
SILENT = [  # (language, one text, another that does the same)
    ("python", "x = 1\n", "# why\n\nx = 1  # because\n"),
    ("python", "x = 1\n", "x  =  1\r\n"),
    ("python", "x = [1,\n     2]\n", "x = [1, 2]\n"),
    ("python", "x = 1 + 2\n", "x = 1 \\\n    + 2\n"),
    ("python", "x = '''a\nb'''\n", "x = '''a\r\nb'''\r\n"),
    ("python", "def f():\n    return 1\n", 'def f():\n    """What it returns."""\n\n    return 1\n'),
    ("python", "def f():\n    return 1\n", 'def f():\n  """Says\n  more.""" "than one"\n  # and this\n  return 1\n'),
    ("python", "def f(): return 1\n", "def f():\n\treturn 1\n"),
    ("python", "import a\n", '"""Of the module."""\nimport a\n'),
    ("python", "class C:\n    x = 1\n", 'class C:\n    r"""Doc."""\n\n    x = 1\n    "of the attribute"\n'),
    ("javascript", "function f(a) { return a }\n", "/** d */\nfunction f(a) {\n  return a // c\n}\n"),
    ("typescript", "let a: number = 1\n", "let a: number /* c */ = 1\n"),
    ("go", "package a\nfunc f() { return }\n", "// c\npackage a\n\nfunc f() {\n\treturn /* d */\n}\n"),
    ("rust", "fn f() { 1 }\n", "/// doc\nfn f() {\n    1 // c\n}\n"),
    ("java", "class A { int f() { return 1; } }", "/** d */\nclass A {\n  int f() { return 1; } // c\n}\n"),
    ("c", "int f(void) { return 1; }", "/* c */\nint f(void)\n{\n  return 1; // d\n}\n"),
    ("cpp", "int f() { return 1; }", "int f() { // c\n  return 1;\n}\n"),
]
SPOKEN = [  # (language, one text, another that does something else)
    ("python", "x = 1\n", "x = 2\n"),
    ("python", 'x = "a b"\n', 'x = "a  b"\n'),
    ("python", 'x = "a\\nb"\n', 'x = "c\\nb"\n'),
    ("python", 'x = b"a\\x00b"\n', 'x = b"a\\x00c"\n'),
    ("python", 'x = f"a{b}c\\n"\n', 'x = f"a{b}d\\n"\n'),
    ("python", 'x = f"{b:>9}"\n', 'x = f"{b:<9}"\n'),
    ("python", 'x = f"{b:>{c}}"\n', 'x = f"{b:<{c}}"\n'),
    ("python", 'x = "# no comment"\n', 'x = "# none"\n'),
    ("python", 'def f():\n    return "a"\n', 'def f():\n    return "b"\n'),
    ("python", 'def f():\n    g("a")\n', 'def f():\n    g("b")\n'),
    ("python", 'def f():\n    f"{a()}"\n', 'def f():\n    f"{b()}"\n'),
    ("python", "def f():\n    if a:\n        b()\n    c()\n", "def f():\n    if a:\n        b()\n        c()\n"),
    ("python", "for a in b:\n    c()\nelse:\n    d()\n", "for a in b:\n    c()\nd()\n"),
    ("python", "class A:\n    def f(self): ...\ndef g(): ...\n", "class A:\n    def f(self): ...\n    def g(): ...\n"),
    ("python", "def f(\n", "def g(\n"),
    ("javascript", '"use strict"\nf()\n', "f()\n"),
    ("javascript", "x = `a ${b} c`", "x = `a ${b} d`"),
    ("javascript", "x = /a\\d+/g", "x = /a\\d*/g"),
    ("go", 'package a\nvar s = "a\\nb"\n', 'package a\nvar s = "a\\nc"\n'),
    ("rust", 'fn f() { p!("x {}", y); }', 'fn f() { p!("z {}", y); }'),
    ("java", 'class A { String s = "a\\tb"; }', 'class A { String s = "a\\tc"; }'),
    ("c", "#define A 1 + 2\n", "#define A 1 - 2\n"),
    ("docs", "# Title\n", "# Other title\n"),
    ("config", "a = 1\n", "a = 2\n"),
]


def words(language: str, text: str) -> list[bytes]:
    return [word for _, word in tokens(text.encode(), language)]


@pytest.mark.parametrize(("language", "one", "other"), SILENT)
def test_what_does_nothing_is_no_word(language: str, one: str, other: str) -> None:
    assert words(language, one) == words(language, other)


@pytest.mark.parametrize(("language", "one", "other"), SPOKEN)
def test_what_does_something_is_a_word(language: str, one: str, other: str) -> None:
    assert words(language, one) != words(language, other)


def test_a_word_stands_on_its_line() -> None:
    source = b'"""Doc."""\n\ndef f(\n    a,\n):  # c\n    return """\n\n"""\n'
    assert [(line, word) for line, word in tokens(source, "python") if word.isalpha()] == [
        (3, b"def"),
        (3, b"f"),
        (4, b"a"),
        (6, b"return"),
    ]


def test_lines_stand_for_words_where_no_parser_looks() -> None:
    assert tokens(b"# Title\n\n  text\n", "docs") == [(1, b"# Title"), (3, b"text")]
    long = b"x = 1\n" + b"y" * (LONGEST_LINE + 1) + b"\n# c\n"
    assert [line for line, _ in tokens(long, "python")] == [1, 2, 3]
    deep = b"(" * 5000 + b"\n" + b")" * 5000
    assert [line for line, _ in tokens(deep, "python")] == [1, 2]


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200) | st.text("ab\n\t :#(){}'\"\\/*`", max_size=80).map(str.encode))
def test_any_bytes_have_words_on_their_lines(language: str, data: bytes) -> None:
    found = tokens(data, language)
    lines = [line for line, _ in found]
    assert all(1 <= line <= data.count(b"\n") + 1 for line in lines)
    assert all(word for _, word in found)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(["x = 1\n", "f('a\\tb')\n", "if x:\n    y()\n", "def f(a):\n    return a\n", "(\n", "]"]))
)
def test_nothing_that_is_written_is_lost(parts: list[str]) -> None:
    text = "".join(parts)
    said = b"".join(word for word in words("python", text) if not word.startswith(b"\0"))
    assert b"".join(said.split()) == b"".join(text.encode().split())
