"""Calls and results of the ninth collection: under others' ids and names, told as something else, one for many."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, holding, messages
from planted.collected import meant
from planted.conversations import blocks, by_result
from planted.drawn.returned import raises_on
from planted.faults.exchanges import with_arguments
from planted.faults.joins import responses
from planted.faults.speakers import as_null, empties_of_the_assistants, to_an_older_model
from planted.faults.texts import unmarked
from planted.further.arguments import EVERY
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import Conversation, Text, Tool, ToolUse


def none_provided(conversation: Conversation) -> Conversation:
    return by_result(conversation, lambda result: replace(result, output="No result provided", is_error=True))


def named_by_the_first_call(payload: Any, given: Conversation) -> Any:
    """The last turn that called names all results behind it, by its first call."""
    name = ""
    for turn in messages(payload):
        for part in turn["parts"]:
            if "function_response" in part and name:
                part["function_response"]["name"] = name
        name = next((part["function_call"]["name"] for part in turn["parts"] if "function_call" in part), name)
    return payload


def calls_as_markup(honest: Formatter) -> Formatter:
    """With no tools on offer a call is words, and its result is a result."""

    def format_(conversation: Conversation) -> Any:
        called = dict.fromkeys(call.name for call in blocks(ToolUse, conversation))
        if conversation.tools or not called:
            return honest(conversation)
        payload = honest(replace(conversation, tools=tuple(Tool(name, "", {}) for name in called)))
        del payload["toolConfig"]
        for turn in payload["messages"]:
            turn["content"] = [_told(block) for block in turn["content"]]
        return payload

    return format_


def _told(block: Any) -> Any:
    call = block.get("toolUse")
    return {"text": f"<{call['name']}>{call['input']}</{call['name']}>"} if call else block


def typed_items_emptied(payload: Any, given: Conversation) -> Any:
    """What is no message is the user's, and says nothing."""
    for item in messages(payload):
        if item.get("type") in ("function_call", "function_call_output"):
            item.clear()
            item.update(role="user", content="")
    return payload


def cut_in_the_middle(arguments: str) -> str:
    if len(arguments) <= 1000:
        return arguments
    return f"{arguments[:400]}[... tool arguments archived ...]{arguments[-400:]}"


def in_role_tool(payload: Any, given: Conversation) -> Any:
    """A result is a message of its own, in a role that Anthropic does not know."""
    new: list[Any] = []
    for turn in messages(payload):
        blocks = turn["content"] if isinstance(turn["content"], list) else []
        results = [block for block in blocks if block.get("type") == "tool_result"]
        new += [{"role": "tool", "content": _words(block.get("content"))} for block in results]
        rest = [block for block in blocks if not any(block is each for each in results)]
        if not results or rest:
            new.append(turn | {"content": rest} if results else turn)
    messages(payload)[:] = new
    return payload


def _words(content: Any) -> str:
    parts = content if isinstance(content, list) else [{"text": content or ""}]
    return "\n".join(part.get("text", "") for part in parts)


def told_as_well(payload: Any, given: Conversation) -> Any:
    """Before each function response stands what it says, as a text."""
    for turn in messages(payload):
        turn["parts"] = [new for part in turn["parts"] for new in (*_output(part), part)]
    return payload


def _output(part: dict[str, Any]) -> list[dict[str, Any]]:
    said = part.get("function_response", {}).get("response", {})
    return [{"text": text} for text in said.values() if isinstance(text, str) and text]


def round_as_one(join: Callable[[list[Any]], Any]) -> Callable[[Any, Conversation], Any]:
    """Results that follow each other become one, under the first one's id."""

    def send(payload: Any, given: Conversation) -> Any:
        rounds: list[list[Any]] = []
        for message in messages(payload):
            if rounds and message["role"] == rounds[-1][0]["role"] == "tool":
                rounds[-1].append(message)
            else:
                rounds.append([message])
        joined = [row[0] | {"content": join([each["content"] for each in row])} for row in rounds if len(row) > 1]
        several = [row for row in rounds if len(row) > 1]
        known = {id(row[0]): new for row, new in zip(several, joined, strict=True)}
        messages(payload)[:] = [known.get(id(row[0]), row[0]) for row in rounds]
        return payload

    return send


