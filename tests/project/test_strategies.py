"""``pytest_promptfmt.strategies``: conversations for property tests of one's own."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, find, given, settings

from pytest_promptfmt import Case, Conversation, parse
from pytest_promptfmt.conversation import ToolUse
from pytest_promptfmt.strategies import cases, conversations

FEW = settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@FEW
@given(conversations("openai"))
def test_a_conversation_has_its_json_form(conversation: Conversation) -> None:
    assert parse(conversation.to_json()) == conversation


@FEW
@given(cases("bedrock", scenario="multiagent"))
def test_a_case_says_what_a_right_formatter_does(case: Case) -> None:
    assert case.expects("bedrock").demand in ("carry", "either", "refuse")


@pytest.mark.slow
def test_the_smallest_is_plain() -> None:
    def calls_twice(case: Case) -> bool:
        return sum(isinstance(b, ToolUse) for m in case.conversation().messages for b in m.blocks) == 2

    shrunk = settings(database=None, max_examples=100, suppress_health_check=list(HealthCheck), derandomize=True)
    found = find(cases("openai"), calls_twice, settings=shrunk)

    assert len(found.tags) == 2, found.tags


def test_an_unknown_dialect_is_named() -> None:
    with pytest.raises(ValueError, match=r"'opnai' is no dialect; did you mean 'openai'\?"):
        conversations("opnai")
    with pytest.raises(ValueError, match="no conversations for aisbench"):
        conversations("aisbench")
