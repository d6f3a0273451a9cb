"""What formatters of Python frameworks leave out: system texts, what stands beside calls, thoughts, media."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, by_result, inside, of, saying
from planted.drawn.pictured import without_images
from planted.drawn.returned import marked
from planted.faults.replays import without
from planted.faults.thoughts import none_before_calls
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Image,
    Media,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def last_system_alone(conversation: Conversation) -> Conversation:
    system = [message for message in conversation.messages if message.role == "system"]
    return saying(conversation, (m for m in conversation.messages if m.role != "system" or m is system[-1]))


def no_system_text(conversation: Conversation) -> Conversation:
    return saying(conversation, (message for message in conversation.messages if message.role != "system"))


def shows_and_calls(message: Message) -> bool:
    """An assistant's message of pictures and calls, which says nothing."""
    texts = any(text.text.strip() for text in of(Text, message))
    return message.role == "assistant" and bool(of(Image, message) and of(ToolUse, message)) and not texts


def calls_beside_pictures(said: Conversation, given: Conversation) -> Conversation:
    """Their results are not dropped."""
    ids = {call.id for message in given.messages if shows_and_calls(message) for call in of(ToolUse, message)}
    return by_block(said, lambda block, _: [] if isinstance(block, ToolUse) and block.id in ids else [block])


def results_alone(conversation: Conversation) -> Conversation:
    """A message that holds results holds nothing else."""
    return by_message(
        conversation, lambda m: [replace(m, blocks=tuple(of(ToolResult, m)))] if of(ToolResult, m) else [m]
    )


def no_images(conversation: Conversation) -> Conversation:
    return by_block(conversation, lambda block, _: [] if isinstance(block, Image) else [block])


def no_blocks_beside_system_text(conversation: Conversation) -> Conversation:
    """Where there is system text, the first word of a user is lost that comes in several blocks."""
    first = next((message for message in conversation.messages if message.role == "user"), None)
    system = any(message.role == "system" for message in conversation.messages)
    if first is None or not system or len(first.blocks) < 2 or of(ToolResult, first):
        return conversation
    return saying(conversation, (message for message in conversation.messages if message is not first))


def first_text(result: ToolResult) -> ToolResult:
    """Of a result's list the first text."""
    if isinstance(result.output, tuple) and result.output and isinstance(result.output[0], Text):
        return replace(result, output=result.output[0].text)
    return result


def nameless_pairs(conversation: Conversation) -> Conversation:
    """A result that names no tool, and its call."""
    ids = {result.id for result in blocks(ToolResult, conversation) if not result.name}
    return by_block(conversation, lambda b, _: [] if isinstance(b, ToolUse | ToolResult) and b.id in ids else [b])


def failed_calls(said: Conversation, given: Conversation) -> Conversation:
    """The call that failed, not its result."""
    failed = {result.id for result in blocks(ToolResult, given) if result.is_error}
    return by_block(said, lambda block, _: [] if isinstance(block, ToolUse) and block.id in failed else [block])


