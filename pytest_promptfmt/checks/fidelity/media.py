"""Images, audio, video, documents: the same bytes or address, once, and a true type."""

from __future__ import annotations

import io
import os
from collections.abc import Container, Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from pytest_promptfmt.checks.fidelity.heard import Heard, Place
from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Media,
    Source,
    ToolResult,
    Video,
)
from pytest_promptfmt.media import canonical, decode_base64, sniff, split_data_uri
from pytest_promptfmt.said import SaidMedia, SaidResult
from pytest_promptfmt.verdict import Finding


@dataclass(frozen=True, slots=True)
class Shown:
    """Media of the conversation; `result` is the id of the call whose result holds them."""

    index: int
    media: Media
    result: str | None = None


def shown_in(conversation: Conversation) -> list[Shown]:
    """All media, those inside results among them."""
    found: list[Shown] = []
    for index, message in enumerate(conversation.messages):
        for block in message.blocks:
            match block:
                case Image() | Audio() | Video() | Document():
                    found.append(Shown(index, block))
                case ToolResult(id=id_, output=tuple(items)):
                    found += (
                        Shown(index, item, id_) for item in items if isinstance(item, (Image, Audio, Video, Document))
                    )
                case _:
                    pass  # says nothing to the eye or the ear
    return found


@dataclass(frozen=True, slots=True)
class Viewed:
    found: tuple[tuple[Shown, Place, SaidMedia], ...]
    findings: tuple[Finding, ...]


def compare_media(shown: list[Shown], heard: Heard, carried: Container[str]) -> Viewed:
    """Holds the payload's media against those of the conversation; what is not `carried` need not be there."""
    findings: list[Finding] = []
    found: list[tuple[Shown, Place, SaidMedia]] = []
    left = list(heard.media)
    late: list[Shown] = []
    for item in shown:
        number = next((n for n, (_, said, _) in enumerate(left) if same(item.media.source, said)), None)
        if number is None:
            late += [item] if item.media.type in carried else []
            continue
        place, said, holder = left.pop(number)
        found.append((item, place, said))
        findings += _judge(item, said, holder)
    for item in late:
        number = next((n for n, (_, said, _) in enumerate(left) if said.kind in (item.media.type, "unknown")), None)
        if number is None:
            findings.append(loss("lost-media", "$", f"the {item.media.type} {_title(item)} is nowhere", (item.index,)))
            continue
        place, said, _ = left.pop(number)
        found.append((item, place, said))
        findings.append(
            loss(
                "altered-media",
                said.path,
                f"the {item.media.type} {_title(item)} came out as another one",
                (item.index,),
                expected=_title(item),
                actual=said.url or f"{len(said.data or b'')} bytes",
            )
        )
    for _, said, _ in left:
        twin = next((item for item in shown if same(item.media.source, said)), None)
        about = (twin.index,) if twin else ()
        findings.append(
            loss("doubled-media", said.path, f"this {said.kind} is here once more than it was shown", about)
        )
    order = {id(item): number for number, item in enumerate(shown)}
    return Viewed(tuple(sorted(found, key=lambda each: order[id(each[0])])), tuple(findings))


def _judge(item: Shown, said: SaidMedia, holder: SaidResult | None) -> Iterator[Finding]:
    if said.kind not in (item.media.type, "unknown"):
        yield loss(
            "media-type", said.path, f"the {item.media.type} {_title(item)} is sent as {said.kind}", (item.index,)
        )
    if holder is not None and item.result is not None and holder.id is not None and holder.id != item.result:
        yield loss(
            "wrong-call",
            said.path,
            f"the {item.media.type} of {item.result} is told as that of {holder.id}",
            (item.index,),
        )
    if said.data is not None and said.media_type is not None:
        true = sniff(said.data) or _declared(item.media.source)
        if true is not None and canonical(said.media_type) != canonical(true):
            yield loss(
                "media-type",
                said.path,
                f"the {said.kind} is declared as {said.media_type}, its bytes are {true}",
                (item.index,),
                expected=true,
                actual=said.media_type,
            )


def _declared(source: Source) -> str | None:
    return source.media_type if isinstance(source, Base64Source) else None


def same(source: Source, said: SaidMedia) -> bool:
    """Is it the same address, or the same bytes, or (images) the same picture?"""
    data = bytes_of(source)
    if data is not None and said.data is not None:
        return data == said.data or (said.kind == "image" and _same_picture(data, said.data))
    if isinstance(source, Base64Source) or said.url is None:
        return False
    return said.url == source.url or (data is not None and bytes_of_url(said.url) == data)


def bytes_of(source: Source) -> bytes | None:
    """The bytes of a source, where they are at hand."""
    return decode_base64(source.data) if isinstance(source, Base64Source) else bytes_of_url(source.url)


def bytes_of_url(url: str) -> bytes | None:
    """The bytes behind a data URI, a local path or a ``file://`` URL; None for everything that would need a network."""
    if uri := split_data_uri(url):
        return decode_base64(uri.data)
    scheme = urlsplit(url).scheme.lower()
    path = unquote(urlsplit(url).path) if scheme == "file" else url
    if scheme not in ("", "file") and len(scheme) > 1:
        return None
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def _same_picture(one: bytes, other: bytes) -> bool:
    """Do both open as images of the same size with the same pixels?"""
    from PIL import Image as Pictures

    try:
        with Pictures.open(io.BytesIO(one)) as a, Pictures.open(io.BytesIO(other)) as b:
            return a.size == b.size and a.convert("RGBA").tobytes() == b.convert("RGBA").tobytes()
    except Exception:  # Pillow's decoders raise all kinds of errors over bytes that are no image
        return False


def _title(item: Shown) -> str:
    source = item.media.source
    if isinstance(source, Base64Source):
        return f"({source.media_type}, {len(source.data)} characters of base64)"
    return cut(os.path.basename(source.url) if bytes_of_url(source.url) else source.url)
