"""Calls, results and ids of the thirteenth collection."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import by, calling, functions, messages, nodes, remove
from planted.collected import meant
from planted.conversations import by_block, by_result
from planted.planted import Planted

from pytest_promptfmt.conversation import Block, Conversation, Message, ToolResult, ToolUse

TAKEN = re.compile("[a-zA-Z0-9_-]")
STANDS_IN = re.compile("_x([0-9a-f]+)x_")


def arguments_twice(payload: Any, given: Conversation) -> Any:
    for function in functions(payload):
        function["arguments"] *= 2
    return payload


def text_and_calls_apart(payload: Any, given: Conversation) -> Any:
    new: list[Any] = []
    for message in messages(payload):
        if message.get("tool_calls") and message.get("content"):
            new.append({"role": "assistant", "content": message.pop("content")})
            message["content"] = None
        new.append(message)
    messages(payload)[:] = new
    return payload


def results_as_objects(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        try:
            value = json.loads(message["content"])
        except (TypeError, ValueError):
            continue
        if isinstance(value, dict | list):
            message["content"] = value
    return payload


def under(id_: str | None) -> Any:
    """Each result under this id, or under none."""

    def sent(payload: Any, given: Conversation) -> Any:
        for message in by("tool", payload):
            message.pop("tool_call_id", None)
            if id_ is not None:
                message["tool_call_id"] = id_
        return payload

    return sent


def no_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        del message["tool_calls"]
        message["content"] = message.get("content") or ""
    return payload


def no_results(payload: Any, given: Conversation) -> Any:
    return remove(payload, *by("tool", payload))


def responses_apart(payload: Any, given: Conversation) -> Any:
    new: list[Any] = []
    for turn in messages(payload):
        if len(turn["parts"]) > 1 and all("function_response" in part for part in turn["parts"]):
            new += ({**turn, "parts": [part]} for part in turn["parts"])
        else:
            new.append(turn)
    messages(payload)[:] = new
    return payload


def first_value(result: ToolResult) -> ToolResult:
    if not isinstance(result.output, str):
        return result
    text = result.output.lstrip()
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return result
    return replace(result, output=text[:end]) if text[end:].strip() else result


def spelled(name: str) -> str:
    return "".join(sign if TAKEN.match(sign) else f"_x{ord(sign):x}x_" for sign in name)


def names_that_pass(conversation: Conversation) -> Conversation:
    """The names that are refused, spelled so that the reference writes them."""

    def heard(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolUse | ToolResult) and block.name:
            return [replace(block, name=spelled(block.name))]
        return [block]

    tools = tuple(replace(tool, name=spelled(tool.name)) for tool in conversation.tools)
    return replace(by_block(conversation, heard), tools=tools)


def names_as_given(payload: Any, given: Conversation) -> Any:
    tools = payload.get("toolConfig", {}).get("tools", []) if isinstance(payload, dict) else []
    for node in (*nodes(messages(payload)), *(tool["toolSpec"] for tool in tools)):
        if isinstance(node.get("name"), str):
            node["name"] = STANDS_IN.sub(lambda found: chr(int(found[1], 16)), node["name"])
    return payload


def others_are_users(honest: Any) -> Any:
    """Whoever is not formatted for becomes a user in the history that all agents share."""

    def format_(conversation: Conversation) -> Any:
        speaker = conversation.speaker
        shared = tuple(
            replace(message, role="user")
            if message.role == "assistant" and speaker and message.name != speaker
            else message
            for message in conversation.messages
        )
        object.__setattr__(conversation, "messages", shared)
        return deepcopy(honest(conversation))

    return format_


TABLE = (
    Planted(
        "async-openai-427",
        "arguments stand twice",
        "openai vllm deepseek groq moonshot",
        meant("async-openai-427"),
        sends=arguments_twice,
    ),
    Planted(
        "hermes-agent-49162",
        "a turn's text and calls are two messages",
        "deepseek",
        meant("hermes-agent-49162"),
        sends=text_and_calls_apart,
        taken={
            "openai": "the provider takes messages of one role in a row, a text before calls among them "
            "(openai.role-order-free); who sends them so for OpenRouter's other models calls it the mend (gram#2320)"
        },
    ),
    Planted(
        "hermes-agent-29937",
        "results that are JSON are objects",
        "ollama openai deepseek moonshot",
        meant("hermes-agent-29937"),
        sends=results_as_objects,
    ),
    Planted(
        "lmnr-2019",
        "the id of a result is an empty text",
        "openai deepseek zhipu xai",
        meant("lmnr-2019", "fidelity.wrong-call"),
        sends=under(""),
    ),
    Planted("pi-4854", "results have no id", "deepseek openai groq", meant("pi-4854"), sends=under(None)),
    Planted("req-llm-44", "messages have no calls", "openai xai openrouter", meant("req-llm-44"), sends=no_calls),
    Planted(
        "semantic-kernel-13254",
        "calls have no results",
        "openai zhipu minimax",
        meant("semantic-kernel-13254"),
        sends=no_results,
    ),
    Planted(
        "bifrost-1391",
        "each of several results is a turn",
        "gemini",
        meant("bifrost-1391"),
        sends=responses_apart,
    ),
    Planted(
        "spring-ai-5437",
        "a result that begins with a JSON value is this value",
        "gemini openai anthropic bedrock",
        meant("spring-ai-5437"),
        hears=lambda conversation: by_result(conversation, first_value),
    ),
    Planted(
        "openclaw-23373",
        "names of tools go out as they are",
        "bedrock",
        meant("openclaw-23373"),
        hears=names_that_pass,
        sends=names_as_given,
    ),
    Planted(
        "agent-framework-5808",
        "other agents' turns become the user's in the shared history",
        "openai anthropic gemini",
        meant("agent-framework-5808"),
        acts=others_are_users,
        scenarios=("multiagent",),
    ),
)
