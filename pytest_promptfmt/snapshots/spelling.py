"""How snapshots spell a payload: strict JSON in lines, for people who read differences.

Keys keep their order. A long run of base64, alone or in a data URI, is shortened to its length, its digest and what the
bytes are. What strict JSON cannot say is spelled as in the corpus, ``{"$number": "nan"}``; what an eye cannot see is
escaped.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Any

from pytest_promptfmt.common.json.leaves import with_leaves
from pytest_promptfmt.common.media import read_base64, sniff

_LONG = re.compile(r"(base64,)?([A-Za-z0-9+/_-]{120,}={0,2})")
_MIXED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])")


def abbreviated(value: Any) -> Any:
    """A copy of a plain JSON value (see `to_plain`) as a snapshot keeps it."""
    return with_leaves(value, _short)


def _short(leaf: Any) -> Any:
    if isinstance(leaf, str):
        return _LONG.sub(_shortened, leaf)
    return {"$number": str(leaf)} if isinstance(leaf, float) and not math.isfinite(leaf) else leaf


def _shortened(found: re.Match[str]) -> str:
    """``{base64: 5,120 characters, image/png, sha256 …}``; a long word that only looks like base64 stays."""
    before, text = found[1] or "", found[2]
    if not before and not _MIXED.match(text):
        return text
    kind = sniff(read_base64(text) or b"")
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    facts = ", ".join(filter(None, (f"{len(text):,} characters", kind, f"sha256 {digest}")))
    return f"{before}{{base64: {facts}}}"


_ODD = re.compile(r"[^\n\x20-\x7e]")


def spelled(value: Any) -> str:
    """The text of a file. Raises `ValueError` for NaN and `TypeError` for what is no JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    return _ODD.sub(_visible, text) + "\n"


def _visible(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]
