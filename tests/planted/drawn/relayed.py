"""Calls and results that gateways and providers of other languages hand on: in another form, early, late, in part."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, of_type
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, of, saying
from planted.drawn.again import no_silent_calls
from planted.faults.joins import responses
from planted.faults.speakers import to_an_older_model
from planted.faults.thoughts import unsigned_calls
from planted.faults.turns import ANSWERED, any_results
from planted.further.arguments import EVERY
from planted.further.rounds import calls_nothing_where_it_speaks
from planted.further.shapes import in_a_message
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult, ToolUse

LOST = ("fidelity.lost-*", *ANSWERED)


def told_behind(said: Conversation, given: Conversation) -> Conversation:
    """What a turn says beside its calls is told behind their results."""
    new: list[Message] = []
    held: tuple[Text, ...] = ()
    for message in said.messages:
        if held and not of(ToolResult, message):
            joined = message.role == "assistant"
            held_there = replace(message, blocks=(*held, *message.blocks))
            new += [held_there] if joined else [Message("assistant", "assistant", held), message]
            held = ()
            continue
        if message.role == "assistant" and of(ToolUse, message) and of(Text, message):
            held = tuple(of(Text, message))
            message = replace(message, blocks=tuple(b for b in message.blocks if not isinstance(b, Text)))
        new.append(message)
    return saying(said, [*new, *([Message("assistant", "assistant", held)] if held else [])])


def open_calls(conversation: Conversation) -> set[str]:
    answered = {result.id for result in blocks(ToolResult, conversation)}
    return {call.id for call in blocks(ToolUse, conversation)} - answered


def answered(conversation: Conversation) -> Conversation:
    """A mark as the result of each call that has none."""
    open_ = open_calls(conversation)

    def and_results(message: Message) -> list[Message]:
        called = [call for call in of(ToolUse, message) if call.id in open_]
        results = tuple(ToolResult(call.id, call.name, MARK) for call in called)
        return [message, *([Message("tool", "tool", results)] if results else [])]

    return by_message(conversation, and_results)


def is_told(node: Any) -> bool:
    """Is it a result that says nothing but the mark?"""
    results = ("tool_result", "function_call_output")
    is_result = isinstance(node, dict) and (
        node.get("type") in results or node.get("role") == "tool" or {"toolResult", "function_response"} & {*node}
    )
    return bool(is_result and MARK in json.dumps(node, ensure_ascii=False, default=str))


def without_marks(payload: Any) -> Any:
    """Results that say the mark are gone, and turns that held nothing else."""
    kept = []
    for message in messages(payload):
        if is_told(message):
            continue
        for key in ("content", "parts"):
            if isinstance(message.get(key), list) and any(is_told(part) for part in message[key]):
                message = message | {key: [part for part in message[key] if not is_told(part)]}
        if message.get("content", message.get("parts", True)) != []:
            kept.append(message)
    messages(payload)[:] = kept
    return payload


def calls_as_they_are(honest: Formatter) -> Formatter:
    """A call goes out, be it answered or not."""

    def format_(conversation: Conversation) -> Any:
        return without_marks(honest(answered(conversation))) if open_calls(conversation) else honest(conversation)

    return format_


def named_by_ids_and_apart(payload: Any, given: Conversation) -> Any:
    """Each response is a turn of its own, and is named by the id of its call."""
    for response in responses(payload):
        response["name"] = response["id"]
    return any_results(payload, given)


def before_its_last_word(conversation: Conversation) -> Conversation:
    """Where a turn says something behind its calls, they and their results are dropped."""
    gone: set[str] = set()
    for message in conversation.messages:
        texts = [i for i, block in enumerate(message.blocks) if isinstance(block, Text)]
        gone |= {b.id for b in message.blocks[: texts[-1] if texts else 0] if isinstance(b, ToolUse)}
    return by_block(conversation, lambda b, _: [] if isinstance(b, ToolUse | ToolResult) and b.id in gone else [b])


def words_before_results(said: Conversation, given: Conversation) -> Conversation:
    """What the user says in a message that holds results as well stands before them."""
    words = {of(Text, m)[0] for m in given.messages if m.role == "user" and of(Text, m) and of(ToolResult, m)}
    new = list(said.messages)
    for i in range(len(new) - 1):
        if of(ToolResult, new[i]) and new[i + 1].role == "user" and words & {*of(Text, new[i + 1])}:
            new[i], new[i + 1] = new[i + 1], new[i]
    return saying(said, new)


def of_the_users(payload: Any, given: Conversation) -> Any:
    for message in by("tool", payload):
        message["role"] = "user"
    return payload


def all_calls_for_each(payload: Any, given: Conversation) -> Any:
    """Before each of several results stands the whole message that called."""
    new: list[Any] = []
    caller: Any = None
    for message in messages(payload):
        if message["role"] == "tool" and new and new[-1]["role"] == "tool":
            new.append(json.loads(json.dumps(caller)))
        new.append(message)
        caller = message if message.get("tool_calls") else caller
    messages(payload)[:] = new
    return payload


def unsigned_as_text(conversation: Conversation) -> Conversation:
    """A call without a signature is told as text."""

    def told(block: Block, message: Message) -> list[Block]:
        if not isinstance(block, ToolUse) or block.signature:
            return [block]
        asked = json.dumps(dict(block.input), ensure_ascii=False)
        return [Text(f"[Historical context: tool {block.name} was called with {asked}.]")]

    return by_block(conversation, told)


def unsigned_told(said: Conversation, given: Conversation) -> Conversation:
    return unsigned_as_text(said)


def a_users_words(said: Conversation, given: Conversation) -> Conversation:
    """A turn that only calls is dropped, and its results are the user's words."""
    kept = no_silent_calls(said, given)
    called = {call.id for call in blocks(ToolUse, kept)}

    def told(message: Message) -> list[Message]:
        orphans = [result for result in of(ToolResult, message) if result.id not in called]
        if not orphans:
            return [message]
        rest = tuple(block for block in message.blocks if not any(block is each for each in orphans))
        words = tuple(Text(result.output_text) for result in orphans if result.output_text)
        users = [Message("user", "user", words)] if words else []
        return [*([replace(message, blocks=rest)] if rest else []), *users]

    return by_message(kept, told)


