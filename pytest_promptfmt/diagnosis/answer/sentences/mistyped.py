"""What an answer says is of another type than the provider takes: told where one part of the request has it so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.diagnosis.answer.answer import BREAK, POINTED, Answer, table
from pytest_promptfmt.diagnosis.answer.places import PLACE, Part, like
from pytest_promptfmt.payload.finding import Finding

_TYPES = {
    **dict.fromkeys(("string", "str", "text"), "a string"),
    **dict.fromkeys(("array", "list", "sequence", "slice", "jsonarray"), "a list"),
    **dict.fromkeys(("object", "map", "dict", "dictionary", "record", "struct", "jsonobject"), "an object"),
    **dict.fromkeys(("number", "float", "double", "integer", "int", "decimal"), "a number"),
    **dict.fromkeys(("boolean", "bool"), "true"),
    **dict.fromkeys(("null", "nil", "none"), "null"),
}
"""What languages call JSON's types."""
_WORD = re.compile(r"[a-z]+")
_TAKEN, _BUT = r"(?P<taken>[^.;{}\n]{1,80}?)", r",? (?:but )?(?:got|received) "
_A_TYPE = r"(?P<taken>an? (?:string|array|list|object|dictionary|number|integer|boolean)\b(?: or [\w ]+)?)"
_GIVEN = r"(?P<given>(?!undefined)\w+)"
_MISTYPED = table(
    rf"invalid (?:type|value) (?:for|at) {PLACE}: expected {_TAKEN}(?:{_BUT}(?:an? )?(?P<given>\w+)|$|(?=[.;\n]))",
    rf"invalid {PLACE} type: expected {_TAKEN}{_BUT}",
    rf"{PLACE}{BREAK}input should be a valid (?P<taken>\w+)",
    rf"input should be a valid (?P<taken>\w+): {PLACE}",
    rf"{PLACE}: invalid type: (?P<given>\w+)[^,]*, expected {_TAKEN}(?: at line|$)",
    rf"{PLACE} ?:?(?: value| parameter| field)? (?:must|should) be {_A_TYPE}",
    rf"{PLACE} ?:?(?: value)? (?:must|should|has to) be (?:of type )?(?P<taken>{'|'.join(_TYPES)})\b(?!:)",
    rf"{PLACE}[^.\n]{{0,40}}? (?:is|was) not (?:an? |of type )(?:valid )?(?P<taken>{'|'.join(_TYPES)})\b",
    rf"got (?P<given>\w+), want (?P<taken>\w+), location: /?{PLACE}",
    rf"is not of type '(?P<taken>\w+)' - {PLACE}",
    rf"expected {PLACE} to be {_A_TYPE}",
    rf"{PLACE}{BREAK}invalid input: expected (?P<taken>\w+), received {_GIVEN}",
    rf"value is ['\"]?(?P<given>\w+)['\"]? but should be ['\"]?(?P<taken>\w+){POINTED}",
    rf"{PLACE}: expected type: (?P<taken>\w+), found",
    rf"expected['\"]: ?['\"](?P<taken>\w+)['\"],\s*['\"]received['\"]: ?['\"]{_GIVEN}['\"],\s*{PLACE}",
)
_GO = table(
    r"cannot unmarshal (?P<given>\w+) into go struct field \w*\.(?P<place>[\w.]{1,160}) of type (?P<taken>[\w.\[\]]+)"
)
"""Go names no indexes, and reports the first that it does not read."""
_NULL = table(rf"{PLACE}{BREAK}none is not an allowed value")


def mistyped(answer: Answer, body: Any) -> Iterator[Finding]:
    """What has another type than the answer takes there."""
    for said in answer.said(_NULL):
        for part in like(body, said["place"]):
            if part.value is None:
                yield answer.finding("stated-value", part.path, "null, which the provider does not take there")
    for first, sentences in ((False, _MISTYPED), (True, _GO)):
        for said in answer.said(sentences):
            there = [each for part in like(body, said["place"]) for each in _within(part, said)]
            wrong = [part for part in there if _wrong(part.value, said, typed=not first)]
            for part in wrong[:1] if first or len(wrong) == 1 else ():
                problem = f"{type_name(part.value)}, and the provider takes {said['taken'].strip()}"
                yield answer.finding("stated-value", part.path, problem)


def without_keyword(answer: Answer, body: Any) -> Iterator[Finding]:
    """A keyword of schemas that is to have a type, and that a function's parameters have not at all."""
    for said in answer.said(_MISTYPED):
        key = said["place"] if said["place"] in ("required", "properties") else ""
        without = [path for path, value in nodes(body) if key and _is_schema(path, value) and value.get(key) is None]
        for path in without[:1]:
            yield answer.finding("wanted-key", f"{path}.{key}", f"{key} is missing, and the provider asks for it")


def _is_schema(path: str, value: Any) -> bool:
    return path.endswith((".parameters", ".input_schema")) and isinstance(value, dict)


def _within(part: Part, said: dict[str, str]) -> list[Part]:
    """The part, or what it holds that has the type which the answer was given: serde names the message alone."""
    given = _kinds(said.get("given", ""))
    held = part.value.items() if isinstance(part.value, dict) and given and type_name(part.value) not in given else ()
    return [Part(jsonpath.join(part.path, [key]), value) for key, value in held if type_name(value) in given] or [part]


def _wrong(value: Any, said: dict[str, str], *, typed: bool) -> bool:
    """Is it of the type that the answer was given, and of none that it takes? Types of Go have names of their own."""
    taken, given = _kinds(said["taken"] if typed else ""), _kinds(said.get("given", ""))
    kind = "true" if isinstance(value, bool) else type_name(value)
    return bool(taken or given) and kind not in taken and (not given or kind in given)


def _kinds(words: str) -> set[str]:
    return {_TYPES[word] for word in _WORD.findall(words.lower()) if word in _TYPES}
