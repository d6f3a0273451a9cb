"""Twins: of several that say the same, which one is lost, and which one is a copy?

What is sought takes the first place that fits. Where the first of two is lost, it takes the second's: the second is
called lost then, and all that was said between the two seems to come too early. So the first is left unsought once, and
what leaves the least to say is what happened. So it is with pictures of which the first is a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.texts import utterances
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.payload.finding import Finding, lightest
from pytest_promptfmt.payload.transcript import MediaPart

_MOST_TRIED, _MOST_ROUNDS = 20, 4
_TEXTS = ("fidelity.lost-text", "fidelity.altered-text")
_MEDIA = ("fidelity.lost-media", "fidelity.altered-media")
_COPIES = ("fidelity.doubled-media",)


@dataclass(frozen=True, slots=True)
class Unsought:
    """Texts and media, by their numbers among those of the conversation, whose places are left to their twins.

    `copies` are media of the payload, by path, which are left to nobody.
    """

    texts: frozenset[int] = frozenset()
    media: frozenset[int] = frozenset()
    copies: frozenset[str] = frozenset()

    def __or__(self, other: Unsought) -> Unsought:
        return Unsought(self.texts | other.texts, self.media | other.media, self.copies | other.copies)


def least_blamed(
    compare: Callable[[Unsought], list[Finding]],
    conversation: Conversation,
    given: Sequence[GivenMedia],
    shown: Sequence[MediaPart],
) -> list[Finding]:
    """What `compare` finds, where of those that say the same the right one is called lost, or doubled.

    `given` are the conversation's media, `shown` the payload's.
    """
    unsought = Unsought()
    found = compare(unsought)
    for _ in range(_MOST_ROUNDS):
        tried = [unsought | twin for twin in islice(_twins(conversation, given, shown, found), _MOST_TRIED)]
        best, otherwise = lightest(tried, compare, than=(unsought, found))
        if otherwise is found:
            break
        unsought, found = best, otherwise
    return found


def _twins(
    conversation: Conversation, given: Sequence[GivenMedia], shown: Sequence[MediaPart], found: list[Finding]
) -> Iterator[Unsought]:
    """What says the same as something that is lost, and stands before it: each alone, and several in a row.

    And media before those that are called a copy of theirs, each alone.
    """
    texts, media, copies = ([each for each in found if each.id in ids] for ids in (_TEXTS, _MEDIA, _COPIES))
    if len(texts) + len(media) + len(copies) in (0, len(found)):
        return
    if texts:
        said = [(each.index, each.text.strip()) for each in utterances(conversation)]
        yield from (Unsought(texts=run) for run in _earlier(said, texts))
    if media:
        held = [(each.index, each.content) for each in given]
        yield from (Unsought(media=run) for run in _earlier(held, media))
    if copies:
        called = {each.path for each in copies}
        parts = [(part.path, (part.data, part.url)) for part in shown]
        doubled = {what for path, what in parts if path in called}
        yield from (Unsought(copies=frozenset((path,))) for path, what in parts if what in doubled - {(None, None)})


def _earlier(things: Sequence[tuple[int, Hashable]], lost: list[Finding]) -> Iterator[frozenset[int]]:
    """Runs of those, by number, of which a later one that is the same stands in a message that has lost something."""
    at = {index for finding in lost for index in finding.about}
    last = {thing: index for index, thing in things if index in at}
    earlier: dict[Hashable, list[int]] = {}
    for number, (index, thing) in enumerate(things):
        if index < last.get(thing, 0):
            earlier.setdefault(thing, []).append(number)
    for length in range(1, len(lost) + 1):
        for numbers in earlier.values():
            yield from (frozenset(numbers[n : n + length]) for n in range(len(numbers) - length + 1))
