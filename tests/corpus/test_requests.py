"""Rules that ask for something beside the messages are asked by cases: of thinking, and of models that mind."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.dialects.rules import Rule

WITH_A_CLAIM = {
    "openai.system-role-model": "o1-mini alone refuses role system; who writes for it says so",
    "gemini.image-thought-signature": "models that draw; no image of a conversation is signed",
    "mistral.content-xor-calls": "models before 2025 alone",
    "vllm.template-alternate": "templates that alternate; who writes for all others is right not to",
    "vllm.template-system-first": "templates of Qwen 3.5 and later",
    "ollama.single-image-models": "mllama alone; who writes for all others sends all images",
    "dashscope.endpoint-model": "the model and the endpoint are both the caller's",
    "bedrock.reasoning-sent": "Nova and DeepSeek R1; who writes for Claude sends the thoughts",
    "bedrock.reasoning-alone": "Claude 5 alone",
    "bedrock.reasoning-signature-by-model": "models that give none; who writes for Claude sends them",
    "bedrock.result-status": "Palmyra alone; others want the status",
    "bedrock.calls-beside-text": "Llama alone; Claude takes them together",
    "bedrock.results-beside-text": "Llama and Mistral; Claude takes them together",
    "gemini.media-in-results": "models before Gemini 3; later ones take them there",
    "deepseek.alternate": "deepseek-reasoner of 2025 alone",
    "deepseek.first-user": "deepseek-reasoner of 2025 alone",
    "deepseek.last-user": "deepseek-reasoner of 2025 alone",
    "deepseek.system-first": "deepseek-reasoner of 2025 alone",
    "groq.reasoning-taken": "models that do not think alone",
}
"""Of these no history can be the case: a formatter that is right for the default model is wrong for theirs."""


def beside() -> Iterator[tuple[str, Rule]]:
    """Dialect and rule of those that ask for the model or need a key of the request."""
    for dialect in DIALECTS.values():
        for rule in dialect.rules:
            if (rule.asks or rule.context) and rule.id.startswith(f"{dialect.id}."):
                yield dialect.id, rule


def is_asked(dialect: str, rule: Rule) -> bool:
    """Is there a case under whose request the rule may speak?"""
    for case in corpus():
        request = case.request_for(dialect)
        model = model_of(dialect, request.get("model", ""))
        if all(request.get(key) for key in rule.context) and (not rule.asks or rule.asks in model.facts):
            fact = model.facts.get(rule.asks)
            if fact is None or fact.answer != "taken":
                return True
    return False


def test_every_rule_that_needs_more_than_messages_is_asked_by_a_case() -> None:
    idle = {rule.id for dialect, rule in beside() if not is_asked(dialect, rule)}

    assert idle == set(WITH_A_CLAIM)
