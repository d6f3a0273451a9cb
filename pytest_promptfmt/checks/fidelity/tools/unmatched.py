"""What is still free of a payload's calls or results while the conversation's are looked for among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.payload.transcript import CallPart, ResultPart

S = TypeVar("S", bound=CallPart | ResultPart)


class Pool(Generic[S]):
    """Said calls or results that are still free, by the id that they carry; what is taken is gone."""

    def __init__(self, said: tuple[tuple[Position, S], ...], *, free_ids: bool = False) -> None:
        self._said = said
        self._by_id: dict[str | None, dict[int, None]] = {}
        for number, (_, item) in enumerate(said):
            self._by_id.setdefault(None if free_ids else item.id, {})[number] = None

    def take(self, id_: str | None, *wishes: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under `id_` that the first wish is true of, else the second, …; None where none is left."""
        free = self._by_id.get(id_, {})
        for wish in wishes:
            for number in free:
                if wish(self._said[number][1]):
                    del free[number]
                    return self._said[number]
        return None

    def take_any(self, wish: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under whatever id."""
        return next((found for id_ in self._by_id if (found := self.take(id_, wish)) is not None), None)

    def left(self) -> list[S]:
        return [self._said[number][1] for number in sorted(n for free in self._by_id.values() for n in free)]


def anything(_: object) -> bool:
    return True
