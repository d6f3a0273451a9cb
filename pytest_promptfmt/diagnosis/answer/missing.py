"""What an answer says the request lacks: a key of an object, which is told where the object has none.

A key without a place is looked for among the items of a list, of which others have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.diagnosis.answer.located import PLACE, located, steps
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.keys import KEYS

_KEY = r"[`'\"\[](?P<key>\w+)[`'\"\]]"
_KIND = r"(?:parameter|argument|field|key|property|attribute)s?"
_BREAK = r"['\"]?\s*[,:\n]\s*"
_MISSING = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"missing required {_KIND}:? {PLACE}(?! required)",
        rf"{PLACE}['\"]?:? (?:is )?missing (?:a |the )?(?:required )?{_KIND}:? {_KEY}",
        rf"(?<!\w){_KEY} is a required property(?:,? - {PLACE})?",
        rf"(?:{PLACE}: )?missing {_KIND} {_KEY}",
        rf"missing (?:the )?{PLACE} {_KIND}",
        rf"field required: {PLACE}",
        rf"{PLACE}(?:{_BREAK})?(?:['\"]?(?:msg|message)['\"]?{_BREAK})?['\"]?(?:field required|required['\"])",
        rf"{PLACE}{_BREAK}(?:['\"]?message['\"]?{_BREAK})?['\"]?invalid input: expected \w+, received undefined",
        rf"{PLACE}['\"]? ?: property {_KEY} is missing",
        rf"required properties \[{_KEY}[^\]]*\] are not present['\"]*,\s*['\"]param['\"]: ?['\"]/"
        r"(?P<place>\w+/[\w/-]{1,160})",
        rf"required {_KIND} {_KEY} (?:is |was )?(?:not found|missing)",
        rf"{PLACE} (?:{_KIND} )?(?:is required|must be (?:provided|specified|present|set))",
    )
)
"""Sentences of what is missing; the more a sentence says of the place, the earlier it stands."""


def missing(answer: str, body: Any, dialect: str) -> Iterator[tuple[str, str]]:
    """Path and problem of what the answer misses, and the request has not."""
    for pattern in _MISSING:
        for found in pattern.finditer(answer):
            named = found.groupdict()
            going = [*steps(named.get("place") or ""), *([named["key"]] if named.get("key") else [])]
            for path in _lacking(body, going, dialect):
                yield path, "missing, and the provider asks for it"


def _lacking(body: Any, going: list[str | int], dialect: str) -> Iterator[str]:
    if len(going) > 1:
        place = located(body, going)
        if place is not None and place.value is None:
            yield place.path
    elif going and isinstance(body, dict) and isinstance(key := going[0], str) and body.get(key) is None:
        alone = [path for name, items in body.items() for path in _unlike_others(items, f"$.{name}", key)]
        if key in KEYS.get(dialect, ()):
            yield jsonpath.join("$", [key])
        elif len(alone) == 1:
            yield alone[0]


def _unlike_others(items: Any, path: str, key: str) -> Iterator[str]:
    """The places of a key in those items of a list that lack it, where others have it."""
    if any(key in item for _, item in objects(items, path)):
        yield from (jsonpath.join(where, [key]) for where, item in objects(items, path) if item.get(key) is None)