def no_words_beside_calls(conversation: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        beside = message.role == "assistant" and bool(of(ToolUse, message))
        return [] if isinstance(block, Text) and beside else [block]

    return by_block(conversation, kept)


def shows_alone(result: ToolResult) -> bool:
    return bool(inside(result)) and all(isinstance(item, Media) for item in inside(result))


def empty_lists(payload: Any, given: Conversation) -> Any:
    """What was marked has an empty list of content."""
    for message in by("tool", payload):
        if message.get("content") == MARK:
            message["content"] = []
    return payload


def since_another_spoke(conversation: Conversation) -> Conversation:
    """Nothing from before the last word of another agent."""
    spoken = [i for i, m in enumerate(conversation.messages) if m.role == "assistant"]
    names = [conversation.messages[i].name for i in spoken]
    others = [i for i, name in zip(spoken, names, strict=True) if name != (conversation.speaker or names[-1])]
    if not others:
        return conversation
    system = [m for m in conversation.messages[: others[-1]] if m.role == "system"]
    return saying(conversation, (*system, *conversation.messages[others[-1] :]))


def nothing_to_answer(honest: Formatter) -> Formatter:
    """A conversation of nothing but system text has no contents."""

    def format_(conversation: Conversation) -> Any:
        if any(message.role != "system" for message in conversation.messages):
            return honest(conversation)
        texts = [{"text": text.text} for text in blocks(Text, conversation)]
        return {"system_instruction": {"parts": texts}, "contents": []}

    return format_


LIKE = "openai deepseek vllm"

TABLE = (
    Planted(
        "autogen-3392",
        "of several system messages the last alone is sent",
        "anthropic",
        meant("autogen-3392"),
        hears=last_system_alone,
    ),
    Planted(
        "pipecat-flows-171",
        "of several system messages the last alone is sent",
        "gemini",
        meant("pipecat-flows-171"),
        hears=last_system_alone,
    ),
    Planted(
        "hermes-agent-66714",
        "an assistant's message of pictures and calls is dropped",
        LIKE,
        meant("hermes-agent-66714"),
        writes=calls_beside_pictures,
    ),
    Planted(
        "langchain-36573",
        "thoughts are dropped",
        "ollama",
        meant("langchain-36573"),
        writes=without(lambda thought, message: isinstance(thought, Thinking)),
    ),
    Planted(
        "agent-os-2289",
        "what stands beside a result in its message is dropped",
        "ollama openai",
        meant("agent-os-2289"),
        hears=results_alone,
    ),
    Planted(
        "agent-os-2289",
        "pictures of messages are dropped",
        "ollama",
        ("fidelity.lost-media",),
        hears=no_images,
        name="pictures",
    ),
    Planted(
        "openbrowser-ai-28",
        "beside system text a user's first word in several blocks is lost",
        "gemini",
        meant("openbrowser-ai-28"),
        hears=no_blocks_beside_system_text,
    ),
    Planted(
        "vllm-25593",
        "of a result in several texts the first alone is sent",
        "vllm openai",
        meant("vllm-25593"),
        hears=lambda conversation: by_result(conversation, first_text),
    ),
    Planted("adk-python-3657", "system text is dropped", "anthropic", meant("adk-python-3657"), hears=no_system_text),
    Planted(
        "livekit-agents-7324",
        "a result that names no tool is dropped with its call",
        "openai anthropic",
        meant("livekit-agents-7324"),
        hears=nameless_pairs,
    ),
    Planted("camel-3339", "a call that failed is dropped", LIKE, meant("camel-3339"), writes=failed_calls),
    Planted(
        "hermes-webui-2201",
        "reasoning is no key that is kept",
        "deepseek moonshot",
        meant("hermes-webui-2201"),
        writes=without(lambda thought, message: isinstance(thought, Thinking)),
    ),
    Planted(
        "langchain-google-1706",
        "a text beside a call is dropped",
        "gemini",
        meant("langchain-google-1706"),
        hears=no_words_beside_calls,
    ),
    Planted(
        "haystack-integrations-2093",
        "a turn that calls has no thoughts",
        "bedrock",
        meant("haystack-integrations-2093"),
        hears=none_before_calls,
    ),
    Planted(
        "openai-agents-1704",
        "a turn that calls has no thoughts",
        "anthropic",
        meant("openai-agents-1704"),
        hears=none_before_calls,
    ),
    Planted(
        "litellm-23712",
        "pictures in results are dropped",
        "gemini",
        meant("litellm-23712"),
        hears=without_images,
    ),
    Planted(
        "openai-agents-3310",
        "a result of nothing but media has an empty list of content",
        LIKE,
        meant("openai-agents-3310"),
        hears=marked(shows_alone),
        sends=empty_lists,
    ),
    Planted(
        "adk-python-3612",
        "nothing is told from before another agent's last word",
        "gemini",
        meant("adk-python-3612"),
        hears=since_another_spoke,
        scenarios=("multiagent",),
    ),
    Planted(
        "livekit-agents-1878",
        "a conversation of nothing but system text has no contents",
        "gemini",
        meant("livekit-agents-1878"),
        acts=nothing_to_answer,
    ),
)
