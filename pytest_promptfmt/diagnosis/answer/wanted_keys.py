"""Keys that a provider's answer asks for, and that the request does not have where they belong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pytest_promptfmt.diagnosis.answer.named_at import holder, spelled, steps_of
from pytest_promptfmt.diagnosis.own_words import plain, read, source_of
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.request.keys import KEYS

_NAME = r"""[\['"`]?(?P<name>[A-Za-z_][\w.\[\]]*?)[\]'"`]?"""
_KIND = r"(?:key|field|parameter|param|property|argument|attribute|header)"
_ENDS = r"(?=[\s,;:)]|\.(?:\s|$)|$)"
_WANTED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"required {_KIND} {_NAME} (?:is |was )?(?:not found|missing|absent)",
        rf"missing (?:a )?(?:required )?{_KIND}s?(?: at \S+)?:? {_NAME}{_ENDS}",
        rf"(?:you )?must (?:provide|specify|include|define|set|pass) (?:a |an |the |at least one )?{_NAME}"
        rf"(?: {_KIND})?{_ENDS}",
        rf"(?:the )?{_NAME}(?: {_KIND})? must be (?:provided|specified|defined|set|given|present)\b",
        rf"(?<!\w){_NAME}(?: {_KIND})? (?:is|are) (?:a )?(?:required|missing|mandatory)\b",
        rf"{_NAME}: (?:field )?required\b",
        rf"{_NAME} is a required property",
        rf"at least one {_NAME}(?: {_KIND})? is required",
    )
)
"""Sentences that ask for a key."""


def wanted_keys(answer: str, body: Any, dialect: str, seen: Sequence[Finding]) -> Iterator[Finding]:
    """The keys that the answer asks for and that are not there: as what was `seen` of it there, if anything was."""
    data = source_of(answer, dialect)
    told = {word for finding in seen for word in _words(finding)}
    known = {plain(key) for key in KEYS.get(dialect, ())}
    names = (found["name"] for pattern in _WANTED for found in pattern.finditer(read(answer)))
    for name in dict.fromkeys(names):
        *above, key = steps_of(name) or [""]
        held = holder(body, above)
        if not above and plain(key) not in known:
            continue  # a word of the sentence, and no key of a request
        if held is None or not isinstance(held[1], dict) or any(spelled(held[1], key)):
            continue
        there = [finding for finding in seen if finding.path == held[0] and key in _words(finding)]
        yield from (replace(finding, data=data) for finding in there[:1])
        if key not in told:
            yield Finding("request.wanted-key", Severity.ERROR, held[0], f"{key} is missing", data=data)


def _words(finding: Finding) -> list[str]:
    return re.findall(r"\w+", finding.message)