def as_chat_has_them(payload: Any, given: Conversation) -> Any:
    """Calls and results are messages, as Chat Completions has them."""
    payload = in_a_message(payload, given)
    items = messages(payload)
    for i, item in enumerate(items):
        if item.get("type") == "function_call_output":
            items[i] = {"role": "tool", "tool_call_id": item["call_id"], "content": item["output"]}
    return payload


def ids_for_call_ids(payload: Any, given: Conversation) -> Any:
    for item in of_type("function_call", payload):
        item["id"] = item.pop("call_id")
    return payload


def calls_as_parts(payload: Any, given: Conversation) -> Any:
    """A call is a part of its message's content."""
    for message in by("assistant", payload):
        if calls := message.pop("tool_calls", None):
            told = [{"type": "text", "text": message["content"]}] if message.get("content") else []
            parts = [{"type": "function_call", "call_id": call["id"], **call["function"]} for call in calls]
            message["content"] = [*told, *parts]
    return payload


def without_what_pairs(*keys: str) -> Callable[[Any, Conversation], Any]:
    """Results lack these keys."""

    def send(payload: Any, given: Conversation) -> Any:
        for message in by("tool", payload):
            for key in keys:
                message.pop(key, None)
        return payload

    return send


TABLE = (
    Planted(
        "vercel-ai-4619",
        "what a turn says beside its calls is told behind their results",
        first("bedrock", EVERY),
        meant("vercel-ai-4619"),
        writes=told_behind,
    ),
    Planted(
        "ruby-llm-269",
        "a call that is not answered goes out",
        "anthropic bedrock openai",
        meant("ruby-llm-269", *ANSWERED),
        acts=calls_as_they_are,
    ),
    Planted(
        "opencode-43814",
        "results of one turn are turns of their own",
        "gemini",
        meant("opencode-43814"),
        sends=any_results,
    ),
    Planted(
        "nodetool-3508",
        "a response is named by its id, and a turn of its own",
        "gemini",
        meant("nodetool-3508"),
        sends=named_by_ids_and_apart,
    ),
    Planted(
        "mastra-6387",
        "calls that a turn says something behind are dropped with their results",
        first("openai", EVERY),
        meant("mastra-6387"),
        hears=before_its_last_word,
    ),
    Planted(
        "claude-code-best-177",
        "the user's words in a message of results stand before them",
        "openai deepseek dashscope mistral moonshot minimax gemini anthropic",
        meant("claude-code-best-177", "anthropic.tool-results-first", *ANSWERED),
        writes=words_before_results,
    ),
    Planted(
        "zoo-code-848", "results are messages of the user's", "ollama openai", meant("zoo-code-848"), sends=of_the_users
    ),
    Planted(
        "opencontrol-20",
        "before each of several results all calls are told again",
        "mistral openai deepseek vllm",
        meant("opencontrol-20", *ANSWERED),
        sends=all_calls_for_each,
    ),
    Planted(
        "langchainjs-9023",
        "a call that is not answered goes out",
        "mistral",
        meant("langchainjs-9023", *ANSWERED),
        acts=calls_as_they_are,
    ),
    Planted(
        "pi-neuralwatt-12",
        "the user's word stands right behind a result, for a model that takes none there",
        "mistral",
        meant("pi-neuralwatt-12"),
        sends=to_an_older_model,
    ),
    Planted(
        "pi-741",
        "a call without a signature is told as text, its result is not",
        "gemini",
        meant("pi-741", *LOST),
        writes=unsigned_told,
    ),
    Planted(
        "openai-gemini-107", "calls lose their signatures", "gemini", meant("openai-gemini-107"), hears=unsigned_calls
    ),
    Planted(
        "langchainjs-10502",
        "what only calls is dropped, its results are not",
        first("gemini", EVERY),
        meant("langchainjs-10502", *ANSWERED),
        writes=no_silent_calls,
    ),
    Planted(
        "langchainjs-10049",
        "a turn that says something calls nothing",
        first("ollama", EVERY),
        meant("langchainjs-10049", *ANSWERED),
        writes=calls_nothing_where_it_speaks,
    ),
    Planted(
        "ark-3394",
        "what only calls is dropped, and its results are the user's words",
        first("anthropic", EVERY),
        meant("ark-3394"),
        writes=a_users_words,
    ),
    Planted(
        "llmgateway-1645",
        "calls and results are messages, as Chat Completions has them",
        "openai-responses",
        meant("llmgateway-1645"),
        sends=as_chat_has_them,
    ),
    Planted(
        "nyxid-200", "a call has an id, and no call_id", "openai-responses", meant("nyxid-200"), sends=ids_for_call_ids
    ),
    Planted(
        "new-api-6616",
        "a call is a part of its message's content",
        "siliconflow openai deepseek",
        meant("new-api-6616"),
        sends=calls_as_parts,
    ),
    Planted(
        "ollamasharp-284",
        "a result tells neither its tool nor its call",
        "ollama",
        meant("ollamasharp-284"),
        sends=without_what_pairs("tool_name", "tool_call_id"),
    ),
)
