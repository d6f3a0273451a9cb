"""What can be done to a text, to a thought and to media: things that stand in a message."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from planted.crossed.mechanisms import NEAR, PLACES, Heard, Mechanism
from planted.crossed.places import Place, is_media, put, with_message

from pytest_promptfmt.conversation import (
    Base64Source,
    Conversation,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

TEXTS = ("system's text", "user's text", "assistant's text")
THOUGHT = ("thought",)
MEDIUM = ("medium",)


def lost(place: Place) -> Conversation:
    return put(place)


def doubled(place: Place) -> Conversation:
    return put(place, place.at, place.at)


def said(change: Callable[[str], str]) -> Heard:
    """Another text; of a thought, other words under the same signature."""

    def changed(place: Place) -> Conversation | None:
        block = place.at
        field = "text" if isinstance(block, Text) else "thinking"
        before = getattr(block, field)
        after = change(before)
        return put(place, replace(block, **{field: after})) if after not in ("", before) else None

    return changed


def half(text: str) -> str:
    return text[: (len(text) + 1) // 2]


def swapped(place: Place) -> Conversation | None:
    """With the next of its message: a thought with what it led to, others with their like, since texts and media
    have an order of their own each."""
    other = place.beside(1)
    if other is None or isinstance(other, ToolUse | ToolResult) or other == place.at:
        return None
    if place.kind != "thought" and is_media(other) != is_media(place.at):
        return None
    blocks = list(place.within.blocks)
    blocks[place.block : place.block + 2] = [other, place.at]
    return with_message(place.conversation, place.message, replace(place.within, blocks=tuple(blocks)))


def to_next(place: Place) -> Conversation | None:
    """Into the next turn of its speaker, before all that stands there."""
    messages = place.conversation.messages
    known = (n for n in range(place.message + 1, len(messages)) if _takes(messages[n], place))
    at = next(known, None)
    if at is None:
        return None
    other = messages[at]
    changed = with_message(place.conversation, at, replace(other, blocks=(place.at, *other.blocks)))
    rest = tuple(block for n, block in enumerate(place.within.blocks) if n != place.block)
    return with_message(changed, place.message, replace(place.within, blocks=rest))


def _takes(message: Message, place: Place) -> bool:
    return (message.role, message.name) == (place.within.role, place.within.name) and not _acts(message.blocks)


def _acts(blocks: tuple[Any, ...]) -> bool:
    return any(isinstance(block, ToolUse | ToolResult) for block in blocks)


def by_the_other(place: Place) -> Conversation | None:
    """Told as the other's, be it the user's or the assistant's."""
    message = place.within
    if message.role not in ("user", "assistant") or _acts(message.blocks):
        return None
    other = "assistant" if message.role == "user" else "user"
    before, behind = message.blocks[: place.block], message.blocks[place.block + 1 :]
    return with_message(
        place.conversation,
        place.message,
        replace(message, blocks=before),
        replace(message, role=other, name=other, blocks=(place.at,)),
        replace(message, blocks=behind),
    )


def unsigned(place: Place) -> Conversation | None:
    return put(place, replace(place.at, signature=None)) if place.at.signature else None


def resigned(place: Place) -> Conversation | None:
    return put(place, replace(place.at, signature=_other(place.at.signature))) if place.at.signature else None


def _other(seal: str) -> str:
    return "QUJD" + seal[4:] if seal[:4] != "QUJD" else "REVG" + seal[4:]


def borrowed(place: Place) -> Conversation | None:
    """The signature of another thought or call."""
    seals = [
        block.signature
        for message in place.conversation.messages
        for block in message.blocks
        if isinstance(block, Thinking | ToolUse) and block.signature and block.signature != place.at.signature
    ]
    return put(place, replace(place.at, signature=seals[-1])) if seals and place.at.signature else None


def as_text(place: Place) -> Conversation | None:
    return put(place, Text(place.at.thinking)) if place.at.thinking.strip() else None


def tagged(place: Place) -> Conversation | None:
    words = place.at.thinking
    return put(place, Text(f"<think>{words}</think>")) if words.strip() else None


def blanked(place: Place) -> Conversation | None:
    return put(place, replace(place.at, thinking="")) if place.at.thinking and place.at.signature else None


