"""AgentScope's media blocks, opened as the wire's media are: by true type, from local files, never from the network."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Awaitable, Callable
from pathlib import PurePath
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from promptfmt_reference.agentscope_v1.message import Block, Msg
from promptfmt_reference.wire.media import File, open_media
from promptfmt_reference.wire.media_types import type_by_extension
from pytest_promptfmt.conversation import Audio, Base64Source, Image, Media, UrlSource, Video

Fetch: TypeAlias = Callable[[str], bytes | Awaitable[bytes]]
KINDS: dict[str, type[Image | Audio | Video]] = {"image": Image, "audio": Audio, "video": Video}


def media(block: Block) -> Media:
    """The block as the wire knows it; `ValueError` where its source says nothing."""
    match block.get("source"):
        case {"type": "url", "url": str(url)}:
            return KINDS[block["type"]](UrlSource(url))
        case {"type": "base64", "media_type": str(media_type), "data": str(data)}:
            return KINDS[block["type"]](Base64Source(media_type, data))
        case source:
            raise ValueError(f"{block['type']}: its source is neither a url nor base64: {source!r}")


def by_value(block: Block) -> Block:
    """Media in a local file as media by value; every other block as it is."""
    if block["type"] not in KINDS or block["source"]["type"] != "url":
        return block
    match open_media(media(block)):
        case File(media_type=media_type, data=data):
            return {**block, "source": {"type": "base64", "media_type": media_type, "data": data}}
        case _:
            return block


def address(block: Block) -> str | None:
    """Where texts say that media can be found; None for media by value."""
    source = media(block).source
    url = source.url if isinstance(source, UrlSource) else block["source"].get("url")
    return url if isinstance(url, str) and not url.startswith("data:") else None


async def fetched(msgs: list[Msg], fetch: Fetch, kinds: frozenset[str]) -> list[Msg]:
    """The messages with media of `kinds` by value where they were web addresses; every address is fetched once."""
    known: dict[str, bytes] = {}

    async def by_value(block: Block) -> Block:
        if block["type"] == "tool_result" and isinstance(block.get("output"), list):
            return {**block, "output": [await by_value(item) for item in block["output"]]}
        match block:
            case {"type": kind, "source": {"type": "url", "url": str(url)}} if kind in kinds and is_web(url):
                if url not in known:
                    body = fetch(url)
                    known[url] = await body if inspect.isawaitable(body) else body
                return {**block, "source": _held(url, known[url])}
            case _:
                return block

    return [
        msg
        if isinstance(msg.content, str)
        else Msg(msg.name, [await by_value(block) for block in msg.content], msg.role)
        for msg in msgs
    ]


def is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _held(url: str, body: bytes) -> dict[str, Any]:
    """The address stays, for the texts that name it."""
    media_type = type_by_extension(PurePath(urlsplit(url).path).name)
    return {"type": "base64", "media_type": media_type, "data": base64.b64encode(body).decode(), "url": url}
