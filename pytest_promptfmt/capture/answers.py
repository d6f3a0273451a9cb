"""What a provider answered: the words of an error, wherever in an answer, or in a program's text, they are."""

from __future__ import annotations

import json
import re
from typing import Any

from pytest_promptfmt.capture.captured import Unreadable
from pytest_promptfmt.capture.values import value_in

ANSWER = "is an answer, and no request: give the request, and the answer's words with --error"
_KEYS = (
    *("choices", "candidates", "stop_reason", "stopReason", "finish_reason", "done_reason", "done", "error"),
    *("usage", "usageMetadata", "usage_metadata", "object", "output_text"),
)
_OF_REQUESTS = ("messages", "contents", "input", "prompt", "request", "body", "max_tokens")


def is_answer(value: Any) -> bool:
    """Is it what a provider answered, alone, or the pieces of it?"""
    if isinstance(value, list):
        return bool(value) and all(is_answer(each) and "role" not in each for each in value)
    return isinstance(value, dict) and any(key in value for key in _KEYS) and not any(k in value for k in _OF_REQUESTS)


def words_of(answer: Any) -> str:
    """The sentence of an error in an answer, be that JSON, a text that holds it, or a value; else the text itself."""
    if isinstance(answer, str):
        return _of_text(answer)
    match answer:
        case {"error": {"message": str(said)}} | {"message": str(said)} | {"error": str(said)} if said:
            return words_of(said) if said.lstrip().startswith("{") else said
        case {"detail": inner} | {"error": inner} | {"body": inner} | {"parsed_body": inner} if inner:
            return words_of(inner)
        case {"content": inner} | {"text": inner} | {"string": inner} if inner:
            return words_of(inner)
        case {"msg": str(said), **more}:
            place = more.get("loc")
            return f"{'.'.join(map(str, place))} {said}" if isinstance(place, list) else said
        case [first, *_]:
            return words_of(first)
    return json.dumps(answer, ensure_ascii=False, default=str) if isinstance(answer, dict) else ""


def _of_text(text: str) -> str:
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return words_of(json.loads(text)) or text
    except (ValueError, RecursionError):
        return text


_RAISED = (
    re.compile(r"Error code: \d{3} - (?P<said>[^\n]{8,2000})"),
    re.compile(r"\b(?:\w+\.){0,12}\w*(?:Error|Exception)(?:\s*\[[^\]\n]*\])?: (?:\d{3} )?(?P<said>[^\n]{8,2000})"),
)
"""An exception as it is printed, the more telling form first."""


def said_in(text: str) -> str:
    """The words of the first exception that is printed in a text, empty where none is."""
    for pattern in _RAISED:
        if found := pattern.search(text):
            try:
                return words_of(value_in(found["said"])) or found["said"]
            except Unreadable:
                return found["said"]
    return ""


def said_by(value: Any) -> str:
    """The words of an answer, if the value is one that refuses."""
    if not isinstance(value, dict):
        return ""
    inner = value.get("error")
    told = value.get("type") == "error" or (isinstance(inner, dict) and isinstance(inner.get("message"), str))
    return words_of(value) if told else ""
