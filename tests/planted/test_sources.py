"""Media by where they come from and who shows them: each kind, by each source, in each place stands in two cases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import PurePosixPath

import pytest
from planted.conversations import blocks, inside, of, shown

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Conversation,
    Document,
    Image,
    Media,
    Text,
    ToolResult,
    Video,
)
from pytest_promptfmt.corpus import corpus

KINDS = (Image, Audio, Video, Document)
PLACES = ("user", "assistant", "result")
NEVER = {("assistant", "a data: address"), ("assistant", "an address")}
"""What a model makes comes as bytes, and is kept as a file."""


def source_of(media: Media) -> str:
    if isinstance(media.source, Base64Source):
        return "bytes"
    if media.source.url.startswith("data:"):
        return "a data: address"
    return "an address" if re.match("(?!file:)[a-z0-9]+:", media.source.url) else "a file"


def places(conversation: Conversation) -> Iterator[tuple[type, str, str]]:
    for message in conversation.messages:
        for block in message.blocks:
            if isinstance(block, Media):
                yield type(block), message.role, source_of(block)
            if isinstance(block, ToolResult):
                yield from (
                    (type(item), "result", source_of(item)) for item in inside(block) if isinstance(item, Media)
                )


@cache
def cases() -> dict[tuple[type, str, str], set[str]]:
    found: dict[tuple[type, str, str], set[str]] = defaultdict(set)
    for case in corpus():
        for place in places(case.conversation()) if case.family != "templates" else ():
            found[place].add(case.id)
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    ("place", "source"), sorted({*product(PLACES, ("bytes", "a data: address", "a file"))} - NEVER), ids=str
)
def test_each_kind_by_each_source_in_each_place_stands_in_two_cases(kind: type, place: str, source: str) -> None:
    assert len(cases()[kind, place, source]) >= 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_that_a_user_shows_by_address_stands_in_two_cases(kind: type) -> None:
    assert len(cases()[kind, "user", "an address"]) >= 2


TYPES: dict[tuple[type[Media], str], tuple[str, ...]] = {
    (Audio, "shown"): tuple(
        f"audio/{kind}" for kind in ("wav", "x-wav", "wave", "mp3", "mpeg", "aac", "ogg", "flac", "aiff", "webm")
    ),
    (Audio, "in a result"): ("audio/wav", "audio/mpeg"),
    (Image, "shown"): ("image/png", "image/jpeg", "image/webp", "image/gif"),
    (Image, "in a result"): ("image/png", "image/jpeg"),
    (Video, "shown"): ("video/mp4", "video/quicktime", "video/webm"),
    (Video, "in a result"): ("video/mp4",),
    (Document, "shown"): ("application/pdf", "text/plain", "text/csv", "text/html", "text/markdown"),
    (Document, "in a result"): ("application/pdf", "text/plain", "text/csv", "text/html", "text/markdown"),
}
"""The types that media have by value, by kind and by whether a tool shows them."""


def conversations() -> Iterator[tuple[str, Conversation]]:
    yield from ((case.id, case.conversation()) for case in corpus() if case.family != "templates")


@cache
def typed() -> dict[tuple[type[Media], str, str], set[str]]:
    """The cases by kind, place and type."""
    found: dict[tuple[type[Media], str, str], set[str]] = defaultdict(set)
    for case, conversation in conversations():
        own = [(block, "shown") for kind in KINDS for block in blocks(kind, conversation)]
        of_tools = [(i, "in a result") for result in blocks(ToolResult, conversation) for i in inside(result)]
        for media, place in own + of_tools:
            if isinstance(media, Media) and isinstance(media.source, Base64Source):
                found[type(media), place, media.source.media_type].add(case)
    return found


@pytest.mark.parametrize(
    ("kind", "place", "type_"),
    [(*key, type_) for key, types in TYPES.items() for type_ in types],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_each_type_of_each_kind_stands_in_two_cases(kind: type[Media], place: str, type_: str) -> None:
    """A table that has forgotten one, or spells it otherwise, shows nowhere else."""
    assert len(typed()[kind, place, type_]) >= 2


@pytest.mark.parametrize("kind", [Text, Image, Audio, Document], ids=lambda kind: kind.__name__)
def test_each_kind_stands_beside_a_result_in_its_message_in_two_cases(kind: type) -> None:
    """Who turns such a message into results forgets the rest of it."""
    found = {
        case
        for case, conversation in conversations()
        for message in conversation.messages
        if message.role == "user" and of(ToolResult, message) and of(kind, message)
    }

    assert len(found) >= 2


NAMES: dict[str, Callable[[str], str]] = {
    "without its ending": lambda name: PurePosixPath(name).stem,
    "in small letters": str.lower,
    "without what Bedrock refuses": lambda name: re.sub(r"[^a-zA-Z0-9]+", " ", PurePosixPath(name).stem),
}


@pytest.mark.parametrize("part", NAMES)
def test_two_papers_have_one_name_by_each_part_in_two_cases(part: str) -> None:
    """Bedrock takes no two documents of one name."""
    found = set()
    for case, conversation in conversations():
        urls = {
            paper.source.url for paper in shown(Document, conversation) if not isinstance(paper.source, Base64Source)
        }
        names = {PurePosixPath(url).name for url in urls if not url.startswith("data:")}
        if len({NAMES[part](name) for name in names}) < len(names):
            found.add(case)

    assert len(found) >= 2
