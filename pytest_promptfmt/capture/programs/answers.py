"""What the provider answered, where a program's text has that, too."""

from __future__ import annotations

import re
from typing import Any

from pytest_promptfmt.capture.answers import words_of
from pytest_promptfmt.capture.captured import Unreadable
from pytest_promptfmt.capture.values import value_in

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
