"""Thoughts, media, system text and windows of the ninth collection."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from liars.payloads import messages, nodes, of_type, take_out
from planted.collected import meant
from planted.conversations import by_block, of
from planted.drawn.again import papers_alone
from planted.drawn.handed_on import anywhere
from planted.faults.documents import under_one_name
from planted.faults.replays import without
from planted.planted import Formatter, Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    Video,
)

PLACEHOLDER = "skip_thought_signature_validator"


def dropped(*kinds: type) -> Any:
    """Blocks of these kinds, and parts of results, do not come along."""

    def heard(conversation: Conversation) -> Conversation:
        def kept(block: Block, message: Message) -> list[Block]:
            if isinstance(block, ToolResult) and isinstance(block.output, tuple):
                output = tuple(item for item in block.output if not isinstance(item, kinds))
                return [replace(block, output=output)]
            return [] if isinstance(block, kinds) else [block]

        return by_block(conversation, kept)

    return heard


def not_shown(*kinds: type) -> Any:
    return lambda conversation: by_block(conversation, lambda block, _: [] if isinstance(block, kinds) else [block])


def nulls_in_reasoning(payload: Any, given: Conversation) -> Any:
    for item in of_type("reasoning", payload):
        item |= {"content": None, "status": None}
    return payload


def no_reasoning(payload: Any, given: Conversation) -> Any:
    messages(payload)[:] = [item for item in messages(payload) if item.get("type") != "reasoning"]
    return payload


def pictures_in_results_png(payload: Any, given: Conversation) -> Any:
    for result in of_type("tool_result", payload):
        for image in nodes(result.get("content")):
            if image.get("media_type", "").startswith("image/"):
                image["media_type"] = "image/png"
    return payload


def thinks_alone(conversation: Conversation) -> bool:
    """Is there a message of the assistant's of nothing but a thought?"""
    return any(
        m.role == "assistant" and of(Thinking, m) and len(of(Thinking, m)) == len(m.blocks)
        for m in conversation.messages
    )


def stumbles_where_it_thinks_alone(honest: Formatter) -> Formatter:
    """The words of a message that has none are asked for their length."""

    def format_(conversation: Conversation) -> Any:
        words: Any = None if thinks_alone(conversation) else ""
        return honest(conversation) if len(words) == 0 else None

    return format_


def empty_beside_pictures(payload: Any, given: Conversation) -> Any:
    """A turn that shows something and says nothing begins with an empty text."""
    said = {text.text for message in given.messages for text in of(Text, message)}
    for turn in messages(payload):
        texts = [block["text"] for block in turn["content"] if "text" in block]
        if any("image" in block for block in turn["content"]) and not set(texts) & said:
            turn["content"] = [{"text": ""}, *turn["content"]]
    return payload


