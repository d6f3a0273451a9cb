"""What providers and hosts refuse in words that an exact search of public code finds, where it was measured or met.

An error where several have the words, or somebody who measured; a note where one code base alone has them, or a page.
The search tells no dates: a year stands where a text has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals import answer_format, clashes, in_messages, media, shown, tool_schemas
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said
from pytest_promptfmt.verdicts.request.refusals.shown import given, valued
from pytest_promptfmt.verdicts.request.refusals.values import among, at_most, within

_CODE = "(quoted in several public code bases)"
_GATEWAY = "(a public gateway's table of what live APIs answered, 2026-10-04)"
_LISTED = "(a public page that lists what eight hosts were found to answer of one tool)"
_CEREBRAS, _FIREWORKS, _TOGETHER = (
    rf"(^|\.){host}/" for host in (r"cerebras\.ai", r"fireworks\.ai", r"together\.(ai|xyz)")
)
_CODEX, _COPILOT = r"^chatgpt\.com/backend-api/codex", r"(^|\.)githubcopilot\.com/"
_BOTH, _MODELS = ("openai", "openai-responses"), ("gpt-*", "o1*", "o3*", "o4*", "chatgpt*", "codex*")
_VISIONLESS = ("grok-3*", "grok-code*", "grok-2", "grok-2-1212", "grok-beta*")
_JSON_AND_TOOLS = f'"json mode cannot be combined with tool/function calling" {_CODE}'
_RAW = "console.groq.com, reasoning: with JSON mode or tools it is parsed or hidden, and raw is a 400"


def _raw_beside(asked: Broken) -> Broken:
    """Groq's reasoning as raw text, beside what `asked` for."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get("reasoning_format") == "raw" and any(asked(body)):
            yield "$.reasoning_format", "raw goes neither with tools nor with an answer in JSON"

    return broken


def _customs(body: Mapping[str, Any]) -> Iterator[Said]:
    """A tool without a function's name, where each is read as a function."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        if tool.get("type") == "custom" and "function" not in tool:
            yield f"{path}.function.name", "every tool is read as a function here, and this one is none"


def _spelled(*keys: str) -> Broken:
    """Keys in this very spelling."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        yield from ((f"$.{key}", "the host has no such key") for key in keys if key in body)

    return broken


def _emptied(body: Mapping[str, Any]) -> Iterator[Said]:
    """A list of parts with nothing in it."""
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("content") == []:
            yield f"{path}.content", "the list of parts is empty"


def _of_the_system_alone(body: Mapping[str, Any]) -> Iterator[Said]:
    """Nothing but system messages, or no message at all."""
    messages = body.get("messages")
    if isinstance(messages, list) and all(isinstance(each, dict) and each.get("role") == "system" for each in messages):
        yield "$.messages", "there is no message but the system's" if messages else "the list of messages is empty"


