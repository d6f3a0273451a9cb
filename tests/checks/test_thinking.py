"""What is wanted back of thinking: by claim, by model, by the request's switch, by whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from liars.liar import Liar, Twin, shipped
from liars.thinking_lost import REDACTED, forgets_what_is_redacted, thoughts

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_formatter, check_payload
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import models

LOST, OMITTED = ("error", "fidelity.lost-thinking"), ("warning", "fidelity.omitted-thinking")
LOOP = "thinking/budget-one-step"


def forgetful(target: str) -> Any:
    def format_(conversation: Any) -> Any:
        payload = FORMATTERS[target](conversation)
        for take in thoughts(payload):
            take()
        return payload

    return format_


def found(target: str, case: str, context: Mapping[str, Any] | None = None, **claims: Any) -> set[tuple[str, str]]:
    """What is told of a formatter that leaves every thought out."""
    implementation = Twin({target: forgetful(target)}, {target: claims})
    [judgement] = check_formatter(implementation, cases=[case], context=context or {}).judgements
    return {(str(finding.severity), finding.id) for finding in judgement.findings}


@pytest.mark.parametrize("liar", [forgets_what_is_redacted, *REDACTED], ids=str)
def test_a_redacted_thought_that_is_lost_beside_a_signed_one_is_called_lost(liar: Liar) -> None:
    [judgement] = check_formatter(liar, cases=[liar.case]).judgements
    [finding] = [each for each in judgement.findings if each.id == "fidelity.altered-thinking"]

    assert finding.message == "redacted thought 1 of message 1 is lost, while this one of it is here"


CARRYING = sorted(dialect.id for dialect in DIALECTS.values() if "thinking" in dialect.carries)


UNASKED = {"cohere": "no words of Cohere's ask for thoughts back, and a demonstration of its own leaves them out"}


@pytest.mark.parametrize("dialect", CARRYING)
def test_who_claims_thinking_and_sends_none_is_told_so(dialect: str) -> None:
    told = found(f"{dialect}.chat", LOOP)

    assert told & {LOST, OMITTED} == {OMITTED if dialect in UNASKED else LOST}


@pytest.mark.parametrize("dialect", CARRYING)
def test_who_does_not_claim_it_is_held_to_the_rules_alone(dialect: str) -> None:
    told = found(f"{dialect}.chat", LOOP, blocks=["tool"])
    refused = {
        "anthropic": {("warning", "anthropic.thinking-first-in-tool-loop")},
        "bedrock": {("error", "bedrock.reasoning-first-in-tool-loop")},
        "deepseek": {("error", "deepseek.reasoning-passback")},
        "gemini-interactions": {("warning", "gemini-interactions.call-thought")},
        "moonshot": {("error", "moonshot.reasoning-passback")},
        "openrouter": {("warning", "openrouter.reasoning-passback")},
    }

    assert told == refused.get(dialect, set())


@pytest.mark.parametrize(
    ("target", "model", "expected"),
    [
        ("anthropic.chat", "claude-sonnet-4-5", LOST),
        ("anthropic.chat", "a-model-of-ours", OMITTED),
        ("vllm.chat", "MiniMaxAI/MiniMax-M2", LOST),
        ("vllm.chat", "meta-llama/Llama-3.3-70B-Instruct", OMITTED),
        ("mistral.chat", "mistral-medium-3-5", LOST),
        ("mistral.chat", "mistral-large-2512", OMITTED),
        ("bedrock.chat", "amazon.nova-pro-v1:0", None),  # which takes none back
    ],
)
def test_it_depends_on_the_model(target: str, model: str, expected: tuple[str, str] | None) -> None:
    told = found(target, "thinking/wanted-back", {"model": model}) & {LOST, OMITTED}

    assert told == ({expected} if expected else set())


@pytest.mark.parametrize("switch", [False, {"type": "disabled"}])
def test_nothing_is_wanted_where_thinking_is_off(switch: Any) -> None:
    assert found("anthropic.chat", LOOP, {"thinking": switch}) == set()


def test_of_turns_that_are_over_it_is_a_warning() -> None:
    assert found("zhipu.chat", "thinking/in-older-turns") == {OMITTED}
    assert found("anthropic.chat", "thinking/in-older-turns") == set()  # whose words allow it


def test_another_agents_thoughts_are_its_own() -> None:
    assert found("anthropic.multiagent", "thinking/thought-of-another-agent") == set()
    assert LOST in found("anthropic.multiagent", "thinking/own-two-steps-among-agents")


def test_what_has_no_place_is_not_lost() -> None:
    assert found("anthropic.chat", "thinking/unsigned-before-call") & {LOST, OMITTED} == set()
    assert found("zhipu.chat", "thinking/redacted-before-call") == set()
    assert found("ollama.chat", "thinking/signed-empty-before-call") == set()


@pytest.mark.parametrize("target", ["deepseek.chat", "anthropic.chat", "bedrock.chat"])
@pytest.mark.parametrize("case", ["tools/single-call", "tools/two-calls-two-messages", "thinking/signature-on-call"])
def test_who_has_no_thought_to_give_is_not_asked_for_one(target: str, case: str) -> None:
    model = {"anthropic.chat": "claude-sonnet-4-5", "bedrock.chat": "anthropic.claude-sonnet-4-5"}.get(target)
    context = {"thinking": True} | ({"model": model} if model else {})
    [judgement] = check_formatter({target: FORMATTERS[target]}, cases=[case], context=context).judgements

    assert [str(finding) for finding in judgement.findings if finding.is_error] == []


def test_a_payload_on_file_is_held_to_the_same() -> None:
    conversation = shipped("thinking/wanted-back").conversation()
    payload = forgetful("zhipu.chat")(conversation)

    told = [finding.id for finding in check_payload(payload, "zhipu", conversation)]
    assert told == ["fidelity.lost-thinking"]


def test_every_dialect_that_carries_thinking_knows_a_model_that_wants_it_back() -> None:
    knowing = {
        dialect
        for dialect, known in models().items()
        if any(answer.fact.answer in ("refused", "degrades") for answer in known.answers.get("thinking-missing", ()))
    }

    assert set(CARRYING) - knowing == set(UNASKED)
