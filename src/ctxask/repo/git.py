"""The one way to git: a rebuilt environment in which nothing that a repository names can start."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",  # no transport at all, so a promisor remote cannot be reached either
    "GIT_NO_LAZY_FETCH": "1",  # heeded by git 2.45 and later; before, the empty protocol list ends the attempt
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_OVERRIDES = (
    ("core.fsmonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("core.quotePath", "false"),
    ("log.showSignature", "false"),
)
_SETTINGS = r"^(filter\.|core\.(bare|filemode|autocrlf)$|extensions\.objectformat$)"


class GitFailed(Exception):
    """git did not do what it was asked: `absent` when there is no git, else `status` is its exit status."""

    def __init__(self, status: int = 0, absent: bool = False, output: bytes = b"") -> None:
        super().__init__("git is not installed" if absent else f"git ended with status {status}")
        self.status = status
        self.absent = absent
        self.output = output  # what it said before


class Settings(NamedTuple):
    """What the configuration says about a repository, as far as reading it needs to know."""

    bare: bool = False
    file_mode: bool = True  # whether the executable bit means anything on this file system
    autocrlf: bool = False  # work-tree bytes may differ from the blob by their line ends
    algorithm: str = "sha1"
    filters: tuple[str, ...] = ()  # names of the filter drivers, any bytes as surrogates


class Git(NamedTuple):
    """A work tree, the program, and the environment in which it is run there."""

    root: Path
    settings: Settings
    program: str
    environment: tuple[tuple[str, str], ...]

    def run(self, *arguments: str, stdin: bytes | None = None) -> bytes:
        """git's standard output; raises GitFailed."""
        return self.told(*arguments, stdin=stdin)[0]

    def told(self, *arguments: str, stdin: bytes | None = None) -> tuple[bytes, bytes]:
        """git's standard output, and its warnings; raises GitFailed."""
        return _run(self.root, self.program, dict(self.environment), arguments, stdin, (0,))


def open_git(root: Path) -> Git:
    """git for the work tree root, which holds `.git`; every filter that a configuration names is switched off."""
    folders = _folders(root)
    program = _program(root, folders)
    environment = _environment(root, folders, _OVERRIDES)
    asked = ("config", "-z", "--get-regexp", _SETTINGS)
    output, _ = _run(root, program, environment, asked, None, (0, 1))  # 1: nothing is set
    settings = _settings(output)
    idle = tuple(
        (f"filter.{name}.{key}", value)
        for name in settings.filters
        for key, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
    )
    return Git(root, settings, program, tuple(sorted(_environment(root, folders, _OVERRIDES + idle).items())))


def _folders(root: Path) -> list[str]:
    """The folders of PATH in which git is looked for: none that depends on where we are, none in the work tree."""
    listed = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return [folder for folder in listed if Path(folder).is_absolute() and not _within(folder, root)]


def _program(root: Path, folders: list[str]) -> str:
    """The absolute path of git; a repository's own file of that name is not it, by whatever link it is reached."""
    for folder in folders:
        program = f"{folder}{os.sep}git"
        if os.access(program, os.X_OK) and Path(program).is_file() and not _within(program, root):
            return program
    raise GitFailed(absent=True)


def _within(path: str, root: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(root)


def _environment(root: Path, folders: list[str], overrides: tuple[tuple[str, str], ...]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    kept |= _ENVIRONMENT | {"PATH": os.pathsep.join(folders)}
    # The folder that holds .git is the work tree, whatever core.worktree says. Without GIT_DIR, so that git still
    # looks at who owns the repository; with a ceiling, so that it does not go on to a folder above.
    kept |= {"GIT_WORK_TREE": str(root), "GIT_CEILING_DIRECTORIES": str(root.parent)}
    kept["GIT_CONFIG_COUNT"] = str(len(overrides))
    for number, (key, value) in enumerate(overrides):
        kept[f"GIT_CONFIG_KEY_{number}"] = key
        kept[f"GIT_CONFIG_VALUE_{number}"] = value
    return kept


def _run(
    root: Path,
    program: str,
    environment: dict[str, str],
    arguments: tuple[str, ...],
    stdin: bytes | None,
    good: tuple[int, ...],
) -> tuple[bytes, bytes]:
    command = [program, "--no-pager", *arguments]
    try:
        done = subprocess.run(command, cwd=root, env=environment, input=stdin or b"", capture_output=True, check=False)
    except (FileNotFoundError, PermissionError) as error:
        raise GitFailed(absent=True) from error
    if done.returncode not in good:
        raise GitFailed(done.returncode, output=done.stdout)
    return done.stdout, done.stderr


def _settings(output: bytes) -> Settings:
    values: dict[str, str] = {}
    filters: dict[str, None] = {}
    for item in output.split(b"\0"):
        key, _, value = os.fsdecode(item).partition("\n")
        if key.startswith("filter."):
            filters[key[len("filter.") :].rpartition(".")[0]] = None
        elif key:
            values[key] = value.lower() if "\n" in os.fsdecode(item) else "true"  # a key without a value is true
    return Settings(
        bare=_true(values.get("core.bare", "false")),
        file_mode=_true(values.get("core.filemode", "true")),
        autocrlf=values.get("core.autocrlf", "false") == "input" or _true(values.get("core.autocrlf", "false")),
        algorithm=values.get("extensions.objectformat", "sha1"),
        filters=tuple(sorted(filters)),
    )


def _true(value: str) -> bool:
    return value in ("true", "yes", "on") or (value.lstrip("+-").isdigit() and int(value) != 0)
