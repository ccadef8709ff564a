"""What a change leaves without a target: `path:line role of symbol`, `, now other` for a renamed one, parted by `|`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ctxask.world_view import View

Change = Callable[[Mapping[str, str], Mapping[str, str]], View]

F = "def f(a):\n    return [a, 1, 2, 3]\n\n\n"
M = "    def m(self):\n        return 1\n\n"
ONLY = "    def only(self):\n        return 2\n"
LIB = (
    f"{F}def keep():\n    return f(1)\n\n\nclass Base:\n    def m(self):\n        return 0\n\n\n"
    f"class Sub(Base):\n{M}{ONLY}"
)
USE = (
    "import lib\nfrom lib import f, Sub\n\n\ndef use():\n    x = lib.f(1)\n"
    "    Sub().m()\n    Sub().only()\n    return f(x)\n"
)
LIBRARY = {"lib.py": LIB, "use.py": USE, "other.py": F + "f(1)\n"}
PACKAGE = {
    "pkg/__init__.py": "from pkg.core import f\n",
    "pkg/core.py": "def f():\n    return 1\n",
    "use.py": "import pkg\nfrom pkg import f\n\npkg.f()\nf()\npkg.core.f()\n",
}
ATTRIBUTE = {
    "m.py": "class C:\n    def __init__(self):\n        self.x = 1\n\n    def get(self):\n        return 1\n",
    "use.py": "from m import C\n\n\ndef g(c: C):\n    return c.x, c.get()\n",
}
SOFT = {
    "a.py": "def f():\n    return 1\n",
    "b.py": "try:\n    from a import f\nexcept ImportError:\n    def f():\n        return 2\nf()\n",
}
FITS = {
    "a.py": "def f(a, b=1):\n    return a\n",
    "b.py": "from a import f\n\nf(1, 2)\nf(1)\nf(1, k=2)\nf(*[1])\nf(**{})\n",
}
STAR = {"a.py": "def f(): ...\nLIMIT = 1\n", "b.py": "from a import *\n\nf()\nprint(LIMIT)\ngetattr(a, 'f')\n"}
SCRIPT = {"a.js": "export function f() { return 1 }\n", "b.js": "import { f } from './a.js'\nf()\n"}
WITHOUT_F = LIB.replace(F, "")
RENAMED = LIB.replace("def f(", "def g(").replace("return f(", "return g(")
USES = ("import", "call", "call")  # of f in use.py


def all_uses(*lines: int, now: str = "") -> str:
    named = zip(lines, USES, strict=True)
    return "|".join(f"use.py:{line} {role} of lib.py::f{now and f', now {now}'}" for line, role in named)


CASES: list[tuple[str, dict[str, str], dict[str, str | None], str]] = [  # name, base, edits, what is left behind
    ("removed function", LIBRARY, {"lib.py": WITHOUT_F}, "lib.py:2 call of lib.py::f|" + all_uses(2, 6, 9)),
    ("renamed function", LIBRARY, {"lib.py": RENAMED}, all_uses(2, 6, 9, now="lib.py::g")),
    ("lines that changed as well are not it", LIBRARY, {"lib.py": RENAMED, "use.py": USE.replace("lib.f(", "lib.g(")},
     "use.py:2 import of lib.py::f, now lib.py::g|use.py:9 call of lib.py::f, now lib.py::g"),
    ("lines that moved are where they are now", LIBRARY, {"lib.py": RENAMED, "use.py": "# one\n# two\n" + USE},
     all_uses(4, 8, 11, now="lib.py::g")),
    ("everything was changed with it", LIBRARY, {"lib.py": RENAMED, "use.py": USE.replace("f", "g")}, ""),
    ("method that a base still has", LIBRARY, {"lib.py": LIB.replace(M, "")}, ""),
    ("method that no base has", LIBRARY, {"lib.py": LIB.replace(ONLY, "")}, "use.py:8 call of lib.py::Sub.only"),
    ("a variable now", LIBRARY, {"lib.py": LIB.replace(F, "f = lambda a: a\n")}, ""),
    ("moved", LIBRARY, {"lib.py": WITHOUT_F, "new.py": F},
     "lib.py:2 call of lib.py::f, now new.py::f|" + all_uses(2, 6, 9, now="new.py::f")),
    ("moved and imported back", LIBRARY, {"lib.py": "from new import f\n" + WITHOUT_F, "new.py": F}, ""),
    ("given on no more", PACKAGE, {"pkg/__init__.py": ""},
     "use.py:2 import of pkg/__init__.py::f|use.py:4 call of pkg/__init__.py::f|use.py:5 call of pkg/__init__.py::f"),
    ("another way is there", SOFT, {"a.py": "def g():\n    return 1\n"}, ""),
    ("a signature that calls do not fit", FITS, {"a.py": "def f(a, *, k):\n    return a\n"},
     "b.py:3 call of a.py::f, now takes 1 positional, given 2|b.py:4 call of a.py::f, now misses k"),
    ("module renamed", LIBRARY, {"lib.py": None, "new.py": LIB},
     "use.py:1 import of lib.py, now new.py|use.py:2 import of lib.py, now new.py|use.py:6 read of lib.py, now new.py"),
    ("module of a package renamed", PACKAGE, {"pkg/core.py": None, "pkg/kernel.py": PACKAGE["pkg/core.py"]},
     "pkg/__init__.py:1 import of pkg/core.py, now pkg/kernel.py|use.py:6 read of pkg/core.py, now pkg/kernel.py"),
    ("through a re-export", PACKAGE, {"pkg/core.py": "x = 1\n"},
     "pkg/__init__.py:1 re-export of pkg/core.py::f|use.py:2 import of pkg/core.py::f|use.py:4 call of pkg/core.py::f"
     "|use.py:5 call of pkg/core.py::f|use.py:6 call of pkg/core.py::f"),
    ("attribute of an object", ATTRIBUTE, {"m.py": "class C:\n    def get(self):\n        return 1\n"},
     "use.py:5 read of m.py::C.x"),
    ("through a star", STAR, {"a.py": "other = 1\n"}, "b.py:3 call of a.py::f|b.py:4 read of a.py::LIMIT"),
    ("another language", SCRIPT, {"a.js": "export function g() { return 2 + x }\n"},
     "b.js:1 import of a.js::f, now a.js::g|b.js:2 call of a.js::f, now a.js::g"),
    ("nothing is gone", LIBRARY, {"lib.py": LIB.replace("return [a", "return [-a")}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("base", "edits", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_broken(base: dict[str, str], edits: dict[str, str | None], wanted: str, changed: Change) -> None:
    world = changed(base, {path: text for path, text in {**base, **edits}.items() if text is not None})
    symbols = world.changed_symbols(world.changed(None).rows, None).rows
    sites = world.broken(symbols, None).rows
    said = [f"{s.path}:{s.line} {s.role} of {s.subject}" + (f", now {s.other}" if s.other else "") for s in sites]
    assert "|".join(said) == wanted
    assert all(site.target == "unresolved" and site.mechanism in ("removed", "renamed", "arguments") for site in sites)
