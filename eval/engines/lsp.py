"""A client of a language server: opens files and asks where the name at a place is defined."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlparse

from eval.bench.measure import Cost

AHEAD = 16  # questions that wait for an answer at a time
Location = tuple[str, int, int]  # file, line counted from 1, column in UTF-16 units from 0


class Server:
    """A server that runs in a folder."""

    def __init__(self, command: Sequence[str], root: Path, environment: Mapping[str, str], settings: Any) -> None:
        self._settings = settings
        self._process = subprocess.Popen(
            command,
            cwd=root,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        self._last = 0
        folder = {"uri": root.as_uri(), "name": root.name}
        can = {
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {"definition": {"linkSupport": False}},
            "general": {"positionEncodings": ["utf-16"]},
        }
        begin = {"processId": os.getpid(), "rootUri": folder["uri"], "workspaceFolders": [folder], "capabilities": can}
        self._answer(self._ask("initialize", {**begin, "initializationOptions": settings}))
        self._tell("initialized", {})

    def definitions(self, file: Path, places: Sequence[tuple[int, int]]) -> list[list[Location]]:
        """Where the names at places of a file (line and column, in UTF-16 units from 0) are defined."""
        document = {"uri": file.as_uri()}
        text = file.read_bytes().decode("utf-8", "replace")
        self._tell(
            "textDocument/didOpen", {"textDocument": {**document, "languageId": "python", "version": 1, "text": text}}
        )
        found: list[list[Location]] = []
        for first in range(0, len(places), AHEAD):
            asked = [
                self._ask(
                    "textDocument/definition",
                    {"textDocument": document, "position": {"line": line, "character": column}},
                )
                for line, column in places[first : first + AHEAD]
            ]
            answers = self._answers(asked)
            found += [list(_locations(answers[number])) for number in asked]
        self._tell("textDocument/didClose", {"textDocument": document})
        return found

    def end(self) -> Cost:
        """Stops the server and says what it took."""
        self._answer(self._ask("shutdown", None))
        self._tell("exit", None)
        self._in.close()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return Cost(usage.ru_utime + usage.ru_stime, 0.0, usage.ru_maxrss)

    def _ask(self, method: str, params: Any) -> int:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        return self._last

    def _tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._in.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._in.flush()

    def _answer(self, number: int) -> Any:
        return self._answers([number])[number]

    def _answers(self, numbers: Sequence[int]) -> dict[int, Any]:
        found: dict[int, Any] = {}
        while len(found) < len(numbers):
            message = self._read()
            if "method" in message:
                if "id" in message:
                    self._send({"id": message["id"], "result": self._reply(message)})
            elif message.get("id") in numbers:
                found[message["id"]] = message.get("result")
        return found

    def _reply(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        return [self._section(item.get("section", "")) for item in message["params"]["items"]]

    def _section(self, name: str) -> Any:
        held = self._settings
        for part in filter(None, name.split(".")):
            held = held.get(part) if isinstance(held, dict) else None
        return held

    def _read(self) -> dict[str, Any]:
        length = 0
        while line := self._out.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise SystemExit("a language server ended before it answered")
        message = json.loads(self._out.read(length))
        assert isinstance(message, dict)
        return message


def _locations(result: Any) -> Iterator[Location]:
    for one in result if isinstance(result, list) else [result] if result else []:
        begin = (one.get("targetSelectionRange") or one.get("range"))["start"]
        yield unquote(urlparse(one.get("targetUri") or one["uri"]).path), begin["line"] + 1, begin["character"]
