"""The text of a cause: what is wrong, in whose words, on what, and what is right beside it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.causes import causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.report.cause_text import example_of, explain_cause, first_line
from pytest_promptfmt.report.right_payload import right_payload
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.result import Result, result_of

CASES = {case.id: case for case in corpus()}
SOME = [*[id_ for id_ in CASES if id_.startswith("chat/")][:20], "tools/parallel-one-message"]


def spoiled(target: str, spoil: Any) -> Any:
    def format_(conversation: Any) -> Any:
        return spoil(deepcopy(FORMATTERS[target](conversation)))

    return from_object({target: format_}, "mypkg")


def results(implementation: Any, ids: list[str]) -> list[Result]:
    [target] = implementation.formatters
    cases = [CASES[id_] for id_ in ids if target.rpartition(".")[2] in CASES[id_].scenarios]
    with Judge(implementation) as judge:
        return [result_of(judge.judge(target, case)) for case in cases]


def text(target: str, spoil: Any, ids: list[str] = SOME, **more: str) -> str:
    implementation = spoiled(target, spoil)
    cause = causes(results(implementation, ids))[0]
    shown = example_of(cause, CASES, smallest(cause, implementation, CASES))
    return explain_cause(cause, shown, implementation, **more)


def messages(payload: Any) -> Any:
    return payload["messages"] if isinstance(payload, dict) else payload


def humans(payload: Any) -> Any:
    for message in messages(payload):
        message["role"] = message["role"].replace("user", "human")
    return payload


def test_a_cause_reads_like_this() -> None:
    told = text("openai.chat", humans, rerun="pytest one", rerun_all="pytest all").splitlines()

    assert told[0].endswith("failures)")
    labels = [line[:15].strip() for line in told[2:] if line[:15].strip()]
    assert labels[:2] == ["formatter", "error"]
    assert labels[-4:] == ["cases", "more", "run it again", "all of them"]
    assert [label for label in labels if label in ("payload", "fix", "right", "conversation")] == [
        "payload",
        "fix",
        "right",
        "conversation",
    ]
    assert '"role":"human"' in next(line for line in told if line.startswith("payload"))
    assert '"role":"user"' in next(line for line in told if line.startswith("right"))
    assert len(told) <= 20


def test_its_conversation_is_the_smallest_and_its_case_comes_first() -> None:
    implementation = spoiled("openai.chat", humans)
    [cause] = causes(results(implementation, SOME))
    example = smallest(cause, implementation, CASES)

    assert example is not None
    told = explain_cause(cause, example_of(cause, CASES, example), implementation)
    assert len(example.case.conversation().messages) == 1
    assert f"cases          {example.member.case} and {len(cause.results) - 1} more" in told
    assert "\n               [1]" not in told


def test_a_fault_that_does_not_show_again_is_told_by_its_first_result() -> None:
    calls: list[None] = []

    def at_first(payload: Any) -> Any:
        calls.append(None)
        return humans(payload) if len(calls) <= 8 else payload

    implementation = spoiled("openai.chat", at_first)
    cause = next(c for c in causes(results(implementation, SOME[:4])) if c.id != "purity.not-repeatable")
    example = smallest(cause, implementation, CASES)

    assert example is None
    shown = example_of(cause, CASES, example)
    assert shown.member == cause.results[0]
    assert '"human"' in explain_cause(cause, shown, implementation)


def test_where_no_golden_payload_is_right_a_payload_that_keeps_the_rule_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pytest_promptfmt.report.right_payload.generations", lambda: [])

    def says_bye(payload: Any) -> Any:
        messages(payload).append({"role": "assistant", "content": "Bye."})
        return payload

    told = text("mistral.chat", says_bye)

    assert "mistral.last-role" in told
    assert "(keeps the rule)" in told


@pytest.mark.parametrize("target", ["openai.chat", "anthropic.multiagent"])
def test_what_stands_beside_as_right_has_no_error(target: str) -> None:
    """The golden payloads of an old generation are not right because they are golden."""
    found = right_payload(target, CASES["tools/parallel-one-message"])

    assert found is not None
    assert found[0] == "agentscope-1.0"


def test_bad_input_has_no_right_payload() -> None:
    assert right_payload("openai.chat", CASES["errors/base64-broken"]) is None


def test_hostile_text_is_spelled_out() -> None:
    def hostile(payload: Any) -> Any:
        messages(payload)[-1]["content"] = "\x1b[2J\u202eevil\n\n"
        return payload

    told = text("openai.chat", hostile)

    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "\\u001b" in told


def test_the_first_line_counts() -> None:
    implementation = spoiled("openai.chat", humans)
    [cause] = causes(results(implementation, SOME[:3]))

    assert first_line(cause, cause.finding(cause.results[0])).endswith("(3 failures)")


def test_a_template_has_the_request_that_is_right() -> None:
    case = CASES["templates/string"]
    implementation = from_object({"aisbench.string": lambda _: [case.requests[0] + "jade-31"]}, "mypkg")
    [cause] = causes(results(implementation, [case.id]))

    told = explain_cause(cause, example_of(cause, CASES, smallest(cause, implementation, CASES)), implementation)

    assert "fidelity.leaked-answer at $[0]" in told
    assert "right is       " in told


def test_one_who_truncates_has_the_budget_beside_it() -> None:
    def minds_none(conversation: Any, budget: int = 0, count: Any = None) -> Any:
        return FORMATTERS["openai.chat"](conversation)

    class Module:
        FORMATTERS: ClassVar[dict[str, Any]] = {"openai.chat": minds_none}
        CAPABILITIES: ClassVar[dict[str, Any]] = {"openai.chat": {"truncation": "drop"}}

    implementation = from_object(Module, "mypkg")
    [cause] = causes(results(implementation, ["truncation/half-of-a-chat"]))

    told = explain_cause(cause, example_of(cause, CASES, smallest(cause, implementation, CASES)), implementation)

    assert "error          truncation.over-budget" in told
    assert "\nbudget         " in told
