"""Tables in tests: one that is a single test, and one of which a part is enough every day.

Rows by the hundred cost more as parameters than what is asked of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import pytest

Test: TypeAlias = Callable[[], None]


def for_each(rows: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Test]:
    """Makes one test of a function of a row, or of its parts where it is a tuple; takes no fixtures.

    All rows are asked, and whoever is wrong stands by name in the failure.
    """
    known = tuple(rows)

    def make(asked: Callable[..., None]) -> Test:
        def test() -> None:
            ask_each(known, asked, name)

        test.__name__, test.__doc__, test.__module__ = asked.__name__, asked.__doc__, asked.__module__
        return test

    return make


def ask_each(rows: Iterable[Any], asked: Callable[..., None], name: Callable[[Any], str] = str) -> None:
    """The same within a test, for rows that are known only when it runs."""
    known = tuple(rows)
    assert known, "a table without rows asks nothing"
    if wrong := [error for row in known if (error := _error(asked, row, name)) is not None]:
        raise ExceptionGroup(f"{len(wrong)} of {len(known)} rows", wrong)


def _error(asked: Callable[..., None], row: Any, name: Callable[[Any], str]) -> Exception | None:
    try:
        asked(*row) if isinstance(row, tuple) else asked(row)
    except Exception as error:
        error.add_note(f"row: {name(row)}")
        return error
    return None


def sample(items: Iterable[pytest.Item]) -> None:
    """Of what has the mark ``sampled(n)``, each n-th row stays, from the first on; the others become slow.

    With ``sampled(n, m)`` only each m-th does, and the rest is for the night; where n is 0 none runs every day. Rows
    are counted among those that are asked for: who names one gets it.
    """
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is None or item.get_closest_marker("slow"):
            continue
        test = item.nodeid.partition("[")[0]
        daily, *slow = mark.args
        if not daily or seen[test] % daily:
            item.add_marker("nightly" if slow and seen[test] % slow[0] else "slow")
        seen[test] += 1
