"""One arm at one question: the commands that it gives, each a turn, and the bytes that it reads."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.install import Installed

SERVING = Path(__file__).with_name("serving.py")
TIMEOUT = 600  # seconds
SHOWN = 160  # characters of a command that a result keeps
WHOLE = ["--budget", "0"]
LINES = ["--format", "lines"]  # the ids of tests as a runner takes them: all of them at once
Document = dict[str, Any]


class Server:
    """The installed command, without what a process takes to begin."""

    def __init__(self, installed: Installed, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [installed.python, str(SERVING)],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout

    def run(self, folder: Path, arguments: Sequence[str], given: str = "") -> str:
        """What a command prints."""
        request = {"folder": str(folder), "arguments": list(arguments), "given": given}
        self._in.write(json.dumps(request) + "\n")
        self._in.flush()
        printed = json.loads(self._out.readline())
        assert isinstance(printed, str)
        return printed

    def end(self) -> None:
        """Lets it end."""
        self._in.close()
        self._process.wait()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an arm works."""

    root: Path
    environment: Mapping[str, str]
    server: Server
    scratch: Path  # files of an arm's own settings
    tests: tuple[str, ...] = ()  # the command that runs the tests that fail


@dataclass(slots=True)
class Session:
    """Counts as it goes."""

    place: Place
    turns: int = 0
    read: int = 0
    commands: list[str] = field(default_factory=list)
    omitted: bool = False  # the last page of an answer was not the last, or a step did not end

    def shell(self, command: Sequence[str], shown: str = "") -> list[str]:
        """The lines that a command prints."""
        done = subprocess.run(
            command,
            cwd=self.place.root,
            env=dict(self.place.environment),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
        printed = done.stdout + done.stderr
        self._count(shown or " ".join(command), printed)
        return printed.split("\n")[:-1]

    def ctx(self, arguments: Sequence[str], shown: str = "", given: str = "", form: Sequence[str] = ()) -> Document:
        """The first page of an answer, or all of it where it is not whole: what an answer offers last. The text is what
        is counted, or another form; what the page holds is read from the same page as JSON."""
        page: Document = {}
        for more in [WHOLE] if form else ([], WHOLE):
            shown_whole = " ".join(["ctx", shown or " ".join(arguments), *form, *more])
            self._count(shown_whole, self.place.server.run(self.place.root, [*arguments, *form, *more], given))
            page = json.loads(self.place.server.run(self.place.root, [*arguments, *more, "--json"], given))
            if not page.get("cursor"):
                break
        self.omitted = self.omitted or unresolved(page)
        return page

    def capture(self) -> None:
        """Has the failing tests run under `ctx run`."""
        command = ["run", "--", *self.place.tests]
        self._count(" ".join(["ctx", *command]), self.place.server.run(self.place.root, command))

    def bytes(self, addresses: Sequence[str]) -> None:
        """Reads what stands behind addresses."""
        printed = self.place.server.run(self.place.root, ["get", *addresses])
        self._count(" ".join(["ctx get", *addresses]), printed)

    def _count(self, shown: str, printed: str) -> None:
        self.turns += 1
        self.read += len(printed.encode())
        self.commands.append(shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…")


def unresolved(page: Document) -> bool:
    """Whether something is left out behind what was read."""
    left = page.get("omissions", {})
    return bool(page.get("cursor") or left.get("budget") or left.get("incomplete"))
