"""What was lost and is in the payload after all, at a place where the provider reads nothing of its kind."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.media import emptied_message, is_empty, lost_message
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia, media_in
from pytest_promptfmt.checks.fidelity.segments import segments_of
from pytest_promptfmt.checks.fidelity.stream import forms
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.common.json.leaves import nodes, strings_outside
from pytest_promptfmt.conversation import Base64Source, Conversation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import CallPart, Transcript
from pytest_promptfmt.payload.walking import json_or_raw

_SHORTEST = 8
"""Of a text, an address or base64 in characters; what is shorter stands anywhere."""
_MOST_TEXTS = 20
"""Texts that are looked for; of what loses more it is known by then."""

Find: TypeAlias = Callable[[Finding], "tuple[str, str] | None"]
"""The path where what a finding calls lost stands unread, and what the finding says of it."""


def with_unread(
    findings: Iterable[Finding], conversation: Conversation, transcript: Transcript, payload: Any
) -> Iterator[Finding]:
    """The findings, of which those of lost things name the place where the thing stands unread, if it does."""
    known = list(findings)
    for kind in _KINDS:
        lost = [n for n, finding in enumerate(known) if kind.is_lost(finding)][: kind.most]
        if not lost:
            continue
        find = kind.finder(conversation, transcript, payload)
        for n in lost:
            if found := find(known[n]):
                path, message = found
                known[n] = replace(known[n], path=path, message=message)
    yield from known


_LACKING = " is on offer, the payload's tools lack it"


def _is_lost_tool(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-tool" and finding.message.endswith(_LACKING)


def _tool_finder(_: Conversation, transcript: Transcript, payload: Any) -> Find:
    """By the object among tools that has its name."""
    unread = strings_outside(payload, {tool.path for tool in transcript.tools or ()})
    objects = {text: path.removesuffix(".name") for path, text in unread if "tools" in path and path.endswith(".name")}

    def find(finding: Finding) -> tuple[str, str] | None:
        name = finding.message.removeprefix("the tool ").removesuffix(_LACKING)
        place = objects.get(name)
        return (place, f"the tool {name} stands at {place}, in a form of which nothing is read") if place else None

    return find


_NOWHERE = " is nowhere"
_ARGUMENTS = ("arguments", "args", "input")


def _is_lost_call(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-call" and finding.message.endswith(_NOWHERE)


def _call_finder(_: Conversation, transcript: Transcript, payload: Any) -> Find:
    """By the object that has its name and its arguments; where that is read, it is another call, which is equal."""
    told = [(path, node) for path, node in nodes(payload) if isinstance(node, dict) and "name" in node]
    read = tuple(part.path for turn in transcript.turns for part in turn.parts if isinstance(part, CallPart))

    def find(finding: Finding) -> tuple[str, str] | None:
        call = finding.data.get("expected")
        if not isinstance(call, Mapping):
            return None
        places = [path for path, node in told if _tells(node, call)]
        unread = [path for path in places if not path.startswith(read)]
        if unread:
            return unread[0], finding.message.replace(_NOWHERE, f" stands at {unread[0]}, where no call is read")
        again = " is nowhere: it was made more often than it stands here"
        return (places[0], finding.message.replace(_NOWHERE, again)) if places else None

    return find


def _tells(node: dict[str, Any], call: Mapping[str, Any]) -> bool:
    told = [json_or_raw(node[key]) for key in _ARGUMENTS if key in node]
    return bool(node["name"] == call["name"]) and any(equal(each, call["input"]) for each in told)


_LOST_MEDIA = ("fidelity.lost-media", "fidelity.altered-media")
Losses: TypeAlias = Mapping[tuple[tuple[int, ...], str], GivenMedia]
"""Media by what a finding has that says that they are lost: the messages that it is about, and its sentence."""


def by_loss(media: Sequence[GivenMedia], *said: Callable[[GivenMedia], str]) -> Losses:
    """By what is `said` of lost ones; of those that are called alike in one message the first."""
    return {((each.index,), sentence(each)): each for each in reversed(media) for sentence in said or (lost_message,)}


def lost_by(finding: Finding, media: Losses) -> GivenMedia | None:
    """The media that it says are lost; None where it says something else, or says it of others."""
    return media.get((finding.about, finding.message)) if _is_lost_media(finding) else None


def _is_lost_media(finding: Finding) -> bool:
    return finding.id in _LOST_MEDIA


def _media_finder(conversation: Conversation, transcript: Transcript, payload: Any) -> Find:
    """By their address or their base64."""
    given = by_loss(media_in(conversation), lost_message, emptied_message)
    read = {part.path for _, part, _ in segments_of(transcript).media if not is_empty(part)}
    unread = list(strings_outside(payload, read))

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
    told |= {encode(given.data).decode() for encode in (b64encode, urlsafe_b64encode)} if given.data else set()
    return [each for each in told if len(each) >= _SHORTEST]


_TEXT_NOWHERE = " is nowhere: "


def _is_lost_text(finding: Finding) -> bool:
    text = finding.data.get("expected")
    lost = finding.id == "fidelity.lost-text" and finding.path == "$" and _TEXT_NOWHERE in finding.message
    return lost and isinstance(text, str) and len(text) >= _SHORTEST


def _text_finder(_: Conversation, transcript: Transcript, payload: Any) -> Find:
    """In any form that fidelity takes for the text."""
    read = {part.path for turn in transcript.turns for part in turn.parts}
    unread = list(strings_outside(payload, read | {tool.path for tool in transcript.tools or ()}))

    def find(finding: Finding) -> tuple[str, str] | None:
        place = _place_of(forms(finding.data["expected"]), unread)
        message = finding.message.replace(_TEXT_NOWHERE, f" stands at {place}, where no text is read: ", 1)
        return (place, message) if place else None

    return find


def _place_of(spellings: Sequence[str], unread: Iterable[tuple[str, str]]) -> str | None:
    return next((path for path, text in unread if any(each in text for each in spellings)), None)


@dataclass(frozen=True, slots=True)
class _Kind:
    """`finder` is made once for a payload, and asked of each loss; of no more than `most`, where that is a number."""

    is_lost: Callable[[Finding], bool]
    finder: Callable[[Conversation, Transcript, Any], Find]
    most: int | None = None


_KINDS = (
    _Kind(_is_lost_tool, _tool_finder),
    _Kind(_is_lost_call, _call_finder),
    _Kind(_is_lost_media, _media_finder),
    _Kind(_is_lost_text, _text_finder, _MOST_TEXTS),
)
