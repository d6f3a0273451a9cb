"""Where a body breaks what Anthropic asks of parameters, of platforms, and of the schemas of answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.dialects.shared_rules import dangling, is_open, schemas_within
from pytest_promptfmt.payload.walking import objects, thinks
from pytest_promptfmt.verdicts.request.refusals.places import each, number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said
from pytest_promptfmt.verdicts.request.refusals.shown import with_tools_of


def thinking(at: str, problem: str, least: float | None = None) -> Any:
    """With thinking a parameter is left out, or not below `least`."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at) if thinks(body.get("thinking")) else ():
            if least is None or (number(value) or 0) < least:
                yield path, problem

    return broken


def advised_by(*models: str) -> Broken:
    """An advisor among the tools is one of these models."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, tool in objects(body.get("tools"), "$.tools"):
            if str(tool.get("type")).startswith("advisor_") and tool.get("model") in models:
                yield f"{path}.model", "no advisor of this model: one is asked that is at least as able"

    return broken


def kind(type_: str, problem: str) -> Any:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, "thinking.type"):
            if value == type_:
                yield path, problem

    return broken


def without_budget(body: Mapping[str, Any]) -> Iterator[Said]:
    match body.get("thinking"):
        case {"type": "enabled", "budget_tokens": int() | float() | str()}:
            pass
        case {"type": "enabled"}:
            yield "$.thinking", "budget_tokens is missing"


def final_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    messages = list(objects(body.get("messages"), "$.messages"))[-1:]
    if not thinks(body.get("thinking")):
        for path, message in messages if "model" in body or "anthropic_version" in body else ():
            for where, block in objects(message.get("content"), f"{path}.content"):
                if message.get("role") == "assistant" and block.get("type") == "thinking":
                    yield where, "the request does not think, and its last message is the assistant's and has thinking"


def thoughtless(body: Mapping[str, Any]) -> Iterator[Said]:
    """Blocks of thinking in which none is, of models that always write what they thought."""
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, block in objects(message.get("content"), f"{path}.content"):
            if block.get("type") == "thinking" and block.get("thinking") == "":
                yield f"{where}.thinking", "a block of thinking, and none is in it"


_CLEARS = "clear_thinking_20251015"


def clears(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_ in places(body, "context_management.edits[].type"):
        if type_ == _CLEARS and not thinks(body.get("thinking")):
            yield path, "thinking is to be cleared, and the request does not think"


def clears_later(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_ in list(places(body, "context_management.edits[].type"))[1:]:
        if type_ == _CLEARS:
            yield path, "the clearing of thinking stands behind another edit"


def empty_assistant(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in list(objects(body.get("messages"), "$.messages"))[:-1]:
        if message.get("role") == "assistant" and message.get("content") in ("", []):
            yield f"{path}.content", "an assistant's message without content, which the API refused once"


def uncalled_for(body: Mapping[str, Any]) -> Iterator[Said]:
    kinds = {type_ for _, type_ in places(body, "messages[].content[].type") if isinstance(type_, str)}
    if not body.get("tools") and kinds & {"tool_use", "tool_result"}:
        yield "$", "tools is missing, and the messages have calls or results"


def prefilled(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in list(objects(body.get("messages"), "$.messages"))[-1:]:
        if message.get("role") == "assistant" and any(True for _ in places(body, "tools toolConfig.tools")):
            yield path, "the answer is begun, and tools are on offer"


def lasting_cache(body: Mapping[str, Any]) -> Iterator[Said]:
    at = "system[] tools[] messages[].content[] messages[].content[].content[]"
    for path, _ in places(body, each(at, "cache_control.ttl")):
        if str(body.get("anthropic_version")).startswith("bedrock-"):
            yield path, "this platform refused it once; without it a mark holds for five minutes"


def of_platform(platform: str, *keys: str) -> Any:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if str(body.get("anthropic_version")).startswith(platform):
            yield from ((f"$.{key}", "this platform takes no such key in the body") for key in keys if key in body)

    return broken


def effort(refused: str, says: str) -> Any:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        config = body.get("output_config")
        if isinstance(config, Mapping) and config.get("effort") in refused.split():
            yield "$.output_config.effort", says

    return broken


old_editors = with_tools_of("text_editor_20250429", "text_editor_20250124", "text_editor_20241022")
EDITORS = (
    "\"'claude-opus-4-6' does not support tool types: text_editor_20250429. Did you mean one of bash_20250124, "
    'text_editor_20250728, web_search_20250305?" (UKGovernmentBEIS/inspect_ai#3179, in 2026-02)'
)


def effort_without_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    """More effort is wanted than there is without thinking, which is turned off."""
    wanted = value_of(body, "output_config.effort")
    if value_of(body, "thinking.type") == "disabled" and wanted in ("xhigh", "max"):
        yield "$.output_config.effort", f"thinking is turned off, and without it {wanted} is more than is taken"


def unused_servers(body: Mapping[str, Any]) -> Iterator[Said]:
    """A server of tools that no set of tools on offer names."""
    named = {tool.get("mcp_server_name") for _, tool in objects(body.get("tools"), "$.tools")}
    for path, server in objects(body.get("mcp_servers"), "$.mcp_servers"):
        if server.get("name") not in named and "tool_configuration" not in server:
            yield f"{path}.name", "no mcp_toolset in tools names this server"


_ANSWERS = "output_config.format.schema output_format.schema"


def _roots(body: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas of what is generated under constraint: of the answer, and of strict tools."""
    yield from places(body, _ANSWERS)
    for path, tool in objects(body.get("tools"), "$.tools"):
        if tool.get("strict") is True:
            yield f"{path}.input_schema", tool.get("input_schema")


