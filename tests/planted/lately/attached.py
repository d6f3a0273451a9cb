"""Media, documents, thoughts and their signatures of the tenth collection, each under an odd condition."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from liars.payloads import by, holding, messages, nodes, of_type
from planted.collected import meant
from planted.conversations import blocks, by_message, of, shown
from planted.drawn.returned import raises_on
from planted.further.withheld import in_messages, in_results, without_keys
from planted.further.words import in_rows
from planted.lately.shown import PLACEHOLDER
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolUse,
    UrlSource,
    Video,
)

UNUSUAL = ("webm", "m4a", "x-m4a", "mp4", "aac", "pcm", "mpga")
"""Kinds of recordings that Google lists and that one table left out."""


def unusual_recordings(conversation: Conversation) -> bool:
    kinds = {each.source.media_type for each in shown(Audio, conversation) if isinstance(each.source, Base64Source)}
    return bool(kinds & {f"audio/{kind}" for kind in UNUSUAL})


def files(given: Conversation) -> list[str]:
    """The names of documents that have an address: their files', without the ending."""
    urls = [each.source.url for each in shown(Document, given) if isinstance(each.source, UrlSource)]
    return [PurePosixPath(unquote(urlsplit(url).path)).stem for url in urls if not url.startswith("data:")]


def documents(payload: Any) -> list[dict[str, Any]]:
    return [node["document"] for node in holding("document", payload)]


def bare_stems(payload: Any, given: Conversation) -> Any:
    """Two documents whose files differ in their ending alone, or not at all, have one name."""
    stems = [clean(stem) for stem in files(given)]
    for document in documents(payload):
        for stem in stems:
            if re.fullmatch(re.escape(stem) + r"[ -]?[\[(]?\d+[\])]?", document["name"]):
                document["name"] = stem
    return payload


