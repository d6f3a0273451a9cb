"""Pictures, recordings and papers under what they are not; thoughts that are trimmed or fused; a window."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import messages, nodes
from planted.conversations import by_block, of, shown
from planted.faults.documents import CALLED
from planted.faults.replays import APART, FOUND, INLINE, rewritten
from planted.faults.windows import CUT, Count
from planted.further.words import SHOWN
from planted.planted import TOOLS, Formatter, Planted, first
from support.truncating import NothingFits

from pytest_promptfmt.conversation import Block, Conversation, Image, Media, Message, Thinking, UrlSource

ALTERED = ("fidelity.*media*", "*.base64*", "*.image-*", "*.media-*", *CALLED)


def the_last_image(conversation: Conversation) -> Conversation:
    """Of several images in one message the last is sent."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Image) and block is not of(Image, message)[-1] else [block]

    return by_block(conversation, kept)


def mpeg_is_wav(payload: Any, given: Conversation) -> Any:
    for node in nodes(payload):
        if isinstance(node.get("input_audio"), dict) and node["input_audio"].get("format") == "mp3":
            node["input_audio"]["format"] = "wav"
    return payload


ENDINGS = {"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp"}


def by_its_name(payload: Any, given: Conversation) -> Any:
    """An image from a file has the type of the file's name."""
    for image in shown(Image, given):
        url = image.source.url if isinstance(image.source, UrlSource) else ""
        kind = ENDINGS.get(url.rpartition(".")[2].lower())
        if not kind or ("://" in url and not url.startswith("file:")):
            continue
        try:
            with open(re.sub("^file://", "", url), "rb") as file:
                data = base64.b64encode(file.read()).decode()
        except OSError:
            continue
        retyped(payload, data, kind)
    return payload


def retyped(payload: Any, data: str, kind: str) -> None:
    """Whatever holds these bytes says that they are of this type."""
    for node in nodes(payload):
        for key, value in node.items():
            if value == data:
                for said in ("media_type", "mime_type"):
                    if said in node:
                        node[said] = kind
            elif isinstance(value, str) and value.startswith("data:") and value.endswith(f"base64,{data}"):
                node[key] = f"data:{kind};base64,{data}"
            elif isinstance(value, dict) and value.get("bytes") == data and "format" in node:
                node["format"] = kind.rpartition("/")[2]


def papers(change: Callable[[str], str]) -> Callable[[Any, Conversation], Any]:
    """Documents that go out as their text, with that text as `change` has it."""

    def send(payload: Any, given: Conversation) -> Any:
        for node in nodes(payload):
            source = node.get("source")
            if node.get("type") == "document" and isinstance(source, dict) and source.get("type") == "text":
                source["data"] = change(source["data"])
        return payload

    return send


def whole_uris(typed: bool) -> Callable[[Any, Conversation], Any]:
    """A data URI whose type has parameters (with `typed`), or is not there, is taken for base64."""

    def send(payload: Any, given: Conversation) -> Any:
        for media in shown(Media, given):
            url = media.source.url if isinstance(media.source, UrlSource) else ""
            head, _, data = url.partition(",")
            if not re.match("data:[^,;]+;.+;base64$" if typed else "data:;.*base64$", head, re.IGNORECASE):
                continue
            for node in nodes(payload):
                for key, value in node.items():
                    if value == data:
                        node[key] = url
                    elif isinstance(value, str) and value.startswith("data:") and value.endswith(f",{data}"):
                        node[key] = f"data:{media.type}/png;base64,{url}" if not typed else value
        return payload

    return send


def trimmed(thought: Thinking, message: Message) -> list[Block]:
    return [replace(thought, thinking=thought.thinking.rstrip())]


def trimmed_and_signed(thought: Thinking, message: Message) -> list[Block]:
    return trimmed(thought, message) if thought.signature else [thought]


def fused(payload: Any, given: Conversation) -> Any:
    """The seals of a turn's thoughts are one, in front of all else that it has."""
    items = messages(payload)
    start = 0
    while start < len(items):
        end = start
        while end < len(items) and items[end].get("type") in ("reasoning", "function_call"):
            end += 1
        thoughts = [item for item in items[start:end] if item["type"] == "reasoning"]
        if len(thoughts) > 1:
            seal = "".join(item.get("encrypted_content") or "" for item in thoughts)
            summary = [part for item in thoughts for part in item.get("summary", [])]
            whole = thoughts[0] | {"encrypted_content": seal, "summary": summary}
            rest = [item for item in items[start:end] if item["type"] != "reasoning"]
            items[start:end] = [whole, *rest]
            end = start + 1 + len(rest)
        start = max(end, start + 1)
    return payload


def unsealed_dropped(said: Conversation, given: Conversation) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Thinking) and not block.signature else [block]

    return by_block(said, kept)


def no_history_but_the_last(honest: Formatter) -> Formatter:
    """What is kept begins with a word of the user's; where none fits, the last message alone is kept."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        lead = [item for item in items[:1] if item.get("role") == "system"]
        said = items[len(lead) :]
        starts = [i for i, item in enumerate(said) if item.get("role") == "user" and "esult" not in str(item)]
        for start in [*starts, len(said) - 1]:
            items[:] = [*lead, *said[start:]]
            if count(payload) <= budget:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_


def signed(change: Callable[[Thinking, Message], list[Block]]) -> Callable[[Conversation], Conversation]:
    return lambda conversation: rewritten(change)(conversation, conversation)


TABLE = (
    Planted(
        "unsloth-9719",
        "of several images in one message the last is sent",
        first("vllm", f"{SHOWN} ollama-generate"),
        ("fidelity.lost-media",),
        hears=the_last_image,
    ),
    Planted("spring-ai-6710", "a recording in mp3 is called wav", "openai openrouter", CALLED, sends=mpeg_is_wav),
    Planted(
        "llxprt-code-2130",
        "an image's type is that of its name",
        "anthropic openai gemini bedrock mistral openai-responses",
        ALTERED,
        sends=by_its_name,
    ),
    Planted(
        "effect-7070",
        "the text of a document is its base64",
        "anthropic",
        ALTERED,
        sends=papers(lambda text: base64.b64encode(text.encode()).decode()),
    ),
    Planted(
        "claude-code-81197",
        "the text of a document is read as Latin-1",
        "anthropic",
        ALTERED,
        sends=papers(lambda text: text.encode().decode("latin-1")),
    ),
    Planted(
        "sie-247",
        "a data URI whose type has a parameter goes out whole, as base64",
        "anthropic gemini bedrock",
        ALTERED,
        sends=whole_uris(True),
    ),
    Planted(
        "assistant-ui-7217",
        "a data URI without a type goes out whole, as base64",
        "openai anthropic gemini bedrock",
        ALTERED,
        sends=whole_uris(False),
    ),
    Planted(
        "vercel-ai-13972",
        "white space at the end of a signed thought is cut",
        first("bedrock", f"{INLINE} gemini-interactions"),
        FOUND,
        hears=signed(trimmed_and_signed),
    ),
    Planted("mecatl-431", "the seals of a turn's thoughts are one", "openai-responses", FOUND, sends=fused),
    Planted(
        "opencode-45032",
        "a thought without a seal is dropped",
        # It shipped for OpenAI Responses, whose reference sends none of these: there is nothing that it can drop.
        APART,
        FOUND,
        writes=unsealed_dropped,
    ),
    Planted(
        "amazon-q-1527",
        "where no word of the user's fits the last message alone is kept",
        first("bedrock", TOOLS),
        CUT,
        acts=no_history_but_the_last,
        truncates="drop",
        scenarios=("chat",),
    ),
)
