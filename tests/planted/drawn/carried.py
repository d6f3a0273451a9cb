"""Thoughts and media that gateways and providers of other languages hand on: under other types, in other places."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, nodes, of_type
from planted.collected import meant
from planted.conversations import MARK, by_block, by_message, of, shown
from planted.drawn.pictured import pictured, without_images
from planted.drawn.relayed import answered, is_told, open_calls
from planted.further.results import IMAGES
from planted.further.shapes import told
from planted.further.withheld import SHOWN, in_messages, in_results, without_keys
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    UrlSource,
    Video,
)


def redacted_where_silent(conversation: Conversation) -> Conversation:
    """A signed thought that says nothing is redacted, its signature for the data."""

    def made(block: Block, message: Message) -> list[Block]:
        silent = isinstance(block, Thinking) and block.signature and not block.thinking.strip()
        return [RedactedThinking(block.signature)] if silent else [block]  # type: ignore[union-attr,list-item]

    return by_block(conversation, made)


def thoughts_of_open_calls(honest: Formatter) -> Formatter:
    """A call that is not answered is dropped, what was thought before it is not."""

    def format_(conversation: Conversation) -> Any:
        gone = open_calls(conversation)
        if not gone:
            return honest(conversation)
        payload = honest(answered(conversation))
        called = [item for item in of_type("function_call", payload) if item["call_id"] in gone]
        messages(payload)[:] = [
            item for item in messages(payload) if not is_told(item) and not any(item is each for each in called)
        ]
        return payload

    return format_


def behind_their_results(payload: Any, given: Conversation) -> Any:
    """What is promoted of several results comes right behind each that showed something."""
    new: list[Any] = []
    for item in messages(payload):
        results = []
        for each in reversed(new):
            if each["role"] != "tool":
                break
            results.append(each)
        if item["role"] != "user" or len(results) < 2 or "<system-info>" not in json.dumps(item["content"]):
            new.append(item)
            continue
        groups: dict[str, list[Any]] = {}
        lead: list[Any] = []
        owner = ""
        for part in item["content"]:
            text = part.get("text", "")
            if text.startswith("<system-info>"):
                lead, owner = [part], ""
            elif text.startswith("\n- The") and not owner:
                owner = next((r["tool_call_id"] for r in results if f"'{r['tool_call_id']}-" in text), "")
                groups.setdefault(owner, []).extend([*lead, part])
            else:
                groups.setdefault(owner, []).append(part)
        start = len(new) - len(results)
        apart: list[Any] = []
        for result in new[start:]:
            apart.append(result)
            if parts := groups.get(result["tool_call_id"]):
                apart.append(item | {"content": parts})
        new[start:] = [*apart, *([item | {"content": groups[""]}] if groups.get("") else [])]
    messages(payload)[:] = new
    return payload


def in_openais_parts(item: Any) -> dict[str, Any]:
    match item:
        case Image(source=UrlSource(url=url)):
            return {"type": "image_url", "image_url": {"url": url}}
        case Image(source=Base64Source() as source):
            return {"type": "image_url", "image_url": {"url": f"data:{source.media_type};base64,{source.data}"}}
    return {"type": "text", "text": getattr(item, "text", "")}


def pictures_in_results(payload: Any, given: Conversation) -> Any:
    """A result with an image holds it, as a message of the user's would."""
    known = {result.id: result for result in pictured(given)}
    for message in by("tool", payload):
        if result := known.get(message["tool_call_id"]):
            message["content"] = [in_openais_parts(item) for item in result.output]  # type: ignore[union-attr]
    return payload


def films_as_papers(payload: Any, given: Conversation) -> Any:
    held = {film.source.data for film in shown(Video, given) if isinstance(film.source, Base64Source)}
    for node in nodes(messages(payload)):
        if node.get("data") in held:
            node["mime_type"] = "application/pdf"
    return payload


