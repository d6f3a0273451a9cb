"""What Google and Anthropic refuse of tools, texts and ids that a gateway hands on from OpenAI's form.

Some gateways mend it and some do not, so that most is told only of what was refused and has no other fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.gemini import tool_calls
from pytest_promptfmt.dialects.openai.tool_calls import tool_names_unique
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals import in_messages
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Refusal, Said

_FORMS = ("openrouter", "openai", "vllm")
_CLAUDE, _GEMINI = ("claude-*",), ("gemini-*",)
_DECLARED = re.compile(r"^\$\.tools\[0\]\.functionDeclarations\[(\d+)\]")
_CLAUDES_ID = re.compile(r"[a-zA-Z0-9_-]+")


def _functions(body: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    found = [(f"{path}.function", tool.get("function")) for path, tool in objects(body.get("tools"), "$.tools")]
    return [(path, function) for path, function in found if isinstance(function, dict)]


def _as_googles(rule: Callable[[Request], Iterator[Breach]]) -> Broken:
    """A rule of Gemini's, held against the functions as Google gets them."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        functions = _functions(body)
        declared = [{"functionDeclarations": [each for _, each in functions]}]
        for breach in rule(Request([], (), "$", tools=declared, tools_path="$.tools")):
            if found := _DECLARED.match(breach.path):
                yield functions[int(found[1])][0] + breach.path[found.end() :], breach.message

    return broken


def _second_names(body: Mapping[str, Any]) -> Iterator[Said]:
    offered = Request([], (), "$", tools=body.get("tools"), tools_path="$.tools")
    yield from ((breach.path, breach.message) for breach in tool_names_unique(offered))


def _empty(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        content = message.get("content")
        if isinstance(content, str) and not content.strip() and not message.get("tool_calls"):
            yield f"{path}.content", "the text is empty"
        for where, part in objects(content, f"{path}.content"):
            if part.get("type") == "text" and isinstance(part.get("text"), str) and not part["text"].strip():
                yield f"{where}.text", "the text is empty"


def _odd_ids(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, call in objects(message.get("tool_calls"), f"{path}.tool_calls"):
            if isinstance(call.get("id"), str) and not _CLAUDES_ID.fullmatch(call["id"]):
                yield f"{where}.id", "a call's id has letters, digits, _ and - alone"


def _used_unoffered(body: Mapping[str, Any]) -> Iterator[Said]:
    if not body.get("tools"):
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("tool_calls"):
                yield f"{path}.tool_calls", "tools were called, and the request offers none: offer them again"
                return


def _alone(body: Mapping[str, Any]) -> Iterator[Said]:
    roles = {message.get("role") for _, message in objects(body.get("messages"), "$.messages")}
    if roles and roles <= {"system", "developer"}:
        yield "$.messages[0].role", "there are system messages alone, which a gateway lifts, and nothing is left"


_GOOGLES: tuple[tuple[Callable[[Request], Iterator[Breach]], str], ...] = (
    (
        tool_calls.parameters_enum,
        '"GenerateContentRequest.tools[0].function_declarations[41].parameters.properties[role].enum[0]: cannot be '
        'empty" (Kxiandaoyan/Memoh-v2#22); "function declaration enum only allowed for STRING type" '
        "(decolua/9router#359, of what a router had made of another form)",
    ),
    (
        tool_calls.parameters_required,
        '"GenerateContentRequest.tools[0].function_declarations[14].parameters.required[5]: property is not defined" '
        "(google-gemini/gemini-cli#1494)",
    ),
    (
        tool_calls.parameters_properties,
        '"parameters.properties: should be non-empty for OBJECT type" (n8n-io/n8n#12790)',
    ),
)

REFUSED_AS_HANDED_ON: tuple[Refusal, ...] = (
    *(
        Refusal("parameter-value", _FORMS, _as_googles(rule), words, _GEMINI, told_only=True)
        for rule, words in _GOOGLES
    ),
    Refusal(
        "parameter-value", _FORMS, _second_names,
        '"Duplicate function declaration found: find" (ai-dashboad/flutter-skill#32)',
        _GEMINI, note=True,
    ),
    Refusal(
        "parameter-value", _FORMS, _second_names,
        '"tools: Tool names must be unique." (danny-avila/LibreChat#13162)',
        _CLAUDE, note=True,
    ),
    Refusal(
        "message-form", _FORMS, _empty,
        '"messages: text content blocks must be non-empty" (anthropics/claude-code#59812); "messages.0: user messages '
        'must have non-empty content" (langchain-ai/langchain#35081)',
        _CLAUDE, told_only=True,
    ),
    Refusal(
        "message-form", _FORMS, _odd_ids,
        "\"messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'\" (maximhq/bifrost#5097, a "
        "gateway)",
        _CLAUDE, told_only=True,
    ),
    Refusal(
        "message-form", _FORMS, _used_unoffered,
        '"Requests which include `tool_use` or `tool_result` blocks must define tools." (browser-use#1243); '
        '"The toolConfig field must be defined when using toolUse and toolResult content blocks." '
        "(langgenius/dify#17545)",
        _CLAUDE, told_only=True,
    ),
    Refusal(
        "message-form", _FORMS, _alone,
        '"messages: at least one message is required" (danny-avila/LibreChat#7346, langchain-ai/langchain#31657)',
        _CLAUDE, told_only=True,
    ),
    Refusal(
        "message-form", _FORMS, _alone,
        '"GenerateContentRequest.contents: contents is not specified" (langchain-ai/langchain-google#1393, '
        "pydantic/pydantic-ai#2333)",
        _GEMINI, told_only=True,
    ),
    Refusal(
        "message-form", ("openai", "vllm"), in_messages.unsigned_calls,
        '"Function call is missing a thought_signature in functionCall parts. This is required for tools to work '
        'correctly, and missing thought_signature may lead to degraded model performance." '
        "(BigPizzaV3/CodexPlusPlus#332 gemini-3.5-flash): a gateway gives them out somewhere, and wants them back",
        ("gemini-3*", "gemini-4*"), told_only=True,
    ),
)  # fmt: skip
