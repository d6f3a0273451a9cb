"""Tables as users write them: for texts only, async, truncating, in two steps of either kind, and for templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_type

from pytest_promptfmt import Conversation, Message, Report, TemplateCase, Text, TwoStep, check_formatter

Turn = dict[str, str]


def chat(conversation: Conversation) -> list[Turn]:
    messages: list[Turn] = []
    for message in conversation.messages:
        if any(block.type != "text" for block in message.blocks):
            raise NotImplementedError("this formatter writes text only")
        messages.append({"role": message.role, "content": message.text})
    return messages


async def awaited(conversation: Conversation) -> Mapping[str, Any]:
    return {"messages": chat(conversation)}


def truncated(
    conversation: Conversation, budget: int | None = None, count: Callable[[object], int] | None = None
) -> list[Turn]:
    turns = chat(conversation)
    while budget is not None and count is not None and count(turns) > budget:
        turns = turns[1:]
    return turns


class TwoSteps:
    def prepare(self, conversation: Conversation) -> list[Message]:
        return list(conversation.messages)

    def format(self, native: list[Message]) -> list[Turn]:
        return [{"role": message.role, "content": message.text} for message in native]


def string(template: TemplateCase) -> list[str]:
    assert_type(template.test, tuple[Mapping[str, Any], ...])
    return [str(row) for row in template.test]


FORMATTERS = {
    "anthropic.chat": chat,
    "openai.chat": awaited,
    "openai.multiagent": truncated,
    "gemini.chat": TwoSteps(),
    "gemini.multiagent": TwoStep(TwoSteps().prepare, TwoSteps().format),
    "aisbench.string": string,
}
CAPABILITIES: dict[str, dict[str, Any]] = {
    "anthropic.chat": {"blocks": []},
    "openai.multiagent": {"blocks": [], "truncation": "drop"},
}


def a_table_an_object_or_a_name() -> None:
    assert_type(check_formatter(FORMATTERS), Report)
    assert_type(check_formatter({"anthropic.chat": chat}, targets=["anthropic.*"], cases=["chat/one-user"]), Report)
    check_formatter("myfmt", checks=("schema", "protocol"), timeout=None)
    check_formatter(awaited, context={"model": "gpt-5"}, reference="agentscope-1.0")


def by_hand() -> list[Turn]:
    return chat(Conversation((Message("user", "user", (Text("Hello."),)),), speaker="assistant"))
