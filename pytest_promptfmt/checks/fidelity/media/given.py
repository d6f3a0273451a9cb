"""The media of a conversation, those inside results among them."""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass

from pytest_promptfmt.checks.fidelity.losses import cut
from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Media,
    ToolResult,
    Video,
)
from pytest_promptfmt.conversation.sources import bytes_of


@dataclass(frozen=True, slots=True)
class GivenMedia:
    """Media of the conversation; `data` is their bytes, where they are at hand.

    `result` is the id of the call whose result holds them, `number` the block's place in its message.
    """

    index: int
    media: Media
    data: bytes | None
    result: str | None = None
    number: int = 0

    @property
    def title(self) -> str:
        source = self.media.source
        if isinstance(source, Base64Source):
            return f"({source.media_type or 'of no type'}, {len(source.data)} characters of base64)"
        local = self.data is not None and not source.url.lower().startswith("data:")
        return cut(os.path.basename(source.url) if local else source.url)

    @property
    def content(self) -> Hashable:
        """What twins have in common: their bytes, however they are spelled, or their address."""
        return self.media if self.data is None else (self.media.type, self.data)


def media_in(conversation: Conversation) -> list[GivenMedia]:
    """All media, those inside results among them."""
    found: list[GivenMedia] = []
    for index, message in enumerate(conversation.messages):
        for number, block in enumerate(message.blocks):
            match block:
                case Image() | Audio() | Video() | Document():
                    found.append(GivenMedia(index, block, bytes_of(block.source), number=number))
                case ToolResult(id=id_, output=tuple(items)):
                    media = (item for item in items if isinstance(item, (Image, Audio, Video, Document)))
                    found += (GivenMedia(index, item, bytes_of(item.source), id_, number) for item in media)
                case _:
                    pass  # holds no media
    return found
