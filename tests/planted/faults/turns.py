"""Family C: results that are not put together, that stand in the wrong order, or that are told as text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

from liars.payloads import messages
from planted.conversations import (
    MARK,
    blocks,
    by_block,
    by_message,
    inside,
    is_marked,
    of,
    pairs_apart,
    saying,
)
from planted.planted import TOOLS, Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text, ToolResult, ToolUse

ANSWERED = (
    "*.tool-calls-answered",
    "*.tool-result-has-call",
    "*.call-has-output",
    "*.call-count",
    "*.response-*",
    "bedrock.tool-results",
    "anthropic.tool-result-follows-tool-use",
    "anthropic.parallel-results-one-message",
    "mistral.role-order",
)
"""A call and its result stand where the provider wants them."""


def result_id(part: dict[str, Any]) -> str | None:
    """The id of the call that a part answers; None where it is no result."""
    if part.get("type") == "tool_result":
        return str(part["tool_use_id"])
    for key, id_ in (("toolResult", "toolUseId"), ("function_response", "id")):
        if key in part:
            return str(part[key].get(id_))
    return None


def unmerged(payload: Any, apart: dict[str, int] | None = None) -> Any:
    """Results of one turn in turns of their own; with `apart` those only that came in messages of their own."""
    split: list[dict[str, Any]] = []
    for turn in messages(payload):
        key = "parts" if "parts" in turn else "content"
        groups: list[list[Any]] = [[]]
        last: Any = None
        for part in turn[key]:
            id_ = result_id(part)
            place = id_ if apart is None else apart.get(id_ or "", id_)
            if id_ is not None and last not in (None, place):
                groups.append([])
            last = place if id_ is not None else last
            groups[-1].append(part)
        split += [turn | {key: group} for group in groups]
    messages(payload)[:] = split
    return payload


def any_results(payload: Any, conversation: Conversation) -> Any:
    return unmerged(payload)


def results_apart(payload: Any, conversation: Conversation) -> Any:
    return unmerged(payload, pairs_apart(conversation))


PUT_TOGETHER = (
    '"Consecutive `user` or `assistant` turns in your request will be combined into a single turn." (the SDK, of the '
    "API itself; stricter servers of it refuse, which anthropic.roles-alternate says as a warning)"
)


def split_results(source: str, where: str, *, apart: bool) -> Planted:
    does = "results of parallel calls in turns of their own"
    return Planted(
        source,
        does + (", where they came in messages of their own" if apart else ""),
        where,
        ("anthropic.*result*", "bedrock.tool-results", "bedrock.roles-alternate", "gemini.response-*"),
        sends=results_apart if apart else any_results,
        taken={"anthropic": PUT_TOGETHER},
    )


def each_call_its_message(said: Conversation, given: Conversation, named: bool = False) -> Conversation:
    """Parallel calls in messages of their own, all results behind them."""

    def split(message: Message) -> Iterable[Message]:
        first, *others = of(ToolUse, message) or [None]
        if not others:
            return [message]
        beside = tuple(block for block in message.blocks if not isinstance(block, ToolUse))
        turns = [replace(message, blocks=(*beside, first)), *(replace(message, blocks=(call,)) for call in others)]
        names = [call.name if named else message.name for call in (first, *others)]
        return [replace(turn, name=name) for turn, name in zip(turns, names, strict=True)]

    return by_message(said, split)


def each_call_its_name(said: Conversation, given: Conversation) -> Conversation:
    return each_call_its_message(said, given, named=True)


def between_results(said: Conversation, given: Conversation, wanted: Any) -> Conversation:
    """What a user's turn says behind several results comes behind the first of them, where that is `wanted`."""
    new: list[Message] = []
    for message in said.messages:
        before = new[-1] if new else message
        if message.role == "user" and before.role == "tool" and len(before.blocks) > 1:
            if at := wanted(before.blocks, message):
                new[-1:] = [replace(before, blocks=before.blocks[:at]), message]
                new.append(replace(before, blocks=before.blocks[at:]))
                continue
        new.append(message)
    return saying(said, new)


def image_between(said: Conversation, given: Conversation) -> Conversation:
    with_media = {
        result.id for result in blocks(ToolResult, given) if any(isinstance(item, Media) for item in inside(result))
    }

    def wanted(results: tuple[Any, ...], turn: Message) -> int:
        places = [i for i, result in enumerate(results[:-1], start=1) if result.id in with_media]
        return places[0] if places and of(Media, turn) else 0

    return between_results(said, given, wanted)


def text_between(said: Conversation, given: Conversation) -> Conversation:
    return between_results(said, given, lambda results, turn: 0 if of(Media, turn) else 1)


