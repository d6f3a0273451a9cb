"""``--promptfmt-timeout``: who hangs ends neither the run nor the other cases."""

from __future__ import annotations

import pytest
from support.kits import HONEST, Kit

BOTH = ("--promptfmt-case=chat/one-user", "--promptfmt-case=chat/plain-turns")

HANGS = (
    HONEST
    + """
import asyncio, time

def sleeps(conversation):
    if len(conversation.messages) == 1:
        time.sleep(60)
    return chat(conversation)

def spins(conversation):
    while len(conversation.messages) == 1:
        try:
            time.sleep(0)
        except Exception:
            pass
    return chat(conversation)

async def waits(conversation):
    if len(conversation.messages) == 1:
        await asyncio.sleep(60)
    return chat(conversation)

FORMATTERS = {"openai.chat": NAME}
"""
)


@pytest.mark.parametrize("name", ["sleeps", "spins", "waits"])
def test_a_formatter_that_hangs_fails_its_case_only(kit: Kit, name: str) -> None:
    result = kit.write(mypkg=HANGS.replace("NAME", name)).run("--promptfmt-timeout=0.2", *BOTH)

    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["the formatter hung: no answer within 0.2 seconds", "*run it again*timeout=0.2*"])


def test_zero_waits_for_ever(kit: Kit) -> None:
    kit.run("--promptfmt-timeout=0", *BOTH).assert_outcomes(passed=2)


@pytest.mark.parametrize("seconds", ["soon", "-1", "nan", "inf"])
def test_what_is_no_number_of_seconds_is_a_usage_error(kit: Kit, seconds: str) -> None:
    result = kit.run(f"--promptfmt-timeout={seconds}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.errlines[0] == f"ERROR: --promptfmt-timeout={seconds}: a number of seconds, or 0 for none"
