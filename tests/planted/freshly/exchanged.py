"""Calls and results of the sixteenth collection."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import behind, by, calling, messages, nodes, remove
from planted.collected import meant
from planted.conversations import MARK, by_result, inside, of
from planted.drawn.returned import raises_on
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse

OPENAI = ("openai.*", "deepseek.*", "mistral.*")


def text_behind_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if message.get("content"):
            behind(payload, message, {"role": "assistant", "content": message["content"]})
            message["content"] = None
    return payload


def each_its_message(payload: Any, given: Conversation) -> Any:
    """Text and calls of a turn that makes several; the results stay behind all."""
    for message in calling(payload):
        if len(message["tool_calls"]) < 2:
            continue
        apart = [{"role": "assistant", "content": None, "tool_calls": [call]} for call in message.pop("tool_calls")]
        if message.get("content"):
            behind(payload, message, *apart)
        else:
            apart[0] = message | apart[0]
            behind(payload, message, *apart)
            remove(payload, message)
    return payload


def each_its_round(payload: Any, given: Conversation) -> Any:
    """Each call of a turn with all else of the turn, and its result right behind."""
    for message in calling(payload):
        if len(message["tool_calls"]) < 2:
            continue
        results = {each["tool_call_id"]: each for each in by("tool", payload)}
        for call in reversed(message["tool_calls"][1:]):
            answer = [results[call["id"]]] if call["id"] in results else []
            remove(payload, *answer)
            behind(payload, message, message | {"tool_calls": [call]}, *answer)
        first = message["tool_calls"][0]
        answer = [results[first["id"]]] if first["id"] in results else []
        remove(payload, *answer)
        behind(payload, message, *answer)
        message["tool_calls"] = [first]
    return payload


def no_parallel_turns(payload: Any, given: Conversation) -> Any:
    return remove(payload, *(message for message in calling(payload) if len(message["tool_calls"]) > 1))


def calls_in_a_row(given: Conversation) -> bool:
    return any(of(ToolUse, one) and of(ToolUse, two) for one, two in pairwise(given.messages))


def without_content(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if not message.get("content"):
            message.pop("content", None)
    return payload


def no_results(payload: Any, given: Conversation) -> Any:
    remove(payload, *by("tool", payload))
    for turn in by("user", payload):
        if isinstance(turn["content"], list):
            turn["content"] = [block for block in turn["content"] if block.get("type") != "tool_result"]
    return remove(payload, *(turn for turn in by("user", payload) if turn["content"] == []))


def seen_once(payload: Any, given: Conversation) -> Any:
    seen: set[str] = set()
    for message in by("tool", payload):
        if message["tool_call_id"] in seen:
            remove(payload, message)
        seen.add(message["tool_call_id"])
    return payload


def last_result_twice(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload):
        results = [block for block in turn["content"] if block.get("type") == "tool_result"]
        if results:
            turn["content"].insert(turn["content"].index(results[-1]), deepcopy(results[-1]))
    return payload


def class_names(conversation: Conversation) -> Conversation:
    def heard(result: ToolResult) -> ToolResult:
        return replace(result, output="System.Collections.Generic.List`1[System.Object]") if inside(result) else result

    return by_result(conversation, heard)


def failed_and_empty(conversation: Conversation) -> Conversation:
    def heard(result: ToolResult) -> ToolResult:
        return replace(result, output=MARK) if result.is_error and not result.output else result

    return by_result(conversation, heard)


def nothing_said(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") == "tool_result" and MARK in json.dumps(node["content"], ensure_ascii=False):
            node["content"] = []
    return payload


def reminded(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload)[:1]:
        if isinstance(turn["content"], list) and turn["content"] and turn["content"][0].get("type") == "tool_result":
            turn["content"].insert(0, {"type": "text", "text": "<system-reminder>Today is Monday.</system-reminder>"})
    return payload


TABLE = (
    Planted(
        "codex-4652",
        "a turn's text is a message behind its calls",
        "openai deepseek mistral",
        meant("codex-4652", *OPENAI),
        sends=text_behind_calls,
    ),
    Planted(
        "exo-256",
        "text and parallel calls are a message each",
        "minimax openai deepseek",
        meant("exo-256", *OPENAI),
        sends=each_its_message,
    ),
    Planted(
        "goose-7921",
        "each of parallel calls is a round of its own, with the turn's reasoning",
        "deepseek openai",
        meant("goose-7921", *OPENAI),
        sends=each_its_round,
    ),
    Planted(
        "billion-context-pi-1",
        "turns with parallel calls are gone",
        "openai deepseek mistral",
        meant("billion-context-pi-1", *OPENAI),
        sends=no_parallel_turns,
    ),
    Planted(
        "litellm-22599",
        "messages in a row that call raise",
        "gemini anthropic",
        meant("litellm-22599"),
        acts=raises_on(calls_in_a_row, "Missing corresponding tool call for tool response message"),
    ),
    Planted(
        "agentscope-java-1270",
        "no key content beside calls",
        "dashscope",
        meant("agentscope-java-1270"),
        sends=without_content,
    ),
    Planted(
        "adk-java-1423",
        "results are not sent",
        "openai mistral ollama anthropic",
        meant("adk-java-1423", *OPENAI, "anthropic.*", "ollama.*"),
        sends=no_results,
    ),
    Planted(
        "hermes-agent-70734",
        "of results under one id the first is sent",
        "openai deepseek vllm",
        meant("hermes-agent-70734", *OPENAI),
        sends=seen_once,
    ),
    Planted(
        "qwen-code-8163",
        "the last result of a message is in it twice",
        "anthropic",
        meant("qwen-code-8163"),
        sends=last_result_twice,
    ),
    Planted(
        "anthropic-sdk-170",
        "a result of parts is the name of a class",
        "anthropic openai gemini",
        meant("anthropic-sdk-170"),
        hears=class_names,
    ),
    Planted(
        "trae-agent-231",
        "a failed result of nothing has an empty list",
        "anthropic",
        meant("trae-agent-231"),
        hears=failed_and_empty,
        sends=nothing_said,
    ),
    Planted(
        "cliproxyapi-4572",
        "the user's first message leads with a reminder, where it led with results",
        "anthropic",
        meant("cliproxyapi-4572"),
        sends=reminded,
    ),
)
