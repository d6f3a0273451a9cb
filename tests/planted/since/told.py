"""Calls, results, thoughts, texts and speakers of the twelfth collection."""

from __future__ import annotations

import hashlib
import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import by, calling, functions, messages, of_type, remove
from planted.collected import meant
from planted.conversations import MARK, by_block, by_result, of
from planted.lately.conveyed import silent_marked
from planted.planted import Formatter, Planted

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Block, Conversation, Message, ToolResult, ToolUse

UNAVAILABLE = "[Result unavailable — see context summary above]"
SHORT = re.compile("[a-zA-Z0-9]{9}")


def calls_as_results(payload: Any, given: Conversation) -> Any:
    new: list[Any] = []
    for message in messages(payload):
        calls = message.pop("tool_calls", None)
        if calls is None or message.get("content"):
            new.append(message)
        for call in calls or ():
            new.append({"role": "tool", "content": call["function"]["arguments"], "tool_call_id": call["id"]})
    messages(payload)[:] = new
    return payload


def the_first_of_a_tool(payload: Any, given: Conversation) -> Any:
    """Of a turn's calls of one tool those behind the first go unanswered."""
    for message in calling(payload):
        seen: set[str] = set()
        for call in message["tool_calls"]:
            if call["function"]["name"] in seen:
                remove(payload, *(each for each in by("tool", payload) if each["tool_call_id"] == call["id"]))
            seen.add(call["function"]["name"])
    return payload


def single_letters(value: Any) -> Any:
    match value:
        case str():
            return re.sub(r"([^\W\d_])\1", r"\1", value)
        case list():
            return [single_letters(item) for item in value]
        case dict():
            return {key: single_letters(item) for key, item in value.items()}
    return value


