"""Summaries of the twelfth collection."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from liars.payloads import messages
from planted.collected import meant
from planted.conversations import saying
from planted.further.summaries import is_result
from planted.planted import Formatter, Planted
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation

TOLD = "Summary of what was said before: the work goes on."


def text(said: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": said}]


def behind_what_is_kept(honest: Formatter) -> Formatter:
    """A question for a summary, and the summary, end the history."""
    asked = [
        {"role": "user", "content": text("What did we do so far?")},
        {"role": "assistant", "content": text(TOLD)},
        {"role": "user", "content": text("Continue if you have next steps.")},
    ]

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        said = list(items)
        for start in range(1, len(said)):
            if is_result(said[start]):
                continue
            items[:] = [*said[start:], *asked]
            if count(payload) <= budget:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_


def for_the_system_text(honest: Formatter) -> Formatter:
    def bare(conversation: Conversation) -> Any:
        return honest(saying(conversation, (m for m in conversation.messages if m.role != "system")))

    truncating = drops(bare, summary=TOLD)

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = honest(conversation)
        return payload if budget is None or count(payload) <= budget else truncating(conversation, budget, count)

    return format_


def system_text_alone(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        if isinstance(payload, list):
            payload = {"messages": payload}
        payload["system"] = [*payload.get("system", []), *text(TOLD)]
        payload["messages"] = []
        return payload

    return format_


TABLE = (
    Planted(
        "opencode-24963",
        "the summary stands behind what is kept",
        "anthropic openai",
        meant("opencode-24963"),
        acts=behind_what_is_kept,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "open-webui-26710",
        "a summary stands in the place of the system text",
        "openai anthropic",
        meant("open-webui-26710"),
        acts=for_the_system_text,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "coder-22819",
        "the summary is system text, and nothing else is kept",
        "anthropic",
        meant("coder-22819"),
        acts=system_text_alone,
        truncates="summarise",
        scenarios=("chat",),
    ),
)
