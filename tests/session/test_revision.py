"""``--promptfmt-revision``: what is younger runs, and fails nothing."""

from __future__ import annotations

import json

import pytest
from support.kits import LOSSY, Kit

from pytest_promptfmt.corpus import load_family

OLD, YOUNG = load_family("chat")[:2]
RELEASED = {
    "2026.09": {"cases": [OLD.id], "rules": []},
    "2026.11": {"cases": [YOUNG.id], "rules": []},
}
PIN = "--promptfmt-revision=2026.09"
NOT_SCORED = f"not scored: {YOUNG.id} came with 2026.11, the run is pinned to 2026.09"


@pytest.fixture
def pinned(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> Kit:
    monkeypatch.setattr("pytest_promptfmt.session.asked.load_released", lambda: RELEASED)
    monkeypatch.setattr("pytest_promptfmt.session.asked.corpus", lambda: (OLD, YOUNG))
    return kit.write(mypkg=LOSSY)


def test_a_younger_case_runs_and_fails_nothing(pinned: Kit) -> None:
    pinned.run().assert_outcomes(failed=2)

    result = pinned.run(PIN, "-rx")

    result.assert_outcomes(failed=1, xfailed=1)
    result.stdout.fnmatch_lines([f"XFAIL promptfmt/mypkg/openai/chat::{YOUNG.id} - {NOT_SCORED}"])
    pinned.run("--promptfmt-revision=2026.11").assert_outcomes(failed=2)


def test_it_is_pinned_in_the_line_that_runs_it_again(pinned: Kit) -> None:
    pinned.run(PIN).stdout.fnmatch_lines([f"run it again * {PIN} promptfmt/mypkg/openai/chat::{OLD.id}"])


def test_the_report_says_what_was_not_scored_and_to_what_the_run_is_pinned(pinned: Kit) -> None:
    pinned.run(PIN, "--promptfmt-report=json:report.json")

    report = json.loads(pinned.pytester.path.joinpath("report.json").read_text("utf-8"))
    results = {result["case"]: result for result in report["implementations"][0]["results"]}
    assert results[YOUNG.id]["scored"] is False
    assert "scored" not in results[OLD.id]
    assert "2026.09" in json.dumps({key: value for key, value in report.items() if key != "implementations"})


def test_the_update_writes_nothing_for_it(pinned: Kit) -> None:
    result = pinned.run(PIN, "--promptfmt-xfails-update")

    text = pinned.pytester.path.joinpath("promptfmt.toml").read_text("utf-8")
    assert OLD.id in text
    assert YOUNG.id not in text
    assert result.ret == pytest.ExitCode.OK
    assert pinned.run(PIN).ret == pytest.ExitCode.OK
    assert pinned.run().ret == pytest.ExitCode.TESTS_FAILED


def test_an_unknown_revision_is_a_usage_error_with_the_known_ones(pinned: Kit) -> None:
    result = pinned.run("--promptfmt-revision=2026.10")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --promptfmt-revision: '2026.10' is no revision*known are 2026.09, 2026.11"])


def test_the_shipped_list_is_what_is_asked(kit: Kit) -> None:
    result = kit.run("--promptfmt-revision=1999.01", "--promptfmt-case=chat/plain-turns")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --promptfmt-revision: '1999.01' is no revision*2026.11*"])
