"""A table that is one test: rows by the hundred cost more as parameters than what is asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

Test: TypeAlias = Callable[[], None]


def for_each(rows: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Test]:
    """Makes one test of a function of a row, or of its parts where it is a tuple; takes no fixtures.

    All rows are asked, and whoever is wrong stands by name in the failure.
    """
    known = tuple(rows)

    def make(asked: Callable[..., None]) -> Test:
        def test() -> None:
            assert known, "a table without rows asks nothing"
            if wrong := [error for row in known if (error := _error(asked, row, name)) is not None]:
                raise ExceptionGroup(f"{len(wrong)} of {len(known)} rows", wrong)

        test.__name__, test.__doc__, test.__module__ = asked.__name__, asked.__doc__, asked.__module__
        return test

    return make


def _error(asked: Callable[..., None], row: Any, name: Callable[[Any], str]) -> Exception | None:
    try:
        asked(*row) if isinstance(row, tuple) else asked(row)
    except Exception as error:
        error.add_note(f"row: {name(row)}")
        return error
    return None