def _chosen_of_none(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("tool_choice") is not None and not body.get("tools") and not body.get("functions"):
        yield "$.tool_choice", "no tools are on offer"


def _stores_of_none(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, value in places(body, "tools[].vector_store_ids"):
        for i, each in enumerate(value if isinstance(value, list) else ()):
            if each is None:
                yield f"{path}[{i}]", "null, and the name of a store is expected"


def _uninstructed(body: Mapping[str, Any]) -> Iterator[Said]:
    if "instructions" not in body:
        yield "$.instructions", "the instructions are missing; an empty text is taken"


def _searched_by_text(body: Mapping[str, Any]) -> Iterator[Said]:
    """The arguments of a search of tools are JSON in a text, as those of a function are."""
    for path, item in objects(body.get("input"), "$.input"):
        if item.get("type") == "tool_search_call" and isinstance(item.get("arguments"), str):
            yield f"{path}.arguments", "a text, and an object is taken"


QUOTED: tuple[Refusal, ...] = (
    # Groq.
    Refusal("parameter-value", ("groq",), within("n", "[, 1]"), f"\"'n' : number must be at most 1\" {_CODE}"),
    Refusal(
        "parameter-value", ("groq",), within("temperature", "[, 2]"),
        f"\"'temperature' : number must be at most 2\" {_GATEWAY}",
    ),
    Refusal(
        "parameter-value", ("groq",), at_most("stop", 4),
        "\"'stop' : one of the following must be satisfied[('stop' : value must be a string) OR ('stop' : maximum "
        f"number of items is 4)]\" {_GATEWAY}",
    ),
    Refusal(
        "parameter-value", ("groq",), valued("logprobs", True, instead="of these models there are none"),
        f'"`logprobs` is not supported with this model" {_CODE}',
    ),
    Refusal("parameter-clash", ("groq",), clashes.json_beside_tools, _JSON_AND_TOOLS),
    Refusal("parameter-clash", ("groq",), _raw_beside(shown.with_tools), _RAW),
    Refusal("parameter-clash", ("groq",), _raw_beside(given("response_format")), _RAW),
    Refusal(
        "refused-message", ("groq",), _emptied,
        "\"'messages.3' : for 'role:tool' the following must be satisfied[('messages.3.content' : value must be a "
        f"string) OR ('messages.3.content' : minimum number of items is 1)]\" {_CODE}",
    ),
    # xAI.
    Refusal(
        "tool-choice", ("xai",), _chosen_of_none,
        '"Invalid request content: A tool_choice was set on the request but no tools were specified." '
        f"{_CODE}",
    ),
    Refusal(
        "parameter-value", ("xai",), at_most("stop", 8),
        f'"Cannot provide more than 8 stop strings but len(stop) = 10" {_GATEWAY}',
    ),
    Refusal(
        "model-parameter", ("xai",), given("stop"),
        '"Model grok-4.6 does not support parameter stop." (theopenco/llmgateway#3573; of grok-4.20-0309-reasoning a '
        "public gateway's table, 2026-10-04); \"Argument not supported on this model: stop\" (BerriAI/litellm#12635 "
        "grok-4-0709)",
        ("grok-4", "grok-4-0709", "grok-4.5*", "grok-4.6*", "grok-4.20*-reasoning"),
    ),
    Refusal(
        "model-parameter", ("xai",), valued("reasoning_effort", "none"),
        f'"This model does not support `reasoning_effort` value `none`." {_GATEWAY}',
        ("grok-4.[5-9]*",),
    ),
    Refusal(
        "model-ability", ("xai",), media.with_images,
        '"Invalid request content: Image inputs are not supported by this model." (quoted by a public code base, '
        "of no model by name)",
        _VISIONLESS, note=True,
    ),
    Refusal(
        "parameter-value", ("xai", "openai-responses"), tool_schemas.functions_named("tool_search"),
        '"The function name tool_search is reserved for the tool_search tool" (quoted by a public code base)',
        ("grok*",), note=True,
    ),
    Refusal(
        "parameter-value", ("xai", "openai-responses"), tool_schemas.hard_to_spell,
        f'"Invalid arguments passed to the model" {_CODE}: of enums with a slash, and patterns that look around',
        ("grok*",), note=True,
    ),
    # Moonshot, MiniMax.
    Refusal(
        "parameter-value", ("moonshot",), at_most("stop", 5),
        '"Invalid request: stop array too long. Expected an array with maximum length 5, but got an array with length '
        f'10 instead" {_GATEWAY}',
    ),
    Refusal(
        "parameter-value", ("moonshot",), shown.tools_of("function", "builtin_function", "plugin"),
        f'"unknown tool type: custom, currently only function and plugin are supported" {_LISTED}',
    ),
    Refusal(
        "refused-message", ("minimax",), _of_the_system_alone,
        f'"invalid params, messages must not be empty (2013)" {_CODE}: also of the system\'s alone',
    ),
    Refusal(
        "parameter-value", ("minimax",), tool_schemas.functions_named("", None),
        f'"invalid params, function name or parameters is empty (2013)" {_CODE}',
    ),
    Refusal(
        "parameter-value", ("minimax",), among("reasoning_effort", "none minimal low medium high xhigh max"),
        '"invalid params, invalid reasoning_effort: \\"ultra\\" (allowed: low, medium, high, xhigh, max)" (quoted '
        "by a public code base)",
        ("minimax-m3*",), note=True,
    ),
    # Hosts of open weights.
    Refusal(
        "parameter-clash", ("vllm",), clashes.json_beside_tools,
        f'"\\"tools\\" is incompatible with \\"response_format\\"" (code wrong_api_format) {_CODE}', where=_CEREBRAS,
    ),
    Refusal(
        "parameter-clash", ("vllm",), clashes.beside("max_tokens", "max_completion_tokens"),
        'code "wrong_api_format" of max_tokens beside max_completion_tokens (told by a public code base)',
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "parameter-value", ("vllm",), at_most("stop", 4),
        f'"stop.list[str]: List should have at most 4 items after validation, not 5" {_GATEWAY}', where=_CEREBRAS,
    ),
    Refusal(
        "parameter-value", ("vllm",), within("temperature", "[, 2]"),
        f'"temperature: Input should be less than or equal to 2" {_GATEWAY}', where=_CEREBRAS,
    ),
    Refusal(
        "refused-message", ("vllm",),
        in_messages.with_keys("refusal", "annotations", "audio", "function_call"),
        "\"messages.2.assistant.refusal: property 'messages.2.assistant.refusal' is unsupported\", and three more like "
        "it (told by a public code base, of what a client's own message is when it is dumped)",
        where=_CEREBRAS, note=True,
    ),
    Refusal(
        "refused-message", ("vllm",),
        in_messages.with_keys("function_call", "tool_name", "timestamp"),
        f"\"Extra inputs are not permitted, field: 'messages[3].tool_name'\" {_CODE}", where=_FIREWORKS,
    ),
    Refusal(
        "parameter-value", ("vllm",), _spelled("promptCacheKey", "chat_template_args"),
        f"\"Extra inputs are not permitted, field: 'promptCacheKey'\" {_CODE}", where=_FIREWORKS,
    ),
    Refusal(
        "parameter-value", ("vllm",), shown.tools_of("function"),
        f"\"Input should be 'function'\" {_LISTED}", where=_FIREWORKS,
    ),
    Refusal(
        "parameter-value", ("vllm",), shown.tools_of("function"),
        f'"missing field `function`" {_LISTED}', where=_TOGETHER,
    ),
    Refusal(
        "parameter-value", ("vllm",), at_most("stop", 4),
        f'"stop: Validation error: maximum 4 stop sequences allowed" {_GATEWAY}', where=_TOGETHER,
    ),
    Refusal(
        "parameter-clash", ("openrouter",), clashes.apart("reasoning_effort", "reasoning", "reasoning is beside it"),
        '"Only one of \\"reasoning\\" and \\"reasoning_effort\\" may be provided" (among the recorded threads)',
    ),
    # OpenAI, and what speaks for it.
    Refusal(
        "answer-schema", _BOTH, answer_format.incomplete,
        "\"Missing required parameter: 'response_format.json_schema.name'.\" (measured, gpt-5.6-terra in 2026-08, "
        "kangminlee-maker/local-OAuth-CLI-API-adapter)",
    ),
    Refusal(
        "parameter-value", _BOTH, tool_schemas.uncompiled,
        f"\"Invalid schema for function '…': '…' is not a 'regex'\" {_CODE}: patterns are compiled as Python has them",
        _MODELS,
    ),
    Refusal(
        "parameter-value", ("openai-responses",), _stores_of_none,
        "\"Invalid type for 'tools[0].vector_store_ids[0]': expected a string, but got null instead\" (quoted in a "
        "public code base)",
    ),
    Refusal(
        "missing-parameter", ("openai-responses",), _uninstructed,
        f'"Instructions are required" {_CODE}', where=_CODEX, note=True,
    ),
    Refusal(
        "parameter-value", ("openai",), at_most("stop", 4),
        "\"Invalid 'tools': array too long. Expected an array with maximum length 128\" (zed-industries/zed#42393), "
        "and of stop the same; four is what the specification has",
        _MODELS, at_home=True,
    ),
    Refusal(
        "refused-message", ("openai",), in_messages.of_role("function"),
        "\"Unsupported value: 'messages[2].role' does not support 'function' with this model.\" (measured, "
        "gpt-5.6-terra in 2026-09, kangminlee-maker/local-OAuth-CLI-API-adapter)",
        ("gpt-5.6*",),
    ),
    Refusal(
        "model-ability", ("openai",), clashes.anything("this model is there in the Responses API alone", "$.model"),
        f'"This model is only supported in v1/responses and not in v1/chat/completions." {_CODE}',
        ("gpt-5*-codex", "gpt-5*-codex-m*", "codex-mini*", "o1-pro*", "o3-pro*", "gpt-5-pro*"), at_home=True,
    ),
    Refusal(
        "parameter-clash", ("openai-responses",),
        shown.of_minimal_effort("web_search", "web_search_preview", "image_generation"),
        f"\"The following tools cannot be used with reasoning.effort 'minimal': image_gen, web_search.\" {_CODE}",
        ("gpt-5*",),
    ),
    Refusal(
        "refused-message", ("openai-responses",), _searched_by_text,
        "\"Invalid type for 'input[N].arguments': expected an object, but got a string instead.\" (of "
        "tool_search_call; verified live, as two public code bases say)",
    ),
    Refusal(
        "other-api", ("openai-responses",),
        given("metadata user truncation safety_identifier context_management top_p", "this address has no such key"),
        f'"Unsupported parameter: safety_identifier", and metadata, user and truncation likewise {_CODE}; of '
        "context_management BerriAI/litellm#21209, of top_p Soju06/codex-lb#391", where=_CODEX,
    ),
    Refusal(
        "refused-message", ("openai-responses",), in_messages.items_of_role("system"),
        f'"System messages are not allowed" {_CODE}', where=_CODEX,
    ),
    Refusal(
        "parameter-value", ("openai",), _customs,
        f"\"Invalid 'tools[0].function.name': empty string.\" {_LISTED}", where=_COPILOT,
    ),
)  # fmt: skip
