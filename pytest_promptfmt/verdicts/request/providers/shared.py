"""What several providers refuse alike of a request beside its messages, or are taken to."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal

_OPENAIS = ("openai", "vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal")
_IN_RESPONSES = (
    "\"Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.\" "
    "(reVrost/go-openrouter#21, of OpenAI's Responses API, which OpenRouter asks too)"
)

REFUSED_BY_SEVERAL: tuple[Refusal, ...] = (
    Refusal("tool-choice", ("anthropic", "openai-responses", *_OPENAIS[1:]), breaks.without_tools("tool_choice")),
    Refusal(
        "tool-choice",
        ("openai", "openai-responses", "vllm", "deepseek", "zhipu", "mistral", "anthropic", "bedrock", "gemini"),
        breaks.unoffered,
    ),
    Refusal(
        "json-mode", ("openai", "dashscope", "dashscope-multimodal"), breaks.no_word_of_json,
        "\"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.\" "
        "(mem0ai/mem0#3559, of OpenAI; agno-agi/agno#5317, of DashScope)",
    ),
    Refusal("json-mode", ("deepseek",), breaks.no_word_of_json),
    Refusal("json-mode", ("openai-responses",), breaks.no_word_of_json, _IN_RESPONSES),
    Refusal("json-mode", ("openrouter",), breaks.no_word_of_json, _IN_RESPONSES, ("gpt-*", "o1*", "o3*", "o4*")),
)  # fmt: skip
