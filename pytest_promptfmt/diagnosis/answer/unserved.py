"""A model that the answer says is not there, and a version of the API that it says is too old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.diagnosis.own_words import plain, read, source_of
from pytest_promptfmt.payload.finding import Finding, Severity

_NOT_THERE = (
    r"(?:does not|doesn't|do not) exist|(?:is )?not (?:a )?(?:valid|found|exist|available|recognized|registered)\b|"
    r"(?:is |was |has been )?(?:unknown|invalid|deprecated|decommissioned|retired|unavailable|discontinued)\b|"
    r"(?:is )?not supported(?! (?:param|with))|not (?:in|one of) the|no endpoints"
)
_UNNAMED = re.compile(
    r"(?:the )?model(?: name| id| identifier)? ?(?:you requested )?(?:not exist|"
    r"(?:does not|doesn't) exist|(?:was |is )?not found|is (?:invalid|unknown))|"
    r"(?:unknown|invalid|unsupported|no such) model(?: name| id)?\b(?! (?:param|output))|"
    r"model_not_found|模型不存在|not found the model",
    re.IGNORECASE,
)
_NEAR = 60
"""So many characters lie between the model's name and what is said of it."""


def unserved(answer: str, body: Any, dialect: str, addressed: str = "") -> Iterator[Finding]:
    """The request's model, where the answer says of it that nobody has it; `addressed` is whom the address names."""
    key = next((key for key in ("model", "modelId") if isinstance(body, dict) and key in body), "")
    name = body[key] if key else addressed
    said = read(answer)
    if isinstance(name, str) and name and (_UNNAMED.search(said) or _named(said, name)):
        problem = f"the provider has no model {name!r} for this request"
        path = f"$.{key}" if key else "$"
        yield Finding("request.model-id", Severity.ERROR, path, problem, data=source_of(answer, dialect))


def _named(said: str, name: str) -> bool:
    spelled = "|".join(re.escape(each) for each in {name, name.rpartition("/")[2]})
    behind = rf"(?<![\w/-])(?:{spelled})(?![\w/-])[^.;\n]{{0,{_NEAR}}}?\b(?:{_NOT_THERE})"
    said_before = "unknown|invalid|unsupported|no endpoints found for|not found the|no such"
    before = rf"(?:{said_before})(?: model)?\W{{1,4}}(?:{spelled})"
    alone = rf"not_found_error\W{{1,9}}message\W{{1,9}}model: (?:{spelled})(?![\w/-])"
    return bool(re.search(f"{behind}|{before}|{alone}", said, re.IGNORECASE))


_VERSION = re.compile(
    r"(?P<what>[\w .`'-]{0,80}?) (?:is|are) (?:only )?(?:enabled|supported|available|allowed)(?: only)? "
    r"(?:for|in|from|with|on) (?:the )?api[- ]versions? (?P<from>\d{4}-\d\d-\d\d(?:-preview)?)",
    re.IGNORECASE,
)


def outdated(answer: str, body: Any, dialect: str, version: str) -> Iterator[Finding]:
    """What the answer says later versions of the API know, asked of an earlier one or of none that is known."""
    for found in _VERSION.finditer(read(answer)):
        if not version or version < found["from"]:
            names = {plain(word) for word in re.findall(r"\w+", found["what"])}
            keys = (
                [key for key in body if isinstance(key, str) and plain(key) in names] if isinstance(body, dict) else []
            )
            problem = f"known from version {found['from']} of the API" + (
                f", and {version} is asked" if version else ""
            )
            path = f"$.{keys[0]}" if keys else "$"
            yield Finding("request.api-version", Severity.ERROR, path, problem, data=source_of(answer, dialect))
