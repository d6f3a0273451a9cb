"""What several providers refuse alike beside the messages, and by what name they are asked.

Names are those of addresses, which may lead nowhere, and of models, which may be another maker's or spelled otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request import breaks
from pytest_promptfmt.verdicts.request.refusals import shown, values
from pytest_promptfmt.verdicts.request.refusals.clashes import anything
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal, Said

_ALIKE = ("openai", "vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal")
_IN_RESPONSES = (
    "\"Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.\" "
    "(reVrost/go-openrouter#21, of OpenAI's Responses API, which OpenRouter asks too)"
)

_BOTH = ("openai", "openai-responses")
_MEASURED = "(measured, gpt-5.6-terra in 2026-08, kangminlee-maker/local-OAuth-CLI-API-adapter)"
_TEXTS = (
    "messages[].content messages[].content[].text input input[].content input[].content[].text input[].output "
    "instructions"
)

REFUSED_BY_SEVERAL: tuple[Refusal, ...] = (
    Refusal(
        "tool-choice", ("openai",), breaks.without_tools("tool_choice"),
        "\"Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.\" "
        "(writer/writer-framework#1013)",
    ),
    Refusal("tool-choice", ("anthropic", "openai-responses", *_ALIKE[2:]), breaks.without_tools("tool_choice")),
    Refusal(
        "tool-choice", ("openai",), breaks.unoffered,
        "\"Invalid value for 'function_call': no function named 'never_declared' was specified in the 'functions' "
        f"parameter.\" {_MEASURED}",
    ),
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
    Refusal(
        "parameter-value", _BOTH, values.named_within("metadata", 64, 512),
        "\"Invalid 'metadata.k': string too long. Expected a string with maximum length 512, but got a string with "
        "length 600 instead.\"; \"Invalid property name in 'metadata': 'kkk...kkk' is too long. Expected a string with "
        'maximum length 64" (measured, gpt-5.6-terra in 2026-08, kangminlee-maker/local-OAuth-CLI-API-adapter; quoted '
        "in several public code bases)",
    ),
    Refusal(
        "parameter-value", _BOTH, values.longest(_TEXTS, 10_485_760),
        "\"Invalid 'input[0].content': string too long. Expected a string with maximum length 10485760, but got a "
        'string with length 62114761 instead." (VectorlyApp/bluebox#31, in 2025-11; in 2024 of 1048576, '
        "gptscript-ai/clio#41)",
    ),
    Refusal(
        "model-parameter", _BOTH, shown.valued("prompt_cache_retention", "in_memory", instead="this model's is 24h"),
        f'"This model is compatible only with 24h extended prompt caching" {_MEASURED}',
        ("gpt-5.6*",),
    ),
)  # fmt: skip

_ANTHROPIC = ("anthropic",)
_OPENAIS = (
    "openai", "openai-responses", "vllm", "deepseek", "zhipu", "mistral", "groq", "openrouter", "xai", "moonshot",
    "minimax", "siliconflow", "dashscope",
)  # fmt: skip
_EVERY = (*_OPENAIS, *_ANTHROPIC, "cohere", "gemini", "gemini-interactions", "ollama", "ollama-generate")

_ROOTS: Mapping[str, tuple[str, str]] = {
    r"api\.openai\.com": ("v1/", "/v1"),
    r"api\.anthropic\.com": ("v1/", "/v1"),
    r"api\.mistral\.ai": ("v1/", "/v1"),
    r"api\.groq\.com": ("openai/v1/", "/openai/v1"),
    r"api\.x\.ai": ("v1/", "/v1"),
    r"api\.moonshot\.(ai|cn)": ("(v1|anthropic)/", "/v1"),
    r"api\.minimaxi?\.(io|com|chat)": ("(v1|anthropic)/", "/v1"),
    r"api\.siliconflow\.(cn|com)": ("v1/", "/v1"),
    r"openrouter\.ai": ("api/(v1|alpha)/", "/api/v1"),
    r"api\.cerebras\.ai": ("v1/", "/v1"),
    r"api\.together\.(xyz|ai)": ("v1/", "/v1"),
    r"api\.fireworks\.ai": ("inference/v1/", "/inference/v1"),
    r"api\.deepinfra\.com": ("v1/", "/v1/openai"),
    r"api\.sambanova\.ai": ("v1/", "/v1"),
    r"integrate\.api\.nvidia\.com": ("v1/", "/v1"),
    r"(open\.bigmodel\.cn|api\.z\.ai)": ("api/", "/api/paas/v4"),
    r"api\.cohere\.(com|ai)": ("(v[12]|compatibility)/", "/v2"),
    r"[\w-]+\.openai\.azure\.com": ("openai/", "/openai/v1, or /openai/deployments and the deployment's name"),
    r"models\.github\.ai": ("inference/|orgs/|catalog/", "/inference"),
    r"router\.huggingface\.co": (r"v1/|[\w-]+/v1/|[\w-]+/models/", "/v1"),
    r"ark\.[\w-]+\.volces\.com": ("api/", "/api/v3"),
    r"generativelanguage\.googleapis\.com": ("(v1|v1beta|v1alpha)/", "/v1beta, and /v1beta/openai in OpenAI's form"),
    r"dashscope[\w-]*\.aliyuncs\.com": ("(compatible-mode/v1|api|apps)/", "/compatible-mode/v1"),
}
"""What every path of a host begins with, as its provider's documents have it."""
_UNFOUND = (
    "\"url: 'https://api.anthropic.com/messages'\", Not Found (fredrikburmester/streamystats#491, in 2026-03); the "
    "client's base URL has what stands before the endpoint"
)
_TWICE = (
    '"POST https://openrouter.ai/api/v1/v1/messages \\"HTTP/1.1 405 Method Not Allowed\\"" (langchain-ai/langchain'
    "#31325); \"Client error '404 Not Found' for url 'http://localhost:8000/v1/v1/messages'\" (ogx-ai/ogx#6290); "
    '"No handler found on route. Please double check your URL and consult https://api.x.ai/docs for more information." '
    "(amchii/tg-signer#56)"
)
_NO_CLAUDE = (
    '"type":"not_found_error","message":"model: claude-3.5-sonnet" (continuedev/continue#10287; of claude-4-sonnet '
    "#11925, us.anthropic.claude-3-7-sonnet-20250219-v1:0 presidio-oss/factif-ai#34, anthropic:claude-3-5-haiku-latest "
    "thomwebb/gac#25, sonnet4 anthropics/claude-code#5349)"
)
_MAKERS: Mapping[str, tuple[str, str, str]] = {
    "mistral": (
        r"api\.mistral\.ai/", r"(open-)?(mi[ns]i?s?tral|mixtral|codestral|devstral|magistral|pixtral|voxtral|leanstral)"
        r"|labs-|ft:|zai-glm", '"Invalid model: mistral-medium-3.5" (mistralai/mistral-vibe#617)',
    ),
    "xai": (r"api\.x\.ai/", "grok-", ""),
    "moonshot": (
        r"api\.moonshot\.(ai|cn)/", r"kimi|moonshot|k\d",
        '"Not found the model kimi‑k2‑0711‑preview or Permission denied" (langgenius/dify#39778)',
    ),
    "minimax": (r"api\.minimax", r"(codex-)?(minimax|abab)|m\d", ""),
    "zhipu": (
        r"(bigmodel\.cn|z\.ai)/", r"(glm-|charglm|autoglm|codegeex|emohaa|cog|vidu|zai|embedding|rerank)",
        '"Unknown Model, please check the model code." code 1211 (JailbrokenAI/wallbreaker#20, in 2026-07)',
    ),
    "cohere": (
        r"api\.cohere\.", r"(command|c4ai|north|aya|tiny-aya|xlarge)|[0-9a-f-]{36}",
        "\"model 'xlarge' not found, make sure the correct model ID was used and that you have access to the model.\" "
        "(MaartenGr/BERTopic#1864)",
    ),
    "gemini": (
        r"^generativelanguage\.", r"(models/|tunedModels/)?(gemini|gemma|learnlm|imagen|veo|lyria|nano-|deep-research|"
        r"antigravity|text-|embedding|aqa)", "",
    ),
}  # fmt: skip
"""Hosts of a single maker, and what the names of its models begin with."""


