"""Formatters that do everything but format: each is a finding, and ends neither the run nor the other cases."""

from __future__ import annotations

import os

import pytest
from support.kits import HONEST, Kit

OTHERS = ("--promptfmt-case=chat/one-user", "--promptfmt-case=chat/plain-turns")


def odd(deed: str, *, sync: bool = True) -> str:
    """A formatter that does `deed` with a single message and is honest with more."""
    word = "def" if sync else "async def"
    return (
        HONEST
        + f"""
import os, sys

{word} odd(conversation):
    if len(conversation.messages) == 1:
        {deed}
    return chat(conversation)

FORMATTERS = {{"openai.chat": odd}}
"""
    )


DEEDS = {
    "raise KeyError('content')": "the formatter raised KeyError: 'content' (mypkg.py:* in odd)",
    "json.dumps(object())": "the formatter raised TypeError: Object of type object is not * (mypkg.py:* in odd)",
    "sys.exit(3)": "the formatter ended the process: it called sys.exit(3) (mypkg.py:* in odd)",
    "os._exit(0)": "the formatter ended the process: it called os._exit(0) (mypkg.py:* in odd)",
    "return [object()]": "the payload is no strict JSON here: an object of type object*",
    "return None": "expected a list of messages or an object with 'messages', got null*",
    "return 7": "expected a list of messages or an object with 'messages', got int*",
    "return {}": "the object has no 'messages'*",
    "raise StopIteration": "the formatter raised *",
    "raise BaseException('all of it')": "the formatter raised BaseException: all of it *",
    "raise GeneratorExit": "the formatter raised GeneratorExit*",
    "import pytest; pytest.exit('that is it')": "the formatter raised Exit: that is it *",
    "import pytest; pytest.skip('not me')": "the formatter raised Skipped: not me *",
    "return [{'role': 'user', 'content': float('nan')}]": "*nan is no JSON number*",
    "a = []; a.append(a); return a": "*nested deeper than*",
    "conversation.messages[0].blocks.clear()": "the formatter raised AttributeError: *",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("sync", [True, False], ids=["sync", "async"])
@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_a_finding_and_the_other_case_is_judged(kit: Kit, deed: str, sync: bool) -> None:
    result = kit.write(mypkg=odd(deed, sync=sync)).run(*OTHERS)

    result.assert_outcomes(failed=1, passed=1)
    headline = result.outlines[result.outlines.index(next(o for o in result.outlines if o.startswith("____"))) + 1]
    pytest.LineMatcher([headline]).fnmatch_lines([DEEDS[deed]])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("sync", [True, False], ids=["sync", "async"])
def test_who_prints_is_warned(kit: Kit, sync: bool) -> None:
    result = kit.write(mypkg=odd("print('\\x1b[2J', '\\ud800')", sync=sync)).run(*OTHERS, "-s")

    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*1x purity.printed: *"])
    assert "\x1b[2J" not in result.stdout.str()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("sync", "workers"),
    [
        pytest.param(True, [], id="alone-sync"),
        pytest.param(False, [], id="alone-async"),
        pytest.param(True, ["-n2"], id="xdist-sync"),
        pytest.param(False, ["-n2"], id="xdist-async", marks=pytest.mark.slow),
    ],
)
def test_an_interrupt_from_the_keyboard_stops_the_run(kit: Kit, sync: bool, workers: list[str]) -> None:
    result = kit.write(mypkg=odd("raise KeyboardInterrupt", sync=sync)).outside(*OTHERS, *workers)

    assert result.ret == pytest.ExitCode.INTERRUPTED


@pytest.mark.slow
def test_all_of_them_in_one_run_on_two_workers(kit: Kit) -> None:
    formatters = {}
    for n, deed in enumerate(DEEDS):
        kit.write(**{f"odd_{n}": odd(deed, sync=bool(n % 2))})
        formatters[n] = f"--promptfmt-impl=odd_{n}"
    kit.write(odd_99=odd("import time; time.sleep(60)"))

    result = kit.outside(*formatters.values(), *OTHERS, "-n2", "--promptfmt-timeout=1", impl="odd_99")

    result.assert_outcomes(failed=len(DEEDS) + 1, passed=len(DEEDS) + 1)
    result.stdout.fnmatch_lines(["the formatter hung: no answer within 1 seconds"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork")
def test_what_a_formatter_forks_may_end_itself(kit: Kit) -> None:
    deed = "pid = os.fork()\n        os._exit(0) if pid == 0 else os.waitpid(pid, 0)"

    kit.write(mypkg=odd(deed)).run(*OTHERS).assert_outcomes(passed=2)