def to_the_end(place: Place) -> Conversation | None:
    """Behind all else of its message but results."""
    rest = [block for n, block in enumerate(place.within.blocks) if n != place.block]
    if place.beside(1) is None or any(isinstance(block, ToolResult) for block in rest):
        return None
    return with_message(place.conversation, place.message, replace(place.within, blocks=(*rest, place.at)))


def fused(place: Place) -> Conversation | None:
    """Two thoughts side by side become one, under the first's signature."""
    other = place.beside(1)
    if not isinstance(other, Thinking):
        return None
    one = replace(place.at, thinking=f"{place.at.thinking}\n{other.thinking}")
    blocks = list(place.within.blocks)
    blocks[place.block : place.block + 2] = [one]
    return with_message(place.conversation, place.message, replace(place.within, blocks=tuple(blocks)))


def resealed(place: Place) -> Conversation:
    return put(place, replace(place.at, data=_other(place.at.data)))


def with_source(change: Callable[[Any], Any]) -> Heard:
    def changed(place: Place) -> Conversation | None:
        source = change(place.at.source)
        return put(place, replace(place.at, source=source)) if source not in (None, place.at.source) else None

    return changed


def retyped(source: Any) -> Any:
    """Declared as another type of its kind."""
    if isinstance(source, Base64Source):
        return replace(source, media_type=OTHER_TYPE.get(source.media_type, source.media_type))
    if source.url.startswith("data:"):
        type_, semicolon, rest = source.url[5:].partition(";")
        return UrlSource(f"data:{OTHER_TYPE.get(type_, type_)}{semicolon}{rest}")
    return None


OTHER_TYPE = {
    "image/png": "image/jpeg",
    "image/jpeg": "image/png",
    "image/gif": "image/png",
    "image/webp": "image/png",
    "audio/wav": "audio/mpeg",
    "audio/mpeg": "audio/wav",
}


