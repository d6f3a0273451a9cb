"""Calls and their results on the wire: late, beside others, in the wrong type, with marks that nobody knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, functions, messages, nodes, of_type, respelled
from planted.conversations import MARK, blocks, by_block, by_message, by_result, inside, of, pairs_apart, saying
from planted.faults.calls import role_and_content
from planted.faults.joins import RESULTS
from planted.faults.turns import ANSWERED
from planted.planted import LIKE_OPENAI, TOOLS, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Document, Message, Text, ToolResult, ToolUse

ARGUMENTS = ("*.arguments*", "fidelity.call-arguments", "fidelity.*call*", "schema.*")


def where_they_came(said: Conversation, given: Conversation) -> Conversation:
    """Of the results of a batch those that came behind a user's word stand behind it."""
    places = pairs_apart(given)
    spoken = [i for i, message in enumerate(given.messages) if message.role == "user" and of(Text, message)]
    new: list[Message] = []
    late: list[Block] = []
    for message in said.messages:
        if message.role == "tool" and len(message.blocks) > 1:
            start = min(places.get(result.id, 0) for result in message.blocks)
            behind = [r for r in message.blocks if any(start <= i < places.get(r.id, 0) for i in spoken)]
            if behind and len(behind) < len(message.blocks):
                message = replace(message, blocks=tuple(r for r in message.blocks if r not in behind))
                late += behind
        new.append(message)
        if late and message.role == "user":
            new.append(Message("tool", "tool", tuple(late)))
            late = []
    return saying(said, new)


def each_its_images(payload: Any, given: Conversation) -> Any:
    """What is promoted of several results comes right behind each of them."""
    items = messages(payload)
    shown = [i for i, each in enumerate(items) if i and each["role"] == "user" and items[i - 1]["role"] == "tool"]
    for at in reversed(shown):
        start = at
        while items[start - 1]["role"] == "tool":
            start -= 1
        parts = items[at]["content"]
        if at - start < 2 or not isinstance(parts, list):
            continue
        groups: list[list[Any]] = []
        for part in parts:
            if part.get("text", "").startswith("<system-info>") or not groups:
                groups.append([])
            groups[-1].append(part)
        if len(groups) != at - start or not all(any(p["type"] != "text" for p in group) for group in groups):
            continue
        items[start : at + 1] = [
            each
            for result, group in zip(items[start:at], groups, strict=True)
            for each in (result, items[at] | {"content": group})
        ]
    return payload


def without_documents(conversation: Conversation) -> Conversation:
    """Of a result with a text the documents are dropped."""

    def shorter(result: ToolResult) -> ToolResult:
        texts = any(isinstance(item, Text) for item in inside(result))
        kept = tuple(item for item in inside(result) if not isinstance(item, Document))
        return replace(result, output=kept) if texts and len(kept) < len(inside(result)) else result

    return by_result(conversation, shorter)


def nothing_beside_results(conversation: Conversation) -> Conversation:
    def kept(message: Message) -> list[Message]:
        results = tuple(of(ToolResult, message))
        return [replace(message, blocks=results) if results else message]

    return by_message(conversation, kept)


def results_alone(payload: Any, given: Conversation) -> Any:
    """Neither calls nor what a result says of its call."""
    for message in messages(payload):
        for key in ("tool_calls", "tool_name", "tool_call_id"):
            message.pop(key, None)
    return payload


