"""Results, media and ids where they meet: names, ids and marks of results, and turns that are put together."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import holding, messages, nodes
from planted.conversations import by_block, by_result, inside
from planted.planted import TOOLS, Planted, first

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Media,
    Message,
    Text,
    ToolResult,
    ToolUse,
)

RESULTS = ("fidelity.*result*", "fidelity.wrong-call", "fidelity.*call*", "*.tool-*", "*.id-unique", "schema.*")


def responses(payload: Any) -> list[Any]:
    return [node["function_response"] for node in holding("function_response", payload)]


def unknown(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["name"] = "unknown"
    return payload


def named_by_ids(payload: Any, given: Conversation) -> Any:
    """A result that does not name its tool is named by its id."""
    results = [block for message in given.messages for block in message.blocks if isinstance(block, ToolResult)]
    ids = {result.id for result in results if not result.name}
    for node in nodes(messages(payload)):
        response = node.get("function_response")
        if response and response.get("id") in ids:
            response["name"] = response["id"]
        elif node.get("tool_name") and node.get("tool_call_id") in ids:
            node["tool_name"] = node["tool_call_id"]
    return payload


def nameless(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["name"] = ""
    return payload


def raw_ids(payload: Any, given: Conversation) -> Any:
    """The ids as the conversation has them, whatever the provider takes."""
    return with_ids(payload, given, lambda number, ids: ids[number], calls=True, results=True)


def with_ids(
    payload: Any, given: Conversation, new: Callable[[int, list[str]], str], *, calls: bool, results: bool
) -> Any:
    """The payload with other ids, by their order in the conversation."""
    ids = [block.id for message in given.messages for block in message.blocks if isinstance(block, ToolUse)]
    found = [node for node in nodes(messages(payload)) if node.get("type") == "tool_use"]
    if len(found) != len(ids):
        return payload
    known = {node["id"]: new(number, ids) for number, node in enumerate(found)}
    for node in nodes(messages(payload)):
        if calls and node.get("type") == "tool_use":
            node["id"] = known[node["id"]]
        if results and node.get("type") == "tool_result":
            node["tool_use_id"] = known.get(node["tool_use_id"], node["tool_use_id"])
    return payload


def raw_results(payload: Any, given: Conversation) -> Any:
    """The calls' ids are mended, the results' are not."""
    return with_ids(payload, given, lambda number, ids: ids[number], calls=False, results=True)


def nine(id_: str) -> str:
    return re.sub("[^a-zA-Z0-9]", "", id_)[:9]


def nine_of_each(payload: Any, given: Conversation) -> Any:
    """An id is the first nine letters and digits of what it was."""
    ids = {nine_of(number): block.id for number, block in enumerate(_calls(given), 1)}
    for node in nodes(messages(payload)):
        for key in ("id", "tool_call_id"):
            if node.get(key) in ids:
                node[key] = nine(ids[node[key]])
    return payload


def nine_of(number: int) -> str:
    return f"call{number:05}"


def _calls(given: Conversation) -> list[ToolUse]:
    return [block for message in given.messages for block in message.blocks if isinstance(block, ToolUse)]


def all_succeeded(payload: Any, given: Conversation) -> Any:
    for node in holding("toolResult", payload):
        node["toolResult"]["status"] = "success"
    return payload


def failed_by_key(payload: Any, given: Conversation) -> Any:
    """A result that is JSON with a key ``error`` is a failure, be it null."""
    for node in nodes(messages(payload)):
        result = node.get("toolResult") or (node if node.get("type") == "tool_result" else None)
        if result and '"error"' in json.dumps(result["content"]).replace('\\"', '"'):
            result |= {"status": "error"} if "toolResult" in node else {"is_error": True}
    return payload


def users_apart(payload: Any, given: Conversation) -> Any:
    """What the user says behind a result is a turn of its own."""
    apart: list[Any] = []
    for turn in messages(payload):
        results = [block for block in turn["content"] if "toolResult" in block]
        rest = [block for block in turn["content"] if "toolResult" not in block]
        if results and rest:
            apart += [turn | {"content": results}, turn | {"content": rest}]
        else:
            apart.append(turn)
    messages(payload)[:] = apart
    return payload


def printed_media(conversation: Conversation) -> Conversation:
    """Media in a result are its JSON text."""

    def printed(item: Any) -> Any:
        if isinstance(item, Media) and isinstance(item.source, Base64Source):
            return Text(json.dumps({"type": item.type, "data": item.source.data, "mimeType": item.source.media_type}))
        return item

    def result(given: ToolResult) -> ToolResult:
        return replace(given, output=tuple(map(printed, inside(given)))) if inside(given) else given

    return by_result(conversation, result)


def neither_call_nor_result(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolUse | ToolResult) else [block]

    return by_block(conversation, kept)


def results_before_calls(payload: Any, given: Conversation) -> Any:
    """A turn's results stand before the turn that called."""
    items = messages(payload)
    for number in range(len(items)):
        end = number
        while items[number].get("tool_calls") and end + 1 < len(items) and items[end + 1].get("role") == "tool":
            end += 1
        items[number : end + 1] = [*items[number + 1 : end + 1], items[number]]
    return payload


TABLE = (
    Planted(
        "instructor-2534",
        "neither a call nor its result is sent",
        first("gemini", TOOLS),
        ("fidelity.lost-*",),
        writes=lambda said, given: neither_call_nor_result(said),
    ),
    Planted(
        "stakpak-658",
        "a response names no tool that was called",
        "gemini",
        ("*.response-name", *RESULTS),
        sends=unknown,
    ),
    Planted(
        "astrbot-9876",
        "a response that names no tool is named by its id",
        first("gemini", "ollama"),
        ("*.response-name", *RESULTS),
        sends=named_by_ids,
    ),
    Planted("netcatty-350", "a response has an empty name", "gemini", ("*.response-name", *RESULTS), sends=nameless),
    Planted(
        "langchain-37756",
        "another provider's ids go out as they are",
        "anthropic",
        ("*.tool-use-id*", *RESULTS),
        sends=raw_ids,
    ),
    Planted("litellm-34516", "a call's id is mended and its result's is not", "anthropic", RESULTS, sends=raw_results),
    Planted("vercel-ai-11863", "an id is cut to its first nine letters", "mistral", RESULTS, sends=nine_of_each),
    Planted(
        "bifrost-5450", "every result is marked as a success", "bedrock", ("fidelity.false-mark",), sends=all_succeeded
    ),
    Planted(
        "opensre-2381",
        "a result with a key named error is marked as a failure",
        "bedrock anthropic",
        ("fidelity.false-mark",),
        sends=failed_by_key,
    ),
    Planted(
        "kibana-284682",
        "the user's word behind a result is a turn of its own",
        "bedrock",
        ("bedrock.roles-alternate", "bedrock.*"),
        sends=users_apart,
    ),
    Planted(
        "opencode-28859",
        "media in a result are told as their JSON",
        "openai-responses openai vllm zhipu mistral anthropic bedrock gemini",
        ("fidelity.lost-media", "fidelity.coded-text", "fidelity.altered-result"),
        hears=printed_media,
    ),
    Planted(
        "ai-agent-book-1035",
        "results stand before the turn that called",
        "ollama openai deepseek vllm zhipu",
        ("fidelity.reordered", *RESULTS),
        sends=results_before_calls,
    ),
)
