"""What the provider's answer speaks of and nothing was found of: its rule, asked what it sees in the request.

What is known of models grows old. Where the provider itself says that a rule is broken, it counts for this model too;
and a parameter that it names is what it refuses, be it one that nobody here has heard of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.answer.located import meant
from pytest_promptfmt.diagnosis.answer.named_at import ends, placed_at
from pytest_promptfmt.diagnosis.error_words import Told, at_place, places
from pytest_promptfmt.diagnosis.own_words import LONGEST, plain, source_of
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.report.words import known_as


def shown_first(told: Sequence[Told], seen: Sequence[Finding]) -> tuple[Told, ...]:
    """The told rules, and of those whose words fit about as well as the best first those that the request shows."""
    shown = {finding.id for finding in seen} | {known_as(finding) for finding in seen}
    best = max((each.alike for each in told), default=0.0)
    return tuple(sorted(told, key=lambda each: not (each.rule in shown and each.alike >= best - _ABOUT)))


_ABOUT = 0.3


def spoken_of(
    body: Any, dialect: str, context: Mapping[str, Any], told: Sequence[Told], seen: Sequence[Finding]
) -> Iterator[Finding]:
    """The breaches of the best told rule, whatever its model is said to take; none where something of it was `seen`.

    The same words may be told of something else as well, which is no rule.
    """
    asked = known_dialect(dialect)
    best = [(each, asked.rule(each.rule)) for each in told if each.alike >= told[0].alike - _TIE]
    said, rule = next(((each, rule) for each, rule in best if rule), (None, None))
    if said is None or rule is None or any(rule.id in (finding.id, known_as(finding)) for finding in seen):
        return
    yield from broken_here(rule, body, asked, context, {"source": f'"{said.words}"', "provider": asked.provider})


def broken_here(
    rule: Rule, body: Any, dialect: Dialect, context: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Finding]:
    """Where a body breaks a rule, whatever its model is said to take; `data` say who says so."""
    try:
        request = dialect.open(body, {**dict.fromkeys(rule.context, True), **context})
    except NotAPayload:
        return
    for breach in rule.check(request):
        yield Finding(rule.id, Severity.ERROR, breach.path, breach.message, data={**breach.data, **data})


_TIE = 0.1
_UNNAMED = frozenset({"messages", "input", "contents", "prompt", "model", "modelId", "system", "stream", "tools"})
"""What answers name for other reasons, or judge rules of their own."""
_NAMED = re.compile(
    r"""['"`](?P<quoted>[A-Za-z_]+)(?:\.\w+)*['"`]|(?:supplied|supported|parameter|argument)[^:'"`]{0,24}:?\s+(?P<bare>\w+)"""
    r"""|(?:parameters?\.|the )(?P<inner>[A-Za-z_]\w+)(?= (?:parameter|field|must))|(?P<before>[A-Za-z_]\w+) ?参数"""
)


def named_in(answer: str, body: Any, dialect: str, seen: Sequence[Finding]) -> Iterator[Finding]:
    """What of the request the answer names, parameters and places, and of which nothing was `seen`."""
    data = source_of(answer, dialect)
    for path in _parameters(answer, body):
        if not any(finding.path == path or finding.path.startswith((f"{path}.", f"{path}[")) for finding in seen):
            yield Finding("request.named-parameter", Severity.ERROR, path, "the provider names it", data=data)
    there = [path for path in (placed_at(body, place) for place in places(answer)) if path]
    there += [path for found in _DOTTED.finditer(answer[:LONGEST]) for path, _ in ends(body, found["dotted"])]
    there += [place for place in (*_values(answer, body), *_unlike_others(answer, body)) if _is_there(body, place)]
    for place in dict.fromkeys(there):
        if not any(finding.path == place or at_place(finding.path, place) for finding in seen):
            yield Finding("request.named-place", Severity.ERROR, place, "the provider names it", data=data)


_DOTTED = re.compile(r"""['"`](?P<dotted>[A-Za-z_]+(?:\.[A-Za-z_]+)+)['"`]""")


def _parameters(answer: str, body: Any) -> Iterator[str]:
    """The keys of the request that an answer names, be it in another case."""
    names = {plain(next(filter(None, found.groups()))) for found in _NAMED.finditer(answer[:LONGEST])}
    for key in body if isinstance(body, dict) else ():
        if isinstance(key, str) and key not in _UNNAMED and plain(key) in names:
            yield f"$.{key}"


_VALUE = re.compile(r"[`'\"]([^`'\"\s]{3,80})[`'\"]|(?<![\w.-])([A-Za-z]\w*[_-]\w*\d\w*)(?![\w-])")


_WORDS = {"type", "role"}
"""Keys whose values are words of the API's, which stand in an answer for other reasons."""


def _values(answer: str, body: Any) -> Iterator[str]:
    """The places of values that an answer quotes, ids and names, and that the request has in one place alone."""
    named = {found[1] or found[2] for found in _VALUE.finditer(answer[:LONGEST])} - {
        "assistant",
        "user",
        "system",
        "tool",
    }
    there: dict[str, list[str]] = {}
    for path, value in nodes(body) if named else ():
        if isinstance(value, str) and value in named and path.count("[") > 0 and path.rpartition(".")[2] not in _WORDS:
            there.setdefault(value, []).append(path)
    yield from (paths[0] for paths in there.values() if len(paths) == 1)


_FIELD = re.compile(r"invalid (?:value for |the )*[`'\"](?P<place>\w+)[`'\"] (?:field|value|property)", re.IGNORECASE)


def _unlike_others(answer: str, body: Any) -> Iterator[str]:
    """Of a key that an answer calls invalid, and that the request often has, the only one of its type."""
    for found in _FIELD.finditer(answer[:LONGEST]):
        by_type: dict[type, list[str]] = {}
        for each in meant(body, found["place"]):
            by_type.setdefault(type(each.value), []).append(each.path)
        alone = [paths[0] for paths in by_type.values() if len(paths) == 1]
        if len(by_type) > 1 and len(alone) == 1:
            yield alone[0]


def _is_there(body: Any, place: str) -> bool:
    """Has the request something at a place, but for the last key of it, which may be what is missing?"""
    steps = _STEP.findall(place)
    for key, index in steps[:-1] if steps and steps[-1][0] else steps:
        if key:
            body = body.get(key) if isinstance(body, dict) else None
        else:
            body = body[int(index)] if isinstance(body, list) and int(index) < len(body) else None
    return body is not None


_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
