"""A rule whose words an answer has is asked of this request, whatever it is known to hold for."""

from __future__ import annotations

import json

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.rules import kept, lent, shown_first
from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.payload.finding import Finding, Severity

HI = {"role": "user", "content": "Hi"}


def test_of_rules_that_fit_about_as_well_the_one_that_the_request_shows_comes_first() -> None:
    rules = (Told("a.one", "", 1.0), Told("a.two", "", 0.8), Told("a.three", "", 0.6))

    def first(*seen: str) -> str:
        return shown_first(rules, [Finding(id_, Severity.ERROR, "$", "") for id_ in seen])[0].rule

    assert (first(), first("a.two"), first("a.three"), first("a.one", "a.two")) == ("a.one", "a.two", "a.one", "a.one")


def findings(body: dict[str, object], answer: str = "") -> dict[str, Severity]:
    (found,) = why(json.dumps(body), dialect="mistral", answer=answer)
    return {each.id: each.severity for each in found.findings}


def test_a_rule_that_the_answer_speaks_of_counts_for_a_model_that_was_thought_to_take_it() -> None:
    call = {"id": "abcdefgh1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    said = [
        HI,
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "abcdefgh1", "content": "x"},
    ]
    body = {"model": "mistral-large-2612", "messages": [*said, HI]}
    answer = "Unexpected role 'user' after role 'tool'"

    assert "mistral.role-order" not in findings(body)
    assert findings(body, answer)["mistral.role-order"] is Severity.ERROR
    assert "mistral.role-order" not in findings({**body, "messages": said}, answer)


DEPRECATED = "`temperature` is deprecated for this model."


def test_a_refusal_whose_words_the_answer_has_counts_for_a_model_that_nobody_knows() -> None:
    body = {"model": "claude-novel-9", "max_tokens": 9, "temperature": 0.5, "messages": [HI]}
    request = {"url": "https://api.anthropic.com/v1/messages", "body": body}
    (silent,), (spoken,) = why(str(request)), why(str(request), answer=DEPRECATED)

    assert [finding.path for finding in silent.findings if finding.is_error] == []
    assert (spoken.findings[0].id, spoken.findings[0].path) == ("request.model-parameter", "$.temperature")
    assert spoken.findings[0].is_error
    assert DEPRECATED in str(spoken.findings[0].data["source"])


def test_so_does_another_providers_rule() -> None:
    words = "invalid params, tool result's tool id(call_1) not found (2013)"
    body = {"messages": [HI, {"role": "tool", "tool_call_id": "call_1", "content": "x"}]}
    found = [*lent(read(words, "ollama"), body, {}, told(words, "ollama"), ())]

    assert [finding.path for finding in found] == ["$.messages[1].tool_call_id"]
    assert all(finding.is_error for finding in found)
    assert [*lent(read(words, "ollama"), {"messages": [HI]}, {}, (), ())] == []


def test_what_an_address_refuses_is_not_lent_to_another() -> None:
    answer = "url error, please check url！"
    body = {"model": "qwen-vl-max", "input": {"messages": [HI]}}

    assert [*lent(read(answer, "dashscope"), body, {}, told(answer, "dashscope"), ())] == []


def test_a_rule_that_nothing_breaks_leads_to_the_kept_conversation() -> None:
    rule = Told("openai-responses.reasoning-followed", "", 1.0)
    body = {"input": [], "previous_response_id": "resp_1"}
    shown = Finding("openai-responses.reasoning-followed", Severity.ERROR, "$.input[0]", "")

    assert [found.path for found in kept(read("", "openai-responses"), body, [rule], [])] == ["$.previous_response_id"]
    assert [*kept(read("", "openai-responses"), body, [rule], [shown])] == []
    assert [*kept(read("", "openai-responses"), {"input": []}, [rule], [])] == []
    assert [*kept(read("", "openai-responses"), body, [Told("request.unknown-key", "", 1.0)], [])] == []


def test_another_models_bound_is_not_lent_where_the_answer_states_one() -> None:
    body = {"model": "deepseek-v4-pro", "messages": [HI], "max_tokens": 1_000_000}
    asked = json.dumps({"url": "https://opencode.ai/zen/go/v1/chat/completions", "body": body})
    words = "Invalid max_tokens value, the valid range of max_tokens is [1, {}]"

    def told_at(most: int) -> list[str]:
        (found,) = why(asked, answer=words.format(most))
        return [each.message for each in found.findings if each.path == "$.max_tokens"]

    assert told_at(393216)
    assert not any("8192" in message for message in told_at(393216))
    assert any("8192" in message for message in told_at(8192))


def test_a_list_ends_where_the_next_error_begins() -> None:
    body = {"model": "m", "messages": [HI]}
    one = "{'loc': ('body', 'messages', 0, 'role'), 'msg': \"Input should be 'system'\"}"
    answer = f"[{one}, {{'type': 'extra_forbidden', 'loc': ('body', 'messages', 0, 'sent_from')}}]"
    (found,) = why(json.dumps(body), dialect="vllm", answer=answer)

    assert not any("sent_from" in each.message for each in found.findings)
