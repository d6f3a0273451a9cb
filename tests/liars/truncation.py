"""Who is asked to truncate and minds no budget, or has no answer where nothing fits."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from support.truncating import drops, suffixes, units

from liars.liar import liars_of, misdeed
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation

Count = Callable[[Any], int]


def truncates(target: str, case: str, law: str, severity: str = "error", **more: Any) -> Any:
    """`misdeed` of a function that answers for a budget; without one all tell the truth.

    The honest twin drops the oldest. `law` is one of truncation's, or the whole id of another finding.
    """
    claim = {"truncates": "drop", "honest": drops(FORMATTERS[target]), **more}
    caught_by = law if "." in law else f"truncation.{law}"

    def make(lie: Callable[..., Any]) -> Any:
        @wraps(lie)
        def spoil(honest: Any) -> Any:
            def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
                return honest(conversation) if budget is None else lie(honest, conversation, budget, count)

            return format_

        return misdeed(target, f"truncation/{case}", caught_by, severity, **claim)(spoil)  # type: ignore[arg-type]

    return make


def last(conversation: Conversation, number: int) -> Conversation:
    """The system text and the last units."""
    return list(suffixes(conversation))[-number]


# the budget


@truncates("openai.chat", "half-of-a-chat", "over-budget")
def ignores_the_budget(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes the budget and does nothing with it."""
    return honest(conversation)


@truncates("anthropic.multiagent", "several-agents", "over-budget")
def keeps_one_too_many(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Stops one unit before it fits."""
    payload = honest(conversation)
    for rest in suffixes(conversation):
        if count(honest(rest)) <= budget:
            break
        payload = honest(rest)
    return payload


@truncates("gemini.chat", "cjk-and-emoji", "over-budget")
def counts_characters(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Counts with a counter of its own, which takes a character for a byte."""
    return honest(conversation, budget=budget, count=characters)


def characters(payload: Any) -> int:
    return len(str(payload)) // 4


@truncates("mistral.chat", "edge-of-three", "kept-too-little")
def stops_below_the_budget(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Wants less than the budget, where as much is allowed."""
    return honest(conversation, budget=budget - 1, count=count)


@truncates("openai.chat", "words-counted-in-cjk", "over-budget")
def counts_by_itself(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes a quarter of the bytes, whatever counter it is given."""
    return honest(conversation, budget=budget, count=quarter)


def quarter(payload: Any) -> int:
    return -(-len(json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()) // 4)


@truncates("openai-responses.chat", "no-tokens", "over-budget")
def takes_nothing_for_no_budget(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Asks whether there is a budget by its truth."""
    return honest(conversation, budget=budget or None, count=count)


@truncates("deepseek.chat", "half-of-a-chat", "kept-too-little")
def always_cuts_something(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Cuts one unit before it looks; only a budget that holds everything shows it."""
    return honest(list(suffixes(conversation))[1], budget=budget, count=count)


# nothing fits


@truncates("openai.chat", "one-token", "empty", also=("openai.messages-nonempty",))
def empties(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Returns an empty list where nothing fits."""
    return []


@truncates("openai.chat", "no-tokens", "no-error")
def stumbles_over_nothing(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Fails by accident where nothing fits."""
    try:
        return honest(conversation, budget=budget, count=count)
    except ValueError:
        return [][-1]


@truncates("openai.chat", "newest-is-huge", "system-alone", "warning")
def sends_the_system_text_alone(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Sends the system text where nothing else fits."""
    try:
        return honest(conversation, budget=budget, count=count)
    except ValueError:
        return FORMATTERS["openai.chat"](replace(conversation, messages=units(conversation)[0]))


@truncates("openai.chat", "half-of-a-chat", "kept-too-little")
def gives_up(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Sends the system text alone wherever the whole does not fit."""
    payload = honest(conversation)
    return payload if count(payload) <= budget else payload[:1]


@truncates("openai.chat", "negative-budget", "over-budget")
def takes_it_for_python(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes a negative budget for the end of a list."""
    payload = honest(conversation)
    return payload if budget >= count(payload) else [payload[0], *payload[1:][budget:]]


@truncates("openai.chat", "newest-is-huge", "no-error")
def cuts_the_newest_short(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Sends as much of the newest message's text as the budget holds."""
    try:
        return honest(conversation, budget=budget, count=count)
    except ValueError:
        payload = list(honest(last(conversation, 1)))
        text = payload[-1]["content"][0]["text"]
        return [payload[0], {"role": "user", "content": text[: len(text) // 4]}]


@truncates("openai.chat", "one-message-too-big", "no-error")
def says_something_else(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Sends a word of its own where nothing fits."""
    try:
        return honest(conversation, budget=budget, count=count)
    except ValueError:
        return [{"role": "user", "content": "Hello!"}]


@truncates("openai.chat", "no-tokens-without-system", "exchange.hung", timeout=0.2, like="agentscope O18")
def waits_for_the_list_to_fit(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Goes on until it fits, and an empty list does not."""
    payload = list(honest(conversation))
    while count(payload) > budget:
        payload = payload[1:]
    return payload


LIARS = liars_of(globals())
