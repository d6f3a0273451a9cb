"""Order: what was said earlier comes earlier in the payload.

Within one message texts, calls and media have an order of their own each, since wires keep them apart; but what was
said before a call does not stand behind its result, nor what was thought and signed behind what it led to, and of media
that were shown between two texts it is told where they left both on one side. A result may move up to its call
(providers want it right behind), and system text to the front, but neither behind what was said after it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.payload.finding import Finding


@dataclass(frozen=True, slots=True)
class Located:
    """One thing that was found: its message in the conversation, its place in the payload, and how people call it.

    `number` is its place among the message's blocks, `call` where a result's call was found, `of_result` the id of a
    result, and of that which media came with. A thought is `sealed` that is signed or redacted.
    """

    kind: Literal["text", "system", "call", "result", "media", "thought"]
    index: int
    place: Position
    path: str
    label: str
    call: Position | None = None
    of_result: str | None = None
    number: int = 0
    sealed: bool = False


def misordered(placed: list[Located], *, inline_media: bool, inline_thoughts: bool) -> Iterator[Finding]:
    """Everything that stands before something that came earlier in the conversation.

    `inline_media` and `inline_thoughts`: they stand among what was said and called, not apart from it.
    """
    things = sorted((item for item in placed if item.kind in ("text", "call")), key=lambda item: item.index)
    latest: Located | None = None
    for group in _by_message(things):
        for item in group:
            if latest is not None and item.place < latest.place:
                yield _reordered(latest, item)
        latest = max((*group, *([latest] if latest else ())), key=lambda item: item.place)
    yield from _early(placed, things)
    yield from _late(placed, things)
    yield from _thoughts(placed, things, inline=inline_thoughts)
    yield from _media(placed, things, inline_media=inline_media)


def _by_message(things: list[Located]) -> Iterator[list[Located]]:
    group: list[Located] = []
    for item in things:
        if group and item.index != group[0].index:
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _early(placed: list[Located], things: list[Located]) -> Iterator[Finding]:
    """Results and system text, which may come early but not late."""
    leaders, followers = _latest_before(things), _earliest_after(things)
    for item in placed:
        if item.kind not in ("result", "system"):
            continue
        if item.call is not None and item.place < item.call:
            yield loss("reordered", item.path, f"{item.label} stands before its call", (item.index,))
        # Anthropic takes later system text behind a user's turn only, so that it may have to wait for the next one.
        waits = item.kind == "system" and leaders(item.index) is not None
        follower = followers(item.index + waits)
        if follower is not None and follower.place < item.place:
            yield _reordered(item, follower)


def moved_system(placed: list[Located]) -> Iterator[Finding]:
    """System text that moved to the front, where it holds of what was said before it."""
    leaders = _latest_before(sorted((item for item in placed if item.kind in ("text", "call")), key=lambda i: i.index))
    for item in placed:
        before = leaders(item.index) if item.kind == "system" else None
        if before is not None and item.place < before.place:
            message = f"{item.label} was said after {before.label}, and stands before it"
            yield loss("moved-system", item.path, message, (before.index, item.index))


def _late(placed: list[Located], things: list[Located]) -> Iterator[Finding]:
    """What was said before a call, and stands behind its result."""
    results = {item.call: item for item in placed if item.kind == "result" and item.call is not None}
    for group in _by_message(things):
        for call in group:
            result = results.get(call.place) if call.kind == "call" else None
            if result is None:
                continue
            for item in group:
                if item.kind == "text" and item.number < call.number and result.place < item.place:
                    yield _reordered(item, result)


def _thoughts(placed: list[Located], things: list[Located], *, inline: bool) -> Iterator[Finding]:
    """Thoughts, in their own order and between the messages around theirs; `inline`, also between the calls there."""
    leaders, followers = _latest_before(things), _earliest_after(things)
    groups = {group[0].index: group for group in _by_message(things)}
    latest: Located | None = None
    for item in placed:
        if item.kind != "thought":
            continue
        of_message = groups.get(item.index, []) if item.sealed or inline else []
        within = [later for later in of_message if item.number < later.number]
        behind = [later for later in (followers(item.index), *within) if later is not None]
        before = leaders(item.index)
        if not inline and before is not None and before.place.turn == item.place.turn:
            before = None  # one turn made of two, as the results of parallel calls ask for, has one place for thoughts
        called = [each for each in of_message if inline and each.kind == "call" and each.number < item.number]
        before = max([*called, *([before] if before else [])], key=lambda each: each.place, default=None)
        if latest is not None and item.place < latest.place:
            yield _reordered(latest, item)
        elif early := next((later for later in behind if later.place < item.place), None):
            yield _reordered(item, early)
        elif before is not None and item.place < before.place:
            yield _reordered(before, item)
        latest = item


def _media(placed: list[Located], things: list[Located], *, inline_media: bool) -> Iterator[Finding]:
    """Media in their own order, those of a result in theirs, and among the texts around them.

    Apart from their texts in another turn they are an error, in the same turn a warning. Those of a result move with
    it, up to its call, be that there or lost; what has no place in a result stands outside of it, and in an order of
    its own.
    """
    leaders, followers = _latest_before(things), _earliest_after(things)
    results = {(item.of_result, item.index): item for item in placed if item.kind == "result"}  # ids may come again
    calls: dict[Position | None, Located] = {item.place: item for item in things if item.kind == "call"}
    texts = {group[0].index: group for group in _by_message([item for item in things if item.kind == "text"])}
    latest: dict[tuple[str, int, bool] | None, Located] = {}
    for item in placed:
        if item.kind != "media":
            continue
        result = results.get((item.of_result, item.index))
        inside = result is not None and result.place.part == item.place.part
        series = (item.of_result, item.index, inside) if item.of_result is not None else None
        if series in latest and item.place < latest[series].place:
            yield _reordered(latest[series], item)
            continue
        latest[series] = item
        leader = leaders(item.index) if result is None else calls.get(result.call, result)
        follower = followers(item.index)
        if follower is not None and follower.place < item.place:
            neighbour = follower
        elif leader is not None and item.place < leader.place:
            neighbour = leader
        elif result is None and (passed := _passed(item, texts.get(item.index, ()))):
            neighbour = passed
        else:
            continue
        if neighbour.place.turn != item.place.turn:
            yield _shown_elsewhere(item, neighbour, early=neighbour is leader)
        elif inline_media:
            yield loss(
                "moved-media", item.path, f"{item.label} stands away from its message", (item.index, neighbour.index)
            )


def _passed(item: Located, texts: Iterable[Located]) -> Located | None:
    """The text of its own message and turn that media passed, of texts on both sides: beside one, either is right."""
    beside = [text for text in texts if text.place.turn == item.place.turn]
    before = [text for text in beside if text.number < item.number]
    after = [text for text in beside if text.number > item.number]
    if not before or not after:
        return None
    too_late = (text for text in before if item.place < text.place)
    return next(too_late, next((text for text in after if text.place < item.place), None))


def _shown_elsewhere(item: Located, neighbour: Located, *, early: bool) -> Finding:
    """Media that left their place are what moved, whatever they have passed."""
    was, stands = ("after", "before") if early else ("before", "behind")
    message = f"{item.label} was shown {was} {neighbour.label}, and stands {stands} it"
    return loss("reordered", item.path, message, tuple(sorted((item.index, neighbour.index))))


def _reordered(earlier: Located, later: Located) -> Finding:
    message = f"{later.label} was said after {earlier.label}, and stands before it"
    return loss("reordered", later.path, message, (earlier.index, later.index))


Nearest: TypeAlias = Callable[[int], Located | None]


def _earliest_after(things: list[Located]) -> Nearest:
    """For a message's index: of all that was said in later messages, what stands first in the payload."""
    indexes = [item.index for item in things]
    ahead: list[Located | None] = [None]
    for item in reversed(things):
        first = ahead[-1]
        ahead.append(item if first is None or item.place < first.place else first)
    ahead.reverse()
    return lambda index: ahead[bisect_right(indexes, index)]


def _latest_before(things: list[Located]) -> Nearest:
    """For a message's index: of all that was said in earlier messages, what stands last in the payload."""
    indexes = [item.index for item in things]
    behind: list[Located | None] = [None]
    for item in things:
        last = behind[-1]
        behind.append(item if last is None or last.place < item.place else last)
    return lambda index: behind[bisect_left(indexes, index)]
