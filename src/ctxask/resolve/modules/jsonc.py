"""JSON as configuration files hold it: with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')


def read_object(data: bytes) -> dict[str, Any]:
    """The object that a file holds; empty where it holds none that can be read."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    text = _TOKEN.sub(lambda match: match[0] if match[0][0] == '"' else " ", text)
    try:
        found = json.loads(_TRAILING.sub(lambda match: match[1] or "", text))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
