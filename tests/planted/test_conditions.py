"""What is lost or altered under one condition alone is told in two cases, whichever condition it is."""

from __future__ import annotations

import pytest
from planted.conditions import CHANGES, grid
from planted.planted import Planted
from planted.running import run

THIN: dict[tuple[str, str], str] = {}
"""Dialects and faults that fewer than two cases can show, with the reason; who is told after all is stale."""

DIALECTS = ("openai", "anthropic", "gemini", "ollama")
EVERY = [(fault, fault.origin) for dialect in DIALECTS for fault in grid(dialect)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "dialect"), EVERY, ids=lambda value: value.id if isinstance(value, Planted) else value
)
def test_two_cases_tell_it(fault: Planted, dialect: str) -> None:
    told = run(fault, dialect, enough=2).by_intent(fault.finds)

    assert (len(told) < 2) == ((dialect, fault.id) in THIN), f"{fault.does}: told in {sorted(told)}"


@pytest.mark.parametrize("what", CHANGES)
def test_under_a_condition_that_is_met_every_day_it_is_told_at_once(what: str) -> None:
    fault = next(fault for fault in grid("openai") if fault.source == what and fault.name == "there is system text")

    assert len(run(fault, "openai", enough=2).by_intent(fault.finds)) >= 2


def test_no_condition_is_thin_without_reason() -> None:
    assert set(THIN) <= {(dialect, fault.id) for fault, dialect in EVERY}
