"""Media by where they come from and who shows them: each kind, by each source, in each place stands in two cases."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import PurePosixPath

import pytest
from planted.conversations import inside, of, shown

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


RECORDINGS = ("wav", "x-wav", "wave", "mp3", "mpeg", "aac", "ogg", "flac", "aiff", "webm")


def conversations() -> Iterator[tuple[str, Conversation]]:
    yield from ((case.id, case.conversation()) for case in corpus() if case.family != "templates")


@cache
def recordings() -> dict[str, set[str]]:
    """The cases by the types that recordings have by value."""
    found: dict[str, set[str]] = defaultdict(set)
    for case, conversation in conversations():
        for source in (audio.source for audio in shown(Audio, conversation)):
            if isinstance(source, Base64Source):
                found[source.media_type].add(case)
    return found


@pytest.mark.parametrize("kind", RECORDINGS)
def test_each_type_of_a_recording_stands_in_two_cases(kind: str) -> None:
    """A table that has forgotten one, or spells it otherwise, shows nowhere else."""
    assert len(recordings()[f"audio/{kind}"]) >= 2


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