def _schemas(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same, and the schemas in them."""
    for path, schema in _roots(body):
        yield from schemas_within(schema, path)


def unresolved(body: Mapping[str, Any]) -> Iterator[Said]:
    """A reference within such a schema leads to nothing that its root has."""
    for at, root in _roots(body):
        yield from dangling(root, at)


def _optional(schema: Mapping[str, Any], properties: Mapping[str, Any]) -> int:
    required = schema.get("required")
    return len({*properties} - {*(required if isinstance(required, list) else ())})


def _of_many_types(_: Mapping[str, Any], properties: Mapping[str, Any]) -> int:
    parameters = [each for each in properties.values() if isinstance(each, dict)]
    return sum("anyOf" in each or isinstance(each.get("type"), list) for each in parameters)


def _more_than(most: int, what: str, counted: Callable[[Mapping[str, Any], Mapping[str, Any]], int]) -> Broken:
    """All schemas of a request together have no more parameters of a kind; the last straw is told."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        found = 0
        for path, root in _roots(body):
            for _, schema in schemas_within(root, path):
                if isinstance(properties := schema.get("properties"), dict):
                    found += counted(schema, properties)
            if found > most:
                yield path, f"{found} {what}, and {most} are the most"
                return

    return broken


many_optional = _more_than(24, "parameters may be left out", _optional)
many_unions = _more_than(16, "parameters have several types", _of_many_types)


def cited_in_part(body: Mapping[str, Any]) -> Iterator[Said]:
    """Some documents are to be cited, and others not."""
    at = "messages[].content[] messages[].content[].content[]"
    shown = [(path, block) for path, block in places(body, at) if _is_document(block)]
    if any(value_of(block, "citations.enabled") is True for _, block in shown):
        for path, block in shown:
            if value_of(block, "citations.enabled") is not True:
                yield path, "other documents of the request are to be cited, and this one is not"


def cited_by_schema(body: Mapping[str, Any]) -> Iterator[Said]:
    """An answer by a schema is asked for, and so is one that cites."""
    cites = "messages[].content[].citations.enabled messages[].content[].content[].citations.enabled"
    if value_of(body, "output_config.format output_format"):
        yield from (
            (path, "the answer has a schema, and cites nothing") for path, on in places(body, cites) if on is True
        )


def of_another_client(body: Mapping[str, Any]) -> Iterator[Said]:
    """The system text is not that of the client whose credential this is."""
    system = body.get("system")
    first = next((block.get("text") for _, block in objects(system, "")), system)
    if not str(first).startswith("You are Claude Code"):
        yield "$.system", "a credential of Claude Code's sends it; other programs have a key of their own"


def _is_document(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "document"


_PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")


def property_keys(at: str) -> Broken:
    """The names of a tool's parameters have ASCII letters, digits and three signs."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, properties in places(body, at):
            for name in properties if isinstance(properties, dict) else ():
                if not _PROPERTY.fullmatch(str(name)):
                    yield jsonpath.join(path, [name]), f"{name!r} does not match {_PROPERTY.pattern}"

    return broken


def open_objects(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in _schemas(body):
        if is_open(schema):
            yield path, "additionalProperties is not false"


_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength")


def bounds(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in _schemas(body):
        for key in (*_BOUNDS, "maxItems"):
            if key in schema:
                yield f"{path}.{key}", "answers are not held to it"
        if schema.get("minItems", 0) not in (0, 1):
            yield f"{path}.minItems", "it is 0 or 1"
