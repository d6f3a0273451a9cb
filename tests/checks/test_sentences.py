"""What a finding says is true of the conversation that was given, and not only of what a repair has made of it."""

from __future__ import annotations

from typing import Any

from liars.liar import answers, calls, case, says

from pytest_promptfmt import check_formatter
from pytest_promptfmt.corpus import Case

ASKED = says("user", "Where is it, amber-17?"), says("assistant", calls("find_order", "call_1", number=7))
ANSWERED = case(
    "an-order", *ASKED, says("tool", answers("find_order", "call_1", "Shipped.")), says("user", "Thanks, jade-31.")
)
OPEN = case(
    "an-open-order",
    *ASKED,
    says("user", "Thanks, jade-31."),
    expect={"demand": "either", "repairs": ["drop-open-calls"], "why": "nobody answered"},
)


def call(id_: str = "call_1", arguments: str = '{"number": 7}') -> dict[str, Any]:
    function = {"name": "find_order", "arguments": arguments}
    return {"role": "assistant", "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def result(content: str, id_: str = "call_1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


FIRST, LAST = {"role": "user", "content": "Where is it, amber-17?"}, {"role": "user", "content": "Thanks, jade-31."}


def errors(given: Case, *payload: dict[str, Any]) -> list[str]:
    """What is said of a payload of vLLM's, by its errors."""
    report = check_formatter({"vllm.chat": lambda conversation: list(payload)}, cases=[given])
    return [finding.message for finding in report.findings if finding.is_error]


def test_a_call_of_the_conversation_is_never_nobodys() -> None:
    other = errors(OPEN, FIRST, call(), {"role": "user", "content": "Bye."})
    renamed = errors(ANSWERED, FIRST, call("call_9", '{"number": 8}'), result("Shipped.", "call_9"), LAST)
    twice = errors(ANSWERED, FIRST, call(), result("Shipped."), call("call_9", "{}"), result("None.", "call_9"), LAST)

    assert other[0] == "what user said is nowhere: 'Thanks, jade-31.'"
    assert renamed == ["the call find_order (call_1) has other arguments at number"]
    assert twice[0] == "find_order was called 1 time, and here once more (call_9)"
    assert not any("nobody called" in message for message in (*other, *renamed, *twice))


def test_an_empty_result_under_another_id_is_told_by_its_id() -> None:
    silent = case(
        "silence", *ASKED, says("tool", answers("find_order", "call_1", "")), says("user", "Thanks, jade-31.")
    )

    assert errors(silent, FIRST, call(), result("", "call_9"), LAST) == [
        "the answer to find_order (call_1) is told as that to call_9"
    ]


def test_a_text_within_a_result_is_told_by_its_place() -> None:
    told = errors(ANSWERED, FIRST, call(), result("Shipped.\nThanks, jade-31."))

    assert told == [
        "what user said stands in the result of call_1: 'Thanks, jade-31.'",
        "it says what user said in message 3, and the tool did not",
    ]
