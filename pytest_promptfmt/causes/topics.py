"""What an error is of: its family, and what it speaks of, which is read from the words of its id."""

from __future__ import annotations

import re
from functools import cache

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.dialects import DIALECTS

_TOPICS = {
    "rounds": "call calls result results response output use",
    "media": "media image images audio document file address url uri s3 mime base64 format",
    "thinking": "thinking reasoning thought think signature signed unsigned",
    "offers": "tools parameter parameters schema description renamed",
    "turns": "role roles order turn speaker user first last prefill alternate reordered leads followed alone present",
    "texts": "text words content system",
}
_WORDS = {word: topic for topic, words in _TOPICS.items() for word in words.split()}
_MISSING = re.compile(r"fidelity\.(lost|omitted|unsigned)-.*")


def is_rule(id_: str) -> bool:
    """Does a provider say so?"""
    return id_.partition(".")[0] in DIALECTS or is_added(id_)


def is_form(id_: str) -> bool:
    """Is it of how a payload is built, whatever it says?"""
    return is_rule(id_) or is_schema(id_) or id_ == NOT_JSON


def is_schema(id_: str) -> bool:
    """Does the dialect's schema say so?"""
    return id_.startswith("schema.")


def is_loss(id_: str) -> bool:
    """Is something not there that was said?"""
    return _MISSING.fullmatch(id_) is not None


def is_absence(id_: str) -> bool:
    """Is it of a part that has to be there and is not, or has to hold something and is empty?"""
    return is_rule(id_) and not _ABSENT.isdisjoint(id_.partition(".")[2].split("-"))


_ABSENT = frozenset(("nonempty", "required", "null", "nonblank", "given", "or"))


def is_content(id_: str) -> bool:
    """Is it of what a payload says?"""
    return id_.startswith(("fidelity.", "truncation."))


NOT_JSON = "purity.not-json"


@cache
def topics(id_: str) -> frozenset[str]:
    """What it speaks of, nothing where no word of the id tells."""
    if id_.startswith("truncation."):
        return frozenset(("cuts",))
    words = id_.partition(".")[2].split("-")
    found = frozenset(_WORDS[word] for word in words if word in _WORDS)
    if "tool" not in words or "rounds" in found:
        return found
    return found | {"rounds" if _OF_ROUNDS.intersection(words) else "offers"}


_OF_ROUNDS = frozenset(("input", "block", "message", "content", "loop", "ids"))
"""What of a tool is of its calls and results; all else is of a tool on offer."""
