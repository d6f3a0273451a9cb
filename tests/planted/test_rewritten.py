"""What code rewrites on its way, a string, a name or a value: each change, in each place, is told in two cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from zlib import crc32

import pytest
from planted.planted import Implementation
from planted.rewritten.addresses import ADDRESSES
from planted.rewritten.places import ADDRESSED, NAMED, PLACES, VALUED, Deed
from planted.rewritten.strings import CHANGES, LENGTHS, NAMES, SPACES
from planted.rewritten.values import VALUES
from support.rows import for_each

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge

ASKED_OF = ("openai", "anthropic", "gemini", "bedrock")
CHECKED = ("schema", "protocol", "fidelity", "purity")
EVERY = 400
"""Of the pairs of a place and a change, one in so many is asked every day."""

SCALARS = ("numbers", "Python's words", "JSON's words", "what is falsy", "digits")
DESCRIPTIONS = ("description of a tool", "description of a parameter")

REFUSED = frozenset(
    {"no blanks", "first word", "behind the last dot", "letters and digits", "no underscore at the edges"}
)

NOT_SAID: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("system", "thought", "part of a result"), frozenset(SCALARS)),
    **{place: frozenset({*SCALARS, *LENGTHS} - {"250 characters", "500 characters"}) for place in DESCRIPTIONS},
    "value to choose": frozenset({*SPACES, *LENGTHS, "soft hyphens"}) - {"all white space", "first line", "one line"},
    "default": frozenset(LENGTHS),
    **dict.fromkeys(("name in a call", "name on offer"), REFUSED),
    "name of a parameter": frozenset({"no blanks", "first word"}),
}
"""What stands in no odd case: one word is no thought and no part, and not every name is taken everywhere."""

UNTOLD = {place: frozenset(SPACES) - {"first line"} for place in DESCRIPTIONS} | {
    place: frozenset({"stripped", "byte order mark"})
    for place in ("system", "user", "assistant", "result", "failed result", "part of a result")
}
"""The layout of a description is nobody's; what stands at the edges of a text may be trimmed, which is a warning."""

PAPERS, PICTURES = ([place for place in ADDRESSED if kind in place] for kind in ("paper", "picture"))
BY_VALUE = {"openai": PAPERS, "bedrock": [*PAPERS, *PICTURES]}
"""Whom no address is sent: what was there is left out, or told in words."""

UNTOLD_OF_GEMINI = {place: {"255 characters"} for place in ADDRESSED} | {
    "result": {"JSON's string"},
    "failed result": {"JSON's string"},
    "thought": {"commands"},
}
"""A result is an object, which may hold the value that a text spells; who thinks nothing may leave that out, and of
what has an address without an ending the type is not known."""

TABLES: tuple[tuple[Mapping[str, Deed], Mapping[str, Any]], ...] = (
    (PLACES, CHANGES),
    (NAMED, NAMES),
    (VALUED, VALUES),
    (ADDRESSED, ADDRESSES),
)
PAIRS = [
    (place, change)
    for deeds, changes in TABLES
    for place in deeds
    for change in changes
    if change not in NOT_SAID.get(place, ())
]


@cache
def odd() -> tuple[tuple[Case, Conversation], ...]:
    """The cases that are made of odd strings, but for those of many agents."""
    cases = (case for case in corpus() if case.id.partition("/")[2].startswith("odd-") and "chat" in case.scenarios)
    return tuple((case, case.conversation()) for case in cases)


def named(place: str, change: str) -> tuple[Deed, Any]:
    return next((deeds[place], changes[change]) for deeds, changes in TABLES if place in deeds)


def shown(place: str, change: str) -> Iterator[Case]:
    deed, changed = named(place, change)
    return (case for case, conversation in odd() if repr(deed(conversation, changed)) != repr(conversation))


def told(dialect: str, place: str, change: str) -> int:
    """In how many cases there is an error, two at the most."""
    target = f"{dialect}.chat"
    deed, changed = named(place, change)
    formatters = {target: lambda conversation: FORMATTERS[target](deed(conversation, changed))}
    implementation = from_object(Implementation(formatters, {target: CAPABILITIES[target]}), f"{place}, {change}")
    found = 0
    with Judge(implementation, checks=CHECKED, timeout=None) as judge:
        for case in shown(place, change):
            found += any(finding.is_error for finding in judge.judge(target, case).findings)
            if found == 2:
                break
    return found


def expected(dialect: str, place: str, change: str) -> int:
    lost = place == "thought" and "thinking" not in DIALECTS[dialect].carries
    of_gemini = dialect == "gemini" and change in UNTOLD_OF_GEMINI.get(place, ())
    untold = lost or of_gemini or place in BY_VALUE.get(dialect, ()) or change in UNTOLD.get(place, ())
    return 0 if untold else 2


@for_each(ASKED_OF)
def test_some_are_told_in_two_cases(dialect: str) -> None:
    asked = [pair for pair in PAIRS if crc32("/".join((dialect, *pair)).encode()) % EVERY == 0]

    assert asked
    assert [pair for pair in asked if told(dialect, *pair) != expected(dialect, *pair)] == []


@pytest.mark.sampled(0, 3)
@pytest.mark.parametrize("dialect", ASKED_OF)
@pytest.mark.parametrize("place", [place for deeds, _ in TABLES for place in deeds])
def test_all_are_told_in_two_cases(dialect: str, place: str) -> None:
    asked = [change for of, change in PAIRS if of == place]

    assert [change for change in asked if told(dialect, place, change) != expected(dialect, place, change)] == []
