"""What the server holds is not compared, and nobody gets a level by it."""

from __future__ import annotations

from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.verdicts.verdict import Outcome

SAID = [
    {"role": "system", "content": "Be brief, heron-63."},
    {"role": "user", "content": "Hello, amber-17."},
    {"role": "assistant", "content": "First answer, cobalt-42."},
    {"role": "user", "content": "And now, jade-31?"},
    {"role": "assistant", "content": "Now this, onyx-85."},
    {"role": "user", "content": "Last, opal-96."},
]
BEHIND, IN = {"previous_response_id": "resp_1"}, {"conversation": "conv_1"}


def errors(beside: dict[str, Any], *sent: int) -> list[tuple[str, tuple[int, ...]]]:
    payload = {**beside, "input": [SAID[number] for number in sent]}
    found = check_payload(payload, "openai-responses", SAID)
    assert "fidelity.server-state" in {finding.id for finding in found}
    return [(finding.id, finding.about) for finding in found if finding.is_error]


@pytest.mark.parametrize("sent", [(5,), (0, 5), (3, 4, 5), (0, 3, 4, 5), (0, 1, 2, 3, 4, 5)])
def test_what_stands_behind_an_answer_is_all_that_is_asked(sent: tuple[int, ...]) -> None:
    assert errors(BEHIND, *sent) == []


def test_a_conversation_may_have_been_given_anything() -> None:
    assert errors(IN, 4, 5) == []
    assert errors(IN, 1, 2, 3, 4, 5) == []
    assert errors(BEHIND, 1, 2, 3, 4, 5) == [("fidelity.lost-text", (0,))]
    assert errors(BEHIND, 4, 5) == [("fidelity.doubled-state", (4,))]


@pytest.mark.parametrize("sent", [(1, 5), (2, 5), (1, 2, 5)])
def test_no_state_explains_what_is_sent_before_a_gap(sent: tuple[int, ...]) -> None:
    assert errors(BEHIND, *sent) == [("fidelity.doubled-state", (number,)) for number in sent[:-1]]
    assert errors(IN, *sent) == [("fidelity.doubled-state", (number,)) for number in sent[:-1]]


def test_nobody_gets_a_level_by_leaving_the_history_to_a_server() -> None:
    def forgets(conversation: Any) -> Any:
        payload = FORMATTERS["openai-responses.chat"](conversation)
        return {**payload, "input": payload["input"][-1:], **BEHIND}

    [judgement] = check_formatter({"openai-responses.chat": forgets}, cases=["chat/plain-turns"]).judgements

    [verdict] = [each for each in judgement.verdicts if each.check == "fidelity"]
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.reason.startswith("the request goes on from what the server holds")
    assert judgement.outcome is Outcome.INCONCLUSIVE
