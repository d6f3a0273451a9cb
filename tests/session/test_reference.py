"""``--promptfmt-reference``: whether a payload is what the reference of a generation says."""

from __future__ import annotations

import pytest
from support.kits import HONEST, Kit

ASKED = "--promptfmt-reference=agentscope-1.0"
PARTS = (
    HONEST
    + """
def parts(conversation):
    payload = chat(conversation)
    for message in payload:
        message["content"] = [{"type": "text", "text": message["content"]}]
        message["name"] = message["role"]
    return payload

FORMATTERS = {"openai.chat": parts}
"""
)


def test_who_writes_what_the_reference_writes_passes(kit: Kit) -> None:
    result = kit.write(mypkg=PARTS).run(ASKED, "--promptfmt-case=chat/one-user")

    result.assert_outcomes(passed=1)


def test_who_is_right_in_another_way_fails_and_is_told_where(kit: Kit) -> None:
    result = kit.run(ASKED, "--promptfmt-case=chat/one-user")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["error*golden.differs at $*", f"run it again*{ASKED}*"])


def test_without_the_option_nobody_asks(kit: Kit) -> None:
    kit.run("--promptfmt-case=chat/one-user").assert_outcomes(passed=1)


def test_the_check_can_be_asked_alone(kit: Kit) -> None:
    result = kit.write(mypkg=PARTS).run(ASKED, "--promptfmt-check=golden", "--promptfmt-case=chat/one-user")

    assert result.ret == 0


def test_the_check_without_the_option_is_a_usage_error(kit: Kit) -> None:
    result = kit.run("--promptfmt-check=golden")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert (
        "--promptfmt-check=golden needs --promptfmt-reference=NAME; known are agentscope-0.0, agentscope-0.1"
        in result.errlines[0]
    )


def test_an_unknown_generation_is_a_usage_error_with_the_nearest(kit: Kit) -> None:
    result = kit.run("--promptfmt-reference=agentscope-1.1")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "there are no golden payloads of 'agentscope-1.1'; did you mean 'agentscope-1.0'?" in result.errlines[0]


def test_an_implementation_without_a_target_of_the_generation_is_a_usage_error(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("openai.chat", "zhipu.chat"))
    result = kit.run(ASKED)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "agentscope-1.0 has no golden payloads for zhipu.chat" in result.errlines[0]


def test_an_expected_failure_of_golden_is_not_looked_at_where_nobody_asks(kit: Kit) -> None:
    kit.pytester.makefile(".toml", promptfmt='[[xfail]]\nmatch = "* / chat/one-user / golden"\nreason = "strings"\n')

    kit.run("--promptfmt-case=chat/one-user").assert_outcomes(passed=1)
    kit.run(ASKED, "--promptfmt-case=chat/one-user").assert_outcomes(xfailed=1, passed=1)


def test_budgets_are_asked_of_those_who_claim_to_keep_them(kit: Kit) -> None:
    unclaimed = kit.run("--promptfmt-case=truncation/*")
    claims = "CAPABILITIES = {'openai.chat': {'truncation': 'drop'}}\n"
    keeps = "FORMATTERS = {'openai.chat': lambda c, budget=None, count=None: chat(c)}\n" + claims
    claimed = kit.write(mypkg=HONEST + keeps).run("--promptfmt-case=truncation/everything-fits")

    assert unclaimed.ret == pytest.ExitCode.USAGE_ERROR
    assert "no case is left of 'mypkg'" in unclaimed.errlines[0]
    claimed.assert_outcomes(passed=1)
