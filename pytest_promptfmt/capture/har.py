"""The entries of an HTTP archive, as browsers and mitmproxy write it: requests with their answers."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pytest_promptfmt.capture.answers import words_of
from pytest_promptfmt.capture.captured import Captured, addressed
from pytest_promptfmt.capture.values import body_of

BEGINS = re.compile(r'\s*\{\s*"log"\s*:\s*\{')


def har_requests(entries: Iterable[Any]) -> Iterator[Captured]:
    """What was posted; all else is no request to a model."""
    for n, entry in enumerate(entries):
        request, response = _object(entry, "request"), _object(entry, "response")
        if str(request.get("method", "POST")).upper() != "POST":
            continue
        text = _text(_object(request, "postData"))
        body, problem = body_of(text) if text.strip() else (None, "it has no body")
        status = response.get("status")
        answer = _text(_object(response, "content")) if isinstance(status, int) and status >= 400 else ""
        captured = Captured(
            body,
            "HAR",
            f"entry {n + 1}",
            status=status if isinstance(status, int) and status else None,
            said=words_of(answer)[:_LONGEST],
            problem=problem,
        )
        headers = [_pair(each) for each in _list(request, "headers")] + [
            ("cookie", _pair(each)[1]) for each in _list(request, "cookies") + _list(request, "queryString")
        ]
        url = request.get("url")
        yield addressed(captured, url if isinstance(url, str) else "", headers)


_LONGEST = 20_000


def _object(value: Any, key: str) -> dict[str, Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _list(value: dict[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if isinstance(found, list) else []


def _pair(value: Any) -> tuple[str, str]:
    return (str(value.get("name", "")), str(value.get("value", ""))) if isinstance(value, dict) else ("", "")


def _text(content: dict[str, Any]) -> str:
    text = content.get("text")
    if not isinstance(text, str):
        return ""
    if content.get("encoding") == "base64":
        try:
            return base64.b64decode(text).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return ""
    return text
