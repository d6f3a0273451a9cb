"""A newcomer's trial: five plausible mistakes, and a maintainer who mends what the kit names, round after round."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import pytest
from support.newcomers import NEWCOMERS
from support.strangers import STRANGERS

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.symptom import shown
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import Result, result_of

CHECKS = ("schema", "protocol", "fidelity", "purity", "errors")
ROUNDS = 3

ALL = NEWCOMERS | {f"stranger {name}": stranger for name, stranger in STRANGERS.items()}
NAMES = [*NEWCOMERS, *(pytest.param(name, marks=pytest.mark.slow) for name in ALL if name not in NEWCOMERS)]

STEP_BY_STEP = [NAMES[0], *(pytest.param(name, marks=pytest.mark.nightly) for name in [*ALL][1:])]
"""One mistake a round is six runs over the corpus."""


@cache
def judged(name: str, mistakes: frozenset[str]) -> list[Result]:
    newcomer = ALL[name]

    class Module:
        FORMATTERS: ClassVar[Any] = {newcomer.target: lambda conversation: newcomer.format(conversation, mistakes)}
        CAPABILITIES: ClassVar[Any] = newcomer.capabilities

    implementation = from_object(Module, "mypkg")
    cases = [case for case in corpus() if case.budget is None]
    with Judge(implementation, checks=CHECKS) as judge:
        return [result_of(judge.judge(*pair)) for pair in plan(implementation, cases, checks=CHECKS)]


@cache
def right_on(name: str) -> frozenset[str]:
    """Who has no mistakes is still a newcomer: the cases that he passes then."""
    return frozenset(result.case for result in judged(name, frozenset()) if not list(shown(result)))


def causes_of(name: str, mistakes: frozenset[str]) -> tuple[Cause, ...]:
    return causes(result for result in judged(name, mistakes) if result.case in right_on(name))


def named(name: str, cause: Cause, mistakes: frozenset[str]) -> set[str]:
    return {mistake for mistake in mistakes if cause.id in ALL[name].mistakes[mistake]}


@pytest.mark.slow
@pytest.mark.parametrize("name", STEP_BY_STEP)
def test_the_first_cause_of_each_round_is_a_mistake_that_was_made(name: str) -> None:
    mistakes = frozenset(ALL[name].mistakes)
    while mistakes:
        first, *_ = causes_of(name, mistakes)
        mended = named(name, first, mistakes)
        assert mended, f"{first.id} is none of {sorted(mistakes)}"
        mistakes -= {sorted(mended)[0]}

    assert causes_of(name, frozenset()) == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_who_mends_all_that_is_named_is_done_in_three_rounds(name: str) -> None:
    mistakes = frozenset(ALL[name].mistakes)
    rounds = 0
    while mistakes and rounds < ROUNDS:
        rounds += 1
        for cause in causes_of(name, mistakes):
            mistakes -= named(name, cause, mistakes)

    assert (mistakes, len(ALL[name].mistakes)) == (frozenset(), 5)
