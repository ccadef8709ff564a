"""Arm A: grep as somebody tunes it who knows the language: whole words, Python files, definitions first, imports
followed by file, the enclosing function of each hit, the types of receivers, and reading where that leaves doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from eval.referee.session import Session

PYTHON = "*.py"
WINDOW = 40  # lines of a definition that are read
AROUND = 3  # lines that are read before and after a hit in doubt
DOUBTS = 20  # hits in doubt that are read about
_HIT = re.compile(r"^(.+?)([:=])(\d+)[:=](.*)$")
_IMPORT = re.compile(r"^\s*(from|import)\s")


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that grep prints."""

    path: str
    line: int
    text: str
    within: str  # the line of the function or class above it


@dataclass(frozen=True, slots=True)
class Found:
    """A definition as grep finds it."""

    leaf: str
    holder: str  # what stands before the last dot of what is asked for
    path: str
    line: int
    text: str
    of: int  # definitions of the name

    @property
    def inside(self) -> bool:
        """Whether it is indented: a method, most likely."""
        return self.text[:1].isspace()


def attributes(session: Session) -> str:
    """A file that has git know functions of Python."""
    file = session.place.scratch / "attributes"
    file.write_text("*.py diff=python\n")
    return str(file)


def hits(session: Session, pattern: str, *more: str, files: Sequence[str] = (PYTHON,)) -> list[Hit]:
    """What `git grep` prints; with `-p` each hit with the head of what holds it."""
    command = ["git", "-c", f"core.attributesFile={attributes(session)}", "grep", "-n", "-E", *more, "-e", pattern]
    shown = f"git grep -n -E {' '.join(more)} -e '{pattern}' -- {' '.join(files)}"
    found: list[Hit] = []
    above = ("", "")
    for printed in session.shell([*command, "--", *files], shown):
        if match := _HIT.match(printed):
            path, mark, line, text = match.groups()
            if mark == "=":
                above = (path, text)
            else:
                found.append(Hit(path, int(line), text, above[1] if above[0] == path else ""))
                if re.match(r"\s*(async\s+def|def|class)\s", text):
                    above = (path, text)
    return found


def definition(session: Session, given: str, read: bool = False) -> Found | None:
    """The definition that is most likely meant; with its first lines read, where they are asked for."""
    holder, _, leaf = given.rpartition(".")
    every = hits(session, _defines(leaf))
    if not every:
        leaf = _nearest(session, leaf)
        every = hits(session, _defines(leaf)) if leaf else []
    if not every:
        return None
    one = _held(session, every, holder, leaf) if len(every) > 1 else every[0]
    if read:
        session.shell(["sed", "-n", f"{one.line},{one.line + WINDOW}p", one.path])
    return Found(leaf, holder, one.path, one.line, one.text, len(every))


def uses(session: Session, found: Found, *more: str) -> list[Hit]:
    """The hits of the name that mean the definition, by what grep can tell."""
    if found.of > 1 and found.inside:
        return _of_method(session, found, *more)
    every = _hits(session, found.leaf, *more)
    return every if found.of == 1 else _of_module(session, found, every)


def _hits(session: Session, leaf: str, *more: str, files: Sequence[str] = (PYTHON,)) -> list[Hit]:
    return [hit for hit in hits(session, leaf, "-w", *more, files=files) if code(hit.text, leaf)]


def head(hit: Hit) -> str:
    """Who holds a hit, as `path::name`; the path at module level."""
    if not hit.text[:1].isspace():  # at the left edge nothing holds it
        return hit.path
    match = re.match(r"(\s*)(?:async\s+def|def|class)\s+(\w+)", hit.within)
    return f"{hit.path}::{match[2]}" if match else hit.path


def _defines(leaf: str) -> str:
    return rf"^[ \t]*(async[ \t]+)?(def|class)[ \t]+{leaf}\b|^{leaf}[ \t]*[:=]"


