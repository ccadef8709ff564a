"""Where intents come from: the shipped folder, and the person's own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from ctxask.compiler.template import Template, bad_intent, read_template
from ctxask.lesson import Stop


class Catalogue(Mapping[str, Template]):
    """The intents by name, shipped ones first; a file is read when its intent is asked for.

    Looking up raises Stop with a lesson for a file that is no usable intent. A shipped name cannot be taken.
    """

    def __init__(self) -> None:
        self._shipped = Path(next(iter(import_module("ctxask.intents").__path__)))
        self._read: dict[str, Template] = {}

    def __getitem__(self, name: str) -> Template:
        if name not in self._read:
            self._read[name] = self._template(name)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        shipped = _names(self._shipped)
        yield from shipped
        yield from (name for name in _names(own_folder()) if name not in shipped)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def usable(self) -> tuple[Template, ...]:
        """Every intent that can be asked; a broken file of the person's own does not hide the others."""
        out = []
        for name in self:
            try:
                out.append(self[name])
            except Stop:
                continue
        return tuple(out)

    def text(self, name: str) -> str | None:
        """What the file of an intent says; raises Stop with a lesson for one that cannot be read."""
        if not (name.isascii() and name.isidentifier()):
            return None
        shipped = _text(self._shipped, name)
        return shipped if shipped is not None else _text(own_folder(), name)

    def _template(self, name: str) -> Template:
        text = self.text(name)
        if text is None:
            raise KeyError(name)
        template = read_template(name, text)
        if not isinstance(template, Template):
            raise Stop(template)
        if name not in _names(self._shipped):  # a test checks those
            _check(template)
        return template


def _check(template: Template) -> None:
    from ctxask.compiler.check import check_template
    from ctxask.ops import OPERATORS

    wrong = check_template(template, OPERATORS)
    if wrong is not None:
        raise Stop(wrong)


def own_folder() -> Path:
    """The person's own intents: `intents/` in the configuration folder."""
    import platformdirs  # only a name that is not shipped leads here

    return Path(os.environ.get("CTXASK_CONFIG") or platformdirs.user_config_dir("ctxask")) / "intents"


def _names(folder: Path) -> list[str]:
    try:
        return sorted(file.stem for file in folder.iterdir() if file.suffix == ".toml" and file.is_file())
    except OSError:
        return []


def _text(folder: Path, name: str) -> str | None:
    file = folder / f"{name}.toml"
    try:
        if file.exists() and not file.is_file():  # to read a pipe would wait for whoever writes to it
            return None
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(bad_intent(name, [f"its file cannot be read: {type(error).__name__}"])) from error
