"""What the tests of refusals share: the tables that they ask, and the shortest requests."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import UNSENT, parameter_findings
from pytest_promptfmt.verdicts.request.providers.azure import REFUSED_BY_AZURE
from pytest_promptfmt.verdicts.request.providers.compatible import REFUSED_BY_COMPATIBLE
from pytest_promptfmt.verdicts.request.providers.gateways.of_open_weights import REFUSED_BY_HOSTED
from pytest_promptfmt.verdicts.request.providers.gateways.with_dialects import REFUSED_BY_HOSTS
from pytest_promptfmt.verdicts.request.providers.moonshot import REFUSED_BY_MOONSHOT
from pytest_promptfmt.verdicts.request.providers.open_weights import REFUSED_BY_SERVERS
from pytest_promptfmt.verdicts.request.providers.openai import REFUSED_BY_OPENAI
from pytest_promptfmt.verdicts.request.providers.openai_responses import REFUSED_BY_RESPONSES

REFUSED = (
    *REFUSED_BY_OPENAI,
    *REFUSED_BY_RESPONSES,
    *REFUSED_BY_AZURE,
    *REFUSED_BY_COMPATIBLE,
    *REFUSED_BY_MOONSHOT,
    *REFUSED_BY_HOSTS,
    *REFUSED_BY_SERVERS,
    *REFUSED_BY_HOSTED,
)
USER = [{"role": "user", "content": "Hi"}]
TOOLS = [{"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}]
PICTURE = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}]}]
CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
JSON = {"type": "json_object"}


def schema(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "a", "schema": schema, "strict": True, **more}}


VERSIONED: list[tuple[str, str, dict[str, Any]]] = [
    ("2024-07-01-preview", "gpt-4o", {"response_format": schema(CLOSED)}),
    ("2024-08-01-preview", "gpt-4o", {"stream": True, "stream_options": {"include_usage": True}}),
    ("2023-05-15", "gpt-35-turbo", {"functions": [{"name": "a"}]}),
    ("2024-05-01-preview", "gpt-4o", {"tools": TOOLS, "parallel_tool_calls": True}),
    ("2024-10-21", "o3-mini", {}),
    ("2024-08-01-preview", "gpt-4o", {"max_completion_tokens": 9}),
    ("2024-10-21", "gpt-4o", {"prediction": {"type": "content", "content": "a"}}),
    ("2024-10-21", "gpt-4o", {"messages": [{"role": "developer", "content": "Be kind."}]}),
]


def body(dialect: str, model: str, more: dict[str, Any]) -> dict[str, Any]:
    said = {"input": USER} if dialect == "openai-responses" else {"messages": USER}
    return {"model": model, **said, **more}


def slugs(dialect: str, request: Any, sent: Sent = UNSENT) -> set[str]:
    return {f.id.removeprefix("request.") for f in parameter_findings(DIALECTS[dialect], request, sent=sent)}
