"""FAILURES: a text for each cause in the place of one for each item; -v, --tb and the rest of pytest as ever."""

from __future__ import annotations

import re

import pytest
from support.kits import LOSSY, Kit

SOME = ("--promptfmt-case=chat/p*", "--promptfmt-case=chat/one-user")
Patch = pytest.MonkeyPatch
MANY = """
def many(conversation):
    payload = []
    for message in conversation.messages:
        calls = [b for b in message.blocks if b.type == "tool_use"]
        for b in message.blocks:
            if b.type == "tool_result":
                payload.append({"role": "tool", "tool_call_id": b.id, "content": str(b.output)})
        payload.append({"role": message.role, "content": message.text.strip()[:60]})
        if calls:
            function = [{"name": b.name, "arguments": b.input} for b in calls]
            payload[-1]["tool_calls"] = [{"id": b.id, "function": f} for b, f in zip(calls, function)]
    return payload


FORMATTERS = {"openai.chat": many}
"""
"""Wrong in several ways."""
HEADS = "_* fidelity.lost-text: * failures (lossy) _*"


@pytest.fixture
def lossy(kit: Kit) -> Kit:
    """Cuts what the user says in the middle of a word, which loses some texts and alters others."""
    return kit.write(lossy=LOSSY)


def heads(result: pytest.RunResult) -> list[str]:
    """The titles in the section FAILURES."""
    lines = result.outlines
    if not any(line.strip("=") == " FAILURES " for line in lines):
        return []
    start = next(i for i, line in enumerate(lines) if line.strip("=") == " FAILURES ")
    end = next(i for i, line in enumerate(lines[start + 1 :], start + 1) if line.startswith("=="))
    return [line.strip("_ ") for line in lines[start:end] if line.startswith("__")]


def failed(result: pytest.RunResult) -> list[str]:
    return [line.partition(" - ")[0] for line in result.outlines if line.startswith("FAILED")]


def test_what_has_one_cause_is_told_once(lossy: Kit) -> None:
    result = lossy.run(*SOME, impl="lossy")

    number = result.parseoutcomes()["failed"]
    assert number == 4
    assert 0 < len(heads(result)) < number
    assert failed(result) == []
    result.stdout.fnmatch_lines(
        [
            "*= FAILURES =*",
            HEADS,
            "* (* failures)",
            "error          fidelity.lost-text at *",
            "payload        *",
            "conversation   *",
            "cases          chat/*",
            "run it again   pytest *--promptfmt-impl=lossy promptfmt/lossy/openai/chat::chat/*",
            "all of them    pytest *--promptfmt-impl=lossy *'--promptfmt-case=chat/[*]' --promptfmt-check=fidelity",
            "*= promptfmt 0.*=*",
            "  everyday * of *, edge * of *",
            "  * cause*:",
            "  *x fidelity.lost-text (* everyday): *",
            "  no level: *",
            "*= 4 failed in *",
        ]
    )
    result.stdout.no_fnmatch_line("*short test summary info*")
    assert sum(line.strip("=") == " FAILURES " for line in result.outlines) == 1


@pytest.mark.parametrize("option", ["-rf", "-ra", "-rA"])
def test_who_asks_gets_a_line_for_each_failure(lossy: Kit, option: str) -> None:
    result = lossy.run(*SOME, option, impl="lossy")

    assert len(failed(result)) == result.parseoutcomes()["failed"]


def test_with_vv_every_failure_is_told_in_full(lossy: Kit) -> None:
    result = lossy.run(*SOME, "-vv", impl="lossy")

    assert len(heads(result)) == result.parseoutcomes()["failed"]
    result.stdout.no_fnmatch_line("all of them*")


