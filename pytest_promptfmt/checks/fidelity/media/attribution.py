"""Whose media are they? In a chat the turn's role says it, and a name beside it may not say otherwise.

Where speakers have names, that is a question about messages that hold nothing beside their media.

The nearest speaker's name before the media, behind the last utterance of their turn, is their owner's, as with texts.
Media without a name are taken for the next one's who speaks: who shows something and then speaks needs one name only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.media import Found
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.segments import Position, Segment
from pytest_promptfmt.checks.fidelity.speakers import Speakers, speakers
from pytest_promptfmt.checks.fidelity.stream import Match
from pytest_promptfmt.checks.fidelity.texts import TextFinder
from pytest_promptfmt.conversation import Conversation, Media, Message
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

_Shown: TypeAlias = tuple[GivenMedia, Position, str]


def misattributed_media(
    conversation: Conversation, transcript: Transcript, texts: TextFinder, found: Iterable[Found]
) -> Iterator[Finding]:
    """Media that the payload gives to somebody else, or to nobody."""
    alone = [(item, place, part.path) for item, place, part in found if _alone(conversation.messages[item.index])]
    if not alone:
        return
    everybody = _with_owners(conversation, alone, "multiagent")
    turns = _Turns(conversation, texts)
    for item, place, path in alone:
        owner = conversation.messages[item.index]
        gap, before = turns.before(place)
        match = Match(Segment("", path, transcript.turns[place.turn], place), gap, place)
        attribution, speaker = everybody.attribute(owner, match, before)
        about, what = (item.index,), f"{owner.name} shows the {item.media.type} {item.title}"
        if attribution == "wrong":
            message = f"{what}, the payload says that {speaker} does"
            yield loss("wrong-speaker", path, message, about, expected=owner.name, actual=speaker)
        elif attribution == "nobody" and _next(conversation, item.index) != owner.name:
            yield loss("no-speaker", path, f"nothing tells that {what}", about, expected=owner.name)


def misattributed_in_a_chat(
    conversation: Conversation, transcript: Transcript, texts: TextFinder, found: Iterable[Found]
) -> Iterator[Finding]:
    """In a chat: what the user or the assistant shows, in the other's turn, or beside somebody else's name.

    Where it stands beside words of its own message, they are asked whose they are.
    """
    beside = {(text.index, text.place.turn) for text in texts.found}
    shown = [
        (item, place, part.path)
        for item, place, part in found
        if item.result is None and (item.index, place.turn) not in beside
    ]
    if not shown:
        return
    everybody = _with_owners(conversation, shown, "chat")
    turns = _Turns(conversation, texts)
    for item, place, path in shown:
        owner, turn = conversation.messages[item.index], transcript.turns[place.turn]
        if not {owner.role, turn.role} <= {"user", "assistant"}:
            continue
        gap, at = turns.before(place)[0], place.turn
        while (not gap.strip() or at < place.turn) and place.turn - at < _MOST_TURNS:
            at -= 1  # what one message says, several of a role may say
            if at < 0 or transcript.turns[at].role != turn.role or turns.is_somebodys(at):
                break
            gap = f"{turns.left_in(at)}\n{gap}"
        attribution, speaker = everybody.attribute(owner, Match(Segment("", path, turn, place), gap, place), None)
        about, what = (item.index,), f"{owner.name} shows the {item.media.type} {item.title}"
        if attribution == "wrong":
            message = f"{what}, the payload says that {speaker} does"
            yield loss("wrong-speaker", path, message, about, expected=owner.name, actual=speaker)
        elif attribution == "nobody":
            yield loss("no-speaker", path, f"{what}, and nobody is called {speaker}", about, expected=owner.name)


_MOST_TURNS = 8
"""Back from a medium to the words about it."""


def _with_owners(conversation: Conversation, shown: Iterable[_Shown], scenario: str) -> Speakers:
    """The speakers, and who only shows something."""
    everybody = speakers(conversation, scenario)
    owners = (conversation.messages[item.index].name for item, _, _ in shown)
    return replace(everybody, names=tuple(dict.fromkeys((*everybody.names, *owners))))


def _alone(message: Message) -> bool:
    return message.role != "system" and all(isinstance(block, Media) for block in message.blocks)


def _next(conversation: Conversation, index: int) -> str | None:
    return next((message.name for message in conversation.messages[index + 1 :]), None)


class _Turns:
    """What stands in each turn, and whose texts were found where."""

    def __init__(self, conversation: Conversation, texts: TextFinder) -> None:
        self._messages = {found.place.part: conversation.messages[found.index] for found in texts.found}
        self._unused = {segment.place.part: stretch for segment, stretch in texts.dialog.unused()}
        self._segments: defaultdict[int, list[Segment]] = defaultdict(list)
        for segment in texts.dialog.segments:
            self._segments[segment.place.turn].append(segment)

    def is_somebodys(self, turn: int) -> bool:
        """Stands there what somebody said?"""
        return any(segment.place.part in self._messages for segment in self._segments[turn])

    def left_in(self, turn: int) -> str:
        """What stands in a turn that nobody said."""
        return "\n".join(self._unused.get(segment.place.part, "") for segment in self._segments[turn])

    def before(self, place: Position) -> tuple[str, Message | None]:
        """What stands before `place` in its turn, back to the last utterance, and whose that was."""
        gap = ""
        for segment in reversed(self._segments[place.turn]):
            if segment.place > place:
                continue
            part = segment.place.part
            stretch = self._unused.get(part, "")
            gap = f"{stretch}\n{gap}" if segment.text.endswith(stretch) else gap
            if part in self._messages:
                return gap, self._messages[part]
        return gap, None
