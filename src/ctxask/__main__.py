"""The `ctx` process, also as `python -m ctxask`: an interrupt ends it quietly from its first moment to its last."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Runs `ctx` and leaves with the exit code."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else whoever started us does not want it
    if heeded:
        signal.signal(signal.SIGINT, _leave)  # while modules load, an exception would end in a traceback
    from ctxask.cli.main import main as start

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        start()
    except KeyboardInterrupt:
        os._exit(130)
    finally:
        if heeded:
            signal.signal(signal.SIGINT, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(130)


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the folder that we are in: the repository's modules are not ours
    main()
