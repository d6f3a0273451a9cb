"""The line that ends a run: the lowest level, and what failed that lowers none."""

from __future__ import annotations

import pytest

from pytest_promptfmt.report.document import Judged
from pytest_promptfmt.report.level_table import overall_line
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES, Standing
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

WHOLE = {"openai.chat": {name: Standing("graded", 3, 5, 5) for name in (*PROFILES, OVERALL)}}


def judged(*cases: str) -> Judged:
    """One that passes `chat/one-user` and fails the cases."""
    results = [Result("openai.chat", "chat/one-user", (Verdict("schema", Outcome.PASS),))]
    results += [Result("openai.chat", case, (Verdict("schema", Outcome.FAIL),)) for case in cases]
    return Judged("mypkg", "mypkg", None, {}, {}, tuple(results))


@pytest.mark.parametrize("cases", [["x-cases/said"], ["x-cases/said", "generated/openai-pairs-1"]])
def test_a_level_says_what_failed_beside_it(cases: list[str]) -> None:
    line = overall_line(WHOLE, None, judged(*cases).failed_apart())

    assert line.startswith(f"overall level L3 of the corpus alone, while {len(cases)} apart failed (")


@pytest.mark.parametrize("cases", [[], ["chat/plain-turns"]])
def test_what_is_of_the_corpus_is_in_the_level(cases: list[str]) -> None:
    assert overall_line(WHOLE, None, judged(*cases).failed_apart()).startswith("overall level L3 (")


def test_where_nothing_of_the_corpus_ran_that_is_said() -> None:
    none = {"openai.chat": {name: Standing("partial", None, 0, 1_710) for name in (*PROFILES, OVERALL)}}
    some = {"openai.chat": {name: Standing("partial", None, 5, 1_710) for name in (*PROFILES, OVERALL)}}

    assert overall_line(none).endswith("the kit's 1,710 checks, and none of them ran: others count for none")
    assert overall_line(some).endswith("and 5 of 1,710 checks ran")
