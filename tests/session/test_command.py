"""``--promptfmt-impl=cmd:…``: a run of a command, alone and shared by workers, and how its failures are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bridges import before_answer, bridge, reference
from support.kits import Kit

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.report.level_table import overall_line
from pytest_promptfmt.verdicts.levels import overall
from pytest_promptfmt.verdicts.verdict import Outcome


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_a_run_of_a_command(kit: Kit, workers: str) -> None:
    spec = f"cmd:{bridge(kit.pytester.path)}"

    result = kit.outside("--promptfmt-case=chat/plain-*", "-n", workers, impl=spec)

    assert result.ret == 0
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"{spec} small 1.0", "  openai.chat        1 *"])


@pytest.mark.slow
def test_what_a_command_said_on_standard_error_is_told_with_its_failure(kit: Kit) -> None:
    crash = before_answer('print("because of this", file=sys.stderr, flush=True); os._exit(3)')

    result = kit.outside("--promptfmt-case=chat/plain-turns", impl=f"cmd:{bridge(kit.pytester.path, crash)}")

    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["the command gave no answer: its process ended (exit status 3)", "standard error because of this"]
    )


def test_no_hello_is_a_usage_error(kit: Kit) -> None:
    result = kit.outside(impl="cmd:true")

    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: 'cmd:true': it said no hello: its process ended (exit status 0)"])


@pytest.mark.slow
def test_the_second_process_of_a_command_has_another_hash_seed(kit: Kit) -> None:
    unordered = before_answer('answer["payload"].append({"role": "user", "content": str(set("abcdefghijklmnop"))})')

    result = kit.outside("--promptfmt-case=chat/plain-turns", impl=f"cmd:{bridge(kit.pytester.path, unordered)}")

    result.stdout.fnmatch_lines(["*another payload under another PYTHONHASHSEED*"])


TARGET = "dashscope.chat"
LEVELS = {
    "exact": ({}, "text tools); not claimed: truncation; limits: not-a-number"),
    "rounded, and declared": (
        {"rounds": True, "refuses": "integers-beyond-2-53"},
        "text tools); not claimed: truncation; limits: integers-beyond-2-53, not-a-number",
    ),
    "rounded, and not": ({"rounds": True}, ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", LEVELS)
def test_a_right_command_reaches_the_level_of_what_json_can_say(tmp_path: Path, how: str) -> None:
    options, scope = LEVELS[how]
    report = check_formatter(f"cmd:{reference(tmp_path, TARGET, **options)}")

    assert report.ok
    assert overall(report.levels).level == (3 if scope else None)
    line = overall_line(report.levels)
    assert line == f"overall level L3 ({TARGET}: {scope}" if scope else line.startswith("no level: ")


def test_what_json_cannot_say_is_skipped_and_stands_beside_the_level(tmp_path: Path) -> None:
    """One case of each limit: the commands' own, and that of languages without whole numbers."""
    spec = f"cmd:{reference(tmp_path, TARGET, rounds=True)}"
    report = check_formatter(spec, cases=["tools/arguments-nan", "tools/arguments-big-integer"])
    reasons = {
        v.reason
        for result in report.document.implementations[0].results
        for v in result.verdicts
        if v.outcome is Outcome.UNSUPPORTED
    }

    assert reasons == {
        "not-a-number: NaN and infinities have no place in JSON, so that the command was not asked",
        "integers-beyond-2-53: the language of the command keeps numbers as 64-bit floats, and cannot hold "
        "9007199254740993 (9007199254740992 is the nearest): its limit, not the formatter's; "
        "a level needs integers-beyond-2-53 among what it 'refuses'",
    }
