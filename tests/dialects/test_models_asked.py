"""What depends on the model: the questions, who asks them, and how grave the same breach is for different models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.judging import judged
from support.media import PNG, data_uri
from support.payloads import PAIRS, anthropic, bedrock, gemini, openai, openai_responses
from support.payloads.pair import Pair
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import QUESTIONS, model_of, models
from pytest_promptfmt.dialects.rules import Rule


def rules() -> Iterator[Rule]:
    return (rule for dialect in DIALECTS.values() for rule in dialect.rules)


def test_every_question_of_the_facts_is_explained_and_no_other() -> None:
    assert set(QUESTIONS) == {question for known in models().values() for question in known.answers}


def test_a_question_is_one_short_clause_and_they_stand_in_order() -> None:
    assert list(QUESTIONS) == sorted(QUESTIONS)
    for clause in QUESTIONS.values():
        assert clause[0].islower()
        assert not clause.endswith(".")
        assert len(clause) <= 100


def test_what_rules_ask_are_questions() -> None:
    assert {question for rule in rules() for question in (rule.asks, *rule.may_ask) if question} <= set(QUESTIONS)


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_what_a_rule_asks_some_model_of_its_dialect_answers(dialect: Any) -> None:
    """A question without answers would silence the rule for good."""
    asked = {rule.id: {rule.asks, *rule.may_ask} - {""} for rule in dialect.rules}
    silent = {id_ for id_, questions in asked.items() if questions and not questions & set(_answers(dialect.id))}

    assert silent == set()


def _answers(dialect: str) -> Any:
    known = models().get(dialect)
    return known.answers if known is not None else {}


@for_each(PAIRS)
def test_a_breach_asks_what_its_rule_says_that_it_may(pair: Pair) -> None:
    rule = pair.dialect.rule(pair.rule)
    assert rule is not None

    asked = {breach.asks for breach in rule.check(pair.dialect.open(pair.broken, pair.context))}

    assert asked <= {"", rule.asks, *rule.may_ask}


CALLED = [
    openai.user(),
    openai.calling(openai.call()),
    openai.result(content=[openai.text(), openai.image(data_uri(PNG))]),
]
SHOWN = [openai.user(), openai.assistant([openai.image(data_uri(PNG))]), openai.user()]
SEEN = [openai.user([openai.text(), openai.image(data_uri(PNG))])]
ROUND = [bedrock.ASK, bedrock.assistant(bedrock.call()), bedrock.user(bedrock.result())]
THOUGHTLESS = [anthropic.ASK, anthropic.assistant(anthropic.call()), anthropic.user(anthropic.result())]
ANSWERED = [gemini.ASK, gemini.model(gemini.signed(gemini.call()))]
BUDGET, ADAPTIVE = {"type": "enabled", "budget_tokens": 1024}, {"type": "adaptive"}
HAIKU_3_5 = "claude-3-5-haiku-20241022"
SONNET_3_7, HAIKU, OPUS_4_6, OPUS_4_8 = (
    "claude-3-7-sonnet-20250219",
    "claude-haiku-4-5",
    "claude-opus-4-6",
    "claude-opus-4-8",
)


def answered(role: str) -> list[Any]:
    return [*ANSWERED, {"role": role, "parts": [gemini.response()]}]


def on_bedrock(model: str) -> str:
    return f"us.anthropic.{model}"


@pytest.mark.parametrize(
    ("dialect", "rule", "payload", "context", "severity"),
    [
        ("openai", "image-user-only", CALLED, {"model": "gpt-4o"}, "error"),
        ("openai", "image-user-only", CALLED, {"model": "gpt-5.4"}, "warning"),
        ("openai", "image-user-only", SHOWN, {"model": "gpt-4o"}, "error"),
        ("openai", "image-user-only", SHOWN, {"model": "gpt-5.4"}, "error"),
        ("deepseek", "text-only", SEEN, {}, None),
        ("deepseek", "text-only", SEEN, {"model": "deepseek-v4-pro"}, "error"),
        ("deepseek", "text-only", SEEN, {"model": "nobodys-model"}, None),
        ("deepseek", "text-only", SHOWN, {}, "error"),
        ("deepseek", "text-only", SHOWN, {"model": "deepseek-v4-pro"}, "error"),
        ("deepseek", "text-only", SHOWN, {"model": "nobodys-model"}, "warning"),
        ("deepseek", "text-only", CALLED, {}, None),
        ("deepseek", "text-only", CALLED, {"model": "deepseek-chat"}, "error"),
        ("gemini", "role-enum", answered("tool"), {"model": "gemini-3.8-flash"}, "error"),
        ("gemini", "role-enum", answered("tool"), {"model": "gemini-2.5-flash"}, None),
        ("gemini", "role-enum", answered("function"), {"model": "gemini-3.8-flash"}, "error"),
        ("gemini", "role-enum", answered("function"), {"model": "gemini-2.5-flash"}, None),
        ("gemini", "role-enum", answered("assistant"), {"model": "gemini-3.8-flash"}, "warning"),
        ("gemini", "role-enum", answered("assistant"), {"model": "gemini-2.5-flash"}, "error"),
        ("gemini", "role-enum", answered("human"), {"model": "gemini-3.8-flash"}, "error"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": SONNET_3_7, "thinking": BUDGET}, "error"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": SONNET_3_7, "thinking": True}, "error"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": HAIKU, "thinking": BUDGET}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": OPUS_4_6, "thinking": BUDGET}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": OPUS_4_6, "thinking": ADAPTIVE}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": OPUS_4_6, "thinking": True}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": OPUS_4_8, "thinking": BUDGET}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": OPUS_4_8, "thinking": True}, "warning"),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"thinking": {"type": "disabled"}}, None),
        ("anthropic", "thinking-first-in-tool-loop", THOUGHTLESS, {"model": HAIKU_3_5, "thinking": BUDGET}, None),
        ("bedrock", "reasoning-first-in-tool-loop", ROUND, {"model": on_bedrock(HAIKU_3_5), "thinking": BUDGET}, None),
        (
            "bedrock",
            "reasoning-first-in-tool-loop",
            ROUND,
            {"model": on_bedrock(SONNET_3_7), "thinking": True},
            "error",
        ),
        ("bedrock", "reasoning-first-in-tool-loop", ROUND, {"model": on_bedrock(HAIKU), "thinking": BUDGET}, "error"),
        ("bedrock", "reasoning-first-in-tool-loop", ROUND, {"model": on_bedrock(HAIKU), "thinking": True}, "error"),
        *(
            (
                "bedrock",
                "reasoning-first-in-tool-loop",
                ROUND,
                {"model": on_bedrock(OPUS_4_6), "thinking": way},
                "warning",
            )
            for way in (BUDGET, ADAPTIVE)
        ),
        ("openai", "tools-nonempty", {"messages": [openai.user()], "tools": []}, {}, "warning"),
        ("vllm", "tools-nonempty", {"messages": [openai.user()], "tools": []}, {}, "error"),
        ("deepseek", "tools-nonempty", {"messages": [openai.user()], "tools": []}, {}, "error"),
        (
            "openai-responses",
            "reasoning-present",
            [openai_responses.ASK, openai_responses.call(id="fc_68a1"), openai_responses.output()],
            {"model": "gpt-4.1", "thinking": True},
            None,
        ),
        (
            "openai-responses",
            "reasoning-present",
            [openai_responses.ASK, openai_responses.call(id="fc_68a1"), openai_responses.output()],
            {"model": "gpt-5.3-codex", "thinking": True},
            "error",
        ),
    ],
)
def test_a_breach_is_as_grave_as_the_model_takes_it(
    dialect: str, rule: str, payload: Any, context: dict[str, Any], severity: str | None
) -> None:
    found = judged(DIALECTS[dialect], payload, context)

    told = {str(finding.severity) for finding in found if finding.id == f"{dialect}.{rule}"}
    assert told == ({severity} if severity else set())


def test_a_model_that_can_think_adaptively_is_known_to() -> None:
    can = {name: "thinking-missing-adaptive" in model_of("anthropic", name).facts for name in (HAIKU, OPUS_4_6)}

    assert can == {HAIKU: False, OPUS_4_6: True}


def test_a_borrowed_rule_asks_nothing() -> None:
    """An image of the assistant's is OpenAI's to refuse; of Zhipu's models nobody has told."""
    [told] = [finding for finding in judged(DIALECTS["zhipu"], SHOWN) if finding.id == "openai.image-user-only"]

    assert str(told.severity) == "warning"
    assert "model" not in told.data


def test_a_limit_is_held_by_a_rule_of_its_dialect() -> None:
    """A number that nobody asks for would look like something that is judged."""
    held = {
        name: {each for rule in dialect.rules for each in (rule.asks, *rule.may_ask)}
        for name, dialect in DIALECTS.items()
    }
    limits = {
        (name, question)
        for name, known in models().items()
        for question, answers in known.answers.items()
        if any(isinstance(answer.fact.answer, int) for answer in answers)
    }

    assert {(name, question) for name, question in limits if question not in held[name]} == set()
