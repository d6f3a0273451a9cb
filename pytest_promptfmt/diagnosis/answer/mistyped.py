"""What an answer says is of another type than the provider takes: told where one place of the request has it so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json_words import kind_of
from pytest_promptfmt.diagnosis.answer.located import PLACE, meant

_TYPES = {
    **dict.fromkeys(("string", "str", "text"), "a string"),
    **dict.fromkeys(("array", "list", "sequence", "slice", "jsonarray"), "a list"),
    **dict.fromkeys(("object", "map", "dict", "dictionary", "record", "struct", "jsonobject"), "an object"),
    **dict.fromkeys(("number", "float", "double", "integer", "int", "decimal"), "a number"),
    **dict.fromkeys(("boolean", "bool"), "true"),
    **dict.fromkeys(("null", "nil", "none"), "null"),
}
_WORD = re.compile(r"[a-z]+")
_TAKEN = r"(?P<types>[^.;{}\n]{1,80}?)"
_MISTYPED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"invalid (?:type|value) for {PLACE}: expected {_TAKEN},? (?:but )?got",
        rf"{PLACE}['\"]?[\s,:]+(?:['\"]msg['\"]:\s*)?['\"]?input should be a valid (?P<types>\w+)",
        rf"{PLACE}: invalid type: [^,]+, expected {_TAKEN}(?: at line|$)",
        rf"{PLACE}['\"]? ?:? (?:value )?(?:must|should) be "
        r"(?P<types>an? (?:string|array|list|object|number|integer|boolean)\b(?: or [\w ]+)?)",
        rf"is not of type '(?P<types>\w+)'(?: - {PLACE})",
        r"cannot unmarshal \w+ into go struct field \w{0,60}\.(?P<place>[\w.]{1,160}) of type (?P<types>[\w\[\]]+)",
        rf"expected {PLACE} to be (?P<types>an? \w+(?: or an? \w+)?)",
        rf"invalid {PLACE} type: expected {_TAKEN},? (?:but )?got",
        rf"{PLACE}['\"]?[\s,:]+(?:['\"]message['\"]:\s*)?['\"]?invalid input: expected (?P<types>\w+), "
        r"received (?!undefined)",
        r"value is ['\"]?\w+['\"]? but should be ['\"]?(?P<types>\w+)['\"]*,\s*['\"]param['\"]: ?['\"]/"
        r"(?P<place>\w+/[\w/-]{1,160})",
        r"#/(?P<place>[\w/-]{1,160}): expected type: (?P<types>\w+), found",
        rf"expected['\"]: ?['\"](?P<types>\w+)['\"],\s*['\"]received['\"]: ?['\"](?!undefined)\w+['\"],\s*{PLACE}",
    )
)


_NULL = re.compile(rf"{PLACE}['\"]?[\s,:]+(?:['\"]msg['\"]:\s*)?['\"]?none is not an allowed value", re.IGNORECASE)


def mistyped(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of what has another type than the answer takes there."""
    for found in _NULL.finditer(answer):
        for each in meant(body, found["place"]):
            if each.value is None:
                yield each.path, "null, which the provider does not take there"
    for pattern in _MISTYPED:
        for found in pattern.finditer(answer):
            taken = {_TYPES[word] for word in _WORD.findall(found["types"].lower()) if word in _TYPES}
            wrong = [each for each in meant(body, found["place"]) if not _fits(each.value, taken)]
            for each in wrong if taken and len(wrong) == 1 else ():
                yield each.path, f"{kind_of(each.value)}, and the provider takes {found['types'].strip()}"


def _fits(value: Any, taken: set[str]) -> bool:
    kind = "true" if isinstance(value, bool) else kind_of(value)
    return kind in taken
