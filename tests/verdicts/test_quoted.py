"""What providers refuse in words that were found in public code: each entry is broken by a request of that table."""

from __future__ import annotations

from typing import Any

from support.refused import REQUESTS
from support.rows import for_each
from support.sentences import SENTENCES, sent_to

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.providers.quoted import QUOTED
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

HI = [{"role": "user", "content": "As JSON, please."}]
JSON = {"type": "json_object"}
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
SEARCH = {"type": "web_search", "web_search": {"enable": True}}
SCHEMA = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object", "properties": {}}}}
RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("groq", {"model": "llama-3.3-70b-versatile", "n": 1, "temperature": 2, "stop": [*"abcd"], "logprobs": False}),
    ("groq", {"model": "qwen/qwen3-32b", "tools": [TOOL], "reasoning_format": "parsed"}),
    ("groq", {"model": "qwen/qwen3-32b", "reasoning_format": "raw"}),
    ("groq", {"model": "openai/gpt-oss-120b", "response_format": SCHEMA}),
    ("xai", {"model": "grok-4.6", "tools": [TOOL], "tool_choice": "auto", "reasoning_effort": "high"}),
    ("xai", {"model": "grok-4-fast-non-reasoning", "tools": [TOOL], "tool_choice": "none"}),
    ("moonshot", {"model": "moonshot-v1-8k", "stop": [*"abcde"]}),
    ("moonshot", {"model": "kimi-k2.6", "tools": [{"type": "builtin_function", "function": {"name": "$web_search"}}]}),
    ("minimax", {"model": "MiniMax-M3", "reasoning_effort": "high", "tools": [TOOL]}),
    ("minimax", {"model": "MiniMax-M2.7", "messages": [{"role": "system", "content": "Be kind."}, *HI]}),
    ("zhipu", {"model": "glm-4.7", "tools": [TOOL, SEARCH], "user_id": "user-1"}),
    ("openrouter", {"model": "openai/gpt-4o", "reasoning": {"effort": "high"}}),
    ("openai", {"model": "gpt-4.1", "stop": [*"abcd"]}),
    ("openai-responses", {"model": "gpt-5", "input": "Hi", "tools": [{"type": "web_search"}]}),
]


def test_every_entry_is_broken_by_a_request_of_the_table() -> None:
    def breaks(row: dict[str, Any], refusal: Any) -> bool:
        model = str(row["body"].get("model", "")).lower().rpartition("/")[2]
        concerned = refusal.concerns(row["dialect"], model, "", sent_to(row))
        return concerned and any(True for _ in refusal.broken(row["body"]))

    rows = [*SENTENCES, *(row for row in REQUESTS if "url" in row)]

    assert [each.words for each in QUOTED if not any(breaks(row, each) for row in rows)] == []


@for_each(RIGHT, lambda row: str(row)[:80])
def test_a_right_neighbour_has_no_error(dialect: str, request: dict[str, Any]) -> None:
    body = {"messages": HI, **request} if dialect != "openai-responses" else request
    found = parameter_findings(DIALECTS[dialect], body, sent=Sent(whole=True, addressed=True))

    assert [str(finding) for finding in found if finding.is_error] == []
