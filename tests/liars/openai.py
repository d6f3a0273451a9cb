"""Who breaks OpenAI's rules over messages and calls. The lies serve against those who speak its format as well."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import EITHER, answers, calls, case, liar, liars_of, misdeed, says
from liars.payloads import behind, by, calling, functions, holding, messages
from promptfmt_reference import FORMATTERS

CHAT = "openai.chat"
reference = FORMATTERS[CHAT]


@misdeed(CHAT, "chat/only-empty-text", "openai.messages-nonempty", "error", like="langchain-google-genai#1298")
def sends_an_empty_list(_: Any) -> Any:
    """Leaves the empty message out, and sends what is left of the list."""
    return lambda conversation: []


@liar(CHAT, "chat/plain-turns", "openai.role-enum", "error", also=("schema.enum",))
def calls_the_user_human(payload: Any) -> Any:
    """Writes a role that other providers have."""
    for message in by("user", payload):
        message["role"] = "human"
    return payload


def as_developer(conversation: Any) -> Any:
    """Tells system text as the models without a system role want it."""
    payload = reference(conversation)
    for message in by("system", payload):
        message["role"] = "developer"
    return payload


@liar(
    CHAT,
    "chat/plain-turns",
    "openai.system-role-model",
    "error",
    as_developer,
    context={"model": "o1-mini"},
    like="camel-ai#1923",
)
def sends_system_to_o1(payload: Any) -> Any:
    """Writes role system whatever the model."""
    for message in by("developer", payload):
        message["role"] = "system"
    return payload


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "openai.tool-calls-answered",
    "error",
    also=("fidelity.lost-result",),
    like="google-adk#6588",
)
def keeps_the_first_result_only(payload: Any) -> Any:
    """Drops all but the first result of parallel calls."""
    for message in by("tool", payload)[1:]:
        messages(payload).remove(message)
    return payload


@liar(
    CHAT,
    "tools/parallel-two-messages",
    "openai.tool-result-has-call",
    "error",
    also=("openai.tool-calls-answered",),
    like="mirascope@eaf95bca0",
)
def splits_parallel_calls(payload: Any) -> Any:
    """Writes a message for each of the parallel calls, and all results behind the last."""
    [message] = calling(payload)
    first, *rest = message["tool_calls"]
    message["tool_calls"] = [first]
    return behind(payload, message, *({**message, "tool_calls": [call]} for call in rest))


SAME_IDS = case(
    "two-calls-of-one-id",
    says("user", "The weather in Oslo and the time in Cairo, amber-17."),
    says("assistant", calls("get_weather", "call_1", city="Oslo"), calls("get_time", "call_1", city="Cairo")),
    says("tool", answers("get_weather", "call_1", "Rain, cobalt-42."), answers("get_time", "call_1", "Noon, jade-31.")),
    says("user", "Thank you, falcon-58."),
    expect=EITHER | {"repairs": ["unique-ids"]},
)


def with_unique_ids(conversation: Any) -> Any:
    """Gives calls that share an id numbers of their own."""
    payload = reference(conversation)
    for i, call in enumerate(call for message in calling(payload) for call in message["tool_calls"]):
        call["id"] = f"call_{i}"
    for i, message in enumerate(by("tool", payload)):
        message["tool_call_id"] = f"call_{i}"
    return payload


def of_one_id(payload: Any) -> Any:
    """Gives every call the same id."""
    for call in (call for message in calling(payload) for call in message["tool_calls"]):
        call["id"] = "call_1"
    for message in by("tool", payload):
        message["tool_call_id"] = "call_1"
    return payload


@misdeed(CHAT, SAME_IDS, "openai.tool-call-id-unique", "error", with_unique_ids, like="agno#5116")
def sends_two_calls_of_one_id(_: Any) -> Any:
    """Copies ids that a model gave twice in one message."""
    return lambda conversation: of_one_id(reference(conversation))


def with_short_ids(conversation: Any) -> Any:
    """Cuts long ids."""
    payload = reference(conversation)
    for node in [*holding("function", payload), *by("tool", payload)]:
        key = "tool_call_id" if "tool_call_id" in node else "id"
        node[key] = node[key][-40:]
    return payload


@misdeed(CHAT, "tools/id-long", "openai.tool-call-id-max40", "warning", with_short_ids)
def copies_long_ids(_: Any) -> Any:
    """Copies an id of another provider, however long."""
    return reference


@liar(CHAT, "chat/plain-turns", "openai.tools-nonempty", "warning", like="continue#3403")
def offers_an_empty_list(payload: Any) -> Any:
    """Writes the list of tools also where there are none."""
    return {"messages": messages(payload), "tools": []}


@liar(CHAT, "chat/plain-turns", "openai.tool-calls-nonempty", "error")
def lists_no_calls(payload: Any) -> Any:
    """Writes an empty list of calls where there are none."""
    for message in by("assistant", payload):
        message["tool_calls"] = []
    return payload


@liar(CHAT, "chat/empty-assistant", "openai.content-null-only-with-calls", "error")
def sends_null_for_nothing(payload: Any) -> Any:
    """Sends an assistant's turn without content."""
    return behind(payload, by("user", payload)[0], {"role": "assistant", "content": None})