def _versionless(body: Mapping[str, Any]) -> Iterator[Said]:
    if "anthropic_version" not in body:
        yield "$", "anthropic_version is missing, which is no header here"


REFUSED_BY_NAME: tuple[Refusal, ...] = (
    *(
        Refusal(
            "address", _EVERY, anything(f"what is asked of this host begins with {first}"), _UNFOUND,
            where=rf"^{host}/(?!{root}).", note=True,
        )
        for host, (root, first) in _ROOTS.items()
    ),
    Refusal(
        "address", _EVERY, anything("a step of the address stands in it twice"), _TWICE,
        where=r"/(v\d\w*|models|chat/completions|messages|responses|compatible-mode/v1|api/v1)(/v1)?/\1(?![\w.-])",
        note=True,
    ),
    Refusal(
        "address", _EVERY, anything("two endpoints stand in the address, and one is asked"), _TWICE,
        where=r"/(chat/completions|messages|responses)/(v1/)?(chat/completions|messages|responses)$", note=True,
    ),
    Refusal(
        "address", _ANTHROPIC, anything("the header anthropic-version is missing"),
        '"anthropic-version: header is required" (coaidev/coai#93)',
        where=r"^api\.anthropic\.com/", header="anthropic-version",
    ),
    Refusal(
        "missing-parameter", _ANTHROPIC, _versionless,
        '"anthropic_version: Field required" (mlflow/mlflow#25556 Vertex AI; of InvokeModel in several public code '
        "bases: what is a header elsewhere stands in the body there)",
        where=r"/model/[^/]*anthropic\.[^/]*/invoke|/publishers/anthropic/models/[^/]+:\w*[rR]awPredict",
        but_where="/count-tokens:",
    ),
    Refusal(
        "model-id", _ANTHROPIC, shown.named_otherwise(r"claude-[\w-]+$"), _NO_CLAUDE,
        where=r"^api\.anthropic\.com/", note=True,
    ),
    Refusal(
        "model-id", _ANTHROPIC, shown.named_otherwise(r"(?!claude-\d-)"), _NO_CLAUDE,
        but=("claude-3-*",), where=r"^api\.anthropic\.com/", note=True,
    ),
    Refusal(
        "model-id", _ANTHROPIC, shown.named_otherwise(r"(minimax|abab|m\d)"),
        '"invalid params" (ding113/claude-code-hub#1013 claude-haiku-4-5-20251001, in 2026-04)',
        where=r"api\.minimax", note=True,
    ),
    Refusal(
        "model-id", (*_ANTHROPIC, "openai", "openai-responses"), shown.named_otherwise(r"[^/]+$"),
        "\"Invalid model: 'anthropic/claude-opus-4.6'. Please check the model name.\" (poe-platform/poe-code#56)",
        where=r"^api\.poe\.com/", note=True,
    ),
    Refusal(
        "model-id", (*_ANTHROPIC, "openai", "openai-responses"), shown.named_otherwise(r"(?!claude-\w+-\d-\d(?!\d))"),
        where=r"githubcopilot\.com/", note=True,
    ),
    *(
        Refusal("model-id", (dialect,), shown.named_otherwise(rf"(?:{names})|.*/"), words, where=host, note=True)
        for dialect, (host, names, words) in _MAKERS.items()
    ),
)  # fmt: skip