def cut_data(source: Any) -> Any:
    """Base64 loses its second half."""
    if isinstance(source, Base64Source):
        return replace(source, data=source.data[: len(source.data) // 8 * 4])
    if source.url.startswith("data:"):
        head, comma, data = source.url.partition(",")
        return UrlSource(head + comma + data[: len(data) // 8 * 4])
    return None


def without_query(source: Any) -> Any:
    return UrlSource(source.url.partition("?")[0]) if isinstance(source, UrlSource) and "?" in source.url else None


def other_address(source: Any) -> Any:
    """Taken apart and put together in other letters."""
    if not isinstance(source, UrlSource) or not source.url.startswith("http"):
        return None
    return UrlSource(source.url.lower()) if source.url.lower() != source.url else UrlSource(source.url + "/")


def anothers(place: Place) -> Conversation | None:
    """The bytes or the address of another medium of its kind."""
    others = [
        block.source
        for message in place.conversation.messages
        for block in message.blocks
        if is_media(block) and type(block) is type(place.at) and block.source != place.at.source
    ]
    return put(place, replace(place.at, source=others[-1])) if others else None


def told(place: Place) -> Conversation:
    source = place.at.source
    name = source.url[:60] if isinstance(source, UrlSource) else source.media_type
    return put(place, Text(f"[{place.at.type}: {name}]"))


LOST, WRONG, TWICE = ("fidelity.lost-text",), ("fidelity.altered-text", "fidelity.lost-text"), ("fidelity.doubled-*",)
LOST_MEDIA, MEDIA = ("fidelity.lost-media",), ("fidelity.*-media", "fidelity.media-type", "fidelity.reordered")
THINKING = ("fidelity.*-thinking", "*.thinking-*", "*.reasoning-*")
SEAL = (*THINKING, "*signature*", "fidelity.unsigned-call", "schema.*")
PLACE = ("fidelity.wrong-speaker", "fidelity.reordered", "fidelity.*-text", "fidelity.moved-*", "*.roles-*")

TABLE = (
    Mechanism("is lost", TEXTS, LOST, lost),
    Mechanism("is said twice", TEXTS, TWICE, doubled),
    Mechanism("is cut in half", TEXTS, WRONG, said(half)),
    Mechanism("loses its first line", TEXTS, WRONG, said(lambda text: text.partition("\n")[2]), heeds=NEAR),
    Mechanism("changes places with the next", TEXTS, PLACE, swapped, heeds=PLACES),
    Mechanism("goes to the next turn", ("user's text", "assistant's text"), PLACE, to_next, heeds=PLACES),
    Mechanism("is told as the other's", TEXTS, PLACE, by_the_other, heeds=PLACES),
    Mechanism("is escaped as markup", TEXTS, WRONG, said(lambda text: html.escape(html.escape(text))), heeds=NEAR),
    Mechanism(
        "has its white space collapsed",
        TEXTS,
        WRONG,
        said(lambda text: re.sub(r"(?<=\S)\s+(?=\S)", " ", text)),
        heeds=NEAR,
    ),
    Mechanism("becomes ASCII", TEXTS, WRONG, said(lambda text: text.encode("ascii", "replace").decode()), heeds=NEAR),
    Mechanism("is normalised", TEXTS, WRONG, said(lambda text: unicodedata.normalize("NFKC", text)), heeds=NEAR),
    Mechanism("loses its backslashes", TEXTS, WRONG, said(lambda text: text.replace("\\", "")), heeds=NEAR),
    Mechanism("loses what stands in braces", TEXTS, WRONG, said(lambda text: re.sub(r"\{\w*\}", "", text)), heeds=NEAR),
    Mechanism("loses its tags", TEXTS, WRONG, said(lambda text: re.sub(r"</?\w+>", "", text)), heeds=NEAR),
    Mechanism("is lost", THOUGHT, (*THINKING, "gemini.*"), lost),
    Mechanism("is said twice", THOUGHT, THINKING, doubled),
    Mechanism("is cut in half", THOUGHT, THINKING, said(half)),
    Mechanism("loses its signature", THOUGHT, SEAL, unsigned, heeds=PLACES),
    Mechanism("has another signature", THOUGHT, SEAL, resigned, heeds=PLACES),
    Mechanism("has another's signature", THOUGHT, SEAL, borrowed, heeds=PLACES),
    Mechanism("becomes a text", THOUGHT, ("*thinking*", "*reasoning*"), as_text),
    Mechanism("becomes a text in tags", THOUGHT, ("*thinking*", "*reasoning*"), tagged),
    Mechanism("is emptied under its signature", THOUGHT, THINKING, blanked),
    Mechanism("changes places with the next", THOUGHT, (*THINKING, "fidelity.reordered"), swapped, heeds=PLACES),
    Mechanism("goes behind all else", THOUGHT, (*THINKING, "fidelity.reordered"), to_the_end, heeds=PLACES),
    Mechanism("is one with the next", THOUGHT, THINKING, fused, heeds=PLACES),
    Mechanism("is lost", ("redacted thought",), THINKING, lost),
    Mechanism("is said twice", ("redacted thought",), THINKING, doubled),
    Mechanism("has other data", ("redacted thought",), THINKING, resealed),
    Mechanism(
        "goes behind all else", ("redacted thought",), (*THINKING, "fidelity.reordered"), to_the_end, heeds=PLACES
    ),
    Mechanism("is lost", MEDIUM, LOST_MEDIA, lost),
    Mechanism("is shown twice", MEDIUM, ("fidelity.doubled-media",), doubled),
    Mechanism("is told in words", MEDIUM, LOST_MEDIA, told),
    Mechanism("is another of its kind", MEDIUM, MEDIA, anothers),
    Mechanism("has another type", MEDIUM, ("fidelity.media-type", "*.media-*", "*.image-*"), with_source(retyped)),
    Mechanism("has its data cut", MEDIUM, MEDIA, with_source(cut_data)),
    Mechanism("loses its query", MEDIUM, MEDIA, with_source(without_query), heeds=NEAR),
    Mechanism("has its address spelled anew", MEDIUM, MEDIA, with_source(other_address), heeds=NEAR),
    Mechanism("changes places with the next", MEDIUM, (*MEDIA, *PLACE), swapped, heeds=PLACES),
    Mechanism("goes to the next turn", MEDIUM, (*MEDIA, *PLACE), to_next, heeds=PLACES),
)
