"""What may be said in many ways is not blamed, however it is said."""

from __future__ import annotations

import pytest
from liars.liar import Twin
from right_ways import CHOSEN, RIGHT_WAYS
from right_ways.way import Way

from pytest_promptfmt import check_formatter
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.verdicts.verdict import Outcome


@pytest.mark.sampled(5)
@pytest.mark.parametrize("way", RIGHT_WAYS, ids=str)
def test_what_is_right_is_not_blamed(way: Way) -> None:
    implementation = Twin({way.target: way.formatter}, {way.target: way.claims})
    [judgement] = check_formatter(implementation, cases=[way.case]).judgements

    assert [str(finding) for finding in judgement.findings if finding.id not in way.warnings] == []
    assert {finding.id for finding in judgement.findings} == set(way.warnings)
    unseen = "fidelity.server-state" in way.warnings
    assert judgement.outcome is (Outcome.INCONCLUSIVE if unseen else Outcome.PASS)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("way", CHOSEN, ids=str)
def test_what_a_careful_author_chooses_is_no_error(way: Way) -> None:
    [judgement] = check_formatter(Twin({way.target: way.formatter}), cases=[way.case]).judgements

    assert [str(finding) for finding in judgement.findings if finding.is_error] == []
    assert judgement.outcome is Outcome.PASS


def test_there_are_enough_of_them_in_every_dialect() -> None:
    assert len({way.name for way in RIGHT_WAYS}) >= 80
    assert {way.target.rpartition(".")[0] for way in RIGHT_WAYS} == set(DIALECTS)


def test_every_way_has_a_name_of_its_own() -> None:
    names = [str(way) for way in RIGHT_WAYS]

    assert sorted(set(names)) == sorted(names)
