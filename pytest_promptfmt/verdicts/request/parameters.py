"""What providers refuse of a request beside its messages: a tool that nobody offers, parameters that clash.

A table of refusals, each with the provider's words; formatters write none of it, so that only `promptfmt why` and
`promptfmt validate` ask. What is not in the table is named as not judged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypeAlias

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Severity, Statements
from pytest_promptfmt.payload.walking import thinks

FINDINGS: Statements = {
    "tool-choice": (Severity.ERROR, "the request speaks of tools that it does not offer"),
    "tools-count": (Severity.ERROR, "the request has more tools or calls than the provider takes"),
    "json-mode": (Severity.ERROR, "JSON is asked for, and no message has the word"),
    "missing-parameter": (Severity.WARNING, "a parameter is missing without which the provider takes nothing"),
    "model-parameter": (Severity.ERROR, "the request has a parameter that its model does not take"),
    "thinking-parameter": (Severity.ERROR, "the request has a parameter that does not go with its thinking"),
}

Said: TypeAlias = tuple[str, str]
"""A path in the request, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """`broken` tells where a body breaks it; models are globs over names, and without `words` nothing is certain."""

    slug: str
    dialects: tuple[str, ...]
    broken: Callable[[Mapping[str, Any]], Iterator[Said]]
    words: str = ""
    models: tuple[str, ...] = ("*",)


def offered(body: Mapping[str, Any]) -> set[str] | None:
    """The names of all tools on offer; None where there are others than functions, whose names are the provider's."""
    config = body.get("toolConfig")
    tools = body.get("tools", config.get("tools") if isinstance(config, dict) else None)
    names: set[str] = set()
    for tool in tools if isinstance(tools, list) else ():
        found = [each["name"] for each in _functions(tool) if isinstance(each.get("name"), str)]
        if not found:
            return None
        names.update(found)
    return names


def _functions(tool: Any) -> list[dict[str, Any]]:
    if not isinstance(tool, dict):
        return []
    several = tool.get("functionDeclarations", tool.get("function_declarations"))
    inner = several if isinstance(several, list) else [tool.get("function", tool.get("toolSpec", tool))]
    return [each for each in inner if isinstance(each, dict)]


def chosen(choice: Any) -> list[Any]:
    """The names that a choice of tools names, in any provider's form."""
    match choice:
        case {"function": {"name": name}} | {"name": name} | {"tool": {"name": name}}:
            return [name]
        case {"functionCallingConfig": {"allowedFunctionNames": [*names]}}:
            return names
    return []


_CHOICES = ("tool_choice", "toolConfig", "tool_config")


def _unoffered(body: Mapping[str, Any]) -> Iterator[Said]:
    names = offered(body)
    for key in _CHOICES:
        choice = body.get(key)
        inner = choice.get("toolChoice") if isinstance(choice, dict) and "toolChoice" in choice else choice
        for name in chosen(inner) if names else ():
            if isinstance(name, str) and name not in (names or ()):
                yield f"$.{key}", f"it chooses {name!r}, and the tools on offer are {', '.join(sorted(names or ()))}"


def _without_tools(*keys: str) -> Callable[[Mapping[str, Any]], Iterator[Said]]:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if body.get(key) not in (None, "none") and not body.get("tools") and not body.get("functions"):
                yield f"$.{key}", "no tools are on offer"

    return broken


def _many(body: Mapping[str, Any]) -> Iterator[Said]:
    tools, messages = body.get("tools"), body.get("messages")
    if isinstance(tools, list) and len(tools) > _MOST:
        yield "$.tools", f"{len(tools)} tools, and the provider takes {_MOST}"
    for n, message in enumerate(messages if isinstance(messages, list) else ()):
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if isinstance(calls, list) and len(calls) > _MOST:
            yield f"$.messages[{n}].tool_calls", f"{len(calls)} calls, and the provider takes {_MOST}"


_MOST = 128


def _no_word_of_json(body: Mapping[str, Any]) -> Iterator[Said]:
    for key in ("response_format", "text"):
        asked = body.get(key)
        wanted = asked.get("format") if key == "text" and isinstance(asked, dict) else asked
        said = [body.get(each) for each in ("messages", "input", "instructions")]
        if isinstance(wanted, dict) and wanted.get("type") == "json_object" and "json" not in _text(said):
            yield f"$.{key}", "no message has the word json"


def _text(value: Any) -> str:
    return json.dumps(value, default=repr).lower()


def _missing(key: str) -> Callable[[Mapping[str, Any]], Iterator[Said]]:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if key not in body and "model" in body:
            yield "$", f"{key} is missing"

    return broken


def _has(key: str, instead: str) -> Callable[[Mapping[str, Any]], Iterator[Said]]:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) is not None:
            yield f"$.{key}", instead

    return broken


def _warm(body: Mapping[str, Any]) -> Iterator[Said]:
    if _number(body.get("temperature")) not in (None, 1) and body.get("reasoning_effort") != "none":
        yield "$.temperature", "this model thinks, and takes 1 alone"


def _both(body: Mapping[str, Any]) -> Iterator[Said]:
    if _number(body.get("temperature")) is not None and _number(body.get("top_p")) is not None:
        yield "$.top_p", "temperature stands beside it, and the model takes one of them"


def _thinking_warm(body: Mapping[str, Any]) -> Iterator[Said]:
    if thinks(body.get("thinking")) and _number(body.get("temperature")) not in (None, 1):
        yield "$.temperature", "with thinking it is 1, or left out"


def _thinking_forced(body: Mapping[str, Any]) -> Iterator[Said]:
    choice = body.get("tool_choice")
    if thinks(body.get("thinking")) and isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        yield "$.tool_choice", "with thinking no call can be forced"


