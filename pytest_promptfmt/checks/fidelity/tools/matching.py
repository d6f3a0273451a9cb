"""Which of a conversation's calls or results is which of its payload's: by what they are known by, the surest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sign:
    """What a call or a result is known by, alike in a conversation and in its payload.

    `says` are a call's arguments or a result's words, `answer` the words that answer a call, None where nothing tells
    them. `place` is between which of the texts that were found it stands, or in which round of calls. `signature` is
    that of a call.
    """

    id: str | None
    name: str | None
    says: Hashable
    place: Hashable = None
    answer: Hashable = None
    signature: str | None = None


Key: TypeAlias = Callable[[Sign], Hashable]
"""What has to be the same in two signs; None where there is none."""


class Pairs:
    """What of a conversation is what of its payload, by number: `of` is filled from the surest key to the least."""

    def __init__(self, given: Sequence[Sign], found: Sequence[Sign]) -> None:
        self.of: dict[int, int] = {}
        self.given, self.found = dict(enumerate(given)), dict(enumerate(found))

    def by(
        self,
        *keys: Key,
        given: Callable[[Sign], bool] = lambda sign: True,
        found: Callable[[Sign], bool] = lambda sign: True,
    ) -> None:
        """Pairs those that are left, by one key after the other; of several with the same, in their order."""
        for key in keys if self.given and self.found else ():
            waiting: dict[Hashable, deque[int]] = {}
            for number, sign in self.found.items():
                if found(sign) and (known := key(sign)) is not None:
                    waiting.setdefault(known, deque()).append(number)
            for number, sign in [*self.given.items()] if waiting else ():
                if given(sign) and (alike := waiting.get(key(sign))):
                    self.of[number] = alike.popleft()
                    del self.given[number], self.found[self.of[number]]


def keys(*attributes: str) -> tuple[Key, ...]:
    """A key for each, which names the attributes that have to be the same and known."""
    return tuple(_key(*each.split()) for each in attributes)


def _key(*attributes: str) -> Key:
    if not attributes:
        return lambda sign: ()
    values_of = attrgetter(*attributes)
    if len(attributes) == 1:
        return values_of

    def key(sign: Sign) -> Hashable:
        values = values_of(sign)
        return None if None in values else values

    return key


def first_alike(signs: Sequence[Sign], by: Sequence[Key]) -> Callable[[Sign], int | None]:
    """Finds the number of the first that has the surest of the keys in common with another sign."""
    tables = [(key, {key(sign): number for number, sign in [*enumerate(signs)][::-1]}) for key in by]

    def found(sign: Sign) -> int | None:
        known = ((table, key(sign)) for key, table in tables)
        return next((table[value] for table, value in known if value is not None and value in table), None)

    return found
