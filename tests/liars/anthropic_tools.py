"""Who breaks Anthropic's rules over tools."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import answers, calls, case, liar, liars_of, says
from liars.payloads import behind, by, messages, of_type, remove, respelled
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse

CHAT = "anthropic.chat"
reference = FORMATTERS[CHAT]


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


@liar(CHAT, "tools/single-call", "anthropic.text-nonempty", "error", like="agentscope#2007")
def sends_empty_text_beside_calls(payload: Any) -> Any:
    """Writes a text block although nothing was said."""
    by("assistant", payload)[0]["content"].insert(0, text(""))
    return payload


@liar(CHAT, "tools/single-call", "anthropic.tool-type", "error", also=("fidelity.lost-tool",), like="dirac#57")
def offers_functions(payload: Any) -> Any:
    """Offers tools in OpenAI's form."""
    payload["tools"] = [
        {"type": "function", "function": {**tool, "parameters": tool["input_schema"]}} for tool in payload["tools"]
    ]
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "anthropic.tool-type",
    "error",
    also=("fidelity.lost-tool",),
    like="oh-my-pi, web_search_preview",
)
def gives_tools_a_type_of_its_own(payload: Any) -> Any:
    """Calls its tools by a type that Anthropic has not."""
    for tool in payload["tools"]:
        tool["type"] = "tool"
    return payload


@liar(CHAT, "tools/id-with-dots", "anthropic.tool-use-id-pattern", "error")
def copies_foreign_ids(payload: Any) -> Any:
    """Keeps ids that another provider gave."""
    for block in of_type("tool_use", payload):
        block["id"] += ".0"
    for block in of_type("tool_result", payload):
        block["tool_use_id"] += ".0"
    return payload


@liar(CHAT, "tools/id-used-again", "anthropic.tool-use-id-unique", "error")
def copies_ids_that_come_again(payload: Any) -> Any:
    """Keeps an id that stands for two calls."""
    for block in of_type("tool_use", payload):
        block["id"] = "call_1"
    for block in of_type("tool_result", payload):
        block["tool_use_id"] = "call_1"
    return payload


def with_legal_tool_names(conversation: Any) -> Any:
    """Spells the tools' names as Anthropic takes them."""
    return reference(parse(respelled(conversation.to_json(), "weather.get", "weather_get")))


@liar(CHAT, "tools/tool-name-with-dot", "anthropic.tool-name-pattern", "error", with_legal_tool_names)
def copies_tool_names(payload: Any) -> Any:
    """Calls a tool by a name that Anthropic does not take."""
    return respelled(payload, "weather_get", "weather.get")


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "anthropic.tool-result-follows-tool-use",
    "error",
    also=("fidelity.lost-result",),
    like="google-adk#6588",
)
def keeps_the_first_result_only(payload: Any) -> Any:
    """Drops all but the first result of parallel calls."""
    results = [message for message in by("user", payload) if of_type("tool_result", [message])]
    results[0]["content"] = results[0]["content"][:1]
    return payload


@liar(
    CHAT,
    "tools/user-text-behind-result",
    "anthropic.tool-result-follows-tool-use",
    "error",
    also=("anthropic.tool-result-has-tool-use",),
)
def lets_the_assistant_speak_before_results(payload: Any) -> Any:
    """Puts words between a call and its result."""
    call = next(message for message in by("assistant", payload) if of_type("tool_use", [message]))
    behind(payload, call, {"role": "user", "content": "(Wait.)"}, {"role": "assistant", "content": "(I wait.)"})
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "anthropic.tool-result-has-tool-use",
    "error",
    also=("fidelity.invented-result",),
)
def answers_calls_that_nobody_made(payload: Any) -> Any:
    """Sends a result without its call."""
    messages(payload).append({"role": "assistant", "content": "(And then?)"})
    messages(payload).append(
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_0", "content": "Nothing."}]}
    )
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "anthropic.tool-result-once",
    "error",
    also=("fidelity.doubled-result",),
)
def answers_twice(payload: Any) -> Any:
    """Sends each result twice."""
    for message in by("user", payload):
        message["content"] += [block for block in message["content"] if block["type"] == "tool_result"]
    return payload


@liar(
    CHAT,
    "tools/parallel-one-message",
    "anthropic.parallel-results-one-message",
    "warning",
    like="agentscope#1894",
)
def sends_a_message_for_each_result(payload: Any) -> Any:
    """Writes a user message for each result."""
    for message in by("user", payload):
        if len(results := of_type("tool_result", [message])) > 1:
            behind(payload, message, *({"role": "user", "content": [result]} for result in results))
            remove(payload, message)
    return payload


