"""Canonical bytes: one JSON form, the hashes over it, and the addresses made of them."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

ID_DIGITS = 16
ANCHOR_DIGITS = 8

_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def dumps(value: Any) -> str:
    """Canonical JSON: sorted keys, no blanks, no floats; the caller holds strings to valid Unicode."""
    return _ENCODER.encode(value)


def encode(value: Any) -> bytes:
    """UTF-8 bytes of the canonical JSON; their number is the size that budgets count."""
    return dumps(value).encode("utf-8")


def fingerprint(data: bytes) -> str:
    """SHA-256 of data, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def integrity(text: str) -> str:
    """`sha256-` and the hash of a text as browsers name it: what a page's policy allows."""
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def address(kind: str, value: Any) -> str:
    """`kind:` and the first 16 hex digits of the hash over the canonical JSON of value."""
    return f"{kind}:{fingerprint(encode(value))[:ID_DIGITS]}"


def anchor(lines: bytes) -> str:
    """Eight hex digits that bind an address to its lines; how a checkout ends lines makes no other address."""
    return fingerprint(lines.replace(b"\r\n", b"\n").removesuffix(b"\r"))[:ANCHOR_DIGITS]


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """Git's blob id of data: the content id of a file's bytes, in the repository's hash."""
    digest = hashlib.new(algorithm, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def blob_id_of(pieces: Iterable[bytes], size: int, algorithm: str = "sha1") -> str:
    """The blob id of size bytes that come in pieces."""
    digest = hashlib.new(algorithm, b"blob %d\0" % size, usedforsecurity=False)
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def path_text(raw: bytes) -> str:
    """A path's bytes as valid Unicode: undecodable bytes and a literal backslash-x are escaped, reversibly."""
    text = raw.decode("utf-8", "surrogateescape")
    if "\\x" in text:
        text = text.replace("\\x", "\\x5cx")
    return text if text.isascii() else _UNDECODABLE.sub(_escape, text)


def path_bytes(text: str) -> bytes:
    """The bytes behind path_text's form."""
    if "\\x" not in text:
        return text.encode("utf-8")
    out = bytearray()
    position = 0
    for match in _ESCAPE.finditer(text):
        out += text[position : match.start()].encode("utf-8")
        out.append(int(match[1], 16))
        position = match.end()
    out += text[position:].encode("utf-8")
    return bytes(out)


_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
_UNDECODABLE = re.compile("[\udc80-\udcff]")  # what surrogateescape makes of bytes that are no UTF-8


def _escape(match: re.Match[str]) -> str:
    return f"\\x{ord(match[0]) - 0xDC00:02x}"


def repo_address(path: str, first: int, last: int, lines_anchor: str) -> str:
    """`repo:PATH:FIRST-LAST@ANCHOR`: lines of a file as they were, 1-based and inclusive."""
    return f"repo:{path}:{first}-{last}@{lines_anchor}"
