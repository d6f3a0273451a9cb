"""What a body breaks beside its messages: predicates over parameters, each of which tells where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import thinks
from pytest_promptfmt.verdicts.request.refusals.places import number
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


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


def unoffered(body: Mapping[str, Any]) -> Iterator[Said]:
    names = offered(body) or set()
    for key in _CHOICES if names else ():
        choice = body.get(key)
        inner = choice.get("toolChoice") if isinstance(choice, dict) and "toolChoice" in choice else choice
        for name in chosen(inner):
            if isinstance(name, str) and name not in names:
                yield f"$.{key}", f"it chooses {name!r}, and the tools on offer are {', '.join(sorted(names))}"


def without_tools(*keys: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if body.get(key) not in (None, "none") and not body.get("tools") and not body.get("functions"):
                yield f"$.{key}", "no tools are on offer"

    return broken


def more_than(most: int) -> Broken:
    """More tools, or more calls in one message, than a provider takes."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        tools, messages = body.get("tools"), body.get("messages")
        if isinstance(tools, list) and len(tools) > most:
            yield "$.tools", f"{len(tools)} tools, and the provider takes {most}"
        for n, message in enumerate(messages if isinstance(messages, list) else ()):
            calls = message.get("tool_calls") if isinstance(message, dict) else None
            if isinstance(calls, list) and len(calls) > most:
                yield f"$.messages[{n}].tool_calls", f"{len(calls)} calls, and the provider takes {most}"

    return broken


many = more_than(128)


def no_word_of_json(body: Mapping[str, Any]) -> Iterator[Said]:
    for key in ("response_format", "text"):
        asked = body.get(key)
        wanted = asked.get("format") if key == "text" and isinstance(asked, dict) else asked
        said = [body.get(each) for each in ("messages", "input", "instructions")]
        if isinstance(wanted, dict) and wanted.get("type") == "json_object" and "json" not in _text(said):
            yield f"$.{key}", "no message has the word json"


def _text(value: Any) -> str:
    return json.dumps(value, default=repr).lower()


def missing(key: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if key not in body and ("model" in body or "anthropic_version" in body):
            yield "$", f"{key} is missing"

    return broken


def both(body: Mapping[str, Any]) -> Iterator[Said]:
    if number(body.get("temperature")) is not None and number(body.get("top_p")) is not None:
        yield "$.top_p", "temperature stands beside it, and the model takes one of them"


def thinking_warm(body: Mapping[str, Any]) -> Iterator[Said]:
    if thinks(body.get("thinking")) and number(body.get("temperature")) not in (None, 1):
        yield "$.temperature", "with thinking it is 1, or left out"


def thinking_forced(body: Mapping[str, Any]) -> Iterator[Said]:
    choice = body.get("tool_choice")
    if thinks(body.get("thinking")) and isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        yield "$.tool_choice", "with thinking no call can be forced"


def budget(body: Mapping[str, Any]) -> Iterator[Said]:
    thinking, most = body.get("thinking"), number(body.get("max_tokens"))
    budget = number(thinking.get("budget_tokens")) if isinstance(thinking, dict) else None
    if most is not None and budget is not None and budget >= most:
        yield "$.thinking.budget_tokens", f"{budget} tokens to think, of {most} in all"


def unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    inner = body.get("parameters")
    parameters = inner if isinstance(inner, dict) else body
    switch = parameters.get("enable_thinking")
    if switch is not False and not (body.get("stream") or parameters.get("incremental_output")):
        where = "$.parameters" if parameters is inner else "$"
        yield f"{where}.enable_thinking" if switch is True else where, "it thinks, and the answer is not streamed"


def json_beside_functions(body: Mapping[str, Any]) -> Iterator[Said]:
    config = body.get("generationConfig", body.get("generation_config"))
    type_ = config.get("responseMimeType", config.get("response_mime_type")) if isinstance(config, dict) else None
    if type_ == "application/json" and offered(body):
        yield "$.generationConfig", "an answer in JSON is asked for, beside functions"


def any_tool(body: Mapping[str, Any]) -> Iterator[Said]:
    config = body.get("toolConfig")
    choice = config.get("toolChoice") if isinstance(config, dict) else None
    if isinstance(choice, dict) and "any" in choice:
        yield "$.toolConfig.toolChoice.any", "this model takes no such choice"
