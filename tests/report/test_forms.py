"""A payload in the form of another API is told as such, and nowhere is a form foreign in its own API."""

from __future__ import annotations

from typing import Any

from support.rows import for_each

from pytest_promptfmt import check_payload
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.report.words.forms import foreign

ANTHROPIC = [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]}]
GEMINI = [{"role": "user", "parts": [{"text": "a"}]}]
RESPONSES = [{"role": "user", "content": [{"type": "input_text", "text": "a"}]}]
CHAT = [{"role": "user", "content": "a", "tool_calls": []}]
BEDROCK = [{"role": "assistant", "content": [{"toolUse": {"toolUseId": "c", "name": "f", "input": {}}}]}]
LANGCHAIN = [{"type": "human", "data": {"content": "a"}}]
TOLD = (
    ("openai", ANTHROPIC, "Anthropic"),
    ("openai", GEMINI, "Gemini"),
    ("openai", RESPONSES, "OpenAI Responses"),
    ("openai", LANGCHAIN, "LangChain"),
    ("anthropic", CHAT, "OpenAI chat"),
    ("anthropic", GEMINI, "Gemini"),
    ("anthropic", BEDROCK, "Bedrock"),
    ("gemini", CHAT, "OpenAI chat"),
)
OWN = (
    ("anthropic", ANTHROPIC),
    ("gemini", GEMINI),
    ("openai-responses", RESPONSES),
    ("bedrock", BEDROCK),
    *((dialect, CHAT) for dialect in DIALECTS if dialect not in ("anthropic", "gemini", "bedrock", "openai-responses")),
)


def forms(dialect: str, payload: Any) -> str:
    return " ".join(map(foreign, check_payload(payload, dialect)))


@for_each(TOLD)
def test_another_form_is_named(dialect: str, payload: Any, owner: str) -> None:
    assert f"of {owner}'s form" in forms(dialect, payload)


@for_each(OWN)
def test_its_own_is_not_foreign(dialect: str, payload: Any) -> None:
    assert forms(dialect, payload).strip() == ""