def _budget(body: Mapping[str, Any]) -> Iterator[Said]:
    thinking, most = body.get("thinking"), _number(body.get("max_tokens"))
    budget = _number(thinking.get("budget_tokens")) if isinstance(thinking, dict) else None
    if most is not None and budget is not None and budget >= most:
        yield "$.thinking.budget_tokens", f"{budget} tokens to think, of {most} in all"


def _unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    inner = body.get("parameters")
    parameters = inner if isinstance(inner, dict) else body
    switch = parameters.get("enable_thinking")
    if switch is not False and not (body.get("stream") or parameters.get("incremental_output")):
        where = "$.parameters" if parameters is inner else "$"
        yield f"{where}.enable_thinking" if switch is True else where, "it thinks, and the answer is not streamed"


def _number(value: Any) -> int | float | None:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


_OPENAIS = ("openai", "vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal")
_THINKERS = ("o1*", "o3*", "o4*", "gpt-5", "gpt-5-2*", "gpt-5-mini*", "gpt-5-nano*", "gpt-5-codex*")

REFUSALS: tuple[Refusal, ...] = (
    Refusal(
        "tool-choice", ("openai",), _without_tools("tool_choice"),
        "\"Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.\" "
        "(writer/writer-framework#1013)",
    ),
    Refusal("tool-choice", ("openai",), _without_tools("parallel_tool_calls")),
    Refusal("tool-choice", ("anthropic", "openai-responses", *_OPENAIS[1:]), _without_tools("tool_choice")),
    Refusal(
        "tool-choice", ("dashscope", "dashscope-multimodal"), _unoffered,
        '"Invalid value for \\"tool_choice\\": no function named \\"AgentOutput\\" was specified in the \\"tools\\" '
        'parameter." (browser-use/web-ui#586)',
    ),
    Refusal(
        "tool-choice",
        ("openai", "openai-responses", "vllm", "deepseek", "zhipu", "mistral", "anthropic", "bedrock", "gemini"),
        _unoffered,
    ),
    Refusal(
        "tools-count", ("openai",), _many,
        "\"Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length "
        "129 instead.\" (musistudio/claude-code-router#686, zed-industries/zed#42393); \"Invalid "
        "'messages[2].tool_calls': "
        'array too long. Expected an array with maximum length 128" (openai/openai-dotnet#317)',
    ),
    Refusal("tools-count", ("openai-responses",), _many),
    Refusal(
        "json-mode", ("openai", "dashscope", "dashscope-multimodal"), _no_word_of_json,
        "\"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.\" "
        "(mem0ai/mem0#3559, of OpenAI; agno-agi/agno#5317, of DashScope)",
    ),
    Refusal("json-mode", ("openai-responses", "deepseek"), _no_word_of_json),
    Refusal(
        "missing-parameter", ("anthropic",), _missing("max_tokens"),
        "the official client's types have it as required: max_tokens is no optional parameter of a request",
    ),
    Refusal(
        "model-parameter", ("openai",), _has("max_tokens", "this model takes max_completion_tokens in its place"),
        "\"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
        "instead.\" (getcmd-dev/cmd#36, fish2018/YPrompt#26)",
        ("o1*", "o3*", "o4*", "gpt-5*"),
    ),
    Refusal(
        "model-parameter", ("openai", "openai-responses"), _warm,
        "\"Unsupported parameter: 'temperature' is not supported with this model.\" "
        "(OpenHands/software-agent-sdk#1837; ThinkInAIXYZ/deepchat#713: gpt-5 takes no temperature)",
        _THINKERS,
    ),
    Refusal(
        "model-parameter", ("anthropic",), _both,
        '"`temperature` and `top_p` cannot both be specified for this model. Please use only one." '
        "(cloud-apim/otoroshi-llm-extension#140: Opus 4.1, Sonnet and Haiku 4.5)",
        ("claude-opus-4-1*", "claude-*-4-5*"),
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), _thinking_warm,
        '"`temperature` may only be set to 1 when thinking is enabled." (MartialBE/one-hub#529)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), _thinking_forced,
        '"Thinking may not be enabled when tool_choice forces tool use." (mastra-ai/mastra#7507)',
    ),
    Refusal(
        "thinking-parameter", ("anthropic",), _budget,
        "thinking counts towards max_tokens, and a call with a budget as large was answered with a 400 "
        "(Smart-AI-Memory/attune-ai#730)",
    ),
    Refusal(
        "thinking-parameter", ("dashscope",), _unstreamed,
        '"parameter.enable_thinking must be set to false for non-streaming calls" (vybestack/llxprt-code#229, '
        "langchain4j/langchain4j#3974, infiniflow/ragflow#8972: Qwen3's open models, which think unless told not to)",
        ("qwen3-[0-9]*b", "qwen3-[0-9]*b-a*b"),
    ),
)  # fmt: skip


def parameter_findings(dialect: Dialect, body: Any, model: str = "") -> Iterator[Finding]:
    """What the provider refuses of a whole request beside its messages; `model` is the one that it is sent to."""
    if not isinstance(body, dict):
        return
    named = str(body.get("model") or body.get("modelId") or model).lower().rpartition("/")[2]
    for refusal in REFUSALS:
        if dialect.id in refusal.dialects and any(fnmatchcase(named, glob) for glob in refusal.models):
            for path, problem in refusal.broken(body):
                severity = FINDINGS[refusal.slug][0] if refusal.words else Severity.WARNING
                data = {"source": refusal.words, "provider": dialect.provider} if refusal.words else {}
                yield Finding(f"request.{refusal.slug}", severity, path, problem, (), data)