def _nearest(session: Session, leaf: str) -> str:
    """The defined name that looks most like one that is not: by its longest part, then by how it begins."""
    parts = sorted(re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", leaf), key=len, reverse=True)
    for part in dict.fromkeys([*parts[:2], leaf[:3]]):
        printed = session.shell(["git", "grep", "-ohiE", rf"(def|class) +\w*{part}\w*", "--", PYTHON])
        names = sorted({line.split()[-1] for line in printed})
        if close := get_close_matches(leaf, names, 1):
            return close[0]
    return ""


def _held(session: Session, every: Sequence[Hit], holder: str, leaf: str) -> Hit:
    """Of several definitions that in the class, or in the module, which is asked for."""
    last = holder.rpartition(".")[2]
    if last:
        classes = hits(session, rf"^[ \t]*class[ \t]+{last}\b")
        below = [one for head in classes for one in every if one.path == head.path and one.line > head.line]
        if below:
            return min(below, key=lambda one: one.line)
        module = holder.replace(".", "/")
        named = [one for one in every if one.path.endswith((f"{module}.py", f"{module}/__init__.py"))]
        if named:
            return named[0]
        for hit in hits(session, leaf, "-w", files=(f"*{module}/__init__.py",)):  # follows the re-export
            stem = re.sub(r"^\s*from\s+\.*(\S+)\s+import.*", r"\1", hit.text).replace(".", "/")
            if behind := [one for one in every if one.path.endswith((f"{stem}.py", f"{stem}/__init__.py"))]:
                return behind[0]
    return min(every, key=lambda one: ("test" in one.path, one.text[:1].isspace()))


def _of_module(session: Session, found: Found, every: Sequence[Hit]) -> list[Hit]:
    """Of a function or class that shares its name: by which file imports it, or the module that holds it."""
    parts = found.path.removesuffix(".py").removesuffix("/__init__").split("/")
    stem, top = parts[-1], found.holder.partition(".")[0] or parts[0]
    importing = {hit.path for hit in every if _imports(hit, found.leaf)}
    modules = hits(session, rf"^[ \t]*(from|import)[ \t].*\b({stem}|{top})\b")
    seen = {hit.path for hit in modules}
    kept = []
    for hit in every:
        bare = re.search(rf"(?<![\w.]){found.leaf}\b", hit.text)
        through = re.search(rf"\b({stem}|{top})\.{found.leaf}\b", hit.text)
        another = hit.line != found.line and re.match(_defines(found.leaf).replace("[ \\t]", r"\s"), hit.text)
        if not another and ((bare and hit.path in importing | {found.path}) or (through and hit.path in seen)):
            kept.append(hit)
    return kept


def _of_method(session: Session, found: Found, *more: str) -> list[Hit]:
    """Of a method that shares its name, in the files that speak of its class: by what receivers are said to be there,
    then by reading."""
    holder = found.holder.rpartition(".")[2] or "self"
    typed = hits(session, rf"\w+ *[:=] *[\"']?(\w+\.)*{holder}\b|class +\w+\(.*\b{holder}\b|class +{holder}\b")
    files = {found.path, *(hit.path for hit in typed)}
    every = _hits(session, found.leaf, *more, files=sorted(files))
    receivers = {
        (hit.path, match) for hit in typed for match in re.findall(r"(\w+) *[:=] *[\"']?(?:\w+\.)*" + holder, hit.text)
    }
    classes = {holder, *(name for hit in typed for name in re.findall(rf"class +(\w+)\(.*\b{holder}\b", hit.text))}
    spans = _spans(session, files, classes)
    plain = re.sub(r"(?<!^)(?=[A-Z])", "_", holder).lower()
    kept, doubts = [], []
    for hit in every:
        receiver = re.search(rf"([\w\])]+)\.{found.leaf}\b", hit.text)
        name = receiver[1] if receiver else ""
        held = any(path == hit.path and first <= hit.line <= last for path, first, last in spans)
        if hit.line == found.line and hit.path == found.path:
            kept.append(hit)
        elif name in ("self", "cls", "super()"):
            kept += [hit] * held
        elif name in (holder, plain, plain.rpartition("_")[2]) or (hit.path, name) in receivers:
            kept.append(hit)
        elif name:
            doubts.append(hit)
    return kept + _read(session, doubts, holder)


def _spans(session: Session, files: Iterable[str], classes: Iterable[str]) -> list[tuple[str, int, int]]:
    """The lines of classes, by where the next one at the left edge begins."""
    named = sorted(files)
    heads = hits(session, r"^(class|def|async def)[ \t]", files=named) if named else []
    wanted = set(classes)
    spans = []
    for number, hit in enumerate(heads):
        match = re.match(r"class\s+(\w+)", hit.text)
        if match and match[1] in wanted:
            later = heads[number + 1] if number + 1 < len(heads) else None
            spans.append((hit.path, hit.line, later.line if later and later.path == hit.path else 10**6))
    return spans


def _read(session: Session, doubts: Sequence[Hit], holder: str) -> list[Hit]:
    """The hits around which the class is spoken of."""
    chosen = doubts[:DOUBTS]
    if not chosen:
        return []
    ranges = [(max(1, hit.line - AROUND), hit.line + AROUND, hit.path) for hit in chosen]
    script = "; ".join(f"sed -n '{first},{last}p' '{path}'; echo ---" for first, last, path in ranges)
    windows = "\n".join(session.shell(["sh", "-c", script], script)).split("\n---")
    return [hit for hit, text in zip(chosen, windows, strict=False) if re.search(rf"\b{holder}\b", text)]


def _imports(hit: Hit, leaf: str) -> bool:
    """Whether a line imports the name, on its own or in brackets."""
    return bool(_IMPORT.match(hit.text) or re.fullmatch(rf"\s+{leaf}( as \w+)?,?\s*(#.*)?", hit.text))


def code(text: str, leaf: str) -> bool:
    """Whether a name stands in a line before a comment, and not between quotes."""
    place = re.search(rf"\b{leaf}\b", text)
    before = text[: place.start()] if place else text
    return "#" not in before and all(before.count(quote) % 2 == 0 for quote in "\"'`") and "``" not in before
