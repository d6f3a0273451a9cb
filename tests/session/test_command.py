"""``--promptfmt-impl=cmd:…``: a run of a command, alone and shared by workers, and how its failures are told."""

from __future__ import annotations

import pytest
from support.bridges import before_answer, bridge
from support.kits import Kit


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_a_run_of_a_command(kit: Kit, workers: str) -> None:
    spec = f"cmd:{bridge(kit.pytester.path)}"

    result = kit.outside("--promptfmt-case=chat/plain-*", "-n", workers, impl=spec)

    assert result.ret == 0
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"{spec} small 1.0", "  openai.chat        1 *"])


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


def test_the_second_process_of_a_command_has_another_hash_seed(kit: Kit) -> None:
    unordered = before_answer('answer["payload"].append({"role": "user", "content": str(set("abcdefghijklmnop"))})')

    result = kit.outside("--promptfmt-case=chat/plain-turns", impl=f"cmd:{bridge(kit.pytester.path, unordered)}")

    result.stdout.fnmatch_lines(["*another payload under another PYTHONHASHSEED*"])
