"""Generated conversations, full of short, repeated and misleading texts: the honest are not blamed, losses noticed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.examples import drawn
from support.siblings import sampled

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_payload
from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse

WORDS = [
    "a",
    "ok",
    "Yes.",
    "user",
    "Bob: hi",
    "history",
    "<history>",
    "</history>",
    '{"a": 1}',
    "17",
    "170",
    "naïve",
    "你好",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
CHAT = [target for target in FORMATTERS if target.endswith(".chat")]
MANY = [target for target in FORMATTERS if target.endswith(".multiagent")]


@st.composite
def conversations(draw: st.DrawFn, names: tuple[str, ...] = ()) -> Conversation:
    """A system text, turns of user and assistant (or of agents), and now and then a call with its result."""
    messages = [Message("system", "system", (Text(draw(TEXTS)),))]
    for number in range(draw(st.integers(1, 5))):
        role = "user" if number % 2 == 0 or names else "assistant"
        messages.append(Message(draw(st.sampled_from(names)) if names else role, role, (Text(draw(TEXTS)),)))
        if role == "user" and draw(st.booleans()):
            call = ToolUse(f"call_{number}", draw(st.sampled_from(["look_up", "add"])), {"n": draw(st.integers(0, 1))})
            messages.append(Message("assistant", "assistant", (call,)))
            messages.append(Message("system", "system", (ToolResult(call.id, call.name, draw(TEXTS)),)))
    messages.append(Message(draw(st.sampled_from(names)) if names else "user", "user", (Text(draw(TEXTS)),)))
    return Conversation(tuple(messages))


def errors(payload: Any, target: str, conversation: Conversation) -> list[str]:
    dialect, _, scenario = target.rpartition(".")
    return [str(f) for f in check_payload(payload, dialect, conversation, scenario=scenario) if f.is_error]


def formatted(target: str, conversation: Conversation) -> Any:
    try:
        return FORMATTERS[target](conversation)
    except ValueError:
        assume(False)


FEW = settings(max_examples=drawn(40), deadline=None, suppress_health_check=[HealthCheck.filter_too_much])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("target", sampled(CHAT))
@FEW
@given(conversation=conversations())
def test_an_honest_chat_formatter_is_not_blamed(target: str, conversation: Conversation) -> None:
    assert errors(formatted(target, conversation), target, conversation) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("target", sampled(MANY))
@FEW
@given(conversation=conversations(("Bob", "Bobby", "Ann Lee")))
def test_an_honest_formatter_of_many_agents_is_not_blamed(target: str, conversation: Conversation) -> None:
    assert errors(formatted(target, conversation), target, conversation) == []


@pytest.mark.parametrize("target", ["openai.chat", "ollama.chat", "vllm.chat", "deepseek.chat"])
@FEW
@given(conversation=conversations(), data=st.data())
def test_a_message_that_is_dropped_is_noticed(target: str, conversation: Conversation, data: st.DataObject) -> None:
    payload = deepcopy(formatted(target, conversation))
    messages = payload if isinstance(payload, list) else payload["messages"]
    del messages[data.draw(st.integers(0, len(messages) - 1))]

    assert errors(payload, target, conversation) != []


@pytest.mark.parametrize("target", ["openai.chat", "ollama.chat", "vllm.chat", "deepseek.chat"])
@FEW
@given(conversation=conversations(), data=st.data())
def test_a_message_that_is_sent_twice_is_noticed(target: str, conversation: Conversation, data: st.DataObject) -> None:
    payload = deepcopy(formatted(target, conversation))
    messages = payload if isinstance(payload, list) else payload["messages"]
    index = data.draw(st.integers(0, len(messages) - 1))
    messages.insert(index, deepcopy(messages[index]))

    assert errors(payload, target, conversation) != []
