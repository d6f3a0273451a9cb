"""A payload on file is held against its conversation as in a case: what cannot be said may be repaired."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from support.siblings import is_slow

from promptfmt_reference import FORMATTERS
from promptfmt_reference.wire import anthropic, bedrock, gemini, mistral, openai, openai_responses
from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.conversation import Thinking, ToolResult
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import Case, by_id, load_family
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.recorded import judge_recorded

REPAIRED = ("chat", "multiagent", "tools", "vision", "audio", "thinking", "errors")
WIRES = (openai, openai_responses, anthropic, gemini, bedrock, mistral)
JUDGED = ("schema", "protocol", "fidelity")


def wrong(findings: Any) -> list[str]:
    return [str(finding) for finding in findings if finding.is_error]


def in_the_case(case: Case, target: str, payload: Any) -> list[str]:
    [judgement] = check_formatter({target: lambda _: payload}, cases=[case], checks=JUDGED).judgements
    return wrong(judgement.findings)


def alone(case: Case, target: str, payload: Any) -> list[Finding]:
    dialect, _, scenario = target.rpartition(".")
    return check_payload(payload, dialect, case.conversation(), scenario=scenario, context=case.request_for(dialect))


def repaired_payloads(case: Case) -> Iterator[tuple[str, Any]]:
    """What the reference makes of each repair that the case allows; of siblings one stands for all."""
    for dialect in (dialect for dialect in DIALECTS.values() if not is_slow(dialect.id)):
        target = f"{dialect.id}.{case.scenarios[0]}"
        expected = case.expects(dialect.id)
        if target not in FORMATTERS or expected.demand != "either":
            continue
        seen = set()
        for name in expected.repairs:
            try:
                payload = FORMATTERS[target](REPAIRS[name].apply(case.conversation()))
            except ValueError:
                continue
            if (spelled := json.dumps(payload)) not in seen:
                seen.add(spelled)
                yield target, payload


@pytest.mark.sampled(7)
@pytest.mark.parametrize("family", REPAIRED)
def test_what_a_case_accepts_is_accepted_without_it(family: str) -> None:
    accepted = [
        (case, target, payload)
        for case in load_family(family)
        for target, payload in repaired_payloads(case)
        if not in_the_case(case, target, payload)
    ]

    assert accepted
    assert [
        (case.id, target, found) for case, target, payload in accepted if (found := wrong(alone(case, target, payload)))
    ] == []


def unrepaired_payloads(case: Case) -> Iterator[tuple[str, Any]]:
    """The conversation as it stands, spelled by who repairs nothing, where it may not be sent so."""
    given = case.conversation()
    spoken = (replace(m, blocks=tuple(b for b in m.blocks if not isinstance(b, Thinking))) for m in given.messages)
    as_tools = tuple(
        replace(message, role="tool") if any(isinstance(block, ToolResult) for block in message.blocks) else message
        for message in spoken
    )
    for wire in WIRES:
        target, expected = f"{wire.SPELLING.id}.{case.scenarios[0]}", case.expects(wire.SPELLING.id)
        if expected.demand == "either" and "keep" not in expected.repairs:
            try:
                yield target, wire.SPELLING.write(replace(given, messages=as_tools))
            except ValueError:
                continue


@pytest.mark.slow
def test_what_a_case_blames_unrepaired_is_blamed_without_it() -> None:
    blamed = [
        (case, target, payload)
        for family in ("chat", "tools", "errors")
        for case in load_family(family)
        for target, payload in unrepaired_payloads(case)
        if in_the_case(case, target, payload)
    ]

    assert {target for _, target, _ in blamed} >= {f"{wire.SPELLING.id}.chat" for wire in WIRES}
    assert len({case.id for case, _, _ in blamed}) >= 10
    assert [(case.id, target) for case, target, payload in blamed if not wrong(alone(case, target, payload))] == []


USER = {"role": "user", "content": "Add, amber-17."}


def call(id_: str, **arguments: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id_, "name": "add", "input": arguments}]}


OPEN = [USER, call("call_1", a=1), {"role": "user", "content": "And \ud800 two, jade-31."}]


def test_several_repairs_go_together_and_are_told() -> None:
    payload = [USER, {"role": "user", "content": "And ? two, jade-31."}]

    recorded = judge_recorded(payload, "openai", OPEN)

    assert wrong(recorded.findings) == []
    assert {repair.name for repair in recorded.repairs} == {"drop-open-calls", "surrogates-to-question-mark"}


def test_what_is_wrong_beside_a_repair_is_told_of_the_conversation_as_it_stands() -> None:
    recorded = judge_recorded([USER, {"role": "user", "content": "And ? two, falcon-58."}], "openai", OPEN)

    assert [repair.name for repair in recorded.repairs] == ["drop-open-calls"]
    assert {finding.id for finding in recorded.findings} == {"fidelity.altered-text"}


def test_what_can_be_said_is_compared_as_it_stands() -> None:
    said = [USER, {"role": "assistant", "content": "Three, cobalt-42."}, {"role": "user", "content": "So, jade-31?"}]
    recorded = judge_recorded(said[:1] + said[2:], "openai", said)

    assert recorded.repairs == ()
    assert {finding.id for finding in recorded.findings} == {"fidelity.lost-text"}


@pytest.mark.parametrize(("value", "unrepaired"), [("NaN", True), ("null", False), ('"nan"', False), ("7", False)])
def test_what_nobody_can_say_has_to_be_repaired(value: str, unrepaired: bool) -> None:
    function = {"name": "add", "arguments": f'{{"a": {value}}}'}
    payload = [
        USER,
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "c", "content": "Four, cobalt-42."},
        {"role": "user", "content": "So, jade-31?"},
    ]
    result = {"type": "tool_result", "id": "c", "name": "add", "output": "Four, cobalt-42."}
    said = [USER, call("c", a=float("nan")), {"role": "tool", "content": [result]}, payload[-1]]

    found = [finding.id for finding in check_payload(payload, "openai", said) if finding.is_error]

    assert ("fidelity.unrepaired" in found) == unrepaired
    assert bool(found) == (unrepaired or value == "7")


def test_an_image_that_is_taken_may_not_be_left_out() -> None:
    said = by_id()["vision/image-by-assistant"].conversation()
    dropped = REPAIRS["drop-assistant-media"].apply(said)

    def found(target: str) -> list[str]:
        return [f.id for f in check_payload(FORMATTERS[target](dropped), target.partition(".")[0], said) if f.is_error]

    assert found("openai.chat") == found("anthropic.chat") == []
    assert found("gemini.chat") == found("ollama.chat") == ["fidelity.lost-media"]
