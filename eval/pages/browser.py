"""A headless Chromium that is driven over a pair of pipes, in the DevTools protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)


def found() -> str:
    """The browser's program; empty where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or ""


class Tab:
    """One page of a browser, and everything that the browser said of it."""

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive, self._rest = send, receive, b""
        self._number, self._session = 0, ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        """The result of a command; RuntimeError with what the browser says where it fails."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": given}
        message |= {"sessionId": self._session} if self._session else {}
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']['message']}")
                result = said["result"]
                assert isinstance(result, dict)
                return result
            self.events.append(said)

    def open(self, page: Path, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Opens a file and waits until it is loaded."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.events.clear()
        self.call("Page.navigate", url=page.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def value(self, script: str) -> Any:
        """What an expression comes to in the page."""
        made = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in made:
            raise RuntimeError(made["exceptionDetails"]["exception"]["description"])
        return made["result"].get("value")

    def click(self, x: int, y: int) -> None:
        """Presses and lets go at a place in the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, code: int) -> None:
        """Presses a key; code is that of Windows, by which the browser knows it."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def picture(self) -> bytes:
        """The window as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self) -> list[str]:
        """What went to the console, what was thrown, and what the policy forbade."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [json.dumps(event["params"]) for event in self.events if event.get("method") in kinds]

    def requests(self) -> list[str]:
        """The addresses that were asked for."""
        sent = [event["params"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [str(event["request"]["url"]) for event in sent]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._receive, 1 << 16)
            if not piece:
                raise RuntimeError("the browser ended")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        said = json.loads(message)
        assert isinstance(said, dict)
        return said


@contextmanager
def browsing(program: str) -> Iterator[Tab]:
    """A tab of a browser with a new profile, which ends with the block."""
    theirs_in, send = os.pipe()
    receive, theirs_out = os.pipe()

    def plugged() -> None:  # the browser reads 3 and writes 4, whatever numbers the pipes had
        kept_in, kept_out = os.dup(theirs_in), os.dup(theirs_out)
        os.dup2(kept_in, 3)
        os.dup2(kept_out, 4)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [program, *FLAGS, f"--user-data-dir={profile}"]
        silent = subprocess.DEVNULL
        process = subprocess.Popen(command, close_fds=False, preexec_fn=plugged, stdout=silent, stderr=silent)
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Tab(send, receive)
        finally:
            process.kill()
            process.wait()
            os.close(send)
            os.close(receive)
