"""Thoughts and signatures: lost under one condition, borrowed, made up, or told where nothing follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import calling, of_type
from planted.collected import meant
from planted.conversations import blocks, by_block, by_message, of, saying
from planted.faults.replays import INLINE, SEALED, thoughts_first, without
from planted.faults.thoughts import unsigned_calls
from planted.further.withheld import without_keys
from planted.planted import Planted, first

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolUse,
)

SKIPPED = "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I="


def with_calls(change: Callable[[list[ToolUse], Message], list[ToolUse]]) -> Callable[[Conversation], Conversation]:
    """Each message's calls as `change` has them."""

    def changed(message: Message) -> list[Message]:
        new = iter(change(of(ToolUse, message), message))
        return [replace(message, blocks=tuple(next(new) if isinstance(b, ToolUse) else b for b in message.blocks))]

    return lambda conversation: by_message(conversation, changed)


def bare(call: ToolUse) -> ToolUse:
    return replace(call, signature=None)


def first_of_several(calls: list[ToolUse], message: Message) -> list[ToolUse]:
    return [bare(calls[0]), *calls[1:]] if len(calls) > 1 else calls


def placeholders(calls: list[ToolUse], message: Message) -> list[ToolUse]:
    if len(calls) < 2 or not calls[0].signature:
        return calls
    return [calls[0], *(call if call.signature else replace(call, signature=SKIPPED) for call in calls[1:])]


def behind_thoughts(calls: list[ToolUse], message: Message) -> list[ToolUse]:
    return [bare(call) for call in calls] if of(Thinking, message) else calls


def same_for_the_same(conversation: Conversation) -> Conversation:
    """Calls of one name and one input have the signature of the last of them."""
    last: dict[str, str | None] = {}
    for call in blocks(ToolUse, conversation):
        last[f"{call.name} {sorted(call.input.items(), key=str)}"] = call.signature

    def new(block: Block, message: Message) -> list[Block]:
        if not isinstance(block, ToolUse):
            return [block]
        return [replace(block, signature=last[f"{block.name} {sorted(block.input.items(), key=str)}"])]

    return by_block(conversation, new)


def none_for_a_blank(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if not message.get("reasoning_content"):
            message.pop("reasoning_content", None)
    return payload


def neither_words_nor_thoughts(said: Conversation, given: Conversation) -> Conversation:
    """A turn that calls does nothing else."""

    def kept(block: Block, message: Message) -> list[Block]:
        aside = isinstance(block, Text | Thinking | RedactedThinking)
        return [] if aside and of(ToolUse, message) else [block]

    return by_block(said, kept)


def item_ids(payload: Any, given: Conversation) -> Any:
    """Each call's item has the id that it had at the provider."""
    for item in of_type("function_call", payload):
        item["id"] = f"fc_{item['call_id']}"
    return payload


def by_id_alone(payload: Any, given: Conversation) -> Any:
    for i, item in enumerate(of_type("reasoning", payload)):
        item.pop("encrypted_content", None)
        item["id"] = f"rs_{i}"
    return payload


def whatever_follows(said: Conversation, given: Conversation) -> Conversation:
    """A turn of nothing but a signed thought is there, behind as many of the user's words as it was."""
    new = list(said.messages)
    users = 0
    for message in given.messages:
        users += message.role == "user"
        alone = message.blocks and all(isinstance(b, Thinking) and b.signature for b in message.blocks)
        if message.role != "assistant" or not alone or any(m.blocks == message.blocks for m in said.messages):
            continue
        places = [i for i, each in enumerate(new) if each.role == "user"]
        new.insert(places[users] if users < len(places) else len(new), message)
    return saying(said, new)


def calls_something(thought: Any, message: Message) -> bool:
    return bool(of(ToolUse, message))


TABLE = (
    Planted(
        "adk-go-764",
        "of parallel calls the first loses its signature",
        "gemini",
        meant("adk-go-764"),
        hears=with_calls(first_of_several),
    ),
    Planted(
        "litellm-37541",
        "calls behind a signed one are signed with a placeholder",
        "gemini",
        meant("litellm-37541"),
        hears=with_calls(placeholders),
    ),
    Planted("dirge-839", "calls lose their signatures", "gemini openrouter", meant("dirge-839"), hears=unsigned_calls),
    Planted(
        "opencodex-2125",
        "a call loses its signature where its turn thinks",
        "gemini",
        meant("opencodex-2125"),
        hears=with_calls(behind_thoughts),
    ),
    Planted(
        "opencodex-2545",
        "calls that are the same have the signature of the last",
        "gemini",
        meant("opencodex-2545", "fidelity.altered-thinking"),
        hears=same_for_the_same,
    ),
    Planted(
        "omniroute-3632",
        "turns that call nothing lose their thoughts",
        "deepseek moonshot minimax",
        meant("omniroute-3632"),
        writes=without(lambda thought, message: not of(ToolUse, message)),
    ),
    Planted(
        "reasonix-6217",
        "a turn that calls and did not think has no key for it",
        "deepseek",
        meant("reasonix-6217"),
        sends=none_for_a_blank,
    ),
    Planted(
        "hermes-agent-15354",
        "a turn that calls loses its reasoning",
        "deepseek moonshot",
        meant("hermes-agent-15354"),
        sends=without_keys("reasoning_content", calling=True),
    ),
    Planted(
        "deeptutor-1048",
        "a call goes back without what was thought before it",
        first("openai-responses", INLINE),
        meant("deeptutor-1048"),
        writes=without(calls_something),
    ),
    Planted(
        "laravel-ai-1052",
        "calls keep their items' ids, and lose the reasoning before them",
        "openai-responses",
        meant("laravel-ai-1052"),
        writes=without(calls_something),
        sends=item_ids,
    ),
    Planted(
        "autogpt-13438",
        "reasoning goes out by its id alone",
        "openai-responses",
        meant("autogpt-13438"),
        sends=by_id_alone,
    ),
    Planted(
        "pi-8208",
        "a turn's thoughts stand in front of all else",
        "openai-responses",
        meant("pi-8208"),
        writes=thoughts_first,
    ),
    Planted(
        "openclaw-58967",
        "a turn of nothing but a thought is sent, whatever follows",
        "openai-responses",
        meant("openclaw-58967"),
        writes=whatever_follows,
    ),
    Planted(
        "spring-ai-6413",
        "thoughts are dropped",
        first("bedrock", SEALED),
        meant("spring-ai-6413"),
        writes=without(lambda thought, message: True),
    ),
    Planted(
        "inspect-ai-4457",
        "of a turn that calls texts and thoughts are dropped",
        "bedrock anthropic gemini openai-responses",
        meant("inspect-ai-4457"),
        writes=neither_words_nor_thoughts,
    ),
)
