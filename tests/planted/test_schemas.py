"""What can be done to one schema of a tool, by where it stands and in which tool: two cases tell each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest
from planted.crossed.mechanisms import Mechanism
from planted.crossed.of_schemas import TABLE, at, schemas
from planted.crossed.places import Place
from planted.crossed.telling import errors, honest, planted

from pytest_promptfmt.corpus import Case, corpus

PLACES = ("at the root", "among properties", "in depth", "in a list", "in an alternative", "in a definition")
TOOLS = ("of the first tool", "of a later tool")
ENOUGH, TRIES = 2, 60


def conditions(place: Place, where: str) -> Iterator[str]:
    yield where
    if len(place.conversation.tools) > 1:
        yield TOOLS[place.block > 0]


def offered() -> Iterator[Case]:
    return (case for case in corpus() if case.family == "tools" and "chat" in case.scenarios)


@cache
def told(dialect: str) -> dict[tuple[str, str], set[str]]:
    """The cases in which an error tells a change, by where it was made."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    tried: dict[tuple[str, str], int] = defaultdict(int)
    for case in offered():
        right = honest(dialect, case)
        if right is ... or errors(dialect, case, right):
            continue
        for number, tool in enumerate(case.said().tools):
            for path, where in schemas(tool.parameters):
                place = Place(case.said(), "schema", -1, number, path)
                for does, change in TABLE.items():
                    pairs = [(does, condition) for condition in conditions(place, where)]
                    left = [pair for pair in pairs if len(found[pair]) < ENOUGH and tried[pair] < TRIES]
                    payload = planted(dialect, Mechanism(does, (), (), at(change)), place, right) if left else ...
                    if payload is ...:
                        continue
                    for pair in left:
                        tried[pair] += 1
                        if errors(dialect, case, payload):
                            found[pair].add(case.id)
    return found


OF_THE_WHOLE = {
    *("loses its properties", "loses what it requires", "loses its last property"),
    *("has two properties changed", "is anything", "is a text"),
}
"""What can be done to a tool's schema as a whole, which is an object."""


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["openai", "anthropic", "gemini"])
@pytest.mark.parametrize("where", [*PLACES, *TOOLS])
def test_two_cases_tell_each_change(dialect: str, where: str) -> None:
    asked = OF_THE_WHOLE if where == "at the root" else set(TABLE)

    assert {does for does in asked if len(told(dialect)[does, where]) < ENOUGH} == set()
