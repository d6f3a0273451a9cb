"""Which suffixes of a history fit, by a formatter's own payloads: made without a budget, and counted exactly.

Each is formatted once. A shorter suffix is taken never to have more tokens than a longer one, so that few are
formatted; where that does not hold, what is found is too short, and nobody is blamed for keeping more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.cuts import cuts, is_users_turn, suffix
from pytest_promptfmt.corpus.budget import Counter


@dataclass(frozen=True, slots=True)
class Suffix:
    """The suffix from message `cut` on, as the formatter writes it: `tokens` and the plain `payload`."""

    cut: int
    tokens: int
    payload: Any


@dataclass(frozen=True, slots=True)
class Fits:
    """`longest` is the longest legal suffix within a budget, `from_user` the longest of those that start with a
    user's turn; None where nothing fits, and where an answer that is the longest left no reason to look for another."""

    longest: Suffix | None = None
    from_user: Suffix | None = None

    def same(self, payload: Any) -> Suffix | None:
        """The one of the two that has this very payload."""
        suffixes = (kept for kept in (self.longest, self.from_user) if kept is not None)
        return next((kept for kept in suffixes if equal(kept.payload, payload)), None)


NOTHING = Fits()


class Fitting:
    """`payload_of` makes the plain payload of a conversation, which it may change; each suffix is formatted once."""

    def __init__(self, payload_of: Callable[[Conversation], Any], conversation: Conversation, count: Counter) -> None:
        self._payload_of, self._conversation, self._count = payload_of, conversation, count
        self._legal = cuts(conversation)
        self._users = [cut for cut in self._legal if is_users_turn(conversation.messages[cut])]
        self._known: dict[int, Suffix | None] = {}
        self._full = 0

    @property
    def conversation(self) -> Conversation:
        """The whole, to be given away."""
        return self._conversation.copy()

    def full(self) -> int:
        """The tokens of the whole; raises what the formatter raises."""
        payload = self._payload_of(self.conversation)
        self._full = self._count(payload)
        self._known |= {cut: Suffix(cut, self._full, payload) for cut in self._legal[:1]}
        return self._full

    def within(self, budget: int, answer: Any = None) -> Fits:
        """What fits; where the `answer` is the longest that does, nothing else is looked for."""
        longest = self._longest(self._legal, budget) if budget > 0 else None
        if longest is None or equal(longest.payload, answer):
            return Fits(longest)
        return Fits(longest, self._longest(self._users, budget))

    def least(self) -> int:
        """The tokens of the shortest suffix that can be formatted; none where there is none."""
        return self.edge(1)

    def edge(self, units: int) -> int:
        """The tokens of the last `units`, or of the next more that can be formatted."""
        kept = self._first(self._legal[max(0, len(self._legal) - units) :: -1])
        return kept.tokens if kept is not None else 0

    def edges(self) -> set[int]:
        """The tokens of every suffix that can be formatted."""
        return {kept.tokens for cut in self._legal if (kept := self._kept(cut)) is not None}

    def _longest(self, legal: Sequence[int], budget: int) -> Suffix | None:
        """Formatted are a guess along a straight line, then those about it, by steps that grow and then halve."""
        over, under, number = self._bounds(legal, budget)
        step = 1
        while under - over > 1:
            if not over < number < under:
                number = (over + under) // 2
            kept = self._first(legal[number:])
            if kept is not None and kept.tokens > budget:
                over, number = number, number + step
            else:  # it fits, or nothing can be formatted from there on, which rules nothing out
                under, number = number, number - step
            step *= 2
        kept = self._first(legal[under:])
        return kept if kept is not None and kept.tokens <= budget else None

    def _bounds(self, legal: Sequence[int], budget: int) -> tuple[int, int, int]:
        """Which of `legal` is the last known not to fit, which the first known to fit, and a guess between them."""
        known = [kept for kept in self._known.values() if kept is not None]
        most = max((kept for kept in known if kept.tokens > budget), key=_cut, default=None)
        least = min((kept for kept in known if kept.tokens <= budget), key=_cut, default=None)
        over = bisect_right(legal, most.cut) - 1 if most else -1
        under = bisect_left(legal, least.cut) if least else len(legal)
        above, below = most.tokens if most else self._full, least.tokens if least else 0
        part = (above - budget) / (above - below) if above > budget else 0.0
        return over, under, over + max(1, round(part * (under - over)))

    def _first(self, legal: Iterable[int]) -> Suffix | None:
        """The first that can be formatted. A provider may refuse a beginning, and then all that look like it."""
        refused = set()
        for cut in legal:
            begins = _kind(self._conversation, cut)
            if begins not in refused or cut in self._known:
                if (kept := self._kept(cut)) is not None:
                    return kept
                refused.add(begins)
        return None

    def _kept(self, cut: int) -> Suffix | None:
        if cut not in self._known:
            self._known[cut] = self._format(cut)
        return self._known[cut]

    def _format(self, cut: int) -> Suffix | None:
        try:
            payload = self._payload_of(suffix(self._conversation, cut).copy())
        except KeyboardInterrupt:
            raise
        except BaseException:
            return None
        return Suffix(cut, self._count(payload), payload)


def _cut(kept: Suffix) -> int:
    return kept.cut


def _kind(conversation: Conversation, cut: int) -> tuple[str, ...]:
    message = conversation.messages[cut]
    return message.role, *sorted({block.type for block in message.blocks})
