"""What a provider's answer says that it takes, held against the request: its own sentence is the rule.

A sentence that lists what is taken, or bounds it, or says what is missing or of the wrong type, tells enough to find
what breaks it, be it a parameter that nobody here has heard of. Only what the request shows is said: a value that
stands in it once, or where the answer says, and is none of the list; a number or a length beyond the bound; a key that
is not there; a value that is of another type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.answer.bounded import beyond_bounds, more_than_held
from pytest_promptfmt.diagnosis.answer.listed import not_taken, quoted_values, refused_values, spelled_otherwise
from pytest_promptfmt.diagnosis.answer.missing import missing
from pytest_promptfmt.diagnosis.answer.mistyped import mistyped
from pytest_promptfmt.diagnosis.answer.named_at import ends, named_at
from pytest_promptfmt.diagnosis.error_words import Told, at_place, dotted, places
from pytest_promptfmt.diagnosis.own_words import read, source_of
from pytest_promptfmt.payload.finding import Finding, Severity

_VALUE, _LIST, _NUMBER = r"['\"`](?P<value>[^'\"`]{1,200})['\"`]", r"(?P<taken>['\"`][^\n]{0,600})", r"-?\d+(?:\.\d+)?"
_BARE = r"(?P<taken>[\[(]?['\"`]?[\w./-]+['\"`]?(?:(?:, | \| |,| or |, or | and |, and )['\"`]?[\w./-]+['\"`]?)*)"
_LISTED = (
    re.compile(rf"invalid value: {_VALUE}[.,]? supported values are:? {_LIST}", re.I),
    re.compile(rf"unknown variant {_VALUE}, expected (?:one of )?{_LIST}", re.I),
    re.compile(rf"{_VALUE} is not one of \[(?P<taken>[^\]]*)", re.I),
    re.compile(rf"input should be (?P<taken>['\"`][^\n]{{0,600}}?)['\"]input['\"]: ?{_VALUE}", re.I),
    re.compile(rf"input tag {_VALUE} found using \S+ does not match any of the expected tags: {_LIST}", re.I),
    re.compile(rf"value {_VALUE} at [^\n]{{1,200}}? must satisfy enum value set: \[(?P<taken>[^\]]*)", re.I),
    re.compile(rf"invalid enum value\. expected {_LIST}, received {_VALUE}", re.I),
    re.compile(rf"{_VALUE}[^\n.;]{{0,80}}(?:must be|should be|expected|choose) (?:one )?of:? {_LIST}", re.I),
)
"""Sentences that name a value and list what is taken in its place."""
_WORD = re.compile(r"['\"`]([^'\"`]{1,80})['\"`]")
_NAME, _MOST, _LEAST = (
    r"(?<![\w.\]])(?P<name>[A-Za-z_][\w.\[\]]{0,160})['\"`]?",
    rf"[`']?(?P<high>{_NUMBER})",
    rf"[`']?(?P<low>{_NUMBER})",
)
_UNDER = rf"(?P<under>{_NUMBER})"
_MUST, _EXPECTED = r"(?: for \S+)? (?:must|should|has to) be", r"[^.]{0,80}[.,:] ?expected an? \w+"
_CHOICES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAME}{_MUST} (?:set to )?(?:one|any) of (?:the following)?(?: values)?:? ?{_BARE}",
        rf"{_NAME}: input should be (?P<taken>['\"`][^\n]{{0,600}})",
        rf"{_NAME}: invalid literal value, expected (?P<taken>['\"`]\w+['\"`])",
        rf"{_NAME}: (?:allowed|supported|valid|accepted) \w+ are:? {_BARE}",
        r"(?P<top>\w+): only (?P<name>\w+)=(?P<taken>\w+) is (?:allowed|supported|accepted)",
    )
)
"""Sentences that list what is taken at a place."""
_BOUND = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAME}{_MUST} (?:less than or equal to|at most|<=|no more than) {_MOST}",
        rf"{_NAME}{_MUST} (?:greater than or equal to|at least|>=|no less than) {_LEAST}",
        rf"{_NAME}{_MUST} (?:in (?:the range )?|between )[\[(]?{_LEAST}(?:, ?| and )(?:{_UNDER}\)|{_MOST})",
        rf"range of {_NAME} (?:should be|is) \[{_LEAST}, ?{_MOST}\]",
        rf"['\"`]{_NAME}{_EXPECTED} (?:<=|with maximum length) {_MOST}",
        rf"['\"`]{_NAME}{_EXPECTED} (?:>=|with minimum length) {_LEAST}",
        rf"{_NAME} is too large: \d+\. this model supports at most {_MOST}",
        rf"{_NAME}: \d+ > {_MOST}",
        rf"{_NAME}: range: {_LEAST}\.\.{_MOST}",
        rf"{_NAME}: input should be (?:greater than or equal to|at least) {_LEAST}",
        rf"{_NAME}: input should be (?:less than or equal to|at most) {_MOST}",
        rf"{_NAME} failed to satisfy constraint: member must have (?:value|length) less than or equal to {_MOST}",
        rf"{_NAME} failed to satisfy constraint: member must have (?:value|length) greater than or equal to {_LEAST}",
        rf"{_NAME}(?: parameter)?{_MUST} a positive integer and not greater than {_MOST}",
        rf"has an? {_NAME} value of \S+ but the supported range is from {_LEAST} \(inclusive\) to {_UNDER} \(exc",
    )
)
"""Sentences that bound a parameter, by its name or its place."""
_FREE = frozenset({"content", "text", "description", "instructions", "prompt"})


def stated(answer: str, body: Any, dialect: str) -> tuple[Finding, ...]:
    """What of the request breaks what the answer says is taken."""
    said, data = read(answer), source_of(answer, dialect)
    spelled = dotted(said)
    broken = dict(
        (
            *missing(spelled, body, dialect),
            *mistyped(spelled, body),
            *_mistyped(said, body),
            *_unchosen(said, body),
            *_unlisted(said, body),
            *not_taken(spelled, body),
            *spelled_otherwise(spelled, body),
            *beyond_bounds(spelled, body),
            *_beyond(said, body),
            *refused_values(said, body),
            *quoted_values(spelled, body),
            *more_than_held(said, body),
        )
    )
    return tuple(
        Finding("request.stated-value", Severity.ERROR, path, problem, data=data) for path, problem in broken.items()
    )


def told_by(broken: Sequence[Finding], seen: Sequence[Finding]) -> tuple[Told, ...]:
    """What the answer says of them, as the rule that was `seen` to be broken there, or as its own sentence."""
    rules = [next((each.id for each in _there(finding, seen)), finding.id) for finding in broken]
    return tuple(Told(rule, str(f.data["source"]), 1.0) for rule, f in zip(rules, broken, strict=True))


def unseen(broken: Sequence[Finding], seen: Sequence[Finding]) -> Iterator[Finding]:
    """Those where nothing was `seen`."""
    yield from (finding for finding in broken if not any(_there(finding, seen)))


_UNKNOWN = "request.unknown-key"
"""That nobody here knows a key says nothing of its value."""


def _there(finding: Finding, seen: Sequence[Finding]) -> Iterator[Finding]:
    yield from (each for each in seen if each.path == finding.path and each.id != _UNKNOWN)
    yield from (each for each in seen if each.is_error and at_place(each.path, finding.path))


def _unlisted(said: str, body: Any) -> Iterator[tuple[str, str]]:
    named = places(said)
    for pattern in _LISTED:
        for found in pattern.finditer(said):
            value, taken = found["value"], _WORD.findall(found["taken"]) or _ITEM.findall(found["taken"])
            where = [path for path, leaf in nodes(body) if leaf == value and path.rpartition(".")[2] not in _FREE]
            where = [path for path in where if any(at_place(path, place) for place in named)] or where
            if value not in taken and len(where) == 1:
                yield where[0], f"{value!r}, and the provider takes {', '.join(taken)}"


def _unchosen(said: str, body: Any) -> Iterator[tuple[str, str]]:
    for pattern in _CHOICES:
        for found in pattern.finditer(said):
            top = found.groupdict().get("top")
            taken = _ITEM.findall(found["taken"])
            at = named_at(body, f"{top}.{found['name']}" if top else found["name"])
            if at and isinstance(value := at[1], str) and value not in taken:
                yield at[0], f"{value!r}, and the provider takes {', '.join(taken)}"


_ITEM = re.compile(r"(?!(?:or|and)\b)[\w./-]+")


_GO = re.compile(
    r"cannot unmarshal (?P<kind>\w+) into Go struct field \w+\.(?P<name>[\w.]+) of type (?P<type>[\w.\[\]]+)"
)
_JSON: Mapping[str, type] = {"string": str, "array": list, "object": dict, "bool": bool, "number": float}


_TYPE = r"(?P<type>string|str|list|array|object|dictionary|dict)\b"
_TYPED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAME}: input should be a valid {_TYPE}",
        rf"input should be a valid {_TYPE}: {_NAME}",
        rf"invalid (?:type|value) (?:for|at) ['\"`]?{_NAME}: expected an? {_TYPE}",
        rf"{_NAME}(?: parameter| field)? (?:must|should) be an? {_TYPE}",
    )
)
_TAKEN: Mapping[str, type] = {**_JSON, "str": str, "list": list, "dict": dict, "dictionary": dict}


def _mistyped(said: str, body: Any) -> Iterator[tuple[str, str]]:
    """Values of another type than the answer asks for; Go names the place without numbers."""
    for found in (found for pattern in _TYPED for found in pattern.finditer(said)):
        at = named_at(body, found["name"])
        if at and not isinstance(at[1], _TAKEN.get(found["type"].lower(), object)):
            yield at[0], f"a value of another type, and the provider takes a {found['type'].lower()}"
    for found in _GO.finditer(said):
        for path, value in ends(body, found["name"]):
            if isinstance(value, _JSON.get(found["kind"], type(None))):
                yield path, f"the provider reads no {found['kind']} here, but {found['type']}"


def _beyond(said: str, body: Any) -> Iterator[tuple[str, str]]:
    for pattern in _BOUND:
        for found in pattern.finditer(said):
            path, value = named_at(body, found["name"]) or ("$", None)
            size = len(value) if isinstance(value, str | list | dict) else value
            if not isinstance(size, int | float) or isinstance(size, bool):
                continue
            bounds = found.groupdict()
            if bounds.get("low") is not None and size < float(bounds["low"]):
                yield path, f"{size}, and the provider takes {bounds['low']} at least"
            if bounds.get("high") is not None and size > float(bounds["high"]):
                yield path, f"{size}, and the provider takes {bounds['high']} at most"
            if bounds.get("under") is not None and size >= float(bounds["under"]):
                yield path, f"{size}, and the provider takes less than {bounds['under']}"
