"""Secrets made unreadable: what headers and addresses carry, and what looks like a key or a token anywhere else.

A secret becomes as many asterisks as it has characters, so that whatever is judged by length is judged the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_NAMED = (
    r"(?:[\w-]*[_-])?(?:api[_-]?key|apikey|authorization|access[_-]?token|auth[_-]?token|refresh[_-]?token|"
    r"id[_-]?token|session[_-]?token|security[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|"
    r"private[_-]?key|secret|passwd|password|credentials?|cookie|set-cookie)"
)
_SECRET_KEY = re.compile(_NAMED, re.IGNORECASE)
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:"
    r"sk-[A-Za-z0-9_-]{8,}|sk_[A-Za-z0-9_]{12,}|AIza[0-9A-Za-z_-]{12,}|AQ\.[\w-]{20,}|ya29\.[\w.-]{8,}|1//[\w-]{20,}|"
    r"gh[pousr]_\w{12,}|github_pat_\w{12,}|glpat-[\w-]{12,}|xox[abeprs]-[\w-]{8,}|A(?:[KSB]IA|CCA)[0-9A-Z]{12,}|hf_\w{12,}|"
    r"gsk_\w{12,}|xai-[\w-]{12,}|r8_\w{12,}|nvapi-[\w-]{12,}|pplx-\w{12,}|sess-\w{12,}|tvly-[\w-]{12,}|"
    r"csk[-_][\w-]{20,}|pcsk_\w{20,}|ABSK[A-Za-z0-9+/]{24,}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{24,}={0,2}|"
    r"tgp_v1_[\w-]{20,}|lsv2_[a-z]{2}_\w{20,}|jina_\w{20,}|dapi[0-9a-f]{32}|(?:vck|fw|npm)_(?=\w*\d)[A-Za-z0-9]{16,}|"
    r"[0-9a-f]{32}\.[A-Za-z0-9]{12,}|eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?"
    r")"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.|\n)*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
)
_SCHEME = re.compile(r"\b(Bearer|Basic)(\s+)([\w.~+/=-]{6,})", re.IGNORECASE)
_QUERY = re.compile(
    r"([?&](?:key|api[_-]?key|token|access_token|sig|signature|auth|password|secret|x-amz-[a-z-]+)=)([^&\s\"'<>\\]+)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"(?<![\w-])({_NAMED}[\"'\\]*\s*[:=]\s*[\"'\\]*)((?!Bearer|Basic)[^\s\"'\\,;}}\]]{{6,}})", re.IGNORECASE
)


def secrets_of(named: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The secrets among values with names, such as headers, cookies and the parts of an address's query.

    Under a telling name it is all of the value; under others only what looks like a token, since ``assistant`` in a
    header must not make every ``assistant`` unreadable.
    """
    found: list[str] = []
    for name, value in named:
        telling = _TELLING.search(name) is not None
        for part in re.split(r"[;,\s]+", value):
            word = part.partition("=")[2] if "=" in part.rstrip("=") else part
            found += (each for each in {part, word} if len(each) >= _SHORTEST and (telling or _is_token(each)))
    return tuple(found)


_TELLING = re.compile(r"auth|key|token|secret|password|passwd|credential|session|signature|sig$", re.IGNORECASE)
_CHARACTERS = (re.compile("[0-9]"), re.compile("[a-z]"), re.compile("[A-Z]"))


def _is_token(word: str) -> bool:
    return len(word) >= _TOKEN and all(kind.search(word) for kind in _CHARACTERS)


_TOKEN = 16
_SHORTEST = 8
_PREFIX = 6


def masked(value: Any, secrets: tuple[str, ...] = ()) -> Any:
    """A plain value without its secrets: those that are known, and what looks like one or stands under such a key."""
    match value:
        case str():
            return masked_text(value, secrets)
        case list():
            return [masked(each, secrets) for each in value]
        case dict():
            return {
                masked_text(key, secrets) if isinstance(key, str) else key: (
                    stars(each) if _is_secret(key, each) else masked(each, secrets)
                )
                for key, each in value.items()
            }
    return value


def _is_secret(key: Any, value: Any) -> bool:
    return isinstance(value, str) and isinstance(key, str) and _SECRET_KEY.fullmatch(key) is not None


def stars(text: str) -> str:
    return "*" * len(text)


def masked_text(text: str, secrets: tuple[str, ...] = ()) -> str:
    """A text without its secrets; of a known one also a beginning that somebody else has cut."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        if secret[:_PREFIX] in text:
            text = text.replace(secret, stars(secret))
            text = re.sub(re.escape(secret[:_PREFIX]) + _rest(secret), lambda found: stars(found[0]), text)
    text = _SHAPES.sub(lambda found: stars(found[0]), text)
    if "earer" in text or "asic" in text or "EARER" in text:
        text = _SCHEME.sub(lambda found: found[1] + found[2] + stars(found[3]), text)
    if "=" in text or ":" in text:
        text = _QUERY.sub(lambda found: found[1] + stars(found[2]), text)
        text = _PAIR.sub(lambda found: found[1] + stars(found[2]), text)
    return text


def _rest(secret: str) -> str:
    """A pattern for as much of a secret's rest as is there."""
    pattern = ""
    for char in reversed(secret[_PREFIX : _PREFIX + 60]):
        pattern = f"(?:{re.escape(char)}{pattern})?"
    return pattern
