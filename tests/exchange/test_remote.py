"""Commands that misbehave, one by one: each costs its exchange, and the next one is answered."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.bridges import COUNTING, HELLO, after_answer, before_answer, bridge

from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.exchange import Exchange, perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.object_graph import Change
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.verdict import Outcome


def case(*content: Any, **more: Any) -> Case:
    messages = [{"role": "user", "content": "hello"}, {"role": "assistant", "content": list(content)}]
    return case_from_json("tools", {"name": "one", "hunts": "nothing", "conversation": {"messages": messages}, **more})


MARKED, PLAIN = case({"type": "text", "text": "amber-17"}), case({"type": "text", "text": "jade-31"})


def call(**input_: Any) -> Case:
    return case({"type": "tool_use", "id": "1", "name": "f", "input": input_})


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Any]:
    commands = []

    def make(*changes: tuple[str, str], hello: str = HELLO) -> Implementation:
        found = resolve(f"cmd:{bridge(tmp_path, *changes, hello=hello)}", tmp_path)
        commands.extend(entry.command for entry in found.formatters.values() if isinstance(entry, Remote))
        return found

    yield make
    for command in commands:
        command.end()


def exchange(implementation: Implementation, asked: Case, timeout: float | None = 5.0) -> Exchange:
    with Caller() as caller:
        return perform(implementation, "openai.chat", asked, caller, timeout=timeout)


def test_a_payload_comes_back_and_again(made: Any) -> None:
    done = exchange(made(), PLAIN)

    assert done.failure is None
    assert done.payload == [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "jade-31"}]
    assert done.again == done.payload
    assert done.effects.started == done.effects.threads == ()


LOST = {
    "crashes": (before_answer("os._exit(3)"), "its process ended (exit status 3)"),
    "is killed": (before_answer("os.kill(os.getpid(), 9)"), "its process ended (killed by signal 9)"),
    "garbage": (before_answer('print("hello", flush=True)'), "no JSON that can be read"),
    "half a line": (before_answer("sys.stdout.write('{\"id\"'); sys.stdout.flush(); os._exit(0)"), "exit status 0"),
    "no object": (before_answer("answer = [1]"), "is no object"),
    "a stale id": (before_answer('answer["id"] = 0'), "was wanted, and one with 0 came"),
    "an id of text": (before_answer('answer["id"] = str(request["id"])'), "was wanted"),
    "true for an id": (before_answer('answer["id"] = True'), "one with True came"),
    "neither": (before_answer('answer.pop("payload")'), "either a payload or an error"),
    "both": (before_answer('answer["error"] = {}'), "either a payload or an error"),
    "an odd error": (before_answer('answer = {"id": answer["id"], "error": {"kind": "bad"}}'), "an error has a kind"),
    "an odd change": (before_answer('answer["changed_input"] = [1]'), "changed_input in an answer is list"),
    "a count unasked": (before_answer('answer["count"] = 1'), "the request has no budget"),
    "no UTF-8": (before_answer('sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()'), "no JSON that can be"),
    "a number without end": (before_answer('print("[" + "9" * 5000 + "]", flush=True)'), "no JSON that can be read"),
}


@pytest.mark.parametrize("how", LOST)
def test_what_is_no_answer_costs_its_exchange(made: Any, how: str) -> None:
    change, words = LOST[how]
    implementation = made(change)

    failure = exchange(implementation, MARKED).failure

    assert failure is not None
    assert (failure.how, failure.clear) == ("exited", False)
    assert words in failure.text
    assert exchange(implementation, PLAIN).failure is None


def test_what_hangs_costs_its_exchange_and_leaves_no_process(made: Any, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    hang = f'p = subprocess.Popen(["sleep", "100"]); open({str(note)!r}, "w").write(str(p.pid)); p.wait()'
    implementation = made(before_answer(f"import subprocess; {hang}"))

    failure = exchange(implementation, MARKED, timeout=1.0).failure

    assert failure is not None
    assert failure.how == "hung"
    assert exchange(implementation, PLAIN).failure is None
    assert is_gone(int(note.read_text()))


def is_gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_second_answer_is_seen_before_the_next_request(made: Any) -> None:
    implementation = made(after_answer("say(answer)\n        time.sleep(0.05)"))

    done = exchange(implementation, MARKED)

    assert done.failure is None
    assert any(words in done.again_failed for words in ("no request asked for", "was wanted, and one with 1 came"))


@pytest.mark.parametrize(("kind", "clear"), [("refused", True), ("raised", False)])
def test_an_error_is_what_the_command_calls_it(made: Any, kind: str, clear: bool) -> None:
    error = {"kind": kind, "type": "TypeError", "message": "no such thing", "where": "a.js:3 in f"}
    failure = exchange(made(before_answer(f'answer = {{"id": answer["id"], "error": {error}}}')), MARKED).failure

    assert failure is not None
    assert (failure.how, failure.kind, failure.text, failure.where) == (
        "raised",
        "TypeError",
        *list(error.values())[2:],
    )
    assert failure.clear is clear


def test_what_is_told_beside_is_on_the_account(made: Any) -> None:
    told = 'answer |= {"printed": "oh", "changed_input": "$.messages[0]"}; print("why", file=sys.stderr, flush=True)'
    done = exchange(made(before_answer(told)), MARKED)

    assert (done.effects.printed, done.effects.said) == ("ohoh", "why\nwhy\n")
    assert done.changed == Change("$.messages[0]"), "a command tells the place alone"


def test_a_connection_is_told_and_nobody_blamed(made: Any) -> None:
    error = {"kind": "connects", "type": "Blocked", "message": "api.example.com:443"}
    implementation = made(before_answer(f'answer = {{"id": answer["id"], "error": {error}}}'))
    with Judge(implementation) as judge:
        judgement = judge.judge("openai.chat", MARKED)

    assert judgement.outcome is Outcome.INCONCLUSIVE
    assert judgement.exchange.effects.connections == ("api.example.com:443",)


@pytest.mark.parametrize("size", [10, 3_000_000])
def test_much_on_standard_error_stops_nobody(made: Any, size: int) -> None:
    done = exchange(made(before_answer(f'print("x" * {size}, file=sys.stderr, flush=True)')), MARKED)

    assert done.failure is None
    assert 0 < len(done.effects.said) <= 4_000


def test_a_long_line_goes_both_ways(made: Any) -> None:
    text = "long " * 400_000

    assert exchange(made(), case({"type": "text", "text": text})).payload[1]["content"] == text


def test_half_a_surrogate_pair_goes_both_ways(made: Any) -> None:
    assert exchange(made(), case({"type": "text", "text": "\ud83d"})).payload[1]["content"] == "\ud83d"


def test_a_line_without_an_end_is_ended(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_promptfmt.implementation.channel.LONGEST", 10_000_000)
    failure = exchange(made(before_answer('sys.stdout.write("x" * 20_000_000)')), MARKED).failure

    assert failure is not None
    assert "a line of more than 10,000,000 bytes" in failure.text


ROUNDING = ("request = json.loads(line)", "request = json.loads(line, parse_int=lambda text: int(float(text)))")
GREAT = 2**60 + 1


def outcomes(implementation: Implementation, asked: Case) -> dict[str, tuple[Outcome, str]]:
    with Judge(implementation) as judge:
        judgement = judge.judge("openai.chat", asked)
    return {verdict.check: (verdict.outcome, verdict.reason) for verdict in judgement.verdicts}


def test_a_language_that_rounds_is_not_blamed(made: Any) -> None:
    asked = case(
        {"type": "text", "text": "beside"}, {"type": "tool_use", "id": "1", "name": "f", "input": {"n": GREAT}}
    )
    done = exchange(made(ROUNDING), asked)

    assert done.failure is None
    assert f"cannot hold {GREAT}" in done.limit
    assert done.conversation.messages[1].blocks[1].input == {"n": 1152921504606847000}  # type: ignore[union-attr]


def test_a_formatter_that_rounds_in_a_language_that_need_not_is_blamed(made: Any) -> None:
    rounding = ('json.dumps(block["input"])', 'json.dumps({"n": int(float(block["input"]["n"]))})')
    exact, rounded = exchange(made(), call(n=GREAT)), exchange(made(rounding), call(n=GREAT))

    assert exact.limit == rounded.limit == ""
    assert exact.payload != rounded.payload


def test_what_json_cannot_say_is_not_sent(made: Any) -> None:
    found = outcomes(made(), call(n=float("nan")))

    assert {outcome for outcome, _ in found.values()} == {Outcome.UNSUPPORTED}
    assert {reason for _, reason in found.values()} == {
        "not-a-number: NaN and infinities have no place in JSON, so that the command was not asked"
    }


def test_a_command_counts_and_truncates(made: Any) -> None:
    asked = case({"type": "text", "text": "x" * 400}, budget={"tokens": 20})
    with Caller() as caller:
        done = perform(made(hello=COUNTING), "openai.chat", asked, caller)

    assert done.payload == []


def test_what_can_no_more_be_started_is_not_tried_for_ever(made: Any, tmp_path: Path) -> None:
    implementation = made(before_answer(f"os.unlink({str(tmp_path / 'bridge.py')!r}); os._exit(1)"))
    texts = [exchange(implementation, asked).failure for asked in (MARKED, PLAIN, PLAIN, PLAIN, PLAIN)]

    assert [failure is not None and failure.how for failure in texts] == ["exited"] * 5
    assert texts[-1] is not None
    assert "3 times in a row" in texts[-1].text
