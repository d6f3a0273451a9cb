"""Who returns what has not the shape of a payload, as the schema sees it."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import liar, liars_of, misdeed
from liars.payloads import by, calling, holding, messages, of_type


@liar("openai.chat", "chat/plain-turns", "schema.type", "error", also=("fidelity.lost-text",), like="llama-index#16279")
def lists_inside_lists(payload: Any) -> Any:
    """Puts the list of parts into another list."""
    for message in by("user", payload):
        message["content"] = [message["content"]]
    return payload


@liar("openai.chat", "chat/plain-turns", "schema.type", "error")
def lists_names(payload: Any) -> Any:
    """Writes a list where one name stands."""
    for message in by("user", payload):
        message["name"] = ["user"]
    return payload


@liar("openai.chat", "tools/single-call", "schema.required", "error")
def forgets_the_type_of_calls(payload: Any) -> Any:
    """Leaves out a key that is always the same."""
    for message in calling(payload):
        for call in message["tool_calls"]:
            del call["type"]
    return payload


@liar(
    "openai.chat",
    "tools/single-call",
    "schema.required",
    "error",
    also=("openai.tool-calls-answered", "openai.tool-result-has-call"),
    like="instructor#1194",
)
def forgets_the_id_of_results(payload: Any) -> Any:
    """Leaves out which call a result answers."""
    for message in by("tool", payload):
        del message["tool_call_id"]
    return payload


@liar("openai.chat", "chat/plain-turns", "schema.enum", "error", like="strands#1851")
def spells_the_other_api(payload: Any) -> Any:
    """Writes part types of the Responses API."""
    for part in of_type("text", payload):
        part["type"] = "input_text"
    return payload


@liar("openai.chat", "chat/plain-turns", "schema.form", "error")
def returns_one_string(payload: Any) -> Any:
    """Returns text, not messages."""
    return json.dumps(payload)


@liar("openai.chat", "chat/plain-turns", "schema.form", "error")
def returns_another_object(payload: Any) -> Any:
    """Names the list of messages as another provider does."""
    return {"contents": messages(payload)}


@liar("openai.chat", "chat/plain-turns", "schema.form", "error")
def returns_one_message(payload: Any) -> Any:
    """Puts one message where the list belongs."""
    return {"messages": messages(payload)[0]}


@misdeed("openai.chat", "chat/only-empty-text", "schema.form", "error")
def returns_nothing(_: Any) -> Any:
    """Returns None where there is nothing to say."""
    return lambda conversation: None


@liar(
    "gemini.chat", "tools/single-call", "schema.minLength", "error", also=("fidelity.call-name", "gemini.response-name")
)
def calls_nothing(payload: Any) -> Any:
    """Leaves the name of a call empty."""
    for each in holding("args", payload):
        each["name"] = ""
    return payload


@liar("gemini.chat", "tools/single-call", "schema.type", "error", also=("fidelity.call-arguments",))
def sends_arguments_as_a_string(payload: Any) -> Any:
    """Writes arguments as OpenAI has them."""
    for each in holding("args", payload):
        each["args"] = json.dumps(each["args"])
    return payload


@liar("gemini.chat", "vision/image-by-value", "schema.type", "error", also=("fidelity.altered-media",))
def sends_bytes_as_numbers(payload: Any) -> Any:
    """Writes the bytes of an image as a list."""
    for blob in holding("data", payload):
        blob["data"] = [137, 80, 78, 71]
    return payload


@liar("dashscope.chat", "tools/single-call", "schema.const", "error")
def calls_no_function(payload: Any) -> Any:
    """Writes another type of call than there is."""
    for message in calling(payload):
        for call in message["tool_calls"]:
            call["type"] = "tool"
    return payload


LIARS = liars_of(globals())
