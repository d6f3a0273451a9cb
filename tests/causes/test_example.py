"""The smallest example of a cause: the formatter is asked again, and what else it does then is no finding."""

from __future__ import annotations

import time
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.causes.symptom import Symptom
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.result import Result, result_of

CASES = {case.id: case for case in corpus()}
TALK = "chat/plain-turns"


def human(conversation: Any) -> Any:
    payload = FORMATTERS["openai.chat"](conversation)
    return [message | {"role": message["role"].replace("user", "human")} for message in payload]


def implementation(format_: Any) -> Implementation:
    return from_object({"openai.chat": format_}, "mypkg")


def found(made: Implementation, *ids: str) -> Cause:
    with Judge(made) as judge:
        return causes(result_of(judge.judge("openai.chat", CASES[id_])) for id_ in ids)[0]


def test_it_starts_from_the_smallest_and_takes_the_smallest() -> None:
    made = implementation(human)

    example = smallest(found(made, TALK, "chat/one-user"), made, CASES)

    assert example is not None
    assert [message.role for message in example.case.conversation().messages] == ["user"]
    assert example.finding.id == "openai.role-enum"
    assert example.judgement.exchange.payload[0]["role"] == "human"


@pytest.mark.parametrize("error", [ValueError("too short"), SystemExit(3), RecursionError()])
def test_who_breaks_on_shorter_conversations_keeps_the_long_one(error: BaseException) -> None:
    whole = len(CASES[TALK].conversation().messages)

    def long_only(conversation: Any) -> Any:
        if len(conversation.messages) < whole:
            raise error
        return human(conversation)

    made = implementation(long_only)
    example = smallest(found(made, TALK), made, CASES)

    assert example is not None
    assert len(example.case.conversation().messages) == whole
    assert example.finding.id == "openai.role-enum"


@pytest.mark.slow
def test_who_hangs_on_shorter_conversations_is_left_when_the_time_is_over() -> None:
    whole = len(CASES[TALK].conversation().messages)

    def slow(conversation: Any) -> Any:
        if len(conversation.messages) < whole:
            time.sleep(20)
        return human(conversation)

    made = implementation(slow)
    cause = found(made, TALK)
    start = time.monotonic()
    example = smallest(cause, made, CASES, timeout=0.2, seconds=0.5)

    assert time.monotonic() - start < 10
    assert example is not None
    assert len(example.case.conversation().messages) == whole


def test_who_hung_is_not_asked_again() -> None:
    def never(conversation: Any) -> Any:
        raise AssertionError("asked again")

    cause = Cause(Symptom("exchange.hung"), (Result("openai.chat", TALK, ()),))

    assert smallest(cause, implementation(never), CASES) is None


def test_the_number_of_calls_is_bounded() -> None:
    calls: list[int] = []

    def counting(conversation: Any) -> Any:
        calls.append(1)
        return human(conversation)

    made = implementation(counting)
    cause = found(made, *(id_ for id_ in CASES if id_.startswith("tools/p")))
    calls.clear()
    smallest(cause, made, CASES, calls=20)

    assert len(calls) <= 2 * (20 + 2)  # each exchange formats twice; and two more to be sure of the one that is shown


def test_a_cause_of_bad_input_is_shown_whole() -> None:
    case = CASES["errors/base64-broken"]
    made = implementation(lambda conversation: [{"role": "user", "content": "x"}])

    example = smallest(found(made, case.id), made, CASES)

    assert example is not None
    assert (example.case.id, example.case.document) == (case.id, case.document)
