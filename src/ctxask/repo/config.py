"""What a repository says about itself in `ctxask.toml` or `[tool.ctxask]`: it may only narrow what is looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxask.lesson import Lesson, Stop
from ctxask.repo.files import read_regular
from ctxask.rows import Note

if TYPE_CHECKING:
    from ctxask.repo.ignore import Rules

MAX_FILE_BYTES = 2 << 20
_CONFIG_LIMIT = 1 << 20
_FILES = ("ctxask.toml", "pyproject.toml")


class Config(NamedTuple):
    """Effective settings; globs are gitignore patterns, relative to the root."""

    include: tuple[str, ...] = ()  # none: everything
    exclude: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()  # what is a test file, besides what the language says
    max_file_bytes: int = MAX_FILE_BYTES
    source_roots: tuple[str, ...] = ()
    test_command: tuple[str, ...] = ()
    source: str = ""  # the file that it came from
    notes: tuple[Note, ...] = ()

    @property
    def narrows(self) -> bool:
        """Whether include or exclude say anything."""
        return bool(self.include or self.exclude)

    def covers(self, raw: bytes) -> bool:
        """Whether a path is included and not excluded."""
        included = not self.include or _rules(self.include).covers(raw)
        return included and not (self.exclude and _rules(self.exclude).covers(raw))

    def is_test(self, raw: bytes) -> bool:
        """Whether the test globs name a path."""
        return bool(self.tests) and _rules(self.tests).covers(raw)

    def narrowed(self, include: tuple[str, ...], exclude: tuple[str, ...]) -> Config:
        """With the globs of a request on top: exclude adds up, and include replaces."""
        return self._replace(include=include or self.include, exclude=self.exclude + exclude)


@cache
def _rules(globs: tuple[str, ...]) -> Rules:
    from ctxask.repo.ignore import rules  # where no glob is given there is nothing to compile

    return rules(os.fsencode(glob) for glob in globs)


def load_config(root: Path) -> Config:
    """The configuration of the work tree: `ctxask.toml`, else `[tool.ctxask]` of pyproject.toml, else the defaults.

    Raises Stop with a lesson for an unknown key and for a value of a wrong type.
    """
    for name in _FILES:
        try:
            data = read_regular(root / name, _CONFIG_LIMIT)
        except OSError:
            continue
        if b"ctxask" in data or name == _FILES[0]:  # spares the TOML reader where nothing can be meant for us
            config = parse_config(data, name)
            if config is not None:
                return config
    return Config()


def parse_config(data: bytes, name: str) -> Config | None:
    """The settings in a configuration file's bytes; None when it has no section for us."""
    import tomllib

    try:
        document: Any = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return Config(
            source=name, notes=(Note("bad_configuration", 1, f"{name} is not valid TOML, so nothing of it holds"),)
        )
    if name != _FILES[0]:
        tool = document.get("tool")
        document = tool.get("ctxask") if isinstance(tool, dict) else None
        if document is None:
            return None
    if not isinstance(document, dict):
        raise Stop(_bad(name, "tool.ctxask", "a table"))
    values: dict[str, Any] = {}
    for key in sorted(document):
        if key not in _KEYS:
            raise Stop(_unknown(name, key))
        setting, check, wanted = _KEYS[key]
        value = check(document[key])
        if value is None:
            raise Stop(_bad(name, key, wanted))
        values[setting] = value
    return Config(source=name, **values)


def _globs(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        return None
    return tuple(value)


def _limit(value: object) -> int | None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and 0 < value <= MAX_FILE_BYTES else None  # type: ignore[operator,return-value]


def _roots(value: object) -> tuple[str, ...] | None:
    found = _globs(value)
    if found is None or any(root.startswith("/") or ".." in root.split("/") or "\\" in root for root in found):
        return None
    return tuple(root.strip("/") if root != "." else "" for root in (root.removeprefix("./") for root in found))


def _command(value: object) -> tuple[str, ...] | None:
    return _globs(value) or None


_KEYS: Mapping[str, tuple[str, Callable[[object], Any], str]] = {
    "include": ("include", _globs, "a list of globs"),
    "exclude": ("exclude", _globs, "a list of globs"),
    "tests": ("tests", _globs, "a list of globs"),
    "max-file-bytes": ("max_file_bytes", _limit, f"a whole number from 1 to {MAX_FILE_BYTES}: it may only narrow"),
    "source-roots": ("source_roots", _roots, "a list of folders below the root"),
    "test-command": ("test_command", _command, 'a list of words, such as ["pytest", "-q"]'),
}


def _bad(name: str, key: str, wanted: str) -> Lesson:
    return Lesson("bad_configuration", f"{name}: {key} must be {wanted}", f"edit {key} in {name}")


def _unknown(name: str, key: str) -> Lesson:
    from rapidfuzz import process

    closest = [found[0] for found in process.extract(key, sorted(_KEYS), limit=1)]
    return Lesson(
        "unknown_setting",
        f"{name}: there is no setting {key!r}",
        f"did you mean {closest[0]}?",
        candidates=tuple(closest),
    )
