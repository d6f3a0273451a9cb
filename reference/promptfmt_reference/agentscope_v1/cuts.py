"""Legal cuts: where a conversation may be shortened without separating a call from its results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

M = TypeVar("M")
Links: TypeAlias = Callable[[M], Iterable[tuple[str, Any]]]
"""The calls and results of a message in their order: pairs of a block's type and the call's id; others are skipped."""


def of_msg(message: Any) -> Iterable[tuple[str, Any]]:
    """The links of a `Msg`, whose blocks are dictionaries."""
    if isinstance(message.content, str):
        return ()
    return [(block.get("type", ""), block.get("id")) for block in message.get_content_blocks()]


def of_message(message: Any) -> Iterable[tuple[str, Any]]:
    """The links of a conversation's `Message`."""
    return [(block.type, block.id) for block in message.blocks if block.type in ("tool_use", "tool_result")]


@dataclass(frozen=True, slots=True)
class Cuts(Generic[M]):
    """What may be kept: the messages from one of `starts` on, and before them `head`, once it would have gone."""

    messages: tuple[M, ...]
    head: int | None
    starts: tuple[int, ...]

    @property
    def last(self) -> int:
        """The number of the shortest."""
        return len(self.starts) - 1

    def kept(self, number: int) -> list[M]:
        start = self.starts[number]
        if self.head is None or start <= self.head:
            return list(self.messages[start:])
        return [self.messages[self.head], *self.messages[start:]]


def cut_points(messages: Sequence[M], links: Links[M] = of_msg) -> Cuts[M]:
    """The legal cuts: between messages, but not between a call and the last of its results.

    A message of role system that is first, or becomes first, is the system prompt, and is kept from then on, if need be
    alone. Without one the last unit is kept: there is never nothing left of something.
    """
    ends, linked = _ends(messages, links)
    count = len(messages)
    starts, head, reached = [0], None, -1
    for i, message in enumerate(messages):
        if head is None and starts[-1] == i and i not in linked and getattr(message, "role", None) == "system":
            head = i
            continue
        reached = max(reached, ends.get(i, i))
        if reached == i and (i + 1 < count or head is not None):
            starts.append(i + 1)
    return Cuts(tuple(messages), head, tuple(starts))


def _ends(messages: Sequence[M], links: Links[M]) -> tuple[dict[int, int], set[int]]:
    """For each message that calls the one with the last of its results; and all messages that call or answer.

    An id that is used again means a new call: a result answers the last call of its id that is open, or else belongs to
    the last one. A call that nobody answers ends where it stands.
    """
    ends: dict[int, int] = {}
    linked: set[int] = set()
    waiting: defaultdict[Any, list[int]] = defaultdict(list)
    latest: dict[Any, int] = {}
    for i, message in enumerate(messages):
        for kind, id_ in links(message):
            if kind == "tool_use":
                linked.add(i)
                waiting[id_].append(i)
                latest[id_] = i
            elif kind == "tool_result":
                linked.add(i)
                if id_ in latest:
                    ends[waiting[id_].pop() if waiting[id_] else latest[id_]] = i
    return ends, linked


def drop_oldest(messages: Sequence[M], max_tokens: float | None = None) -> list[M]:
    """One step of the naive loop: what is left without the oldest unit; `ValueError` where nothing may go."""
    cuts = cut_points(messages)
    if cuts.last == 0:
        limit = "" if max_tokens is None else f" ({max_tokens} tokens)"
        raise ValueError(f"{smallest(cuts)} already exceeds the token limit{limit}.")
    return cuts.kept(1)


def smallest(cuts: Cuts[Any]) -> str:
    """What is kept whatever happens, in words."""
    left = len(cuts.messages) - cuts.starts[-1]
    if cuts.head is not None:
        return "The system prompt message"
    return ("A prompt without messages", "The newest message")[left] if left < 2 else "The newest tool call sequence"
