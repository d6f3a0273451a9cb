"""Images, audio, video, documents: the same bytes, picture or address, once, and a true type."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote, unquote, urlsplit

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.media.pictures import alike, same_picture, turned
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.common.media import belied, canonical, read_base64, read_data_uri, sniff
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
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import MediaPart, ResultPart


@dataclass(frozen=True, slots=True)
class GivenMedia:
    """Media of the conversation; `data` is their bytes, where they are at hand.

    `result` is the id of the call whose result holds them.
    """

    index: int
    media: Media
    data: bytes | None
    result: str | None = None

    @property
    def title(self) -> str:
        source = self.media.source
        if isinstance(source, Base64Source):
            return f"({source.media_type}, {len(source.data)} characters of base64)"
        local = self.data is not None and not source.url.lower().startswith("data:")
        return cut(os.path.basename(source.url) if local else source.url)


def media_in(conversation: Conversation) -> list[GivenMedia]:
    """All media, those inside results among them."""
    found: list[GivenMedia] = []
    for index, message in enumerate(conversation.messages):
        for block in message.blocks:
            match block:
                case Image() | Audio() | Video() | Document():
                    found.append(GivenMedia(index, block, bytes_of(block.source)))
                case ToolResult(id=id_, output=tuple(items)):
                    media = (item for item in items if isinstance(item, (Image, Audio, Video, Document)))
                    found += (GivenMedia(index, item, bytes_of(item.source), id_) for item in media)
                case _:
                    pass  # says nothing to the eye or the ear
    return found


Found: TypeAlias = tuple[GivenMedia, Position, MediaPart]


@dataclass(frozen=True, slots=True)
class Viewed:
    found: tuple[Found, ...]
    findings: tuple[Finding, ...]


def compare_media(
    shown: list[GivenMedia], heard: Segments, carried: Container[str], *, redrawn: bool = False
) -> Viewed:
    """Holds the payload's media against those of the conversation; what is not `carried` need not be there.

    `redrawn` says that pictures may come in another size, or as what compression makes of them.
    """
    findings: list[Finding] = []
    found: list[Found] = []
    left = list(heard.media)

    def take(item: GivenMedia, wanted: Callable[[GivenMedia, MediaPart], bool]) -> bool:
        number = next((n for n, (_, said, _) in enumerate(left) if wanted(item, said)), None)
        if number is None:
            return False
        place, said, holder = left.pop(number)
        found.append((item, place, said))
        findings.extend(_judge(item, said, holder))
        return True

    late = shown
    for wanted in (equal, same, like) if redrawn else (equal, same):
        late = [item for item in late if not take(item, wanted)]
    for item in late:
        number = next((n for n, (_, said, _) in enumerate(left) if said.kind in (item.media.type, "unknown")), None)
        if item.media.type not in carried:
            if number is not None:  # the rules blame what stands where nothing has a place
                left.pop(number)
            continue
        if number is None:
            findings.append(loss("lost-media", "$", f"the {item.media.type} {item.title} is nowhere", (item.index,)))
            continue
        place, said, _ = left.pop(number)
        found.append((item, place, said))
        findings.append(
            loss(
                "altered-media",
                said.path,
                f"the {item.media.type} {item.title} came out as another one",
                (item.index,),
                expected=item.title,
                actual=said.url or f"{len(said.data or b'')} bytes",
            )
        )
    for _, said, _ in left:
        twin = next((item for item in shown if same(item, said)), None)
        about = (twin.index,) if twin else ()
        findings.append(
            loss("doubled-media", said.path, f"this {said.kind} is here once more than it was shown", about)
        )
    order = {id(item): number for number, item in enumerate(shown)}
    return Viewed(tuple(sorted(found, key=lambda each: order[id(each[0])])), tuple(findings))


def _judge(item: GivenMedia, said: MediaPart, holder: ResultPart | None) -> Iterator[Finding]:
    kind, about = item.media.type, (item.index,)
    if said.kind not in (kind, "unknown"):
        yield loss("media-type", said.path, f"the {kind} {item.title} is sent as {said.kind}", about)
    if holder is not None and item.result is not None and holder.id is not None and holder.id != item.result:
        told = f"the {kind} of {item.result} is told as that of {holder.id}"
        yield loss("wrong-call", said.path, told, about)
    if said.data is None:
        if said.url and said.media_type and (shown := belied(said.url, said.media_type)):
            told = f"the {said.kind} is declared as {said.media_type}, its address shows {shown}"
            yield loss("guessed-type", said.path, told, about, expected=shown, actual=said.media_type)
        return
    true = sniff(said.data) or _declared(item.media.source)
    if true is not None and said.media_type is not None and canonical(said.media_type) != canonical(true):
        told = f"the {said.kind} is declared as {said.media_type}, its bytes are {true}"
        yield loss("media-type", said.path, told, about, expected=true, actual=said.media_type)
    if item.data is not None and item.data != said.data and turned(item.data, said.data):
        yield loss("turned-media", said.path, f"the {kind} {item.title} is no longer set upright", about)


def _declared(source: Source) -> str | None:
    return source.media_type if isinstance(source, Base64Source) else None


def equal(item: GivenMedia, said: MediaPart) -> bool:
    """Is it the same address, or the same bytes?"""
    if said.data is not None:
        return item.data == said.data
    if said.url is None:
        return False
    source = item.media.source
    if not isinstance(source, Base64Source) and _address(source.url) == _address(said.url):
        return True
    return item.data is not None and item.data == bytes_of_url(said.url)


def same(item: GivenMedia, said: MediaPart) -> bool:
    """Is it the same address, or the same bytes, or (images) the same pixels?"""
    if said.kind != "image" or item.data is None or said.data is None:
        return equal(item, said)
    return equal(item, said) or same_picture(item.data, said.data) or turned(item.data, said.data)


def like(item: GivenMedia, said: MediaPart) -> bool:
    """Is it the same picture, in another size or as what compression makes of it?"""
    images = isinstance(item.media, Image) and said.kind == "image"
    return images and item.data is not None and said.data is not None and alike(item.data, said.data)


def _address(url: str) -> str:
    """An address as browsers send it: a blank, and what is not ASCII, is percent-encoded; scheme and host are small."""
    scheme, colon, rest = url.partition("://")
    if not colon or scheme.lower().startswith("data:"):
        return url
    host, slash, path = rest.partition("/")
    return quote(f"{scheme.lower()}{colon}{host.lower()}{slash}{path}", "%/:?#[]@!$&'()*+,;=~", errors="surrogatepass")


def bytes_of(source: Source) -> bytes | None:
    """The bytes of a source, where they are at hand."""
    return read_base64(source.data) if isinstance(source, Base64Source) else bytes_of_url(source.url)


def bytes_of_url(url: str) -> bytes | None:
    """The bytes behind a data URI, a local path or a ``file://`` URL; None for everything that would need a network."""
    scheme = url.partition(":")[0].lower()
    if scheme == "data":
        return read_data_uri(url)
    try:
        parts = urlsplit(url)
        if "://" in url and (scheme != "file" or parts.netloc not in ("", "localhost")):
            return None
        with open(unquote(parts.path) if scheme == "file" else url, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None
