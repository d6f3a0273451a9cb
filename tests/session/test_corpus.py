"""``--promptfmt-corpus=DIR``: cases of one's own are judged like the kit's, reported apart, and part of no level."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.kits import HONEST, LOSSY, Kit

from pytest_promptfmt import cases, check_formatter
from pytest_promptfmt.report.reading import read

SAID = [{"role": "user", "content": "What is amber-17, cobalt-42?"}]
OPEN = [
    {"role": "user", "content": "Ask twice, amber-17."},
    {
        "role": "assistant",
        "content": [
            {"type": "tool_use", "id": "call_1", "name": "ask", "input": {"of": "jade-31"}},
            {"type": "tool_use", "id": "call_2", "name": "ask", "input": {"of": "opal-4"}},
        ],
    },
    {"role": "tool", "content": [{"type": "tool_result", "id": "call_1", "name": "ask", "output": "Yes, rose-9."}]},
]
ONE = "--promptfmt-case=chat/plain-turns"
OWN = "--promptfmt-case=x-*/*"
KNOWN = '[[xfail]]\nmatch = "* / x-cases/* / fidelity"\nreason = "known"\n'


@pytest.fixture
def mine(kit: Kit) -> Kit:
    """The honest formatter, and two cases in ``cases``."""
    put(kit.pytester.path / "cases" / "said.json", SAID)
    put(kit.pytester.path / "cases" / "also.json", {"hunts": "a lost word", "conversation": SAID})
    return kit


def put(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")


def test_they_are_judged_with_the_kits_and_counted_apart(mine: Kit) -> None:
    result = mine.run("--promptfmt-corpus=cases", ONE, OWN, "--promptfmt-report=json:r.json", "-v")

    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "promptfmt/mypkg/openai/chat::x-cases/also PASSED*",
            "  openai.chat   *  1        -        -        -",
            "  apart, part of no level:",
            "  openai.chat x-cases  *  2        -        -        -",
        ]
    )
    written = json.loads((mine.pytester.path / "r.json").read_text())
    judged = written["implementations"][0]
    assert (judged["outcomes"], judged["apart"]) == ({"pass": 1}, {"openai.chat x-cases": {"pass": 2}})
    assert [result["case"] for result in judged["results"] if result.get("apart")] == ["x-cases/also", "x-cases/said"]
    assert read(written).to_json() == written


def test_what_they_find_fails_the_run_and_its_line_runs_it_again(mine: Kit) -> None:
    mine.write(mypkg=LOSSY)

    result = mine.run("--promptfmt-corpus=cases", OWN)

    result.assert_outcomes(failed=2)
    again = "-p promptfmt --promptfmt-impl=mypkg --promptfmt-corpus=cases promptfmt/mypkg/openai/chat::x-cases/"
    result.stdout.fnmatch_lines([f"*run it again   pytest {again}*"])
    mine.run("--promptfmt-corpus=cases", "promptfmt/mypkg/openai/chat::x-cases/said").assert_outcomes(failed=1)


def test_a_level_is_what_it_is_without_them(mine: Kit) -> None:
    """What they find neither raises nor lowers one; nor is more promised, or graded, of the kit's cases."""
    mine.write(mypkg=LOSSY)
    put(mine.pytester.path / "cases" / "said.json", SAID)
    found = []
    for n, words in enumerate([["--promptfmt-corpus=cases", OWN], []]):
        mine.run(ONE, *words, f"--promptfmt-report=json:{n}.json")
        (judged,) = json.loads((mine.pytester.path / f"{n}.json").read_text())["implementations"]
        found.append(judged)

    assert found[0]["apart"] == {"openai.chat x-cases": {"fail": 2}}
    for key in ("level", "graded", "promised", "targets", "outcomes"):
        assert found[0][key] == found[1][key]


def test_a_golden_payload_beside_a_case_is_compared(mine: Kit) -> None:
    put(mine.pytester.path / "cases" / "golden" / "openai.chat" / "said.json", SAID)
    put(mine.pytester.path / "cases" / "golden" / "openai.chat" / "also.json", [{"role": "user", "content": "What?"}])

    result = mine.run("--promptfmt-corpus=cases", OWN, "--promptfmt-check=golden")

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["the golden payload of x-cases has another value here*"])


def test_a_pinned_revision_has_nothing_to_say_of_them(mine: Kit) -> None:
    mine.write(mypkg=LOSSY)

    mine.run("--promptfmt-corpus=cases", OWN, "--promptfmt-revision=2026.11").assert_outcomes(failed=2)