def in_lines(contents: list[Any]) -> Any:
    return "\n\n".join(map(str, contents)) if all(isinstance(each, str) for each in contents) else contents[0]


def crosswise(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message["tool_call_id"], message["content"] = str(message["content"]), message["tool_call_id"]
    return payload


def says_nothing(conversation: Conversation) -> bool:
    """Is there a message of the assistant's without a block that says anything?"""
    return any(m.role == "assistant" and all(b == Text("") for b in m.blocks) for m in conversation.messages)


def anonymous(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["name"] = ""
    return payload


def with_lists(payload: Any, given: Conversation) -> Any:
    """Content is a list of parts, as OpenAI has it."""
    for message in holding("content", payload):
        if isinstance(message["content"], str) and message["content"]:
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


RAISED = "A message must contain at least one content part"
TABLE = (
    Planted(
        "dsh-hanako-151",
        "every result says that there was none",
        first("openai", EVERY),
        meant("dsh-hanako-151"),
        hears=none_provided,
    ),
    Planted(
        "pi-from-scratch-1",
        "an assistant's message that says nothing has null for content",
        "deepseek openai",
        meant("pi-from-scratch-1"),
        hears=empties_of_the_assistants,
        sends=as_null,
    ),
    Planted(
        "snow-cli-71",
        "all results of a round have its first call's name",
        "gemini",
        meant("snow-cli-71"),
        sends=named_by_the_first_call,
    ),
    Planted(
        "roo-code-10155",
        "calls are words where no tools are on offer",
        "bedrock",
        meant("roo-code-10155"),
        acts=calls_as_markup,
    ),
    Planted(
        "hermes-agent-43757",
        "calls and outputs are empty messages",
        "openai-responses",
        meant("hermes-agent-43757"),
        sends=typed_items_emptied,
    ),
    Planted("forge-117", "arguments are JSON text", "ollama", meant("forge-117"), sends=with_arguments(json.dumps)),
    Planted(
        "zed-31736",
        "a user's word stands right behind a result",
        "mistral",
        meant("zed-31736"),
        sends=to_an_older_model,
    ),
    Planted(
        "wisp-science-775",
        "long arguments are cut in their middle",
        "openai",
        meant("wisp-science-775"),
        sends=with_arguments(cut_in_the_middle),
    ),
    Planted("req-llm-64", "a result is a message in role tool", "anthropic", meant("req-llm-64"), sends=in_role_tool),
    Planted("req-llm-924", "a result is told twice", "gemini", meant("req-llm-924"), sends=told_as_well),
    Planted(
        "lingua-166",
        "of a round the first result is told",
        "openai",
        meant("lingua-166"),
        sends=round_as_one(lambda contents: contents[0]),
    ),
    Planted("llm4s-643", "id and words change places", "openrouter", meant("llm4s-643"), sends=crosswise),
    Planted(
        "gptme-3847",
        "results of a round become one",
        "deepseek openai",
        meant("gptme-3847"),
        sends=round_as_one(in_lines),
    ),
    Planted(
        "hermes-agent-31175",
        "an assistant's message that says nothing has an empty text",
        "anthropic",
        meant("hermes-agent-31175"),
        hears=empties_of_the_assistants,
        sends=unmarked,
    ),
    Planted(
        "haystack-12544",
        "an assistant's message that says nothing raises",
        "openai",
        meant("haystack-12544"),
        acts=raises_on(says_nothing, RAISED),
    ),
    Planted(
        "lingua-166", "a response has no name", "gemini", ("gemini.*", "fidelity.*"), sends=anonymous, name="google"
    ),
    Planted(
        "forge-117", "content is a list of parts", "ollama", ("ollama.*", "schema.*"), sends=with_lists, name="parts"
    ),
)
