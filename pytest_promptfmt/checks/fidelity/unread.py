"""What was lost and is in the payload after all, at a place where the provider reads nothing of its kind."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.media import nowhere
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia, media_in
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.fidelity.stream import forms
from pytest_promptfmt.common.json_leaves import strings_outside
from pytest_promptfmt.conversation import Base64Source, Conversation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

_SHORTEST = 8
"""Of a text, an address or base64 in characters; what is shorter stands anywhere."""
_MOST_TEXTS = 20
"""Texts that are looked for; of what loses more it is known by then."""

Strings: TypeAlias = Sequence[tuple[str, str]]
"""Path and text of every string of a payload that is not read."""
Find: TypeAlias = Callable[[Finding], "tuple[str, str] | None"]
"""The path where what a finding calls lost stands unread, and what the finding says of it."""


def with_unread(
    findings: Iterable[Finding], conversation: Conversation, transcript: Transcript, payload: Any
) -> Iterator[Finding]:
    """The findings, of which those of lost tools, media and texts name the place where the thing stands unread."""
    known = list(findings)
    for kind in _KINDS:
        lost = [n for n, finding in enumerate(known) if kind.is_lost(finding)][: kind.most]
        if not lost:
            continue
        find = kind.finder(conversation, list(strings_outside(payload, kind.read(transcript))))
        for n in lost:
            if found := find(known[n]):
                path, message = found
                known[n] = replace(known[n], path=path, message=message)
    yield from known


_LACKING = " is on offer, the payload's tools lack it"


def _is_lost_tool(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-tool" and finding.message.endswith(_LACKING)


def _tools_read(transcript: Transcript) -> set[str]:
    return {tool.path for tool in transcript.tools or ()}


def _tool_finder(_: Conversation, unread: Strings) -> Find:
    """By the object among tools that has its name."""
    objects = {text: path.removesuffix(".name") for path, text in unread if "tools" in path and path.endswith(".name")}

    def find(finding: Finding) -> tuple[str, str] | None:
        name = finding.message.removeprefix("the tool ").removesuffix(_LACKING)
        place = objects.get(name)
        return (place, f"the tool {name} stands at {place}, in a form of which nothing is read") if place else None

    return find


_LOST_MEDIA = "fidelity.lost-media"
Losses: TypeAlias = Mapping[tuple[tuple[int, ...], str], GivenMedia]
"""Media by what a finding has that says that they are nowhere: the messages that it is about, and its sentence."""


def by_loss(media: Sequence[GivenMedia]) -> Losses:
    """Of those that are called alike in one message the first."""
    return {((each.index,), nowhere(each)): each for each in reversed(media)}


def lost_by(finding: Finding, media: Losses) -> GivenMedia | None:
    """The media that it says are nowhere; None where it says something else, or says it of others."""
    return media.get((finding.about, finding.message)) if finding.id == _LOST_MEDIA else None


def _is_lost_media(finding: Finding) -> bool:
    return finding.id == _LOST_MEDIA


def _media_read(transcript: Transcript) -> set[str]:
    return {part.path for _, part, _ in segments_of(transcript).media}


def _media_finder(conversation: Conversation, unread: Strings) -> Find:
    """By their address or their base64."""
    given = by_loss(media_in(conversation))

    def find(finding: Finding) -> tuple[str, str] | None:
        lost = lost_by(finding, given)
        place = _place_of(_spellings(lost), unread) if lost else None
        if lost is None or place is None:
            return None
        kind = lost.media.type
        return place, f"the {kind} {lost.title} stands at {place}, where no {kind} is read"

    return find


def _spellings(given: GivenMedia) -> list[str]:
    source = given.media.source
    told = {source.data if isinstance(source, Base64Source) else source.url}
    told |= {b64encode(given.data).decode()} if given.data else set()
    return [each for each in told if len(each) >= _SHORTEST]


_NOWHERE = " is nowhere: "


def _is_lost_text(finding: Finding) -> bool:
    said = finding.id == "fidelity.lost-text" and finding.path == "$" and _NOWHERE in finding.message
    text = finding.data.get("expected")
    return said and isinstance(text, str) and len(text) >= _SHORTEST


def _texts_read(transcript: Transcript) -> set[str]:
    return _tools_read(transcript) | {part.path for turn in transcript.turns for part in turn.parts}


def _text_finder(_: Conversation, unread: Strings) -> Find:
    """In any form that fidelity takes for the text."""

    def find(finding: Finding) -> tuple[str, str] | None:
        place = _place_of(forms(finding.data["expected"]), unread)
        message = finding.message.replace(_NOWHERE, f" stands at {place}, where no text is read: ", 1)
        return (place, message) if place else None

    return find


def _place_of(spellings: Iterable[str], unread: Strings) -> str | None:
    wanted = list(spellings)
    return next((path for path, text in unread if any(each in text for each in wanted)), None)


@dataclass(frozen=True, slots=True)
class _Kind:
    """`read` are the paths of what the provider reads; `finder` is made once for the payload, and asked of each loss.

    No more than `most` losses are looked for, where it says a number.
    """

    is_lost: Callable[[Finding], bool]
    read: Callable[[Transcript], set[str]]
    finder: Callable[[Conversation, Strings], Find]
    most: int | None = None


_KINDS = (
    _Kind(_is_lost_tool, _tools_read, _tool_finder),
    _Kind(_is_lost_media, _media_read, _media_finder),
    _Kind(_is_lost_text, _texts_read, _text_finder, _MOST_TEXTS),
)
