"""What is still free of a payload's calls or results while the conversation's are looked for among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.payload.transcript import CallPart, ResultPart

S = TypeVar("S", bound=CallPart | ResultPart)


class Unmatched(Generic[S]):
    """Calls or results of a payload that are still free, by the id that they carry; what is taken is gone."""

    def __init__(self, parts: tuple[tuple[Position, S], ...], *, free_ids: bool = False) -> None:
        self._parts = parts
        self._by_id: dict[str | None, dict[int, None]] = {}
        for number, (_, part) in enumerate(parts):
            self._by_id.setdefault(None if free_ids else part.id, {})[number] = None

    def take(self, id_: str | None, *predicates: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under `id_` that the first predicate is true of, else the second, …; None where none is left."""
        free = self._by_id.get(id_, {})
        for predicate in predicates:
            for number in free:
                if predicate(self._parts[number][1]):
                    del free[number]
                    return self._parts[number]
        return None

    def take_any(self, predicate: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under whatever id."""
        return next((found for id_ in self._by_id if (found := self.take(id_, predicate)) is not None), None)

    def left(self) -> list[S]:
        return [self._parts[number][1] for number in sorted(n for free in self._by_id.values() for n in free)]


def anything(_: object) -> bool:
    return True
