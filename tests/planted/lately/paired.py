"""Calls, results, ids, arguments and words of the tenth collection, each under an odd condition."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from liars.payloads import holding, messages
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, by_result, inside, of, saying
from planted.faults.joins import nine
from planted.faults.turns import without_marked
from planted.further.arguments import EVERY, with_input
from planted.planted import Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, Thinking, ToolResult, ToolUse

ATTACHED = "(see attached image)"


def see_attached(result: ToolResult) -> ToolResult:
    """A result that neither says nor shows anything points to an image."""
    shows = any(not isinstance(item, Text) for item in inside(result))
    return result if result.output_text.strip() or shows else replace(result, output=ATTACHED)


def nine_at_bedrock(payload: Any, given: Conversation) -> Any:
    for node in holding("toolUseId", payload):
        node["toolUseId"] = nine(node["toolUseId"]) or node["toolUseId"]
    return payload


def doubles(value: Any) -> Any:
    """A whole number that a double cannot hold is the nearest that it can."""
    if isinstance(value, dict):
        return {key: doubles(item) for key, item in value.items()}
    if isinstance(value, list):
        return [doubles(item) for item in value]
    whole = isinstance(value, int) and not isinstance(value, bool)
    return int(float(value)) if whole and 2**53 < abs(value) < 10**300 else value


def digits(value: Any) -> Any:
    return int(value) if isinstance(value, str) and re.fullmatch("[0-9]+", value) else value


def by_place(said: Conversation, given: Conversation) -> Conversation:
    """What came first is the answer to the first call."""
    came = [result.id for result in blocks(ToolResult, given)]

    def placed(message: Message) -> list[Message]:
        results = of(ToolResult, message)
        if len(results) < 2 or len(results) != len(message.blocks) or {r.id for r in results} - {*came}:
            return [message]
        order = sorted(results, key=lambda result: came.index(result.id))
        paired = zip(results, order, strict=True)
        return [replace(message, blocks=tuple(replace(r, output=o.output, is_error=o.is_error) for r, o in paired))]

    return by_message(said, placed)


def failures_of_several(conversation: Conversation) -> Conversation:
    """A mark in the place of each result that failed and whose turn made several calls."""
    several = {call.id for m in conversation.messages if len(of(ToolUse, m)) > 1 for call in of(ToolUse, m)}
    return by_result(conversation, lambda r: replace(r, output=MARK) if r.is_error and r.id in several else r)


def parts_by_number(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        if sum("function_response" in part for part in turn["parts"]) > 1:
            turn["parts"] = {str(number): part for number, part in enumerate(turn["parts"])}
    return payload


def unthought(conversation: Conversation) -> Conversation:
    """What stands in think tags is no longer in the assistant's texts; what is left may be nothing, and is marked."""

    def cut(block: Block, message: Message) -> list[Block]:
        if not isinstance(block, Text) or message.role != "assistant":
            return [block]
        text = re.sub(r"<think(?:ing)?>.*?</think(?:ing)?>\s*", "", block.text, flags=re.DOTALL)
        return [block if text == block.text else Text(text or MARK)]

    return by_block(conversation, cut)


def marks_emptied(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if message.get("content") == MARK:
            message["content"] = ""
    return payload


def trimmed_where_last(conversation: Conversation) -> Conversation:
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "assistant":
        return conversation

    def trimmed(block: Block) -> Block:
        match block:
            case Text(text):
                return replace(block, text=text.rstrip())
            case Thinking(thinking):
                return replace(block, thinking=thinking.rstrip())
        return block

    return saying(
        conversation, (*conversation.messages[:-1], replace(last, blocks=tuple(trimmed(b) for b in last.blocks)))
    )


TABLE = (
    Planted(
        "prime-agent-290",
        "a result that neither says nor shows anything is (see attached image)",
        "openai openai-responses",
        meant("prime-agent-290"),
        hears=lambda conversation: by_result(conversation, see_attached),
    ),
    Planted(
        "vercel-ai-16183",
        "an id is its first nine letters and digits",
        "bedrock",
        meant("vercel-ai-16183"),
        sends=nine_at_bedrock,
    ),
    Planted(
        "pi-8943",
        "whole numbers over 2**53 in arguments are rounded",
        first("deepseek", EVERY),
        meant("pi-8943"),
        hears=with_input(doubles),
    ),
    Planted(
        "langchain-30145",
        "an argument that is a text of digits is a number",
        first("ollama", EVERY),
        meant("langchain-30145"),
        hears=with_input(lambda given: {name: digits(value) for name, value in given.items()}),
    ),
    Planted(
        "cliproxyapi-5199",
        "results that came in another order answer the calls at their places",
        first("gemini", EVERY),
        meant("cliproxyapi-5199"),
        writes=by_place,
    ),
    Planted(
        "opencode-44852",
        "the result of a call that failed is dropped where its turn made several",
        first("vllm", EVERY),
        meant("opencode-44852"),
        hears=failures_of_several,
        writes=without_marked,
    ),
    Planted(
        "laravel-ai-477",
        "the parts of a turn of several responses are an object by their numbers",
        "gemini",
        meant("laravel-ai-477"),
        sends=parts_by_number,
    ),
    Planted(
        "gptme-1444",
        "what stands in think tags is cut out of the assistant's texts",
        "zhipu openai openrouter deepseek",
        meant("gptme-1444"),
        hears=unthought,
        sends=marks_emptied,
    ),
    Planted(
        "langchain-google-1733",
        "texts and thoughts of an assistant's message that is last are trimmed",
        "anthropic openrouter",
        meant("langchain-google-1733"),
        hears=trimmed_where_last,
    ),
)
