"""Media that were lost, and are there after all: at a place where the provider reads none of their kind."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.media import empty, is_empty, nowhere
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia, media_in
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.common.json_leaves import strings_outside
from pytest_promptfmt.conversation import Base64Source, Conversation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

_LOST = ("fidelity.lost-media", "fidelity.altered-media")
_SHORTEST = 8
"""Of an address or base64 in characters; what is shorter stands anywhere."""


def with_places(
    findings: Iterable[Finding], conversation: Conversation, transcript: Transcript, payload: Any
) -> Iterator[Finding]:
    """The findings, of which those that say that media are nowhere or empty name the place where they stand unread."""
    known = list(findings)
    if not any(finding.id in _LOST for finding in known):
        yield from known
        return
    given = by_loss(media_in(conversation), nowhere, empty)
    read = {part.path for _, part, _ in segments_of(transcript).media if not is_empty(part)}
    unread = list(strings_outside(payload, read))
    for finding in known:
        lost = lost_by(finding, given)
        if lost and (place := _unread(lost, unread)):
            kind = lost.media.type
            message = f"the {kind} {lost.title} stands at {place}, where no {kind} is read"
            finding = replace(finding, path=place, message=message)
        yield finding


Losses: TypeAlias = Mapping[tuple[tuple[int, ...], str], GivenMedia]
"""Media by what a finding has that says that they are nowhere: the messages that it is about, and its sentence."""


def by_loss(media: Sequence[GivenMedia], *said: Callable[[GivenMedia], str]) -> Losses:
    """By what is `said` of lost ones; of those that are called alike in one message the first."""
    return {((each.index,), sentence(each)): each for each in reversed(media) for sentence in said or (nowhere,)}


def lost_by(finding: Finding, media: Losses) -> GivenMedia | None:
    """The media that it says are lost; None where it says something else, or says it of others."""
    return media.get((finding.about, finding.message)) if finding.id in _LOST else None


def _unread(given: GivenMedia, unread: Iterable[tuple[str, str]]) -> str | None:
    """Where one of the strings has its address or its base64."""
    source = given.media.source
    told = {source.data if isinstance(source, Base64Source) else source.url}
    told |= {b64encode(given.data).decode()} if given.data else set()
    told = {each for each in told if len(each) >= _SHORTEST}
    return next((path for path, node in unread if any(each in node for each in told)), None)
