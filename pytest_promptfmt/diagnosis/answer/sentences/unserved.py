"""A model that the answer says is not there, and a version of the API that it says is too old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import Answer, Table, table
from pytest_promptfmt.diagnosis.answer.places import plain
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import named_model

_NOT_THERE = (
    r"(?:does not|doesn't|do not) exist|(?:is )?not (?:a )?(?:valid|found|exist|available|recognized|registered)\b|"
    r"(?:is |was |has been )?(?:unknown|invalid|deprecated|decommissioned|retired|unavailable|discontinued)\b|"
    r"(?:is )?not supported(?! (?:param|with))|not (?:in|one of) the|no endpoints|has no provider\b"
)
_UNNAMED = table(
    r"(?:the )?model(?: name| id| identifier)? ?(?:you requested )?"
    r"(?:not exist|(?:does not|doesn't) exist|(?:was |is )?not found|is (?:invalid|unknown))",
    r"(?:unknown|invalid|unsupported|no such) model(?: name| id)?\b(?! (?:param|output))",
    r"model_not_found|模型不存在|not found the model",
    r"\bdoes not support this model\b",
    r"\b(?:the|this|your|requested|selected|specified) (?:(?:requested|selected|specified|"
    r"provided) )?model (?:id |name )?"
    r"(?:is|was) (?:currently )?(?:not|no longer) (?:supported|available|accessible|enabled|allowed|served|"
    r"offered|valid)"
    r"(?! (?:param|with\b|for streaming|in your))",
    r"model [^\n.;]{0,60}? (?:is )?(?:not (?:accessible|available|supported)|only (?:supported|available)) "
    r"(?:via|through|on|at|in) (?:the )?/?(?:v\d/)?(?:chat|responses|messages|completions)",
)
_NEAR = 60
"""So many characters lie between the model's name and what is said of it."""


def unserved(answer: Answer, body: Any, addressed: str = "") -> Iterator[Finding]:
    """The request's model, where the answer says of it that nobody has it; `addressed` is whom the address names."""
    name = named_model(body) or addressed
    if name and answer.has((*_UNNAMED, *_named(name))):
        there = [f"$.{key}" for key in ("modelId", "model") if isinstance(body, dict) and body.get(key) == name]
        path = there[0] if there else "$"
        yield answer.finding("model-id", path, f"the provider has no model {name!r} for this request")


def _spelled(name: str) -> str:
    """A name as people write it, too: Claude Fable 5 of claude-fable-5."""
    return r"[ .-]".join(re.escape(part) for part in re.split(r"[ .-]", name))


def _named(name: str) -> Table:
    spelled = "|".join(_spelled(each) for each in {name, name.rpartition("/")[2]})
    before = "unknown|invalid|unsupported|no endpoints found for|not found the|no such"
    return table(
        rf"(?<![\w/-])(?:{spelled})(?![\w/-])[^.;\n]{{0,{_NEAR}}}?\b(?:{_NOT_THERE})",
        rf"(?:{before})(?: model)?\W{{1,4}}(?:{spelled})",
        rf"(?:unable to|cannot|can't|could not|not able to) (?:access|find|load|reach|locate|use)[^\n.;]{{0,{_NEAR}}}?"
        rf"\bmodel\W{{1,4}}(?:{spelled})(?![\w/-])",
        rf"not_found_error\W{{1,9}}message\W{{1,9}}model: (?:{spelled})(?![\w/-])",
    )


_VERSION = table(
    r"(?P<what>[\w .`'-]{0,80}?) (?:is|are) (?:only )?(?:enabled|supported|available|allowed)(?: only)? "
    r"(?:for|in|from|with|on) (?:the )?api[- ]versions? (?P<from>\d{4}-\d\d-\d\d(?:-preview)?)"
)


def outdated(answer: Answer, body: Any, version: str) -> Iterator[Finding]:
    """What the answer says later versions of the API know, asked of an earlier one or of none that is known."""
    for said in answer.said(_VERSION):
        if not version or version < said["from"]:
            names = {plain(word) for word in re.findall(r"\w+", said["what"])}
            keys = [key for key in body if plain(str(key)) in names] if isinstance(body, dict) else []
            asked = f", and {version} is asked" if version else ""
            path = f"$.{keys[0]}" if keys else "$"
            yield answer.finding("api-version", path, f"known from version {said['from']} of the API{asked}")
