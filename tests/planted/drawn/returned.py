"""Calls and results as they came back: results that say nothing, ids, arguments, and what stands between."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, functions, holding, messages
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, by_result, of, saying
from planted.faults.exchanges import never_marked
from planted.faults.turns import PUT_TOGETHER, without_marked
from planted.further.arguments import EVERY
from planted.further.rounds import as_they_came
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    Text,
    ToolResult,
    ToolUse,
)

LIKE = "openai deepseek vllm moonshot groq xai openrouter"


def raises_on(wanted: Callable[[Conversation], Any], saying: str) -> Callable[[Formatter], Formatter]:
    """Raises where a conversation has what is `wanted`."""

    def acts(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation) -> Any:
            if wanted(conversation):
                raise TypeError(saying)
            return honest(conversation)

        return format_

    return acts


def calls_apart(payload: Any, given: Conversation) -> Any:
    """Of several calls each is a turn of its own."""
    turns: list[Any] = []
    for turn in messages(payload):
        calls = [block for block in turn["content"] if block.get("type") == "tool_use" or "toolUse" in block]
        rest = [block for block in turn["content"] if not any(block is call for call in calls[1:])]
        turns += [turn | {"content": rest}, *(turn | {"content": [call]} for call in calls[1:])]
    messages(payload)[:] = turns
    return payload


def early_failures(said: Conversation, given: Conversation) -> Conversation:
    """Where a turn says something between two calls, a call before that which failed has no result."""
    early: set[str] = set()
    for message in said.messages:
        kinds = [type(block) for block in message.blocks]
        for i, block in enumerate(message.blocks):
            if isinstance(block, ToolUse) and Text in kinds[i:] and ToolUse in kinds[i:][kinds[i:].index(Text) :]:
                early.add(block.id)
    return by_block(
        said, lambda block, _: [] if isinstance(block, ToolResult) and block.is_error and block.id in early else [block]
    )


def marked(wanted: Callable[[ToolResult], bool]) -> Callable[[Conversation], Conversation]:
    """A mark in the place of what a result says that is `wanted`."""
    return lambda conversation: by_result(
        conversation, lambda result: replace(result, output=MARK) if wanted(result) else result
    )


def with_content(content: list[Any]) -> Callable[[Any, Conversation], Any]:
    """What was marked has this content at Bedrock."""

    def send(payload: Any, given: Conversation) -> Any:
        for node in holding("toolResult", payload):
            if node["toolResult"].get("content") == [{"text": MARK}]:
                node["toolResult"]["content"] = list(content)
        return payload

    return send


def is_no_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return True
    return False


def says_no_json(conversation: Conversation) -> bool:
    return any(
        is_no_json(result.output) for result in blocks(ToolResult, conversation) if isinstance(result.output, str)
    )


def the_answer_first(said: Conversation, given: Conversation) -> Conversation:
    """What the assistant says behind results stands before them."""
    new = list(said.messages)
    for i in range(len(new) - 1):
        if of(ToolResult, new[i]) and new[i + 1].role == "assistant" and not of(ToolUse, new[i + 1]):
            new[i], new[i + 1] = new[i + 1], new[i]
    return saying(said, new)


def without_orphans(conversation: Conversation) -> tuple[Conversation, list[ToolResult]]:
    called = {call.id for call in blocks(ToolUse, conversation)}
    orphans = [result for result in blocks(ToolResult, conversation) if result.id not in called]
    ids = {result.id for result in orphans}
    return by_block(conversation, lambda b, _: [] if isinstance(b, ToolResult) and b.id in ids else [b]), orphans


def orphans_in_front(honest: Formatter) -> Formatter:
    """Results of calls that are not there go out, in front of all."""

    def format_(conversation: Conversation) -> Any:
        rest, orphans = without_orphans(conversation)
        payload = honest(rest)
        if orphans:
            outputs = [{"type": "function_call_output", "call_id": r.id, "output": str(r.output)} for r in orphans]
            messages(payload)[:0] = outputs
        return payload

    return format_


def no_arguments(payload: Any, given: Conversation) -> Any:
    for called in functions(payload):
        if called.get("arguments") == "{}":
            del called["arguments"]
    return payload


def named_by_ids(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message["name"] = message["tool_call_id"]
    return payload


def ids_of_the_conversation(payload: Any, given: Conversation) -> Any:
    """The ids of calls and results, by their order, as the conversation has them."""
    ids = [call.id for call in blocks(ToolUse, given)]
    made = [call for message in messages(payload) for call in message.get("tool_calls", [])]
    if len(made) != len(ids):
        return payload
    known = {call["id"]: id_ for call, id_ in zip(made, ids, strict=True)}
    for call in made:
        call["id"] = known[call["id"]]
    for message in by("tool", payload):
        message["tool_call_id"] = known.get(message["tool_call_id"], message["tool_call_id"])
    return payload


def the_assistants_marked(conversation: Conversation) -> Conversation:
    """A mark in the place of each result that stands in a message of the assistant's."""

    def changed(message: Message) -> list[Message]:
        def new(block: Block) -> Block:
            return replace(block, output=MARK) if isinstance(block, ToolResult) else block

        if message.role != "assistant":
            return [message]
        return [replace(message, blocks=tuple(new(block) for block in message.blocks))]

    return by_message(conversation, changed)


