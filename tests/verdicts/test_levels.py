"""Levels come from verdicts alone, and nothing but a pass that was promised can raise one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import drawn

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.levels import (
    OVERALL,
    CaseNeeds,
    Standing,
    case_needs,
    graded_checks,
    lowest,
    promise,
    standings,
    within_claims,
)
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

TARGET = "anthropic.chat"


def implementation(**claims: object) -> Implementation:
    return from_object(
        SimpleNamespace(FORMATTERS={TARGET: lambda conversation: []}, CAPABILITIES={TARGET: claims} if claims else {})
    )


def sample(one: Implementation, each: int = 9) -> list[tuple[str, Case]]:
    """Some cases of every profile, so that the property can be asked often."""
    return plan(one, corpus())[::each]


def passing(pairs: Sequence[tuple[str, Case]]) -> list[Result]:
    return [
        Result(target, case.id, tuple(Verdict(check, Outcome.PASS) for check in graded_checks(target, case)))
        for target, case in pairs
    ]


def stand(one: Implementation, pairs: Sequence[tuple[str, Case]], results: Sequence[Result]) -> dict[str, Standing]:
    facts = {case.id: case_needs(case) for _, case in pairs}
    return standings(TARGET, one.claim(TARGET), promise(one, pairs)[TARGET], results, facts)


def with_outcome(results: list[Result], case: str, check: str, outcome: Outcome) -> list[Result]:
    return [
        replace(
            result,
            verdicts=tuple(replace(v, outcome=outcome) if v.check == check else v for v in result.verdicts),
        )
        if result.case == case
        else result
        for result in results
    ]


def test_where_everything_passes_every_claimed_profile_is_robust() -> None:
    one = implementation(truncation="drop")
    pairs = sample(one)
    found = stand(one, pairs, passing(pairs))
    assert {profile: str(standing) for profile, standing in found.items()} == {
        "text": "L3",
        "tools": "L3",
        "vision": "L3",
        "audio": "n/a",  # Anthropic takes no sound
        "thinking": "L3",
        "truncation": "L3",
        "overall": "L3",
    }


@pytest.mark.parametrize(
    ("check", "level"), [("purity", None), ("schema", 0), ("protocol", 0), ("fidelity", 1), ("errors", 2)]
)
@pytest.mark.parametrize("outcome", [Outcome.FAIL, Outcome.ERROR, Outcome.XFAIL])
def test_what_fails_leaves_the_level_below_the_one_that_asks_it(
    check: str, level: int | None, outcome: Outcome
) -> None:
    one = implementation()
    pairs = sample(one)
    case = next(case for _, case in pairs if not case_needs(case).needs)
    found = stand(one, pairs, with_outcome(passing(pairs), case.id, check, outcome))
    assert (found["text"].state, found["text"].level) == ("graded", level)
    assert found["text"].blocks == ((check, case.id),)
    assert found["tools"].level == 3
    assert lowest(found.values()).level == level


@pytest.mark.parametrize("outcome", [Outcome.UNSUPPORTED, Outcome.INCONCLUSIVE])
def test_what_was_not_judged_gives_no_level(outcome: Outcome) -> None:
    one = implementation()
    pairs = sample(one)
    case = next(case for _, case in pairs if not case_needs(case).needs)
    found = stand(one, pairs, with_outcome(passing(pairs), case.id, "schema", outcome))
    assert found["text"].state == lowest(found.values()).state == "partial"
    assert found["text"].graded == found["text"].promised - 1


def test_an_empty_run_reaches_nothing() -> None:
    one = implementation()
    pairs = sample(one)
    assert {standing.level for standing in stand(one, pairs, []).values()} == {None}
    assert lowest(stand(one, pairs, []).values()).state == "partial"


def test_what_is_not_claimed_is_named_and_what_cannot_be_carried_is_not_asked() -> None:
    one = implementation(blocks=["tool"])
    pairs = sample(one)
    found = stand(one, pairs, passing(pairs))
    assert {profile: standing.state for profile, standing in found.items()} == {
        "text": "graded",
        "tools": "graded",
        "vision": "not claimed",
        "audio": "n/a",
        "thinking": "not claimed",
        "truncation": "not claimed",
        "overall": "graded",
    }


def test_a_case_that_exercises_what_is_not_claimed_counts_nowhere() -> None:
    one = implementation(blocks=["tool"])
    pairs = sample(one)
    beyond = next(case for _, case in pairs if {"tool", "image"} <= case_needs(case).needs)
    found = stand(one, pairs, with_outcome(passing(pairs), beyond.id, "fidelity", Outcome.FAIL))
    assert found["tools"].level == 3
    whole = implementation()
    found = stand(whole, pairs, with_outcome(passing(pairs), beyond.id, "fidelity", Outcome.FAIL))
    assert found["tools"].level == found["vision"].level == 1


def is_carried(case: Case) -> bool:
    """Does Anthropic carry all that it exercises?"""
    return case_needs(case).needs <= {"tool", "image", "document", "thinking"}


def test_overall_every_verdict_counts_once() -> None:
    one = implementation()
    pairs = sample(one)
    found = stand(one, pairs, passing(pairs))
    whole = sum(len(graded_checks(target, case)) for target, case in pairs if case.budget is None and is_carried(case))
    assert any(len(case_needs(case).profiles) > 1 for _, case in pairs)
    assert found[OVERALL].graded == found[OVERALL].promised == whole
    assert sum(standing.graded for profile, standing in found.items() if profile != OVERALL) > whole


def test_a_budget_counts_for_truncation_only() -> None:
    assert CaseNeeds(frozenset({"tool", "image"}), truncates=True).profiles == ("truncation",)
    assert CaseNeeds(frozenset({"tool", "image"}), truncates=False).profiles == ("tools", "vision")
    assert CaseNeeds(frozenset(), truncates=False).profiles == ("text",)


def test_warnings_never_count() -> None:
    one = implementation()
    pairs = sample(one)
    warning = Finding("x.y", Severity.WARNING, "$", "a lesser manner")
    results = [replace(r, verdicts=tuple(replace(v, findings=(warning,)) for v in r.verdicts)) for r in passing(pairs)]
    assert stand(one, pairs, results)["text"].level == 3


def test_what_is_not_scored_neither_helps_nor_harms() -> None:
    one = implementation()
    pairs = sample(one)
    case = next(case for _, case in pairs if not case_needs(case).needs)
    kept = [pair for pair in pairs if pair[1] is not case]
    results = with_outcome(passing(pairs), case.id, "fidelity", Outcome.FAIL)
    results = [replace(result, scored=result.case != case.id) for result in results]
    facts = {case.id: case_needs(case) for _, case in pairs}
    assert standings(TARGET, one.claim(TARGET), promise(one, kept)[TARGET], results, facts)["text"].level == 3


def rank(standing: Standing) -> int:
    return -1 if standing.state != "graded" or standing.level is None else standing.level


ONE = implementation(truncation="drop")
PAIRS = sample(ONE, 17)
CHECKS = ("purity", "schema", "protocol", "fidelity", "truncation", "errors")
JUDGED = [Outcome.PASS, Outcome.FAIL, Outcome.ERROR, Outcome.XFAIL]
HARM = st.sampled_from(
    ["skip", "drop verdict", "empty", *(o for o in Outcome if o is not Outcome.PASS)],
)


@settings(max_examples=drawn(150), deadline=None)
@given(
    before=st.lists(st.tuples(st.integers(0, len(PAIRS) - 1), st.sampled_from(CHECKS), st.sampled_from(JUDGED))),
    harm=st.lists(st.tuples(st.integers(0, len(PAIRS) - 1), st.sampled_from(CHECKS), HARM), min_size=1),
)
def test_no_sequence_of_skips_crashes_xfails_or_empty_outputs_raises_a_level(
    before: list[tuple[int, str, Outcome]], harm: list[tuple[int, str, Outcome | str]]
) -> None:
    results = passing(PAIRS)
    for n, check, outcome in before:
        results = with_outcome(results, PAIRS[n][1].id, check, outcome)
    first = stand(ONE, PAIRS, results)
    for n, check, what in harm:
        case = PAIRS[n][1].id
        match what:
            case "skip":
                results = [result for result in results if result.case != case]
            case "empty":
                results = [replace(result, verdicts=()) if result.case == case else result for result in results]
            case "drop verdict":
                results = [
                    replace(r, verdicts=tuple(v for v in r.verdicts if v.check != check)) if r.case == case else r
                    for r in results
                ]
            case Outcome.UNSUPPORTED if not within_claims(TARGET, ONE.claim(TARGET), case_needs(PAIRS[n][1])):
                pass  # what is not claimed may be refused: no harm, but the better for a formatter that failed there
            case Outcome() as outcome:
                results = with_outcome(results, case, check, outcome)
    last = stand(ONE, PAIRS, results)
    assert all(rank(last[profile]) <= rank(first[profile]) for profile in first)
    assert rank(lowest(last.values())) <= rank(lowest(first.values()))


def test_claiming_less_never_adds_a_level_to_a_profile_that_stays_claimed() -> None:
    """Nor does it hide: what is dropped is named as not claimed."""
    for blocks in ([], ["tool"], ["tool", "image"], ["tool", "image", "thinking"]):
        found = stand(implementation(blocks=blocks), PAIRS, passing(PAIRS))
        graded = {profile for profile, standing in found.items() if standing.state == "graded"} - {OVERALL}
        assert graded == {"text"} | {{"tool": "tools", "image": "vision"}.get(block, block) for block in blocks}


def test_the_function_call_gives_levels_too() -> None:
    def writes(conversation: object) -> list[dict[str, str]]:
        return []

    report = check_formatter({TARGET: writes}, cases=["chat/plain-turns"])
    assert {standing.state for standing in report.levels[TARGET].values()} <= {"partial", "n/a", "not claimed"}
