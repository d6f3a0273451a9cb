"""What an answer says the request lacks: a key of an object, which is told where the object has none.

A key without a place is one of the request's own, or is looked for among the items of a list of which others have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import BREAK, KEY, POINTED, Answer, table
from pytest_promptfmt.diagnosis.answer.places import PLACE, at, inside, lacking_elsewhere, plain, spelled, steps, way
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.keys import KEYS

_NAMED = r"[`'\"\[]?(?<!\w)(?P<key>[A-Za-z_]\w{0,80})[`'\"\]]?"
_ENDS = r"(?=[\s,;:)]|\.(?:\s|$)|$)"
_MISSING = table(
    rf"missing (?:a )?required {KEY}s?(?: at \S+)?:? {PLACE}(?! required)",
    rf"{PLACE}:? (?:is )?missing (?:a |the )?(?:required )?{KEY}:? {_NAMED}",
    rf"(?<!\w){_NAMED} is a required property(?:,? - {PLACE})?",
    rf"(?:{PLACE}: )?missing {KEY}:? {_NAMED}{_ENDS}",
    rf"missing (?:the )?{PLACE} {KEY}",
    rf"field required: {PLACE}",
    rf"{PLACE}(?:{BREAK})?(?:field required|required['\"])",
    rf"{PLACE}: required\b",
    rf"{PLACE}{BREAK}invalid input: expected \w+, received undefined",
    rf"{PLACE} ?: property {_NAMED} is missing",
    rf"{PLACE}:? must have required property {_NAMED}",
    rf"required key \[{PLACE}\] not found",
    rf"{PLACE}[^.\n]{{0,60}}? (?:lacks|is without) (?:the |a |an )?{_NAMED}",
    rf"required properties \[{_NAMED}[^\]\n]{{0,200}}\] are not present{POINTED}",
    rf"required {KEY} \[?{PLACE}\]? (?:is |was )?(?:not found|missing|absent)",
    rf"(?:please |must )?(?:enable|set) (?:the )?{PLACE}(?: {KEY})?(?: to (?:true|false|\d+))?\b",
    rf"requires? {PLACE}(?: {KEY})?(?:: (?:true|false)|=\w+)? ?(?:to be|must be)",
    rf"{PLACE}(?: {KEY})? must be set to (?:true|false|\d+)\b",
    rf"{PLACE}(?: {KEY})? (?:is|are) (?:a )?(?:required|missing|mandatory|not specified)\b",
    rf"{PLACE}(?: {KEY})? must be (?:provided|specified|defined|set|given|present)\b(?! to)",
    rf"must (?:provide|specify|include|define|set|pass) (?:a |an |the |at least one )?{PLACE}(?: {KEY})?{_ENDS}",
)
"""Sentences of what is missing; the more a sentence says of the place, the earlier it stands."""

_HOLDERS = r"(?P<holder>function ?calls?|tool[ _](?:call|use)s?|assistant|function ?response|tool[ _]result)"
_HELD = table(
    rf"missing (?:a |an |the )?{_NAMED} in (?:the )?{_HOLDERS}",
    rf"{_HOLDERS}[^.\n]{{0,60}}\.?[^.\n]{{0,20}} is missing (?:a |an |the )?{_NAMED}",
    rf"{_NAMED} (?:is|was) missing in (?:the |an? )?{_HOLDERS}",
    r"(?<!\w)(?:\w+\[\]\.|[`'\"]){0,2}(?P<key>\w+)[`'\"]? in [^.\n]{0,40} must be passed back",
)
"""Sentences of what a part of the conversation lacks; what is to be passed back is the model's."""


def missing(answer: Answer, body: Any) -> Iterator[Finding]:
    """The keys that the answer misses, and that the request has not, each where it would stand."""
    held = [*answer.said(_HELD)]
    for said in held:
        for path in [*_without(body, said.get("holder", "assistant").lower(), said["key"])][:1]:
            yield answer.finding("wanted-key", path, f"{said['key']} is missing, and the provider asks for it")
    for said in answer.said(_MISSING):
        going = inside(body, steps(way(said)))
        if going[-1:] in [[each["key"]] for each in held]:
            continue
        for path in _lacking(body, going, answer.dialect):
            key = path.rpartition(".")[2]
            yield answer.finding("wanted-key", path, f"{key} is missing, and the provider asks for it")


def _without(body: Any, holder: str, key: str) -> Iterator[str]:
    """The places of a key in the parts of a kind that lack it, as the request spells keys."""
    kind = _CALL.sub("toolcall", re.sub(r"[ _]|s$", "", holder))
    for path, node in nodes(body):
        if isinstance(node, dict) and kind in _kinds(node) and not any(spelled(node, key)):
            yield jsonpath.join(path, [key])


def _kinds(node: dict[str, Any]) -> set[str]:
    """What a part says that it is, and what it holds."""
    said = {str(node.get(key)) for key in ("type", "role")}
    held = {str(name).removesuffix("s") for name, value in node.items() if isinstance(value, dict | list)}
    return {_CALL.sub("toolcall", plain(name)) for name in said | held} | ({"assistant"} if "model" in said else set())


_CALL = re.compile(r"^(?:function_?call|tool_?use|tool_?call)$", re.IGNORECASE)


def _lacking(body: Any, going: list[str | int], dialect: str) -> Iterator[str]:
    part = at(body, going) if len(going) > 1 else None
    if part is not None and part.value is None:
        yield part.path
    elif part is None and any(isinstance(step, int) for step in going[:-1]):
        there = [*lacking_elsewhere(body, going)]
        yield from there if len(there) == 1 else ()
    elif len(going) == 1 and isinstance(body, dict) and isinstance(key := going[0], str) and not _has(body, key):
        alone = [path for name, items in body.items() for path in _unlike_others(items, f"$.{name}", key)]
        if known := {plain(each): each for each in KEYS.get(dialect, ())}.get(plain(key)):
            yield jsonpath.join("$", [known])
        elif len(alone) == 1:
            yield alone[0]


def _has(body: dict[str, Any], key: str) -> bool:
    return any(body[each] is not None for each in spelled(body, key))


def _unlike_others(items: Any, path: str, key: str) -> Iterator[str]:
    """The places of a key in those items of a list that lack it, where others have it."""
    if any(key in item for _, item in objects(items, path)):
        yield from (jsonpath.join(where, [key]) for where, item in objects(items, path) if item.get(key) is None)
