"""Whose media are they? In a chat the turn's role tells it.

Where names tell the speakers apart it is asked of messages that say nothing beside their media.

The nearest speaker's name before the media, behind the last utterance of their turn, is their owner's, as with texts.
Media without a name are taken for the next one's who speaks: who shows something and then speaks needs one name only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.media import Found
from pytest_promptfmt.checks.fidelity.segments import Position, Segment
from pytest_promptfmt.checks.fidelity.speakers import speakers
from pytest_promptfmt.checks.fidelity.stream import Match
from pytest_promptfmt.checks.fidelity.texts import Listener
from pytest_promptfmt.conversation import Conversation, Media, Message
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript


def misattributed_media(
    conversation: Conversation, said: Transcript, listener: Listener, found: Iterable[Found]
) -> Iterator[Finding]:
    """Media that are told as another's, or as nobody's."""
    alone = [(item, place, media.path) for item, place, media in found if _alone(conversation.messages[item.index])]
    if not alone:
        return
    known = speakers(conversation, "multiagent")
    names = dict.fromkeys((*known.names, *(conversation.messages[item.index].name for item, _, _ in alone)))
    known = replace(known, names=tuple(names))
    turns = _Turns(conversation, listener)
    for item, place, path in alone:
        owner = conversation.messages[item.index]
        gap, before = turns.before(place)
        match = Match(Segment("", path, said.turns[place.turn], place), gap, place)
        hearing, told = known.hear(owner, match, before)
        about, what = (item.index,), f"{owner.name} shows the {item.media.type} {item.title}"
        if hearing == "wrong":
            message = f"{what}, the payload says that {told} does"
            yield loss("wrong-speaker", path, message, about, expected=owner.name, actual=told)
        elif hearing == "nobody" and _next(conversation, item.index) != owner.name:
            yield loss("no-speaker", path, f"nothing tells that {what}", about, expected=owner.name)


def told_as_the_models(conversation: Conversation, said: Transcript, found: Iterable[Found]) -> Iterator[Finding]:
    """In a chat: what a user shows, in a turn of the assistant's."""
    for item, place, media in found:
        if conversation.messages[item.index].role == "user" and item.result is None:
            if (role := said.turns[place.turn].role) == "assistant":
                message = f"the user shows the {item.media.type} {item.title}, the payload says that the assistant does"
                yield loss("wrong-speaker", media.path, message, (item.index,), expected="user", actual=role)


def _alone(message: Message) -> bool:
    return message.role != "system" and all(isinstance(block, Media) for block in message.blocks)


def _next(conversation: Conversation, index: int) -> str | None:
    return next((message.name for message in conversation.messages[index + 1 :]), None)


class _Turns:
    """What stands in each turn, and who was heard where."""

    def __init__(self, conversation: Conversation, listener: Listener) -> None:
        self._spoken = {said.place.part: conversation.messages[said.index] for said in listener.spoken}
        self._rest = {segment.place.part: stretch for segment, stretch in listener.dialog.unused()}
        self._segments: defaultdict[int, list[Segment]] = defaultdict(list)
        for segment in listener.dialog.segments:
            self._segments[segment.place.turn].append(segment)

    def before(self, place: Position) -> tuple[str, Message | None]:
        """What stands before `place` in its turn, back to the last utterance, and whose that was."""
        gap = ""
        for segment in reversed(self._segments[place.turn]):
            if segment.place > place:
                continue
            part = segment.place.part
            stretch = self._rest.get(part, "")
            gap = f"{stretch}\n{gap}" if segment.text.endswith(stretch) else gap
            if part in self._spoken:
                return gap, self._spoken[part]
        return gap, None
