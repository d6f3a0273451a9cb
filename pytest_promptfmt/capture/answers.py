"""What a provider answered: the words of an error, wherever in the answer they are."""

from __future__ import annotations

import json
from typing import Any

ANSWER = "is an answer, and no request: give the request, and the answer's words with --error"
_KEYS = ("choices", "candidates", "stop_reason", "finish_reason", "error")
_OF_REQUESTS = ("messages", "contents", "input", "prompt", "request", "body", "max_tokens")


def is_answer(value: Any) -> bool:
    """Is it what a provider answered, alone?"""
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
