"""Order: what was said earlier comes earlier in the payload.

Within one message texts, calls and media have an order of their own each, since wires keep them apart. A result may
move up to its call (providers want it right behind), and system text to the front, but neither behind what was said
after it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_promptfmt.checks.fidelity.heard import Place
from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.verdict import Finding


@dataclass(frozen=True, slots=True)
class Placed:
    """One thing that was found: its message in the conversation, its place in the payload, and how people call it.

    `call` is where a result's call was found, `of_result` the id of the result that media came with.
    """

    kind: Literal["text", "system", "call", "result", "media"]
    index: int
    place: Place
    path: str
    label: str
    call: Place | None = None
    of_result: str | None = None


def order(placed: list[Placed], *, inline_media: bool) -> Iterator[Finding]:
    """Everything that stands before something that came earlier in the conversation."""
    things = sorted((item for item in placed if item.kind in ("text", "call")), key=lambda item: item.index)
    latest: Placed | None = None
    for group in _by_message(things):
        for item in group:
            if latest is not None and item.place < latest.place:
                yield _reordered(latest, item)
        latest = max((*group, *([latest] if latest else ())), key=lambda item: item.place)
    yield from _early(placed, things)
    yield from _media(placed, things, inline_media=inline_media)


def _by_message(things: list[Placed]) -> Iterator[list[Placed]]:
    group: list[Placed] = []
    for item in things:
        if group and item.index != group[0].index:
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _early(placed: list[Placed], things: list[Placed]) -> Iterator[Finding]:
    """Results and system text, which may come early but not late."""
    followers = _earliest_after(things)
    for item in placed:
        if item.kind not in ("result", "system"):
            continue
        if item.call is not None and item.place < item.call:
            yield loss("reordered", item.path, f"{item.label} stands before its call", (item.index,))
        # Anthropic takes system text behind a user's turn only, so that it may have to wait for the next one.
        follower = followers(item.index + (item.kind == "system"))
        if follower is not None and follower.place < item.place:
            yield _reordered(item, follower)


def _media(placed: list[Placed], things: list[Placed], *, inline_media: bool) -> Iterator[Finding]:
    """Media in their own order, and among the texts around them.

    Apart from their texts in another turn they are an error, in the same turn a warning.
    """
    leaders, followers = _latest_before(things), _earliest_after(things)
    latest: Placed | None = None
    for item in placed:
        if item.kind != "media":
            continue
        if item.of_result is None:
            if latest is not None and item.place < latest.place:
                yield _reordered(latest, item)
                continue
            latest = item
        leader, follower = leaders(item.index), followers(item.index)
        if follower is not None and follower.place < item.place:
            other = follower
        elif leader is not None and item.place < leader.place:
            other = leader
        else:
            continue
        if other.place.turn != item.place.turn:
            yield _reordered(item, other) if other is follower else _reordered(other, item)
        elif inline_media:
            yield loss(
                "moved-media", item.path, f"{item.label} stands away from its message", (item.index, other.index)
            )


def _reordered(earlier: Placed, later: Placed) -> Finding:
    message = f"{later.label} was said after {earlier.label}, and stands before it"
    return loss("reordered", later.path, message, (earlier.index, later.index))


Nearest: TypeAlias = Callable[[int], Placed | None]


def _earliest_after(things: list[Placed]) -> Nearest:
    """For a message's index: of all that was said in later messages, what stands first in the payload."""
    indexes = [item.index for item in things]
    ahead: list[Placed | None] = [None]
    for item in reversed(things):
        first = ahead[-1]
        ahead.append(item if first is None or item.place < first.place else first)
    ahead.reverse()
    return lambda index: ahead[bisect_right(indexes, index)]


def _latest_before(things: list[Placed]) -> Nearest:
    """For a message's index: of all that was said in earlier messages, what stands last in the payload."""
    indexes = [item.index for item in things]
    behind: list[Placed | None] = [None]
    for item in things:
        last = behind[-1]
        behind.append(item if last is None or last.place < item.place else last)
    return lambda index: behind[bisect_left(indexes, index)]