@pytest.mark.slow
def test_a_first_run_fits_sixty_lines_and_with_v_every_cause_is_explained(kit: Kit, monkeypatch: Patch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    kit.write(many=MANY)

    first, more = kit.run(impl="many"), kit.run("-v", impl="many")

    number = next(
        int(line.split()[0]) for line in first.outlines if line.endswith("causes, to be mended in this order:")
    )
    assert number > 3
    assert len(first.outlines) <= 60
    assert 1 <= len(heads(first)) < number <= len(heads(more))
    named = sum(bool(re.match(r" +\d+x \w+\.", line)) for line in first.outlines)
    first.stdout.fnmatch_lines([f"        and {number - named} causes more, of * failures (-v names them)"])
    foreign = ("run it again", "all of them", "plugins:", "rootdir:")
    told = [line for line in first.outlines if not line.startswith(foreign)]
    assert [line for line in told if len(line) > 80] == []


def test_with_q_a_cause_is_one_line(lossy: Kit) -> None:
    quiet = lossy.run(*SOME, "-q", impl="lossy")

    assert heads(quiet) == []
    quiet.stdout.fnmatch_lines(["lossy: 4 failed*", "  * cause*:", "  *x fidelity.lost-text *", "  no level: *"])


def test_with_tb_no_nothing_is_told(lossy: Kit) -> None:
    result = lossy.run(*SOME, "--tb=no", impl="lossy")

    assert heads(result) == failed(result) == []
    result.stdout.fnmatch_lines(["  * cause*:", "  *x fidelity.lost-text *"])


def test_with_tb_line_a_cause_is_one_line(lossy: Kit) -> None:
    lossy.run(*SOME, "--tb=line", impl="lossy").stdout.fnmatch_lines(
        ["promptfmt/lossy/openai/chat::chat/*: * failures)"]
    )


def test_a_single_failure_is_told_as_ever(lossy: Kit) -> None:
    result = lossy.run("--promptfmt-case=chat/plain-turns", impl="lossy")

    assert heads(result) == ["openai.chat / chat/plain-turns (lossy)"]
    result.stdout.fnmatch_lines(["case           chat/plain-turns, which looks for *"])


def test_with_x_there_is_one(lossy: Kit) -> None:
    assert len(heads(lossy.run(*SOME, "-x", impl="lossy"))) == 1


def test_with_lf_the_same_are_told_again(lossy: Kit) -> None:
    first, again = lossy.run(*SOME, impl="lossy"), lossy.run(*SOME, "--lf", impl="lossy")

    assert heads(again) == heads(first)
    assert failed(again) == failed(first)


def test_other_peoples_failures_stay_where_they_are(lossy: Kit) -> None:
    lossy.write(test_mine="def test_mine():\n    assert False, 'mine'\n")

    result = lossy.run(*SOME, "test_mine.py", impl="lossy")

    assert "test_mine" in heads(result)
    assert len(heads(result)) < result.parseoutcomes()["failed"]
    result.stdout.fnmatch_lines(["*= FAILURES =*", "*_ test_mine _*", "*AssertionError: mine", HEADS])


def test_other_plugins_see_the_reports_that_there_were(lossy: Kit) -> None:
    lossy.write(
        conftest="""
        def pytest_terminal_summary(terminalreporter):
            ids = {report.nodeid for report in terminalreporter.stats["failed"]}
            terminalreporter.line(f"seen: {len(ids)} of {len(terminalreporter.stats['failed'])}")
        """
    )

    result = lossy.run(*SOME, impl="lossy")

    number = result.parseoutcomes()["failed"]
    result.stdout.fnmatch_lines([f"seen: {number} of {number}"])


def test_without_a_terminal_nothing_breaks(lossy: Kit) -> None:
    result = lossy.run(*SOME, "-p", "no:terminal", impl="lossy")

    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.slow
def test_the_causes_are_the_same_over_two_workers(lossy: Kit) -> None:
    alone, shared = lossy.run(*SOME, impl="lossy"), lossy.outside(*SOME, "-n2", impl="lossy")

    assert heads(shared) == heads(alone)
    assert set(failed(shared)) == set(failed(alone))


def test_two_implementations_have_causes_of_their_own(lossy: Kit) -> None:
    lossy.write(other=LOSSY)

    told = heads(lossy.run(*SOME, "--promptfmt-impl=other", impl="lossy"))

    assert [head for head in told if head.endswith("(lossy)")]
    assert len([head for head in told if head.endswith("(lossy)")]) == len(told) / 2


TIRED = """
calls = []


def tired(conversation):
    calls.append(1)
    if len(calls) > 12:
        raise SystemExit(3)
    return lossy(conversation)


FORMATTERS = {"openai.chat": tired}
"""


def test_a_formatter_that_breaks_when_it_is_asked_again_is_told_all_the_same(kit: Kit) -> None:
    """What the smallest conversation is looked for with is the user's own code."""
    kit.write(broken=LOSSY + TIRED)

    result = kit.run(*SOME, impl="broken")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert heads(result)
    result.stdout.fnmatch_lines(["  * cause*:"])
