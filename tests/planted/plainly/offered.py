"""Tools on offer, media and marks for caches of the thirteenth collection."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, nodes, of_type
from planted.collected import meant
from planted.conversations import of, saying
from planted.faults.offers import Schema, each, hears, lacking
from planted.lately.labelled import MARKED
from planted.planted import Planted
from support.offers import functions

from pytest_promptfmt.conversation import Conversation, Media, Message, Text

KEPT = ("type", "description", "default", "title")


def described_as_functions(payload: Any, given: Conversation) -> Any:
    for function in functions(payload) if given.tools else ():
        function["description"] = "function"
    return payload


def flat(schema: Schema) -> Schema:
    """As a list of parameters would have it, each with a type and a description."""
    parameters = schema.get("properties")
    if not isinstance(parameters, dict):
        return schema
    found: Schema = {"type": "object", "properties": {}}
    for name, one in parameters.items():
        kept = {key: one[key] for key in KEPT if key in one} if isinstance(one, dict) else {}
        found["properties"][name] = {"type": "string", **kept}
    return found | ({"required": schema["required"]} if "required" in schema else {})


def framework_blocks(payload: Any, given: Conversation) -> Any:
    for result in of_type("tool_result", payload):
        for block in result["content"] if isinstance(result["content"], list) else ():
            source = block.get("source", {})
            if block.get("type") == "image":
                del block["source"]
                block |= (
                    {"base64": source["data"], "mime_type": source["media_type"]}
                    if source["type"] == "base64"
                    else {"url": source.get("url", "")}
                )
    return payload


def webp_as_png(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        for key in ("media_type", "mime_type", "url", "image_url"):
            if isinstance(node.get(key), str) and node[key].startswith(("image/webp", "data:image/webp")):
                node[key] = node[key].replace("image/webp", "image/png", 1)
    return payload


def all_mp3(payload: Any, given: Conversation) -> Any:
    for node in of_type("input_audio", payload):
        if isinstance(node["input_audio"], dict):
            node["input_audio"]["format"] = "mp3"
    return payload


def in_a_row(conversation: Conversation) -> Iterator[list[Message]]:
    run: list[Message] = []
    for message in conversation.messages:
        if run and run[-1].role == message.role == "user":
            run.append(message)
        else:
            if run:
                yield run
            run = [message]
    if run:
        yield run


def media_of_the_last(conversation: Conversation) -> Conversation:
    heard: list[Message] = []
    for run in in_a_row(conversation):
        *before, last = run
        blocks = [text for message in before for text in of(Text, message)]
        plain = all(isinstance(block, Text | Media) for message in run for block in message.blocks)
        heard += [replace(last, blocks=(*blocks, *last.blocks))] if before and plain else run
    return saying(conversation, heard)


def cut_at_26(data: str) -> str:
    try:
        content = base64.b64decode(data, validate=True)
    except binascii.Error:
        return data
    return base64.b64encode(content.split(b"\x1a")[0]).decode()


def read_as_text(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        typed = "mime_type" in node or "media_type" in node
        if typed and isinstance(node.get("data"), str) and node.get("type") != "text":
            node["data"] = cut_at_26(node["data"])
    return payload


def five_and_more(payload: Any, given: Conversation) -> Any:
    if not isinstance(payload, dict):
        return payload
    for tool in payload.get("tools", [])[-1:]:
        tool |= MARKED
    for block in payload["system"][-1:] if isinstance(payload.get("system"), list) else ():
        block |= MARKED
    for turn in by("user", payload):
        if isinstance(turn["content"], list) and turn["content"] and turn["content"][-1].get("text") != "":
            turn["content"][-1] |= MARKED
    return payload


def point_first(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload)[-1:]:
        turn["content"].insert(0, {"cachePoint": {"type": "default"}})
    return payload


TABLE = (
    Planted(
        "openrouter-ai-sdk-146",
        "descriptions of tools say function",
        "openrouter openai mistral xai",
        meant("openrouter-ai-sdk-146"),
        sends=described_as_functions,
    ),
    Planted(
        "ogx-3004",
        "parameters have types and descriptions, and hold nothing",
        "openai anthropic gemini bedrock",
        meant("ogx-3004"),
        hears=hears(flat),
    ),
    Planted(
        "openpi-465",
        "what points to a definition asks for nothing",
        "gemini openai anthropic",
        meant("openpi-465"),
        hears=each(lacking("$ref", "$defs", "definitions")),
    ),
    Planted(
        "langchain-google-1592",
        "images in results are the framework's blocks",
        "anthropic",
        meant("langchain-google-1592"),
        sends=framework_blocks,
    ),
    Planted(
        "inspect-ai-671",
        "a webp is called png",
        "anthropic openai gemini openai-responses",
        meant("inspect-ai-671"),
        sends=webp_as_png,
    ),
    Planted(
        "nextcloud-openai-303",
        "recordings are called mp3",
        "openai openrouter",
        meant("nextcloud-openai-303"),
        sends=all_mp3,
    ),
    Planted(
        "litellm-20341",
        "of user's messages in a row the last one's media are left",
        "openai anthropic gemini bedrock",
        meant("litellm-20341"),
        hears=media_of_the_last,
    ),
    Planted(
        "ruby-llm-645",
        "files end at their first byte 26",
        "gemini anthropic",
        meant("ruby-llm-645"),
        sends=read_as_text,
    ),
    Planted(
        "continue-6937",
        "the system text, a tool and every user's turn are marked for the cache",
        "anthropic",
        meant("continue-6937"),
        sends=five_and_more,
    ),
    Planted(
        "strands-3677",
        "a mark for the cache comes first in the last turn",
        "bedrock",
        meant("strands-3677"),
        sends=point_first,
    ),
)
