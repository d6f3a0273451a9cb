"""By another name nobody answers: addresses and models, each beside the one that was meant."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.names import ADDRESSES, HI, IDS, MODELS

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request.parameters import REFUSALS, parameter_findings
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

NAMES = ("request.address", "request.model-id")


def told(dialect: str, address: str, body: dict[str, Any], model: str = "") -> list[tuple[str, str]]:
    host = address.partition("/")[0]
    sent = Sent(whole=True, addressed=True, address=address, host=host)
    found = [each for each in parameter_findings(DIALECTS[dialect], body, model, sent) if each.id in NAMES]
    assert {each.severity for each in found} <= {Severity.WARNING}  # a newer name is known when somebody has met it
    return [(each.id, each.path) for each in found]


@pytest.mark.parametrize(("dialect", "wrong", "right"), ADDRESSES)
def test_an_address_that_leads_nowhere_is_told_and_the_one_that_was_meant_is_not(
    dialect: str, wrong: str, right: str
) -> None:
    assert ("request.address", "$") in told(dialect, wrong, {"messages": HI})
    assert told(dialect, right, {"messages": HI}) == []


@pytest.mark.parametrize("address", ["https://api.openai.com", "https://api.groq.com", "http://localhost:8000/v1"])
def test_a_host_alone_is_no_address_that_leads_nowhere(address: str) -> None:
    (found,) = why(json.dumps({"url": address, "body": {"model": "gpt-4o", "messages": HI}}))

    assert "request.address" not in [each.id for each in found.findings]


@pytest.mark.parametrize(("dialect", "address", "odd", "own"), MODELS)
def test_a_model_by_a_name_that_is_nobodys_there_is_told(dialect: str, address: str, odd: str, own: str) -> None:
    assert told(dialect, address, {"model": odd, "messages": HI}) == [("request.model-id", "$.model")]
    assert told(dialect, address, {"model": own, "messages": HI}) == []


@pytest.mark.parametrize("dialect", sorted({dialect for dialect, *_ in MODELS}))
def test_at_an_address_of_ones_own_every_name_may_be_somebodys(dialect: str) -> None:
    assert told(dialect, "localhost:4000/v1/chat/completions", {"model": "our-model", "messages": HI}) == []


@pytest.mark.parametrize(("dialect", "address", "odd", "own"), IDS)
def test_so_is_one_that_the_address_names(dialect: str, address: str, odd: str, own: str) -> None:
    body = {"messages": HI, **({"anthropic_version": "bedrock-2023-05-31"} if dialect == "anthropic" else {})}

    assert ("request.model-id", "$") in told(dialect, address.format(odd), body, odd)
    assert told(dialect, address.format(own), body, own) == []


HELD = "curl https://api.anthropic.com/v1/messages -H \"x-api-key: k\" {} -d '{}'"
CLAUDE = {"model": "claude-opus-5", "max_tokens": 9, "messages": HI}


@pytest.mark.parametrize(
    ("pasted", "told"),
    [
        (HELD.format("", json.dumps(CLAUDE)), True),
        (HELD.format('-H "anthropic-version: 2023-06-01"', json.dumps(CLAUDE)), False),
        (HELD.format('-H "Anthropic-Version: 2023-06-01"', json.dumps(CLAUDE)), False),
        (HELD.replace("api.anthropic.com", "localhost:4000").format("", json.dumps(CLAUDE)), False),
        (json.dumps({"url": "https://api.anthropic.com/v1/messages", "body": CLAUDE}), False),
    ],
)
def test_a_header_without_which_nobody_answers_is_missed_where_all_headers_stand(pasted: str, told: bool) -> None:
    (found,) = why(pasted)

    assert [each.id for each in found.findings] == ["request.address"] * told
    assert found.errors == told


def test_no_entry_asks_for_a_header_and_is_broken_by_nothing() -> None:
    asking = [each for each in REFUSALS if each.header]

    assert asking
    assert all(any(True for _ in each.broken(CLAUDE)) for each in asking)


@pytest.mark.parametrize(("named", "told"), [("@results.ress", True), ("resp_68b1-a", False), ("", False)])
def test_an_id_of_a_response_has_letters_digits_and_dashes(named: str, told: bool) -> None:
    body = {"model": "gpt-5", "input": "Hi", "previous_response_id": named}
    found = parameter_findings(DIALECTS["openai-responses"], body, sent=Sent(whole=True, addressed=True))

    assert ("$.previous_response_id" in [each.path for each in found]) == told