def letters_once(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        return [replace(block, input=single_letters(dict(block.input)))] if isinstance(block, ToolUse) else [block]

    return by_block(conversation, heard)


def short_ones_empty(payload: Any, given: Conversation) -> Any:
    for function in functions(payload):
        if len(function["arguments"]) <= 24 and len(json.loads(function["arguments"])) == 1:
            function["arguments"] = ""
    return payload


def not_executed_first(payload: Any, given: Conversation) -> Any:
    """The turn behind parallel calls has the first result, the others come behind it one by one."""
    new: list[Any] = []
    for turn in messages(payload):
        results = of_type("tool_result", [turn])
        new.append(turn)
        if len(results) < 2 or turn["content"] != results:
            continue
        turn["content"] = results[:1]
        for result in results[1:]:
            placeholder = {"type": "tool_result", "tool_use_id": result["tool_use_id"], "is_error": True}
            turn["content"].append(placeholder | {"content": "tool call was not executed"})
            new.append({"role": "user", "content": [result]})
    messages(payload)[:] = new
    return payload


def failures_say_nothing(result: ToolResult) -> ToolResult:
    return replace(result, output="") if result.is_error else result


def unavailable(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message["content"] = UNAVAILABLE
    return payload


def short_ids_of_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        for call in message["tool_calls"]:
            if not SHORT.fullmatch(call["id"]):
                call["id"] = hashlib.sha1(call["id"].encode()).hexdigest()[:9]
    return payload


def emptied_thoughts(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload)[:-1]:
        for block in of_type("thinking", [turn]):
            block["thinking"] = ""
    return payload


def is_the_assistants(item: dict[str, Any]) -> bool:
    return item.get("role") == "assistant" or item.get("type") in ("reasoning", "function_call")


def reasoned_again(payload: Any, given: Conversation) -> Any:
    """Until the user speaks each message of a turn has the reasoning of its first."""
    new: list[Any] = []
    first: list[Any] = []
    for item in messages(payload):
        before = new[-1] if new else {}
        if item.get("role") == "user":
            first = []
        if item.get("type") == "reasoning" and not (before and before.get("type") == "function_call_output"):
            first = [*first, item]
        elif is_the_assistants(item) and first and before.get("type") == "function_call_output":
            new += deepcopy(first)
        new.append(item)
    messages(payload)[:] = new
    return payload


def no_content(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload):
        kinds = {block["type"] for block in turn["content"]}
        if "tool_use" in kinds and "text" not in kinds:
            at = next(i for i, block in enumerate(turn["content"]) if block["type"] == "tool_use")
            turn["content"].insert(at, {"type": "text", "text": "(no content)"})
    return payload


def silent_as_a_list(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if MARK in str(message.get("content")):
            message["content"] = []
    return payload


def results_behind_the_user(payload: Any, given: Conversation) -> Any:
    new: list[Any] = []
    items = messages(payload)
    for i, message in enumerate(items):
        new.append(message)
        if message["role"] == "user" and i + 1 < len(items) and items[i + 1].get("tool_calls"):
            ids = {call["id"] for call in items[i + 1]["tool_calls"]}
            new += [deepcopy(each) for each in items if each.get("tool_call_id") in ids]
    items[:] = new
    return payload


def named_by_a_key(honest: Formatter) -> Formatter:
    """The turns of a chat, each with its speaker's name beside its role."""

    def format_(conversation: Conversation) -> Any:
        payload = FORMATTERS["ollama.chat"](conversation)
        for role in ("user", "assistant"):
            said = [m.name for m in conversation.messages if m.role == role and not of(ToolResult, m)]
            for message, name in zip(by(role, payload), said, strict=False):
                message["name"] = name
        return payload

    return format_


TABLE = (
    Planted(
        "responses-js-54",
        "calls are results that say their arguments",
        "openai vllm",
        meant("responses-js-54"),
        sends=calls_as_results,
    ),
    Planted(
        "langchainjs-11022",
        "of a turn's calls of one tool the first alone is answered",
        "openai moonshot",
        meant("langchainjs-11022"),
        sends=the_first_of_a_tool,
    ),
    Planted(
        "omniroute-3762",
        "letters that come twice in a row in an argument are there once",
        "openai anthropic gemini",
        meant("omniroute-3762"),
        hears=letters_once,
    ),
    Planted(
        "vllm-39615",
        "a call of one short argument has none",
        "vllm openai",
        meant("vllm-39615", "openai.*arguments*"),
        sends=short_ones_empty,
    ),
    Planted(
        "codewhale-6387",
        "parallel results behind the first are told as not executed before they come",
        "anthropic",
        meant("codewhale-6387"),
        sends=not_executed_first,
    ),
    Planted(
        "ollamasharp-304",
        "failed results say nothing",
        "ollama openai anthropic gemini bedrock",
        meant("ollamasharp-304"),
        hears=lambda conversation: by_result(conversation, failures_say_nothing),
    ),
    Planted(
        "hermes-agent-93404",
        "results are told as unavailable",
        "openai",
        meant("hermes-agent-93404"),
        sends=unavailable,
    ),
    Planted(
        "nanobot-3984",
        "calls have short ids, results the ones that were",
        "zhipu moonshot openai",
        meant("nanobot-3984"),
        sends=short_ids_of_calls,
    ),
    Planted(
        "gajae-code-4247",
        "thoughts before the last turn are empty and signed",
        "anthropic",
        meant("gajae-code-4247"),
        sends=emptied_thoughts,
    ),
    Planted(
        "hermes-agent-7946",
        "where a turn goes on its first reasoning is there again",
        "openai-responses",
        meant("hermes-agent-7946"),
        sends=reasoned_again,
    ),
    Planted(
        "inspect-ai-2772",
        "a turn that calls and says nothing says (no content)",
        "anthropic",
        meant("inspect-ai-2772"),
        sends=no_content,
    ),
    Planted(
        "inspect-ai-2842",
        "a turn of the assistant's that says nothing has no part",
        "xai",
        meant("inspect-ai-2842"),
        hears=silent_marked,
        sends=silent_as_a_list,
    ),
    Planted(
        "ogx-1305",
        "results stand behind the user's word as well",
        "openai",
        meant("ogx-1305"),
        sends=results_behind_the_user,
    ),
    Planted(
        "autogen-5401",
        "speakers are told apart by a key alone",
        "ollama",
        meant("autogen-5401"),
        acts=named_by_a_key,
        scenarios=("multiagent",),
    ),
)