def clean(stem: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[^a-zA-Z0-9\s\-()\[\]]", " ", stem)).strip()


def named_by_bytes(payload: Any, given: Conversation) -> Any:
    names: dict[str, str] = {}
    for document in documents(payload):
        held = str(document["source"])
        document["name"] = names.setdefault(held, document["name"])
    return payload


def stems_as_they_are(payload: Any, given: Conversation) -> Any:
    """Where all documents have addresses: the letters that Bedrock refuses stay in their names."""
    stems, found = files(given), documents(payload)
    if len(stems) == len(found):
        for stem, document in zip(stems, found, strict=True):
            document["name"] = stem if clean(stem) != stem else document["name"]
    return payload


def thoughts_in_front(said: Conversation, given: Conversation) -> Conversation:
    """Of a turn that thinks between its calls."""

    def sorted_(message: Message) -> list[Message]:
        if not of(ToolUse, message) or len(of((Thinking, RedactedThinking), message)) < 2:
            return [message]
        ranked = sorted(message.blocks, key=lambda block: not isinstance(block, Thinking | RedactedThinking))
        return [replace(message, blocks=tuple(ranked))]

    return by_message(said, sorted_)


def signed(part: dict[str, Any]) -> bool:
    return "function_call" in part and "thought_signature" in part


def at_the_text(payload: Any, given: Conversation) -> Any:
    for turn in by("model", payload):
        texts = [part for part in turn["parts"] if "text" in part and not part.get("thought")]
        calls = [part for part in turn["parts"] if "function_call" in part]
        if texts and calls and signed(calls[0]):
            texts[0]["thought_signature"] = calls[0].pop("thought_signature")
    return payload


def within_calls(payload: Any, given: Conversation) -> Any:
    for part in holding("thought_signature", payload):
        if signed(part):
            part["function_call"]["thought_signature"] = part.pop("thought_signature")
    return payload


def in_front_of_the_text(payload: Any, given: Conversation) -> Any:
    for turn in by("model", payload):
        calls = [part for part in turn["parts"] if signed(part)]
        if calls and "text" in turn["parts"][0]:
            lead = {"thought_signature": calls[0]["thought_signature"]}
            calls[0]["thought_signature"] = PLACEHOLDER
            turn["parts"] = [lead, *turn["parts"]]
    return payload


def texts_alone(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if isinstance(message.get("content"), list):
            texts = [part["text"] for part in message["content"] if part.get("type") == "text"]
            message["content"] = "\n".join(texts)
    return payload


def all_but_the_users(conversation: Conversation) -> Conversation:
    return in_messages(Image, roles=("assistant", "system", "tool"))(in_results(Image)(conversation))


def all_are_images(payload: Any, given: Conversation) -> Any:
    for part in nodes(messages(payload)):
        for key in ("audio", "video"):
            if key in part:
                part["image"] = part.pop(key)
    return payload


def one_text(row: list[Message]) -> list[Message]:
    """Several messages of users are one, of their texts."""
    if len(row) < 2 or not any(of(Image, message) for message in row):
        return row
    return [replace(row[0], blocks=(Text("\n".join(message.text for message in row if message.text)),))]


def named_by_type(payload: Any, given: Conversation) -> Any:
    called = {
        each.source.data: each.source.media_type.partition("/")[2]
        for each in shown(Audio, given)
        if isinstance(each.source, Base64Source) and each.source.media_type in ("audio/x-wav", "audio/wave")
    }
    for part in of_type("input_audio", payload):
        part["input_audio"]["format"] = called.get(part["input_audio"]["data"], part["input_audio"]["format"])
    return payload


TABLE = (
    Planted(
        "dial-vertexai-493",
        "a recording in webm, m4a, mp4, aac or pcm raises",
        "gemini",
        meant("dial-vertexai-493"),
        acts=raises_on(unusual_recordings, "'NoneType' object is not callable"),
    ),
    Planted(
        "generative-ai-1685",
        "a document's name is its file's without the ending",
        "bedrock",
        meant("generative-ai-1685"),
        sends=bare_stems,
    ),
    Planted(
        "litellm-30093",
        "a document's name is made of its bytes",
        "bedrock",
        meant("litellm-30093"),
        sends=named_by_bytes,
    ),
    Planted(
        "vercel-ai-20366",
        "a document's name has all letters of its file's",
        "bedrock",
        meant("vercel-ai-20366"),
        sends=stems_as_they_are,
    ),
    Planted(
        "bifrost-6342",
        "where a turn thinks between its calls the thoughts stand in front",
        "bedrock anthropic",
        meant("bifrost-6342", "anthropic.*"),
        writes=thoughts_in_front,
    ),
    Planted(
        "inspect-ai-2819",
        "where a turn says something the first call's signature stands at the text",
        "gemini",
        meant("inspect-ai-2819"),
        sends=at_the_text,
    ),
    Planted(
        "claude-relay-967",
        "a call's signature stands inside function_call",
        "gemini",
        meant("claude-relay-967"),
        sends=within_calls,
    ),
    Planted(
        "rust-genai-299",
        "where a turn says something before a call its signature is a part of its own in front",
        "gemini",
        meant("rust-genai-299"),
        sends=in_front_of_the_text,
    ),
    Planted(
        "openclaw-141356",
        "a turn that calls loses its thinking",
        "ollama",
        meant("openclaw-141356"),
        sends=without_keys("thinking", calling=True),
    ),
    Planted(
        "nanobot-1628",
        "a list of content is its texts",
        "moonshot openai vllm siliconflow zhipu",
        meant("nanobot-1628"),
        sends=texts_alone,
    ),
    Planted(
        "vercel-ai-18328",
        "a film raises",
        "moonshot vllm dashscope-multimodal",
        meant("vercel-ai-18328"),
        acts=raises_on(lambda conversation: blocks(Video, conversation), "file part media type video/*"),
    ),
    Planted(
        "stdapi-255",
        "images are dropped that are not the user's",
        "ollama",
        meant("stdapi-255"),
        hears=all_but_the_users,
    ),
    Planted(
        "spring-ai-alibaba-559",
        "recordings and films are told as images",
        "dashscope-multimodal",
        meant("spring-ai-alibaba-559"),
        sends=all_are_images,
    ),
    Planted(
        "codebuddy2api-25",
        "where users speak several times in a row their images are dropped",
        "openai anthropic gemini bedrock moonshot",
        meant("codebuddy2api-25"),
        hears=in_rows(one_text),
    ),
    Planted(
        "last-translation-201",
        "a wav that is called x-wav or wave has that format",
        "openai",
        meant("last-translation-201"),
        sends=named_by_type,
    ),
)