def test_an_expected_failure_may_name_them(mine: Kit) -> None:
    mine.write(mypkg=LOSSY)
    (mine.pytester.path / "promptfmt.toml").write_text(
        '[[xfail]]\nmatch = "* / x-cases/* / fidelity"\nreason = "known"\n'
    )

    mine.run("--promptfmt-corpus=cases", OWN).assert_outcomes(xfailed=2, passed=1)


def test_an_expected_failure_of_a_corpus_that_is_not_named_says_so(mine: Kit) -> None:
    (mine.pytester.path / "promptfmt.toml").write_text(
        '[[xfail]]\nmatch = "* / x-cases/* / fidelity"\nreason = "known"\n'
    )

    result = mine.run("promptfmt/mypkg/xfails::1")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no case is 'x-cases/[*]', and --promptfmt-corpus names the cases that are not*"])


def test_a_snapshot_of_theirs_stays_where_a_run_is_not_given_them(mine: Kit) -> None:
    words = ("--promptfmt-snapshots=snaps", "--promptfmt-target=openai.*", "--snapshot-update")
    mine.pytester.makepyfile(mypkg=HONEST)
    run = partial(mine.pytester.runpytest_inprocess, "-p", "no:hypothesispytest", "--promptfmt-impl=mypkg")
    run(*words, "--promptfmt-corpus=cases", OWN)
    before = sorted(path.name for path in (mine.pytester.path / "snaps").rglob("*.json"))

    result = run(*words, "--promptfmt-case=chat/*")

    after = {path.relative_to(mine.pytester.path).as_posix() for path in (mine.pytester.path / "snaps").rglob("*.json")}
    assert before
    assert {path for path in after if "x-cases" in path}
    result.stdout.no_fnmatch_line("*of what is no case any more*")


def test_the_ini_file_names_them_from_its_own_directory(mine: Kit) -> None:
    mine.pytester.makeini("[pytest]\npromptfmt_corpus =\n    own=cases\n")

    mine.run("--co", "-q", OWN).stdout.fnmatch_lines(["promptfmt/mypkg/openai/chat::x-own/said"])


def test_a_bad_directory_is_a_usage_error(mine: Kit) -> None:
    (mine.pytester.path / "cases" / "bad.json").write_text('[{"role": "usr", "content": ""}]')

    result = mine.run("--promptfmt-corpus=cases")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["ERROR: --promptfmt-corpus: */cases/bad.json: $.conversation: messages[[]0[]].role: 'usr' is not a role*"]
    )


def test_who_mends_what_nobody_can_send_is_not_blamed_and_who_sends_it_is(tmp_path: Path) -> None:
    """A stranger's conversation says nothing of what is right: what is legal of the dialect is."""
    put(tmp_path / "cases" / "open.json", OPEN)
    scope: dict[str, Any] = {}
    exec(HONEST, scope)

    def mended(conversation: Any) -> Any:
        payload = scope["chat"](conversation)
        payload[1]["tool_calls"].pop()
        return payload

    def refusing(conversation: Any) -> Any:
        raise ValueError("the call call_2 has no result, and the provider asks for one")

    def judged(formatter: Any) -> set[str]:
        report = check_formatter({"openai.chat": formatter}, cases=["x-*"], corpus=tmp_path / "cases")
        return {finding.id for finding in report.findings if finding.is_error}

    assert judged(mended) == set()
    assert judged(refusing) == set()
    assert judged(scope["chat"]) == {"openai.tool-calls-answered"}


def test_peoples_own_tests_go_over_them(mine: Kit) -> None:
    mine.pytester.makeini("[pytest]\npromptfmt_corpus = cases\n")
    mine.pytester.makepyfile(
        test_own="""
        import pytest
        from pytest_promptfmt import cases

        @pytest.mark.promptfmt_cases("x-cases/*")
        def test_fixture(promptfmt_case):
            assert promptfmt_case.conversation().messages[0].text.startswith("What")

        def test_every(promptfmt_case):
            assert promptfmt_case.id

        @cases(corpus="cases")
        def test_decorated(case):
            assert case.family == "x-cases"
        """
    )

    result = mine.pytester.runpytest_inprocess("-p", "no:hypothesispytest", "-v", "-k", "cases or decorated")

    result.stdout.fnmatch_lines_random(
        [
            "test_own.py::test_fixture[[]x-cases-said[]] PASSED*",
            "test_own.py::test_every[[]x-cases-also[]] PASSED*",
            "test_own.py::test_decorated[[]x-cases-said[]] PASSED*",
        ]
    )


def test_a_decorator_chooses_of_all(tmp_path: Path) -> None:
    put(tmp_path / "mine" / "said.json", SAID)

    names, chosen = cases("x-mine/*", "chat/plain-turns", corpus=tmp_path / "mine").args

    assert (names, [case.id for case in chosen]) == ("case", ["chat/plain-turns", "x-mine/said"])
