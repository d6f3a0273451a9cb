"""What single models do not do: each entry is broken by a request, and its right neighbour breaks none."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import FINDINGS, parameter_findings
from pytest_promptfmt.verdicts.request.providers.abilities import REFUSED_BY_MODELS

HI: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
SAID: list[dict[str, Any]] = [{"role": "user", "content": [{"text": "Hi"}]}]
SEEN = [{"role": "user", "content": [{"image": {"format": "png", "source": {"bytes": "iVBORw0KGgo="}}}]}]
READ = [{"role": "user", "content": [{"document": {"format": "txt", "name": "a", "source": {"bytes": "SGk="}}}]}]
PICTURE = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
SPEC = {"tools": [{"toolSpec": {"name": "look", "inputSchema": {"json": {"type": "object"}}}}]}
SHAPED = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}
CALL = {"id": "a1B2c3D4e", "type": "function", "function": {"name": "look", "arguments": "{}"}}
ANSWERED = [*HI, {"role": "assistant", "tool_calls": [CALL]}, {"role": "tool", "tool_call_id": "a1B2c3D4e"}]
GOOGLE, FIREWORKS = "generativelanguage.googleapis.com/v1beta", "api.fireworks.ai/inference/v1/chat/completions"
CLAUDE_4, CLAUDE_35 = "claude-sonnet-4-5", "claude-3-5-sonnet-20241022"


def chat(model: str, **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


def response(model: str, *types: str, **more: Any) -> dict[str, Any]:
    return {"model": model, "input": "Hi", **({"tools": [{"type": each} for each in types]} if types else {}), **more}


def claude(model: str, type_: str, name: str, **more: Any) -> dict[str, Any]:
    return chat(model, max_tokens=9, tools=[{"type": type_, "name": name, **more}])


def computer(model: str, version: str) -> dict[str, Any]:
    return claude(model, f"computer_{version}", "computer", display_width_px=800, display_height_px=600)


def gemini(model: str, *tools: str) -> dict[str, Any]:
    asked = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
    return {"model": model, **asked, **({"tools": [{each: {}} for each in tools]} if tools else {})}


ROWS: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("openai-responses", "", "$.tools[0].type", response("o3-mini", "web_search"), response("gpt-5.6", "web_search")),
    ("openai-responses", "", "$.tools[0].type", response("gpt-5.5", "computer_use_preview"), response("gpt-5.5")),
    ("openai-responses", "", "$.tools[0].type", response("gpt-5.6", "local_shell"), response("gpt-5.6")),
    ("openai", "", "$.reasoning_effort", chat("gpt-5-codex", reasoning_effort="minimal"), chat("gpt-5")),
    (
        "openai-responses", "", "$.reasoning.effort", response("gpt-5-codex", reasoning={"effort": "xhigh"}),
        response("gpt-5-codex", reasoning={"effort": "high"}),
    ),
    (
        "openai-responses", "", "$.text.verbosity", response("gpt-5-codex", text={"verbosity": "high"}),
        response("gpt-5-codex", text={"verbosity": "medium"}),
    ),
    ("openai", "", "$.reasoning_effort", chat("gpt-5-mini", reasoning_effort="none"), chat("gpt-5-mini")),
    (
        "openai-responses", "", "$.reasoning.effort", response("gpt-5", reasoning={"effort": "none"}),
        response("gpt-5.1", reasoning={"effort": "none"}),
    ),
    *(
        ("openai", "", f"$.{key}", chat(model, **{key: most + 1}), chat(model, **{key: most}))
        for model, key, most in (
            ("gpt-4.1-mini", "max_tokens", 32768), ("o3", "max_completion_tokens", 100000),
            ("gpt-5-mini", "max_completion_tokens", 128000),
        )
    ),
    ("openai", "", "$.model", chat("gpt-realtime"), chat("gpt-4o")),
    ("anthropic", "", "$.tools[0].type", computer("claude-opus-4-7", "20241022"), computer(CLAUDE_35, "20241022")),
    ("anthropic", "", "$.tools[0].type", computer(CLAUDE_4, "20251124"), computer(CLAUDE_4, "20250124")),
    ("anthropic", "", "$.tools[0].type", computer("claude-opus-5-5", "20251124"),
     computer("claude-opus-4-8", "20251124")),
    (
        "anthropic", "", "$.tools[0].type", claude(CLAUDE_4, "text_editor_20250124", "str_replace_editor"),
        claude(CLAUDE_4, "text_editor_20250728", "str_replace_based_edit_tool"),
    ),
    (
        "gemini", GOOGLE, "$.tools[0].googleSearchRetrieval", gemini("gemini-2.5-flash", "googleSearchRetrieval"),
        gemini("gemini-2.5-flash", "googleSearch"),
    ),
    ("gemini", GOOGLE, "$.model", gemini("gemini-embedding-001"), gemini("gemini-2.5-flash")),
    (
        "bedrock", "", "$.messages[0].content[0].image", {"modelId": "amazon.nova-micro-v1:0", "messages": SEEN},
        {"modelId": "amazon.nova-lite-v1:0", "messages": SEEN},
    ),
    *(
        (
            "bedrock", "", "$.messages[0].content[0].document", {"modelId": model, "messages": READ},
            {"modelId": "us.amazon.nova-lite-v1:0", "messages": READ},
        )
        for model in ("us.xai.grok-4-v1:0", "openai.gpt-oss-20b-1:0", "amazon.nova-micro-v1:0")
    ),
    (
        "bedrock", "", "$.toolConfig",
        {"modelId": "meta.llama3-8b-instruct-v1:0", "messages": SAID, "toolConfig": SPEC},
        {"modelId": "meta.llama3-1-8b-instruct-v1:0", "messages": SAID, "toolConfig": SPEC},
    ),
    (
        "groq", "", "$.response_format.type", chat("llama-3.3-70b-versatile", response_format=SHAPED),
        chat("openai/gpt-oss-120b", response_format=SHAPED),
    ),
    ("cohere", "", "$.max_tokens", chat("command-r-08-2024", max_tokens=8192), chat("command-r-08-2024", max_tokens=9)),
    (
        "mistral", "", "$.messages[0].content[0]",
        {"model": "codestral-2508", "messages": [{"role": "user", "content": [PICTURE]}]},
        {"model": "mistral-medium-latest", "messages": [{"role": "user", "content": [PICTURE]}]},
    ),
    (
        "deepseek", "", "$.top_logprobs", chat("deepseek-chat", logprobs=True, top_logprobs=21),
        chat("deepseek-chat", logprobs=True, top_logprobs=20),
    ),
    ("openrouter", "", "$.models", chat("a/b", models=["a/b"] * 4), chat("a/b", models=["a/b"] * 3)),
    ("openrouter", "", "$.max_tokens", chat("openai/gpt-5", max_tokens=5), chat("openai/gpt-5", max_tokens=16)),
    ("ollama", "", "$.model", chat("nomic-embed-text"), chat("llama3.2")),
    (
        "ollama", "", "$.messages[0].images", chat("gemma4:e4b-mlx", messages=[{**HI[0], "images": ["iVBORw0KGgo="]}]),
        chat("gemma4:e4b", messages=[{**HI[0], "images": ["iVBORw0KGgo="]}]),
    ),
    (
        "vllm", "localhost:11434/v1/chat/completions", "$.messages[0].content[0]",
        chat("llama3.1:8b", messages=[{"role": "user", "content": [PICTURE]}]),
        chat("qwen2.5vl:7b", messages=[{"role": "user", "content": [PICTURE]}]),
    ),
    (
        "vllm", "", "$.top_logprobs", chat("Qwen/Qwen3-8B", logprobs=True, top_logprobs=21),
        chat("Qwen/Qwen3-8B", logprobs=True, top_logprobs=20),
    ),
    ("vllm", "", "$.prompt_logprobs", chat("Qwen/Qwen3-8B", prompt_logprobs=50), chat("a/b", prompt_logprobs=1)),
    ("vllm", FIREWORKS, "$.max_tokens", chat("a", max_tokens=8000), chat("a", max_tokens=8000, stream=True)),
    (
        "mistral", "api.mistral.ai/v1/chat/completions", "$.messages[3].role",
        {"model": "mistral-large-latest", "messages": [*ANSWERED, *HI]},
        {"model": "mistral-large-latest", "messages": [*ANSWERED, {"role": "assistant", "content": "Four."}, *HI]},
    ),
]  # fmt: skip


def told(dialect: str, address: str, body: dict[str, Any]) -> list[Any]:
    sent = Sent(whole=True, addressed=True, address=address, host=address.partition("/")[0])
    return list(parameter_findings(DIALECTS[dialect], body, str(body.get("modelId", "")), sent))


@pytest.mark.parametrize(("dialect", "address", "path", "refused", "taken"), ROWS)
def test_what_a_model_does_not_do_is_told_and_its_neighbour_is_not(
    dialect: str, address: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert path in {each.path for each in told(dialect, address, refused)}
    assert path not in {each.path for each in told(dialect, address, taken)}


def test_every_entry_has_a_row_and_its_providers_words() -> None:
    found = {(row[0], each.data.get("source")): each for row in ROWS for each in told(row[0], row[1], row[3])}

    for refusal in (each for each in REFUSED_BY_MODELS if not each.told_only):
        each = found[refusal.dialects[0], refusal.words]
        assert each.id == f"request.{refusal.slug}"
        assert each.severity is (Severity.WARNING if refusal.note else FINDINGS[refusal.slug][0])
