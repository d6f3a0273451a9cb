"""The code and the parameter that an answer has beside its sentence: ``"param": "depth", "code": "unknown_parameter"``.

OpenAI's API and most that copy it tell the parameter that is wrong in a field of its own. What the code says of it is
told; with a code that says nothing, or none, the place is what the provider points at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import Answer, table
from pytest_promptfmt.diagnosis.answer.places import Part, at, meant, steps
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import named_model

_PARAM = table(r"['\"]param['\"]: ?['\"](?:body\.|request\.)?(?P<place>[A-Za-z_][\w.\[\]/-]{0,160})['\"]")
_CODE = table(
    r"['\"](?:code|type|reason)['\"]: ?['\"](?P<code>[a-z]+(?:_[a-z]+)+)['\"]",
    r"\b400:? (?P<code>[a-z]+(?:_[a-z]+)+)\b",
)
_UNKNOWN = re.compile(
    r"(unsupported|unknown|unrecognized|unexpected)_(param|argument|field|key|propert)|extra_forbidden"
)
_MISSING = re.compile(r"missing|required")
_MODEL = re.compile(
    r"model_not_|(unsupported|invalid|unknown)_(api_for_)?model$|model_(unavailable|decommissioned|gone)"
)
_LONG = re.compile(
    r"context_length|tokens?_limit|rate_limit|quota|billing|content_(filter|policy)|safety|json_validate"
)
"""Codes of what no key of the request is at fault for."""
_COARSE = frozenset({"messages", "input", "prompt", "contents", "model", "tools", "body", "validation_error"})
"""Parameters that answers name for whatever is wrong anywhere in them."""


def pointed(answer: Answer, body: Any) -> Iterator[Finding]:
    """What stands at the parameter that the answer has in a field of its own."""
    codes = [said["code"] for said in answer.said(_CODE)]
    if any(_MODEL.search(code) for code in codes) and isinstance(body, dict) and body.get("model"):
        yield answer.finding("model-id", "$.model", f"the provider has no model {named_model(body)!r} for this request")
    for said in () if any(_LONG.search(code) for code in codes) else answer.said(_PARAM):
        for part in _there(body, said["place"]):
            if any(_UNKNOWN.search(code) for code in codes):
                yield answer.finding("refused-key", part.path, "the provider does not take it")
            elif not any(_MISSING.search(code) for code in codes):
                yield answer.finding("refused-value", part.path, "what stands here is what the provider points at")


def _there(body: Any, place: str) -> list[Part]:
    going = steps(place.replace("/", "."))
    if len(going) == 1 and going[0] in _COARSE:
        return []
    found = at(body, going)
    if found is not None and found.there:
        return [found]
    return [part for part in meant(body, place) if len(going) > 1][:1]