@liar(CHAT, "tools/single-call", "anthropic.tool-results-first", "error")
def announces_results(payload: Any) -> Any:
    """Writes words of its own before a result."""
    for message in by("user", payload):
        if of_type("tool_result", [message]):
            message["content"].insert(0, text("(The tool says:)"))
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "anthropic.tool-block-role",
    "error",
    also=("anthropic.tool-result-follows-tool-use", "fidelity.wrong-speaker"),
)
def lets_the_assistant_answer_itself(payload: Any) -> Any:
    """Leaves the result in the turn of the agent that called."""
    for message in by("user", payload):
        if of_type("tool_result", [message]):
            message["role"] = "assistant"
    return payload


SILENT_FAILURE = case(
    "a-failure-without-a-word",
    says("user", "Ring the bell, amber-17."),
    says("assistant", calls("ring", "call_1")),
    says("tool", answers("ring", "call_1", "", is_error=True)),
    says("user", "Well, cobalt-42?"),
)


@liar(CHAT, SILENT_FAILURE, "anthropic.tool-result-error-nonempty", "error")
def says_nothing_of_failures(payload: Any) -> Any:
    """Marks a failed call, and says nothing of it."""
    for block in of_type("tool_result", payload):
        block["content"] = []
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "anthropic.tool-input-object",
    "error",
    also=("schema.type", "fidelity.call-arguments"),
)
def sends_input_as_a_string(payload: Any) -> Any:
    """Writes arguments as OpenAI has them."""
    for block in of_type("tool_use", payload):
        block["input"] = json.dumps(block["input"])
    return payload


@liar(CHAT, "tools/single-call", "anthropic.no-unknown-keys", "error", like="agentscope 1.0")
def names_results(payload: Any) -> Any:
    """Writes the tool's name on its result."""
    for block in of_type("tool_result", payload):
        block["name"] = "get_weather"
    return payload


SEARCH = {"type": "server_tool_use", "id": "srvtoolu_01", "name": "web_search", "input": {"query": "weather"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01", "content": []}


def beside_what_was_said(payload: Any, block: dict[str, Any]) -> Any:
    """The payload with a block before what the assistant says first."""
    message = by("assistant", payload)[0]
    said = message["content"]
    message["content"] = [block, *([text(said)] if isinstance(said, str) else said)]
    return payload


@liar(CHAT, "chat/plain-turns", "anthropic.server-result-has-use", "error")
def keeps_what_was_found_alone(payload: Any) -> Any:
    """Leaves out that Anthropic's own tool was called, and keeps what it answered."""
    return beside_what_was_said(payload, FOUND)


@liar(CHAT, "chat/plain-turns", "anthropic.server-use-answered", "error")
def keeps_what_was_searched_alone(payload: Any) -> Any:
    """Leaves out what Anthropic's own tool answered, and keeps its call."""
    return beside_what_was_said(payload, SEARCH)


SEALED = {"type": "web_search_result", "url": "https://example.com", "title": "Weather", "encrypted_content": ""}


@liar(CHAT, "chat/plain-turns", "anthropic.search-result-sealed", "error", like="senpi#208")
def opens_what_was_found(payload: Any) -> Any:
    """Keeps the address of what was found, and not what only Anthropic reads."""
    return beside_what_was_said(beside_what_was_said(payload, {**FOUND, "content": [SEALED]}), SEARCH)


@liar(CHAT, "tools/single-call", "anthropic.tool-reference-offered", "error", like="CLIProxyAPI#1547")
def refers_to_a_tool_that_is_gone(payload: Any) -> Any:
    """Says beside a result that a tool was found, which this request does not offer."""
    for block in of_type("tool_result", payload):
        said = block["content"]
        parts = [text(said)] if isinstance(said, str) else said
        block["content"] = [*parts, {"type": "tool_reference", "tool_name": "tides"}]
    return payload


@liar(CHAT, "tools/single-call", "anthropic.tools-not-all-deferred", "error", like="ironclaw#7274")
def defers_every_tool(payload: Any) -> Any:
    """Has every tool searched for, and none to search with."""
    for tool in payload["tools"]:
        tool["defer_loading"] = True
    return payload


@liar(CHAT, "tools/single-call", "anthropic.cache-control-not-on-deferred", "error", like="claude-code#30920")
def caches_what_is_deferred(payload: Any) -> Any:
    """Marks the last tool for the cache, whatever it is."""
    searching = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}
    payload["tools"][-1] |= {"defer_loading": True, "cache_control": {"type": "ephemeral"}}
    payload["tools"].insert(0, searching)
    return payload


LIARS = liars_of(globals())
