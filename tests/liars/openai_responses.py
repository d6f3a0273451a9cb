"""Who breaks the rules of OpenAI's Responses over items: the input, calls, ids, tools, reasoning."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.liar import liar, liars_of, misdeed
from liars.payloads import behind, by, of_type, remove
from promptfmt_reference import FORMATTERS
from promptfmt_reference.formatter import formatter
from promptfmt_reference.wire.openai_responses import SPELLING

CHAT = "openai-responses.chat"
reference = FORMATTERS[CHAT]


@misdeed(CHAT, "chat/only-empty-text", "openai-responses.input-nonempty", "error")
def sends_an_empty_input(_: Any) -> Any:
    """Leaves the empty message out, and sends what is left."""
    return lambda conversation: {"input": []}


@liar(CHAT, "chat/plain-turns", "openai-responses.instructions", "warning")
def leaves_system_to_the_caller(payload: Any) -> Any:
    """Returns a list with the system message in front."""
    return [{"role": "system", "content": payload["instructions"]}, *payload["input"]]


def renamed(payload: Any, *ids: str) -> Any:
    """The payload with these ids for the calls, one after the other, and for their outputs."""
    for type_ in ("function_call", "function_call_output"):
        for item, id_ in zip(of_type(type_, payload), ids, strict=True):
            item["call_id"] = id_
    return payload


@liar(CHAT, "tools/id-empty", "openai-responses.call-id-length", "error")
def copies_empty_ids(payload: Any) -> Any:
    """Copies the id of a model that has none."""
    return renamed(payload, "")


@liar(CHAT, "tools/single-call", "openai-responses.call-id-length", "error")
def makes_long_item_ids(payload: Any) -> Any:
    """Makes the item's own id of two others, and keeps the call's."""
    for item in of_type("function_call", payload):
        item["id"] = f"fc_{'0d6ee8cf5a1b4c2f9e7d3b6a8c4e2f10' * 2}"
    return payload


@liar(CHAT, "tools/id-long", "openai-responses.call-id-length", "error")
def joins_ids(payload: Any) -> Any:
    """Makes one id of two, the item's and the call's."""
    return renamed(payload, "call_0d6ee8cf5a1b4c2f9e7d3b6a8c4e2f10|fc_0d6ee8cf5a1b4c2f9e7d3b6a8c4e2f10")


@liar(CHAT, "tools/id-used-again", "openai-responses.call-id-unique", "warning", like="hermes-agent#102629")
def sends_two_calls_of_one_id(payload: Any) -> Any:
    """Copies an id that a model gave twice."""
    return renamed(payload, "call_1", "call_1")


@liar(CHAT, "tools/single-call", "openai-responses.output-has-call", "error", also=("fidelity.lost-call",))
def keeps_outputs_only(payload: Any) -> Any:
    """Takes the messages of a turn for all of it."""
    return remove(payload, *of_type("function_call", payload))


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "openai-responses.call-has-output",
    "error",
    also=("fidelity.lost-result",),
    like="google-adk#6588",
)
def keeps_the_first_output_only(payload: Any) -> Any:
    """Drops all but the first output of parallel calls."""
    return remove(payload, *of_type("function_call_output", payload)[1:])


@liar(CHAT, "tools/single-call", "openai-responses.item-id-prefix", "error", like="nodetool#4252")
def writes_call_ids_as_item_ids(payload: Any) -> Any:
    """Takes the call's id for the item's."""
    for item in of_type("function_call", payload):
        item["id"] = item["call_id"]
    return payload


@liar(CHAT, "chat/thirty-turns", "openai-responses.item-id-unique", "error", like="pi#5149")
def counts_ids_from_the_start_again(payload: Any) -> Any:
    """Gives each turn of the assistant's an id that counts the items of its turn."""
    for message in by("assistant", payload):
        message["id"] = "msg_1"
    return payload


@liar(CHAT, "chat/plain-turns", "openai-responses.item-id-prefix", "error", like="langchain#39116")
def numbers_messages_its_own_way(payload: Any) -> Any:
    """Sends the ids that its own messages have."""
    for i, message in enumerate(by("assistant", payload)):
        message["id"] = f"message-{i}"
    return payload


