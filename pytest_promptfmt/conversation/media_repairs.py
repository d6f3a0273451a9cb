"""Repairs of media: what a right formatter may leave out, show elsewhere or write as text where it cannot be shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from pytest_promptfmt.common.media import is_plain_text, type_by_extension
from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Document,
    Media,
    Message,
    Source,
    Text,
    ToolResult,
)
from pytest_promptfmt.conversation.cuts import rewritten
from pytest_promptfmt.conversation.sources import address, bytes_of, declared_type


def drop_media(conversation: Conversation) -> Conversation:
    return _each(conversation, lambda media: None)


def drop_media_but(kept: Container[str], conversation: Conversation) -> Conversation:
    """Without the media of other kinds than these."""
    return _each(conversation, lambda media: media if media.type in kept else None)


def drop_media_that(refused: Callable[[Media], bool], conversation: Conversation) -> Conversation:
    """Without the media of which this is so."""
    return _each(conversation, lambda media: None if refused(media) else media)


def drop_url_media(conversation: Conversation) -> Conversation:
    return _each(conversation, lambda media: None if address(media) else media)


def tell_addresses(conversation: Conversation) -> Conversation:
    return _each(conversation, _told)


def _told(media: Media) -> Media | Text:
    return Text(url) if (url := address(media)) else media


def tell_addresses_of_results(conversation: Conversation) -> Conversation:
    """Told where a result has them; those of users and assistants stay."""
    return _each(conversation, _told, elsewhere=lambda media: media)


def documents_as_text(conversation: Conversation) -> Conversation:
    return _each(conversation, lambda media: _as_text(media) or media)


def documents_behind_results(conversation: Conversation) -> Conversation:
    """Those of results told by the user, behind the last of the results that follow each other."""
    made: list[Message] = []
    told: list[Text] = []
    for message in conversation.messages:
        found = documents_of_text_by_result(message)
        if told and not any(isinstance(block, ToolResult) for block in message.blocks):
            made.append(Message("user", "user", tuple(told)))
            told = []
        told += [text for texts in found.values() for text in texts]
        made.append(replace(message, blocks=tuple(map(_without_documents_of_text, message.blocks))))
    if told:
        made.append(Message("user", "user", tuple(told)))
    return documents_as_text(replace(conversation, messages=tuple(made)))


def documents_of_text_by_result(message: Message) -> dict[str, list[Text]]:
    """What documents of text say, by the id of the call whose result holds them."""
    found: dict[str, list[Text]] = {}
    for result in (block for block in message.blocks if isinstance(block, ToolResult)):
        if texts := [text for media in result.output_media if (text := _as_text(media))]:
            found[result.id] = [*found.get(result.id, ()), *texts]
    return found


def _without_documents_of_text(block: Block) -> Block:
    if not isinstance(block, ToolResult) or not isinstance(block.output, tuple):
        return block
    kept = tuple(each for each in block.output if not (isinstance(each, Media) and _as_text(each)))
    return replace(block, output=kept)


def _as_text(media: Media) -> Text | None:
    """A document of text as a text, wherever it lies but at an address; None for all others."""
    if not isinstance(media, Document):
        return None
    content, type_ = bytes_of(media.source), declared_type(media.source) or _named_type(media.source) or ""
    if not content or not (type_.startswith("text/") or (_MAY_BE_TEXT.match(type_) and is_plain_text(content))):
        return None
    return Text(content.decode("utf-8", "replace"))


def _named_type(source: Source) -> str | None:
    """The type that the name of a file tells."""
    url = "" if isinstance(source, Base64Source) else source.url
    return None if url.lower().startswith("data:") else type_by_extension(url)


_MAY_BE_TEXT = re.compile("(application/([a-z.-]+[+])?(octet-stream|json|xml|yaml|x-yaml|toml|javascript|sql)|)$")


Change: TypeAlias = Callable[[Media], Media | Text | None]


def _each(conversation: Conversation, change: Change, elsewhere: Change | None = None) -> Conversation:
    """With all media changed or (None) left out; what is not in a result as it is `elsewhere`, if that is given."""
    beside = elsewhere or change

    def changed(block: Block) -> Block | None:
        match block:
            case ToolResult(output=tuple(items)):
                outputs = (change(item) if isinstance(item, Media) else item for item in items)
                return replace(block, output=tuple(item for item in outputs if item is not None))
            case _:
                return beside(block) if isinstance(block, Media) else block

    return rewritten(conversation, changed)


def drop_assistant_media(conversation: Conversation) -> Conversation:
    messages = (_split(message)[0] for message in conversation.messages)
    return replace(conversation, messages=tuple(message for message in messages if message is not None))


def assistant_media_as_the_users(conversation: Conversation) -> Conversation:
    parts = (part for message in conversation.messages for part in _split(message))
    return replace(conversation, messages=tuple(part for part in parts if part is not None))


def assistant_media_where_they_stood(conversation: Conversation) -> Conversation:
    return replace(conversation, messages=tuple(piece for message in conversation.messages for piece in _cut(message)))


def _cut(message: Message) -> Iterator[Message]:
    """An assistant's message in pieces, of which those that are media are the user's."""
    if message.role != "assistant" or not any(isinstance(block, Media) for block in message.blocks):
        yield message
        return
    for shown, blocks in groupby(message.blocks, lambda block: isinstance(block, Media)):
        piece = tuple(blocks)
        yield Message("user", "user", piece) if shown else replace(message, blocks=piece)


def _split(message: Message) -> tuple[Message | None, Message | None]:
    """An assistant's message without its media, and a user's message with them; None where nothing is left."""
    media = tuple(block for block in message.blocks if isinstance(block, Media))
    if message.role != "assistant" or not media:
        return message, None
    others = tuple(block for block in message.blocks if not isinstance(block, Media))
    return replace(message, blocks=others) if others else None, Message("user", "user", media)
