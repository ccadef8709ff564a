"""Where a project's own settings say that its packages lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

_WORTH = (b"package-dir", b"package_dir", b"where", b"pythonpath")


class Files(Protocol):
    """The covered files."""

    def language(self, path: str) -> str: ...

    def read(self, path: str) -> bytes: ...


class Layout(NamedTuple):
    """Folders that absolute imports start from, and packages that lie in a folder of another name."""

    roots: tuple[str, ...] = ()
    packages: tuple[tuple[str, str], ...] = ()  # dotted name, folder


def layout(files: Files) -> Layout:
    """What pyproject.toml and setup.cfg say; nothing where they say nothing or cannot be read."""
    found = Layout()
    for name, read in (("pyproject.toml", _pyproject), ("setup.cfg", _setup)):
        data = files.read(name) if files.language(name) else b""
        if any(word in data for word in _WORTH):  # spares the readers where nothing can be meant
            more = read(data.decode("utf-8", "replace"))
            found = Layout(found.roots + more.roots, found.packages + more.packages)
    return found


def _pyproject(text: str) -> Layout:
    import tomllib

    try:
        tool = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError):
        return Layout()
    folders = _at(tool, "setuptools", "package-dir")
    where = _at(tool, "setuptools", "packages", "find", "where")
    path = _at(tool, "pytest", "ini_options", "pythonpath")
    roots = [p for listed in (where, path) for p in ([listed] if isinstance(listed, str) else listed or [])]
    return _layout(folders if isinstance(folders, dict) else {}, roots)


def _setup(text: str) -> Layout:
    from configparser import Error, RawConfigParser

    parser = RawConfigParser()
    try:
        parser.read_string(text)
    except Error:
        return Layout()
    lines = parser.get("options", "package_dir", fallback="").replace(",", "\n").splitlines()
    folders = {name.strip(): folder.strip() for name, sign, folder in (line.partition("=") for line in lines) if sign}
    where = parser.get("options.packages.find", "where", fallback="").split()
    return _layout(folders, where + parser.get("tool:pytest", "pythonpath", fallback="").split())


def _at(value: Any, *names: str) -> Any:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _layout(folders: Mapping[str, Any], roots: list[Any]) -> Layout:
    named = {name: _folder(folder) for name, folder in folders.items() if isinstance(folder, str)}
    listed = [named[""]] if "" in named else []
    listed += [_folder(root) for root in roots if isinstance(root, str)]
    return Layout(tuple(dict.fromkeys(listed)), tuple(sorted((n, f) for n, f in named.items() if n)))


def _folder(text: str) -> str:
    parts = [part for part in text.strip().split("/") if part not in ("", ".")]
    return "/".join(parts)