@misdeed(CHAT, "tools/tool-name-with-dot", "openai-responses.function-name-pattern", "error")
def copies_tool_names(_: Any) -> Any:
    """Calls a tool by a name that OpenAI does not take."""
    return formatter(replace(SPELLING, tool_names=None))


@liar(CHAT, "tools/single-call", "openai-responses.tools-flat", "error")
def forgets_the_types_of_tools(payload: Any) -> Any:
    """Offers tools flat, as this API has them, and does not say that they are functions."""
    payload["tools"] = [{key: value for key, value in tool.items() if key != "type"} for tool in payload["tools"]]
    return payload


@liar(
    CHAT, "tools/single-call", "openai-responses.tools-flat", "error", also=("fidelity.lost-tool",), like="any-llm#1310"
)
def nests_its_tools(payload: Any) -> Any:
    """Offers tools as Chat Completions has them."""
    payload["tools"] = [
        {"type": "function", "function": {key: value for key, value in tool.items() if key != "type"}}
        for tool in payload["tools"]
    ]
    return payload


# reasoning


def with_reasoning(conversation: Any) -> Any:
    """Sends thoughts back under the id that the API gave them."""
    payload = reference(conversation)
    for item in of_type("reasoning", payload):
        item["id"] = "rs_1"
    return payload


THOUGHT = "thinking/signed-beside-text"


@liar(
    CHAT,
    THOUGHT,
    "openai-responses.reasoning-followed",
    "error",
    with_reasoning,
    also=("fidelity.reordered",),
    like="agentscope#2071",
)
def thinks_after_speaking(payload: Any) -> Any:
    """Sends a thought behind what it led to."""
    [thought] = of_type("reasoning", payload)
    return behind(remove(payload, thought), by("assistant", payload)[0], thought)


@liar(
    CHAT,
    "thinking/wanted-back",
    "openai-responses.reasoning-followed",
    "error",
    like="continue#11721",
)
def says_nothing_before_it_calls(payload: Any) -> Any:
    """Sends an empty message between a thought and its call."""
    [thought] = of_type("reasoning", payload)
    return behind(payload, thought, {"role": "assistant", "content": ""})


def with_item_ids(conversation: Any) -> Any:
    """Sends reasoning and calls back as the API made them, under its own ids."""
    payload = with_reasoning(conversation)
    for item in of_type("function_call", payload):
        item["id"] = "fc_68af2bd06c1f"
    return payload


@liar(
    CHAT,
    "thinking/wanted-back",
    "openai-responses.reasoning-present",
    "error",
    with_item_ids,
    also=("fidelity.lost-thinking",),
    like="cline#12242",
)
def drops_thoughts_and_keeps_ids(payload: Any) -> Any:
    """Sends a call under the id that the API gave it, without the reasoning that it knows of."""
    return remove(payload, *of_type("reasoning", payload))


@liar(CHAT, THOUGHT, "openai-responses.reasoning-content-empty", "error", with_reasoning)
def thinks_in_plain(payload: Any) -> Any:
    """Sends a thought where it came from an open model."""
    for item in of_type("reasoning", payload):
        item["content"] = [{"type": "reasoning_text", "text": item["summary"].pop()["text"]}]
    return payload


@liar(CHAT, THOUGHT, "openai-responses.reasoning-status", "error", with_reasoning, like="jcode#1028")
def sends_thoughts_as_they_came(payload: Any) -> Any:
    """Sends the item with all that the API said of it."""
    for item in of_type("reasoning", payload):
        item["status"] = "completed"
    return payload


@liar(CHAT, THOUGHT, "fidelity.altered-thinking", "error", with_reasoning)
def sums_up_thoughts(payload: Any) -> Any:
    """Writes another summary."""
    for part in of_type("summary_text", payload):
        part["text"] = "The model thinks of numbers."
    return payload


@liar(CHAT, THOUGHT, "fidelity.altered-thinking", "error", with_reasoning)
def seals_thoughts_anew(payload: Any) -> Any:
    """Changes what is encrypted."""
    for item in of_type("reasoning", payload):
        item["encrypted_content"] = item["encrypted_content"].lower()
    return payload


LIARS = liars_of(globals())