def as_openai_shows_them(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        parts = message.get("content")
        for part in parts if isinstance(parts, list) else []:
            if "image" in part:
                part |= {"type": "image_url", "image_url": {"url": part.pop("image")}}
    return payload


def pictures_as_json(conversation: Conversation) -> Conversation:
    def text(block: Block, message: Message) -> list[Block]:
        seen = isinstance(block, Image) and message.role == "user"
        return [Text(json.dumps(in_openais_parts(block)))] if seen else [block]

    return by_block(conversation, text)


def as_an_address(media: Any) -> str:
    source = media.source
    return source.url if isinstance(source, UrlSource) else f"data:{source.media_type};base64,{source.data}"


def bare_sources(payload: Any, given: Conversation) -> Any:
    """An image in a result is what its source would be."""
    for result in of_type("tool_result", payload):
        if isinstance(result.get("content"), list):
            result["content"] = [part["source"] if part.get("type") == "image" else part for part in result["content"]]
    return payload


def unsigned(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") == "thinking":
            node.pop("signature", None)
        if isinstance(node.get("reasoningText"), dict):
            node["reasoningText"].pop("signature", None)
    return payload


def unsigned_as_said(conversation: Conversation) -> Conversation:
    def said(block: Block, message: Message) -> list[Block]:
        return [Text(block.thinking)] if isinstance(block, Thinking) and not block.signature else [block]

    return by_block(conversation, said)


def thoughts_apart(said: Conversation, given: Conversation) -> Conversation:
    """A mark of the user's in the place of a turn's thoughts."""

    def apart(message: Message) -> list[Message]:
        thoughts = of(Thinking | RedactedThinking, message)
        if not thoughts:
            return [message]
        rest = tuple(block for block in message.blocks if not any(block is each for each in thoughts))
        marked = Message("user", "user", (Text(MARK),))
        return [marked, *([replace(message, blocks=rest)] if rest else [])]

    return by_message(said, apart)


def marked_as_nothing(payload: Any, given: Conversation) -> Any:
    for i, message in enumerate(messages(payload)):
        if message.get("role") == "user" and MARK in json.dumps(message, ensure_ascii=False):
            messages(payload)[i] = {"role": "user"}
    return payload


TABLE = (
    Planted(
        "ruby-llm-852",
        "a signed thought that says nothing is redacted, its signature for the data",
        "anthropic bedrock",
        meant("ruby-llm-852"),
        hears=redacted_where_silent,
    ),
    Planted(
        "qwen-code-11665",
        "a call that is not answered is dropped, what was thought before it is not",
        "openai-responses",
        meant("qwen-code-11665"),
        acts=thoughts_of_open_calls,
    ),
    Planted(
        "copilot-sdk-1922",
        "what each of several results shows comes right behind it",
        "openai",
        meant("copilot-sdk-1922"),
        sends=behind_their_results,
    ),
    Planted(
        "oh-my-pi-5850",
        "what each of several results shows comes right behind it",
        "moonshot",
        meant("oh-my-pi-5850"),
        sends=behind_their_results,
    ),
    Planted("llumiverse-657", "images in results are dropped", IMAGES, SHOWN, hears=in_results(Image)),
    Planted(
        "openbitfun-2923",
        "a result with an image holds it as a message of the user's would",
        "openai",
        meant("openbitfun-2923"),
        hears=without_images,
        sends=pictures_in_results,
    ),
    Planted(
        "omniroute-993",
        "documents are dropped",
        "gemini anthropic bedrock openai",
        meant("omniroute-993"),
        hears=in_messages(Document),
    ),
    Planted("omniroute-6790", "a film is called a paper", "gemini", meant("omniroute-6790"), sends=films_as_papers),
    Planted(
        "openclaw-92704",
        "an image has the form of OpenAI's",
        "dashscope-multimodal",
        meant("openclaw-92704"),
        sends=as_openai_shows_them,
    ),
    Planted(
        "qwengate-27",
        "the user's images are told as JSON",
        first("dashscope-multimodal", IMAGES),
        meant("qwengate-27"),
        hears=pictures_as_json,
    ),
    Planted(
        "zeroclaw-9596",
        "an image in a result is told as its data: address",
        first("anthropic", IMAGES),
        meant("zeroclaw-9596"),
        hears=told(Image, as_an_address),
    ),
    Planted("rig-1772", "an image in a result is its source", "anthropic", meant("rig-1772"), sends=bare_sources),
    Planted("dirge-823", "thoughts lose their signatures", "anthropic bedrock", meant("dirge-823"), sends=unsigned),
    Planted(
        "pi-4464",
        "an unsigned thought is told as text",
        "anthropic bedrock",
        meant("pi-4464"),
        hears=unsigned_as_said,
    ),
    Planted(
        "gpt-load-666",
        "a turn that calls loses its reasoning",
        "deepseek",
        meant("gpt-load-666"),
        sends=without_keys("reasoning_content", calling=True),
    ),
    Planted(
        "mnfst-2732",
        "what a turn thought is a message of the user's without content",
        "groq mistral",
        meant("mnfst-2732"),
        writes=thoughts_apart,
        sends=marked_as_nothing,
        scenarios=("chat",),
    ),
)