def placeholders_everywhere(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        for part in turn["parts"]:
            if not {"thought_signature", "thoughtSignature"} & {*part}:
                part["thought_signature"] = PLACEHOLDER
    return payload


def the_firsts_reasoning(payload: Any, given: Conversation) -> Any:
    """The assistant's messages in a row are one."""
    new: list[Any] = []
    for message in messages(payload):
        if not (new and new[-1]["role"] == message["role"] == "assistant"):
            new.append(message)
            continue
        last = new[-1]
        texts = [
            each["content"] for each in (last, message) if isinstance(each.get("content"), str) and each["content"]
        ]
        if texts:
            last["content"] = "\n".join(texts)
        if calls := [*last.get("tool_calls", []), *message.get("tool_calls", [])]:
            last["tool_calls"] = calls
    messages(payload)[:] = new
    return payload


def beside_the_responses(payload: Any, given: Conversation) -> Any:
    """What is promoted of results stands in their turn, behind them."""
    turns = messages(payload)
    gone = []
    for before, turn in pairwise(turns):
        promoted = any(part.get("text", "").startswith("<system-info>") for part in turn["parts"])
        if promoted and any("function_response" in part for part in before["parts"]):
            before["parts"] += turn["parts"]
            gone.append(turn)
    take_out(gone, payload)
    return payload


def cached_thoughts(payload: Any, given: Conversation) -> Any:
    for block in [*of_type("thinking", payload), *of_type("redacted_thinking", payload)]:
        block["cache_control"] = {"type": "ephemeral"}
    return payload


def an_hour_behind_minutes(payload: Any, given: Conversation) -> Any:
    """What is cached of the system text and the tools lasts five minutes, the last word an hour."""
    for block in [*payload.get("system", [])[-1:], *payload.get("tools", [])[-1:]]:
        block["cache_control"] = {"type": "ephemeral"}
    content = messages(payload)[-1]["content"]
    if isinstance(content, list) and content[-1].get("type") == "text" and content[-1]["text"]:
        content[-1]["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    return payload


TABLE = (
    Planted(
        "minicode-24",
        "thoughts are dropped",
        "anthropic",
        meant("minicode-24"),
        writes=without(lambda block, _: isinstance(block, Thinking | RedactedThinking)),
    ),
    Planted(
        "sample-apj-137",
        "all documents have one name",
        "bedrock",
        ("bedrock.document*",),
        sends=under_one_name,
        name="papers",
    ),
    Planted(
        "litellm-13420",
        "a reasoning item has null for content and status",
        "openai-responses",
        meant("litellm-13420"),
        sends=nulls_in_reasoning,
    ),
    Planted(
        "openai-dotnet-1050",
        "reasoning items are dropped",
        "openai-responses",
        meant("openai-dotnet-1050"),
        sends=no_reasoning,
    ),
    Planted("jcode-465", "pictures in results are PNG", "anthropic", meant("jcode-465"), sends=pictures_in_results_png),
    Planted(
        "langchain4j-6122",
        "a message of nothing but a thought raises",
        "openai",
        meant("langchain4j-6122"),
        acts=stumbles_where_it_thinks_alone,
    ),
    Planted(
        "spring-ai-6695",
        "a picture without a text has an empty one",
        "bedrock",
        meant("spring-ai-6695"),
        sends=empty_beside_pictures,
    ),
    Planted(
        "generative-ai-201",
        "each part without a signature has a placeholder for one",
        "gemini",
        meant("generative-ai-201"),
        sends=placeholders_everywhere,
    ),
    Planted(
        "openclaude-884",
        "of turns in a row the first's reasoning is kept",
        "deepseek",
        meant("openclaude-884"),
        sends=the_firsts_reasoning,
    ),
    Planted("cliproxyapi-3920", "films are dropped", "gemini", meant("cliproxyapi-3920"), hears=dropped(Video)),
    Planted(
        "zeroclaw-5257",
        "what is kept may begin with anything",
        "zhipu",
        meant("zeroclaw-5257"),
        acts=anywhere,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "langchain-33245",
        "what is kept may begin with anything",
        "openai",
        meant("langchain-33245"),
        acts=anywhere,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "gemini-cli-16135",
        "what results show stands beside them",
        "gemini",
        meant("gemini-cli-16135"),
        sends=beside_the_responses,
    ),
    Planted("litellm-24641", "documents are dropped", "bedrock", meant("litellm-24641"), hears=dropped(Document)),
    Planted(
        "litellm-36499", "a document goes out without a text", "bedrock", meant("litellm-36499"), sends=papers_alone
    ),
    Planted(
        "litellm-38267",
        "a user's documents are dropped",
        "openai-responses",
        meant("litellm-38267"),
        hears=not_shown(Document),
    ),
    Planted("gproxy-67", "cache_control on thoughts", "anthropic", meant("gproxy-67"), sends=cached_thoughts),
    Planted(
        "headroom-2939",
        "an hour's cache_control behind one of five minutes",
        "anthropic",
        meant("headroom-2939"),
        sends=an_hour_behind_minutes,
    ),
)
