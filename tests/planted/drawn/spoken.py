"""Texts, system text and speakers, pictures under another type, and windows that cut where nobody looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, nodes
from planted.collected import meant
from planted.conversations import MARK, blocks, by_block, by_message, inside, of, shown
from planted.drawn.returned import raises_on
from planted.faults.speakers import EVERY as BY_TEXT
from planted.faults.speakers import none as no_system_text
from planted.further.arguments import EVERY
from planted.further.rounds import silent_where_it_calls
from planted.further.summaries import suffixes
from planted.further.withheld import in_messages
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    Text,
    ToolResult,
    ToolUse,
    Video,
)


def none_of_several(said: Conversation, given: Conversation) -> Conversation:
    """A turn that calls and says several texts says nothing."""

    def kept(block: Block, message: Message) -> list[Block]:
        several = of(ToolUse, message) and len(of(Text, message)) > 1
        return [] if several and isinstance(block, Text) else [block]

    return by_block(said, kept)


def blank(message: Message) -> bool:
    return (
        message.role == "assistant"
        and bool(message.blocks)
        and all(isinstance(block, Text) and not block.text.strip() for block in message.blocks)
    )


def blanks_marked(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, blocks=(Text(MARK),)) if blank(m) else m])


def marked_as_empty(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload):
        if turn["content"] == [{"text": MARK}]:
            turn["content"] = []
    return payload


def empty_before_calls(payload: Any, given: Conversation) -> Any:
    """A turn that says nothing beside its calls says an empty text."""
    for turn in by("assistant", payload):
        kinds = [block.get("type") for block in turn["content"]] if isinstance(turn["content"], list) else []
        if "tool_use" in kinds and "text" not in kinds:
            turn["content"].insert(kinds.index("tool_use"), {"type": "text", "text": ""})
    return payload


def turns_as_they_came(payload: Any, given: Conversation) -> Any:
    """Each of several messages of the user's in a row is a turn."""
    starts = {
        of(Text, message)[0].text
        for before, message in zip(given.messages, given.messages[1:], strict=False)
        if before.role == message.role == "user" and of(Text, message)
    }
    turns: list[Any] = []
    for turn in messages(payload):
        for block in turn["content"]:
            if turns and turns[-1].get("at") is turn and block.get("text") not in starts:
                turns[-1]["content"].append(block)
            else:
                turns.append({"at": turn, "content": [block]})
    messages(payload)[:] = [{**each["at"], "content": each["content"]} for each in turns]
    return payload


def before_the_last_word(payload: Any, given: Conversation) -> Any:
    """System text stands right before the user's last word."""
    items = messages(payload)
    lead = [item for item in items if item["role"] == "system"]
    rest = [item for item in items if item["role"] != "system"]
    last = max((i for i, item in enumerate(rest) if item["role"] == "user"), default=0)
    items[:] = [*rest[:last], *lead, *rest[last:]]
    return payload


def nameless_users(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, name=m.role) if m.role == "user" else m])


def nameless(conversation: Conversation) -> Conversation:
    return by_message(conversation, lambda m: [replace(m, name="")])


def jpg_as_it_was(payload: Any, given: Conversation) -> Any:
    called = {i.source.data for i in shown(Image, given) if getattr(i.source, "media_type", "") == "image/jpg"}
    for node in nodes(messages(payload)):
        if node.get("data") in called and "media_type" in node:
            node["media_type"] = "image/jpg"
    return payload