@liar(CHAT, "chat/empty-assistant", "openai.content-array-nonempty", "error")
def sends_no_parts(payload: Any) -> Any:
    """Sends an assistant's turn with an empty list of parts."""
    return behind(payload, by("user", payload)[0], {"role": "assistant", "content": []})


SPACED_NAME = case(
    "a-name-with-a-space", says("user", "Who am I, amber-17?", name="Ann Lee"), says("assistant", "Ann, cobalt-42.")
)


@liar(CHAT, SPACED_NAME, "openai.name-pattern", "error", like="agentscope O26")
def copies_names(payload: Any) -> Any:
    """Sends a speaker's name as it is."""
    by("user", payload)[0]["name"] = "Ann Lee"
    return payload


@misdeed(CHAT, "tools/tool-name-with-dot", "openai.function-name-pattern", "error")
def copies_tool_names(_: Any) -> Any:
    """Calls a tool by a name that OpenAI does not take."""
    return FORMATTERS["zhipu.chat"]


@liar(CHAT, "tools/single-call", "openai.arguments-is-json-string", "warning", also=("schema.type",))
def sends_arguments_as_an_object(payload: Any) -> Any:
    """Sends arguments as the object that they are."""
    for function in functions(payload):
        function["arguments"] = json.loads(function["arguments"])
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "openai.arguments-is-json-string",
    "warning",
    also=("fidelity.call-arguments",),
)
def sends_arguments_as_python(payload: Any) -> Any:
    """Makes the string with str(), not with JSON."""
    for function in functions(payload):
        function["arguments"] = str(json.loads(function["arguments"]))
    return payload


@liar(
    CHAT,
    "tools/single-call",
    "openai.arguments-is-json-string",
    "warning",
    also=("fidelity.call-arguments",),
    like="agentscope O27",
)
def encodes_arguments_twice(payload: Any) -> Any:
    """Makes JSON of what is JSON already."""
    for function in functions(payload):
        function["arguments"] = json.dumps(function["arguments"])
    return payload


@liar(CHAT, "chat/plain-turns", "openai.no-unknown-keys", "error", like="agentscope O25")
def leaks_its_own_keys(payload: Any) -> Any:
    """Sends its own message objects, with all that they hold."""
    for i, message in enumerate(messages(payload)):
        message["id"] = f"message-{i}"
    return payload


@liar(CHAT, "tools/single-call", "openai.tool-message-name", "warning", like="agentscope 1.0")
def names_tool_messages(payload: Any) -> Any:
    """Writes the tool's name on its result."""
    for message in by("tool", payload):
        message["name"] = functions(payload)[0]["name"]
    return payload


LIARS = liars_of(globals())