def told_as_text(said: Conversation, given: Conversation) -> Conversation:
    """A call becomes its JSON in the assistant's text, a result a user's text, quoted as JSON."""

    def told(block: Block, message: Message) -> list[Block]:
        match block:
            case ToolUse(_, name, input_):
                return [Text(json.dumps({"name": name, "parameters": input_}, ensure_ascii=False))]
            case ToolResult(output=output):
                texts = [item.text for item in inside(block) if isinstance(item, Text)]
                media = [item for item in inside(block) if isinstance(item, Media)]
                return [
                    Text(json.dumps("\n".join(texts) or output if isinstance(output, str) else "\n".join(texts))),
                    *media,
                ]
            case _:
                return [block]

    retold = by_block(said, told)
    return by_message(retold, lambda message: [replace(message, role="user") if message.role == "tool" else message])


def answered_by_mark(conversation: Conversation) -> Conversation:
    """Behind every call that has no result one that is marked."""
    answered = {result.id for result in blocks(ToolResult, conversation)}

    def with_answers(message: Message) -> list[Message]:
        missing = tuple(ToolResult(c.id, c.name, MARK) for c in of(ToolUse, message) if c.id not in answered)
        return [message, *([Message("tool", "tool", missing)] if missing else [])]

    return by_message(conversation, with_answers)


def without_marked(said: Conversation, given: Conversation) -> Conversation:
    return by_block(said, lambda block, _: [] if is_marked(block) else [block])


def as_stored(said: Conversation, given: Conversation) -> Conversation:
    """Results before their calls, where they were stored so."""
    early = set()
    called: set[str] = set()
    for message in given.messages:
        early |= {result.id for result in of(ToolResult, message)} - called
        called |= {call.id for call in of(ToolUse, message)}
    new: list[Message] = []
    for message in said.messages:
        if message.role == "tool" and new and {result.id for result in of(ToolResult, message)} & early:
            new.insert(len(new) - 1, message)
        else:
            new.append(message)
    return saying(said, new)


def first_result_only(said: Conversation, given: Conversation) -> Conversation:
    return by_message(said, lambda m: [replace(m, blocks=m.blocks[:1]) if m.role == "tool" else m])


def raises_on_a_second_result(honest: Formatter) -> Formatter:
    """A tool message behind a tool message is taken for a mistake."""

    def format_(conversation: Conversation) -> Any:
        holding = [bool(of(ToolResult, message)) for message in conversation.messages]
        for value, run in groupby(holding):
            if value and len(list(run)) > 1:
                raise ValueError("unexpected tool message: a tool message must follow an assistant message with calls")
        return honest(conversation)

    return format_


TABLE = (
    split_results("agentscope-1894", "bedrock gemini", apart=True),
    split_results("crewai-4693", "gemini bedrock", apart=False),
    split_results("crewai-4775", "bedrock gemini", apart=False),
    split_results("langchain-google-671", "gemini", apart=True),
    split_results("pydantic-ai-slim-580", "gemini", apart=False),
    split_results("mlflow-24296", "bedrock", apart=True),
    Planted(
        "agentscope-2613",
        "the image of the first of several results comes between the results",
        "openai dashscope-multimodal mistral gemini",
        (*ANSWERED, "fidelity.moved-media"),
        writes=image_between,
    ),
    Planted(
        "pydantic-ai-slim-7571",
        "a text that follows several results comes between them",
        "bedrock anthropic openai deepseek mistral dashscope dashscope-multimodal gemini openai-responses",
        (*ANSWERED, "*.tool-results-first", "fidelity.reordered"),
        writes=text_between,
    ),
    Planted(
        "camel-2148",
        "parallel calls in messages of their own, all results behind them",
        "openai deepseek dashscope dashscope-multimodal mistral",
        ANSWERED,
        writes=each_call_its_message,
    ),
    Planted(
        "mirascope-eaf95bca0",
        "parallel calls in messages of their own, each with its tool's name as the speaker's",
        "openai",
        ANSWERED,
        writes=each_call_its_name,
    ),
    Planted(
        "any-llm-1278",
        "a call becomes JSON in the assistant's text, its result a user's text in JSON quotes",
        first("ollama", TOOLS),
        ("fidelity.result-as-text", "fidelity.lost-call", "fidelity.lost-result"),
        writes=told_as_text,
    ),
    Planted(
        "strands-agents-1123",
        "a call that nobody answered is sent as it is, and the user's turn behind it",
        "anthropic openai deepseek mistral dashscope dashscope-multimodal gemini bedrock openai-responses",
        (*ANSWERED, "fidelity.unrepaired"),
        hears=answered_by_mark,
        writes=without_marked,
    ),
    Planted(
        "openai-agents-2331",
        "a result that was stored before its call is sent before it",
        "gemini openai deepseek mistral dashscope dashscope-multimodal anthropic bedrock openai-responses",
        (*ANSWERED, "gemini.*-turn-position", "anthropic.tool-result-has-tool-use", "bedrock.tool-result-has-use"),
        writes=as_stored,
    ),
    Planted(
        "google-adk-6588",
        "of the results of parallel calls only the first is sent",
        TOOLS,
        (*ANSWERED, "fidelity.lost-result"),
        writes=first_result_only,
    ),
    Planted(
        "any-llm-1022",
        "a second result in a row raises",
        TOOLS,
        ("exchange.raised",),
        acts=raises_on_a_second_result,
    ),
)
