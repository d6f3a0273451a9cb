"""Foreign text made fit to print: hostile payloads and conversations are what the corpus is full of."""

from __future__ import annotations

import json
from typing import Any

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def safe(text: str) -> str:
    """`text` on one line: control characters, invisible and bidirectional marks and surrogates are spelled out."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _spelled(char) for char in text)


def _spelled(char: str) -> str:
    code = ord(char)
    return _SHORT.get(char) or (f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}")


def cut(text: str, width: int) -> str:
    """`text`, or its beginning and how long it is."""
    return text if len(text) <= width else f"{text[: max(width - 20, 1)]}… ({len(text):,} characters)"


def compact(value: Any, width: int = 160) -> str:
    """A JSON value on one line, at most about `width` characters long."""
    return cut(safe(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=repr)), width)


def sentence(text: str) -> str:
    """`text` on one line, where its own line breaks are only layout."""
    return safe(" ".join(text.split()))


def count(n: int, noun: str) -> str:
    """``1 warning``, ``2 warnings``."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