def always_jpeg(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") == "base64" and node.get("media_type", "image/jpeg").startswith("image/"):
            if node["media_type"] != "image/jpeg":
                node |= {"media_type": "image/jpeg", "data": f"data:{node['media_type']};base64,{node['data']}"}
    return payload


def with_urls(change: Callable[[str], str]) -> Callable[[Any, Conversation], Any]:
    """Each ``data:`` address of a picture as `change` has it."""

    def send(payload: Any, given: Conversation) -> Any:
        for node in nodes(messages(payload)):
            if isinstance(node.get("image_url"), dict) and node["image_url"]["url"].startswith("data:"):
                node["image_url"]["url"] = change(node["image_url"]["url"])
        return payload

    return send


def twice_in_front(payload: Any, given: Conversation) -> Any:
    """A picture of a result's."""
    held = {
        item.source.data
        for result in blocks(ToolResult, given)
        for item in inside(result)
        if isinstance(item, Image) and isinstance(item.source, Base64Source)
    }

    def doubled(url: str) -> str:
        front, _, data = url.partition(",")
        return f"{front},{url}" if data in held else url

    return with_urls(doubled)(payload, given)


def a_summary_and_anything(honest: Formatter) -> Formatter:
    def told(older: int) -> Any:
        return {"role": "user", "content": [{"type": "text", "text": f"[Summary of {older} earlier messages]"}]}

    return suffixes(honest, lambda said, start: True, told)


def five(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True, most=5)


TABLE = (
    Planted(
        "any-llm-1325",
        "what a turn says beside its calls is dropped",
        "gemini anthropic",
        meant("any-llm-1325"),
        writes=silent_where_it_calls,
    ),
    Planted(
        "command-code-807",
        "of a turn that calls and says several texts none is sent",
        first("deepseek", EVERY),
        meant("command-code-807"),
        writes=none_of_several,
    ),
    Planted(
        "llmgateway-3127",
        "an assistant's turn of blank texts has no content",
        "bedrock",
        meant("llmgateway-3127"),
        hears=blanks_marked,
        sends=marked_as_empty,
    ),
    Planted(
        "aiproxy-376",
        "an empty text stands before calls that nothing is said beside",
        "anthropic",
        meant("aiproxy-376"),
        sends=empty_before_calls,
    ),
    Planted(
        "langchain-aws-511",
        "a turn that calls and says several texts raises",
        first("bedrock", EVERY),
        meant("langchain-aws-511"),
        acts=raises_on(
            lambda c: any(of(ToolUse, m) and len(of(Text, m)) > 1 for m in c.messages), "can only concatenate str"
        ),
    ),
    Planted(
        "harness-sdk-1240",
        "the user's messages in a row are turns of their own",
        "bedrock",
        meant("harness-sdk-1240"),
        sends=turns_as_they_came,
        scenarios=("chat",),
    ),
    Planted(
        "railtracks-775",
        "system text is dropped",
        first("cohere", f"{BY_TEXT} cohere"),
        meant("railtracks-775"),
        hears=no_system_text,
    ),
    Planted(
        "surfsense-287",
        "system text stands before the user's last word",
        "mistral",
        meant("surfsense-287"),
        sends=before_the_last_word,
    ),
    Planted(
        "openclaw-77346",
        "users are called user",
        "openai anthropic gemini",
        meant("openclaw-77346"),
        hears=nameless_users,
        scenarios=("multiagent",),
    ),
    Planted(
        "zeroclaw-2460",
        "nobody has a name",
        "openai",
        meant("zeroclaw-2460"),
        hears=nameless,
        scenarios=("multiagent",),
    ),
    Planted(
        "hermes-agent-55432",
        "a picture that is called image/jpg goes out as that",
        "anthropic",
        meant("hermes-agent-55432"),
        sends=jpg_as_it_was,
    ),
    Planted(
        "litellm-rs-406",
        "what is no JPEG goes out as one, with its data: address for base64",
        "anthropic",
        meant("litellm-rs-406"),
        sends=always_jpeg,
    ),
    Planted(
        "liulianmao-11",
        "every picture goes out as image/jpeg",
        "openrouter openai",
        meant("liulianmao-11"),
        sends=with_urls(lambda url: f"data:image/jpeg;base64,{url.partition(',')[2]}"),
    ),
    Planted(
        "freebuff-978",
        "a picture in a result has the front of its address twice",
        "openai moonshot openrouter",
        meant("freebuff-978"),
        sends=twice_in_front,
    ),
    Planted(
        "omniroute-4426", "recordings are dropped", "gemini openai", meant("omniroute-4426"), hears=in_messages(Audio)
    ),
    Planted(
        "dify-plugins-3089",
        "recordings, videos and documents are dropped",
        "openai gemini openrouter",
        meant("dify-plugins-3089"),
        hears=in_messages(Audio, Video, Document),
    ),
    Planted(
        "zeph-3256",
        "a summary, and what is kept may begin with a result",
        "openai",
        meant("zeph-3256"),
        acts=a_summary_and_anything,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "learn-claude-code-325",
        "the newest five messages or fewer",
        "anthropic",
        meant("learn-claude-code-325"),
        acts=five,
        truncates="drop",
        scenarios=("chat",),
    ),
)
