"""Forms that no dialect has: what is said of a request that its provider takes in another form as well.

DashScope spoken to as to OpenAI: what its own protocol refuses, and its compatible mode takes.
The dialect knows the protocol of DashScope's own; in the other the messages stand at the top, media are OpenAI's parts,
and every model has one address. At a provider's older address, and at InvokeModel, bodies have forms of their own: what
a dialect asks of them holds for none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.walking import objects

_ELSEWHERE = re.compile(r"cohere\.(com|ai)/v1/(chat|generate)$|/model/[^/]+/invoke(-with-response-stream)?$")


def of_another_form(address: str, dialect: str) -> bool:
    """Does the address take another form than the dialect's? Claude's at InvokeModel is Anthropic's."""
    return dialect in ("cohere", "bedrock") and bool(_ELSEWHERE.search(address))


_PARTS = ("image_url", "input_audio", "video_url", "video")
_OF_THE_OTHER = ("dashscope.endpoint-model",)

OPENAIS_ALONE = frozenset({"openai-responses.reasoning-content-empty", "openai-responses.reasoning-status"})
"""What OpenAI refuses of reasoning, and other servers that speak its Responses API answer with, and ask for."""


def is_openais_alone(finding: Finding) -> bool:
    """Is it told of OpenAI only, and not of who copies its API?"""
    return finding.id in OPENAIS_ALONE or (finding.id == "schema.type" and finding.path.endswith(".logprobs"))


def taken_in_openai_form(findings: Iterable[Finding], dialect: str, body: Any) -> list[Finding]:
    """The findings that hold for a request in this form as well."""
    if dialect != "dashscope" or not isinstance(body, dict) or "model" not in body or "input" in body:
        return [*findings]
    shown = dict(_shown(body))
    return [
        finding
        for finding in findings
        if finding.id not in _OF_THE_OTHER
        and not (finding.id == "schema.enum" and finding.path.removesuffix(".type") in shown)
        and not (finding.id == "dashscope.text-model-string" and finding.path in shown.values())
    ]


def _shown(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each medium in OpenAI's form: its path, and that of the content it stands in."""
    for path, message in objects(body.get("messages"), "$.messages"):
        content = f"{path}.content"
        for where, part in objects(message.get("content"), content):
            if part.get("type") in _PARTS and part["type"] in part:
                yield where, content