TABLE = (
    Planted(
        "qwen-code-6651",
        "parallel calls are turns of their own, all results behind them",
        "bedrock",
        meant("qwen-code-6651", "bedrock.*"),
        sends=calls_apart,
        taken={"anthropic": PUT_TOGETHER},
    ),
    Planted(
        "vercel-ai-14259",
        "a failed result is dropped where its turn says something before its next call",
        first("anthropic", EVERY),
        (*meant("vercel-ai-14259"), "openai.tool-calls-answered"),
        writes=early_failures,
    ),
    Planted(
        "agentcore-chat-15",
        "a failed result that says nothing has an empty list of content",
        "bedrock",
        meant("agentcore-chat-15"),
        hears=marked(lambda result: bool(result.is_error) and not result.output),
        sends=with_content([]),
    ),
    Planted(
        "pydantic-ai-6115",
        "a result of an empty list has an empty list of content",
        "bedrock",
        meant("pydantic-ai-6115"),
        hears=marked(lambda result: result.output == ()),
        sends=with_content([]),
    ),
    Planted(
        "bifrost-6528",
        "a result that is null raises",
        "bedrock anthropic gemini openai",
        meant("bifrost-6528"),
        acts=raises_on(
            lambda c: any(result.output is None for result in blocks(ToolResult, c)), "invalid memory address"
        ),
    ),
    Planted(
        "langchain4j-4481",
        "a failed result has no mark",
        "anthropic bedrock",
        meant("langchain4j-4481"),
        sends=never_marked,
    ),
    Planted(
        "rig-648",
        "a result that is no JSON raises",
        "gemini gemini-interactions",
        meant("rig-648"),
        acts=raises_on(says_no_json, "expected value at line 1 column 2"),
    ),
    Planted(
        "litellm-19360",
        "what the assistant says next stands before the results",
        first("gemini", EVERY),
        meant("litellm-19360"),
        writes=the_answer_first,
    ),
    Planted(
        "gemini-cli-pro-40",
        "what came between a call and its result stays there",
        "openai deepseek",
        meant("gemini-cli-pro-40"),
        writes=as_they_came,
    ),
    Planted(
        "eino-ext-462",
        "a call without arguments raises",
        first("anthropic", EVERY),
        meant("eino-ext-462"),
        acts=raises_on(
            lambda c: any(not call.input for call in blocks(ToolUse, c)), "json: unexpected end of JSON input"
        ),
    ),
    Planted(
        "eino-ext-916", "a call without arguments has no key for them", LIKE, meant("eino-ext-916"), sends=no_arguments
    ),
    Planted(
        "open-swe-2933",
        "the output of a call that is not there goes out",
        "openai-responses",
        meant("open-swe-2933"),
        acts=orphans_in_front,
    ),
    Planted("anvia-285", "a result is named by its id", "mistral", meant("anvia-285"), sends=named_by_ids),
    Planted(
        "opencode-2440", "ids go out as they are", "mistral", meant("opencode-2440"), sends=ids_of_the_conversation
    ),
    Planted(
        "vercel-ai-18149",
        "results that stand in the assistant's message are dropped",
        first("bedrock", EVERY),
        meant("vercel-ai-18149", "*.tool-*", "fidelity.lost-*"),
        hears=the_assistants_marked,
        writes=without_marked,
    ),
)