def all_users(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        message["role"] = "user"
    return payload


def with_arguments(change: Callable[[str], Any]) -> Callable[[Any, Conversation], Any]:
    def send(payload: Any, given: Conversation) -> Any:
        for called in [*(functions(payload)), *of_type("function_call", payload)]:
            called["arguments"] = change(called["arguments"])
        return payload

    return send


def unescaped(arguments: str) -> str:
    return arguments.replace('\\"', '"').replace("\\\\", "\\")


def marked_by_a_key(payload: Any, given: Conversation) -> Any:
    failed = {result.id for result in blocks(ToolResult, given) if result.is_error}
    for message in by("tool", payload):
        if message.get("tool_call_id") in failed:
            message["is_error"] = True
    return payload


def never_marked(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        node.pop("is_error", None)
        if "toolResult" in node:
            node["toolResult"].pop("status", None)
    return payload


def empties_marked(conversation: Conversation) -> Conversation:
    """A mark in the place of each text that is empty, a result's too."""

    def mark(block: Block, message: Message) -> list[Block]:
        if block == Text("") or (isinstance(block, ToolResult) and not block.output):
            return [Text(MARK) if isinstance(block, Text) else replace(block, output=MARK)]
        return [block]

    return by_block(conversation, mark)


def blank(payload: Any, given: Conversation) -> Any:
    return respelled(payload, MARK, " ")


def ids_as_they_are(payload: Any, given: Conversation) -> Any:
    """The ids of the conversation, however long."""
    ids = [call.id for call in blocks(ToolUse, given)]
    found = of_type("function_call", payload)
    if len(found) == len(ids):
        known = {item["call_id"]: id_ for item, id_ in zip(found, ids, strict=True)}
        for item in [*found, *of_type("function_call_output", payload)]:
            item["call_id"] = known.get(item["call_id"], item["call_id"])
    return payload


def one_turn_of_calls(conversation: Conversation) -> Conversation:
    """Rounds of nothing but a call and its result are one turn of parallel calls."""
    new: list[Message] = []
    for message in conversation.messages:
        bare = bool(of(ToolUse, message)) and len(of(ToolUse, message)) == len(message.blocks)
        if bare and len(new) > 1 and of(ToolResult, new[-1]) and len(of(ToolResult, new[-1])) == len(new[-1].blocks):
            before = new[-2]
            if of(ToolUse, before) and len(of(ToolUse, before)) == len(before.blocks):
                new[-2] = replace(before, blocks=(*before.blocks, *message.blocks))
                continue
        if new and of(ToolResult, message) and of(ToolResult, new[-1]):
            new[-1] = replace(new[-1], blocks=(*new[-1].blocks, *message.blocks))
            continue
        new.append(message)
    return saying(conversation, new)


TABLE = (
    Planted(
        "omniroute-4882",
        "a result that came behind the user's word stands behind it",
        "openai deepseek vllm mistral zhipu dashscope anthropic bedrock gemini",
        (*ANSWERED, "fidelity.*", "gemini.*"),
        writes=where_they_came,
    ),
    Planted(
        "dsh-commandcode-33",
        "the image of each of several results comes right behind it",
        "openai mistral",
        ANSWERED,
        sends=each_its_images,
    ),
    Planted(
        "bifrost-5661",
        "of a result with a text the documents are dropped",
        "bedrock anthropic gemini openai-responses openai",
        ("fidelity.lost-media",),
        hears=without_documents,
    ),
    Planted(
        "hermes-agent-60628",
        "an empty text becomes a blank",
        "bedrock anthropic",
        ("*.text-nonblank", "*nonempty*", "*nonblank*", "fidelity.*"),
        hears=empties_marked,
        sends=blank,
    ),
    Planted(
        "fastllm-45",
        "an id goes out however long it is",
        "openai-responses",
        ("*.id*", "*.call-id*", "schema.*", *RESULTS),
        sends=ids_as_they_are,
    ),
    Planted(
        "agent-os-2203",
        "what stands beside a result is dropped",
        first("ollama", TOOLS),
        ("fidelity.lost-*",),
        hears=nothing_beside_results,
    ),
    Planted(
        "jarvis-344",
        "neither calls nor the names of results are sent",
        f"ollama {LIKE_OPENAI}",
        ("fidelity.lost-call", *RESULTS),
        sends=results_alone,
    ),
    Planted(
        "odoo-llm-262",
        "every message is a user's",
        f"ollama {LIKE_OPENAI}",
        ("fidelity.*", "*.role*", "*.tool*"),
        sends=all_users,
    ),
    Planted(
        "openclaw-102200",
        "arguments are an object",
        "openai deepseek zhipu dashscope dashscope-multimodal openai-responses",
        ARGUMENTS,
        sends=with_arguments(json.loads),
    ),
    Planted(
        "codex-relay-57",
        "no arguments are an empty text",
        first("openai", f"{LIKE_OPENAI} openai-responses"),
        ARGUMENTS,
        sends=with_arguments(lambda text: "" if text == "{}" else text),
    ),
    Planted(
        "lightagent-31",
        "escapes are taken out of the arguments",
        first("openai", f"{LIKE_OPENAI} openai-responses"),
        ARGUMENTS,
        sends=with_arguments(unescaped),
    ),
    Planted(
        "any-llm-1402",
        "a failed result has the key is_error",
        "openai",
        ("*.key*", "*.unknown*", "schema.*", "openai.*"),
        sends=marked_by_a_key,
    ),
    Planted(
        "koog-1700", "no result is marked as failed", "anthropic bedrock", ("fidelity.lost-mark",), sends=never_marked
    ),
    Planted(
        "instructor-2526",
        "messages are built anew from role and content",
        first("mistral", LIKE_OPENAI),
        ("fidelity.lost-call", *RESULTS),
        sends=role_and_content,
    ),
    Planted(
        "mastra-14298",
        "rounds of nothing but a call are one turn of parallel calls",
        first("openai", TOOLS),
        ("fidelity.reordered", "fidelity.*call*", "fidelity.*"),
        hears=one_turn_of_calls,
    ),
)
