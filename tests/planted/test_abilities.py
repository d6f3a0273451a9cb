"""The reference minus one ability at a time: none keeps the level of a profile that needs it, unless that is known."""

from __future__ import annotations

import pytest
from planted.abilities import ABILITIES, Lacking
from planted.running import run

from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.verdicts.levels import case_needs

EVERY = [(lack, dialect) for lack in ABILITIES for dialect in lack.fault.dialects]
TAKEN = [(lack, dialect) for lack, dialect in EVERY if not lack.why_kept(dialect)]


def takers(lack: Lacking, dialect: str, enough: int = 0) -> set[str]:
    """The cases of the profile in which an intended finding takes its level."""
    outcome = run(lack.fault, dialect, enough)
    return {case for case in outcome.by_intent(lack.fault.finds) if lack.profile in case_needs(by_id()[case]).profiles}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("lack", "dialect"), TAKEN, ids=str)
def test_who_lacks_an_ability_has_not_the_level_of_its_profile(lack: Lacking, dialect: str) -> None:
    assert len(takers(lack, dialect, enough=2)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("lack", "dialect"), [pair for pair in EVERY if pair not in TAKEN], ids=str)
def test_who_is_known_to_keep_it_does(lack: Lacking, dialect: str) -> None:
    """Else the row is stale: take it out of `keeps`."""
    assert len(takers(lack, dialect)) < 2


def test_every_ability_is_looked_for_somewhere() -> None:
    for lack in ABILITIES:
        assert lack.fault.dialects, str(lack)
        assert all(len(why) > 20 for why in lack.keeps.values())
