"""Results of the fifteenth collection."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import behind, by, messages, nodes, remove
from planted.collected import meant
from planted.conversations import by_block, by_result, inside, of
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Image,
    Message,
    Text,
    ToolResult,
)


def responses(payload: Any) -> list[dict[str, Any]]:
    return [node["function_response"] for node in nodes(messages(payload)) if "function_response" in node]


def unknown_tools(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["name"] = "unknown"
    return payload


def beside_results(payload: Any, given: Conversation) -> Any:
    """To a Llama, where a turn holds results and a text."""
    for turn in by("user", payload):
        held = {key for block in turn["content"] for key in block}
        if {"toolResult", "text"} <= held:
            return payload | {"modelId": "meta.llama3-3-70b-instruct-v1:0"}
    return payload


def typeless(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        if isinstance(message["content"], str):
            message["content"] = [{"text": message["content"]}]
    return payload


def without_results(payload: Any, given: Conversation) -> Any:
    return remove(payload, *by("tool", payload))


def results_beside_text(payload: Any, given: Conversation) -> Any:
    """To Gemini 3.6: what the user says right behind results joins them."""
    joined = []
    for before, turn in zip(messages(payload), messages(payload)[1:], strict=False):
        answers = any("function_response" in part for part in before["parts"])
        if answers and turn["role"] == "user" and not any("function_response" in part for part in turn["parts"]):
            before["parts"].extend(turn["parts"])
            joined.append(turn)
    return remove(payload, *joined) | {"model": "gemini-3.6-flash"} if joined and isinstance(payload, dict) else payload


def name_and_content(payload: Any, given: Conversation) -> Any:
    for response in responses(payload):
        response["response"] = {"name": response["name"], "content": response["response"].get("content")}
    return payload


def a_part_of_nothing(payload: Any, given: Conversation) -> Any:
    for content in messages(payload):
        if any("function_response" in part for part in content["parts"]):
            content["parts"].append({})
    return payload


def as_input(item: Any) -> dict[str, Any]:
    """A part as Responses have it."""
    if isinstance(item, Text):
        return {"type": "input_text", "text": item.text}
    source = item.source
    shown = f"data:{source.media_type};base64,{source.data}" if isinstance(source, Base64Source) else source.url
    return {"type": "input_image", "image_url": shown}


def dumped(wanted: Callable[[ToolResult], bool]) -> Callable[[Conversation], Conversation]:
    """Such a result is the JSON of its parts."""

    def heard(result: ToolResult) -> ToolResult:
        if not wanted(result):
            return result
        return replace(result, output=json.dumps([as_input(item) for item in inside(result)]))

    return lambda conversation: by_result(conversation, heard)


def shows(result: ToolResult) -> bool:
    kinds = {type(item) for item in inside(result)}
    return Image in kinds and kinds <= {Image, Text}


def says(result: ToolResult) -> bool:
    return bool(inside(result)) and all(isinstance(item, Text) for item in inside(result))


def said_before_results(payload: Any, given: Conversation) -> Any:
    """What a user says right behind results stands before them."""
    items = messages(payload)
    for n, message in enumerate(list(items)):
        start = n
        while start and items[start - 1].get("role") == "tool":
            start -= 1
        if message.get("role") == "user" and start < n:
            items.insert(start, items.pop(n))
    return payload


def nothing_beside_results(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        kept = isinstance(block, Text | ToolResult) or not of(ToolResult, message)
        return [block] if kept else []

    return by_block(conversation, heard)


def last_result_twice(payload: Any, given: Conversation) -> Any:
    for last in by("tool", payload)[-1:]:
        behind(payload, last, deepcopy(last))
    return payload


def said_of_null(conversation: Conversation) -> Conversation:
    return by_result(conversation, lambda result: replace(result, output="<null>") if result.output is None else result)


def of_null(given: Conversation) -> set[str]:
    return {block.id for message in given.messages for block in of(ToolResult, message) if block.output is None}


def no_results_of_null(payload: Any, given: Conversation) -> Any:
    """In whichever place ids stand; a turn that held nothing else is gone."""
    void = of_null(given)
    remove(payload, *(message for message in by("tool", payload) if message["tool_call_id"] in void))
    for turn in list(messages(payload)):
        parts = turn.get("parts") or turn.get("content")
        if isinstance(parts, list):
            gone = [p for p in parts if {p.get("tool_use_id"), p.get("function_response", {}).get("id")} & void]
            parts[:] = [part for part in parts if not any(part is each for each in gone)]
            if gone and not parts:
                remove(payload, turn)
    return payload


def no_output_of_null(payload: Any, given: Conversation) -> Any:
    void = of_null(given)
    for item in messages(payload):
        if item.get("type") == "function_call_output" and item["call_id"] in void:
            item.pop("output", None)
    return payload


TABLE = (
    Planted("coach-280", "a result is of the tool 'unknown'", "gemini", meant("coach-280"), sends=unknown_tools),
    Planted(
        "browser-use-710",
        "to a Llama a text stands beside results",
        "bedrock",
        meant("browser-use-710"),
        sends=beside_results,
    ),
    Planted("neuron-ai-76", "parts of results have no type", "openai vllm", meant("neuron-ai-76"), sends=typeless),
    Planted("langchain-oracle-8", "no results", "cohere", meant("langchain-oracle-8"), sends=without_results),
    Planted(
        "vellum-assistant-39495",
        "to Gemini 3.6 a text stands beside results",
        "gemini",
        meant("vellum-assistant-39495"),
        sends=results_beside_text,
    ),
    Planted(
        "new-api-1166",
        "a response is its name and its content",
        "gemini",
        meant("new-api-1166"),
        sends=name_and_content,
    ),
    Planted("flit-70", "an empty part stands behind results", "gemini", meant("flit-70"), sends=a_part_of_nothing),
    Planted(
        "new-api-7498",
        "a result that shows an image is the JSON of its parts",
        "openai anthropic bedrock",
        meant("new-api-7498"),
        hears=dumped(shows),
    ),
    Planted(
        "unsloth-6271",
        "a result of texts is the JSON of its parts",
        "vllm openai anthropic",
        meant("unsloth-6271", "fidelity.coded-text"),
        hears=dumped(says),
    ),
    Planted(
        "apisix-13674",
        "what the user says right behind results stands before them",
        "openai deepseek moonshot",
        meant("apisix-13674", "deepseek.*", "moonshot.*"),
        sends=said_before_results,
    ),
    Planted(
        "apisix-13674",
        "what is shown beside results is gone",
        "openai anthropic",
        meant("apisix-13674"),
        hears=nothing_beside_results,
        name="shown",
    ),
    Planted(
        "agent-framework-2711",
        "the last result stands there twice",
        "openai deepseek mistral",
        meant("agent-framework-2711", "deepseek.*", "mistral.*"),
        sends=last_result_twice,
    ),
    Planted(
        "harness-sdk-3024",
        "a result of null says <null>",
        "bedrock",
        meant("harness-sdk-3024"),
        hears=said_of_null,
    ),
    Planted(
        "gptel-596",
        "a result of null is not sent",
        "openai anthropic gemini",
        meant("gptel-596", "anthropic.*", "gemini.*"),
        sends=no_results_of_null,
    ),
    Planted(
        "effect-smol-1788",
        "a result of null has no output",
        "openai-responses",
        meant("effect-smol-1788"),
        sends=no_output_of_null,
    ),
)
