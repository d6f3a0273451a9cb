"""Who truncates, and keeps too much, too little, or the wrong part; the honest twin runs the naive loop."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from truncating import drops, suffixes, units

from liars.liar import Formatter, liars_of, misdeed
from liars.payloads import messages
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation, Text

Count = Callable[[Any], int]


def truncates(target: str, case: str, law: str, severity: str = "error", **more: Any) -> Any:
    """`misdeed` for one that claims to drop the oldest."""
    claim = {"truncates": "drop", "honest": drops(FORMATTERS[target]), **more}
    return misdeed(target, f"truncation/{case}", f"truncation.{law}", severity, **claim)  # type: ignore[arg-type]


def last(conversation: Conversation, number: int) -> Conversation:
    """The system text and the last units."""
    return list(suffixes(conversation))[-number]


# the budget


@truncates("openai.chat", "half-of-a-chat", "over-budget")
def ignores_the_budget(honest: Formatter) -> Any:
    """Takes the budget and does nothing with it."""
    return lambda conversation, budget=None, count=None: honest(conversation)


@truncates("anthropic.multiagent", "several-agents", "over-budget")
def keeps_one_too_many(honest: Any) -> Any:
    """Stops one unit before it fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        for rest in suffixes(conversation):
            if budget is None or count(honest(rest)) <= budget:
                break
            payload = honest(rest)
        return payload

    return format_


@truncates("gemini.chat", "cjk-and-emoji", "over-budget")
def counts_characters(honest: Any) -> Any:
    """Counts with a counter of its own, which takes a character for a byte."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        return honest(conversation, **({} if budget is None else {"budget": budget, "count": characters}))

    return format_


def characters(payload: Any) -> int:
    return len(str(payload)) // 4


# nothing fits


@truncates("openai.chat", "one-token", "empty", also=("openai.messages-nonempty",))
def empties(honest: Any) -> Any:
    """Returns an empty list where nothing fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        return honest(conversation) if budget is None else []

    return format_


@truncates("openai.chat", "no-tokens", "no-error")
def stumbles_over_nothing(honest: Any) -> Any:
    """Fails by accident where nothing fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        try:
            return honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))
        except ValueError:
            return [][-1]

    return format_


@truncates("openai.chat", "newest-is-huge", "system-alone", "warning")
def sends_the_system_text_alone(honest: Any) -> Any:
    """Sends the system text where nothing else fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        try:
            return honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))
        except ValueError:
            return FORMATTERS["openai.chat"](replace(conversation, messages=units(conversation)[0]))

    return format_


@truncates("openai.chat", "half-of-a-chat", "kept-too-little")
def gives_up(honest: Any) -> Any:
    """Sends the system text alone wherever the whole does not fit."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        return payload if budget is None or count(payload) <= budget else payload[:1]

    return format_


@truncates("openai.chat", "negative-budget", "over-budget")
def takes_it_for_python(honest: Any) -> Any:
    """Takes a negative budget for the end of a list."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        return payload if budget is None or budget >= count(payload) else [payload[0], *payload[1:][budget:]]

    return format_


# what is kept


@truncates("openai.chat", "half-of-a-chat", "lost-system")
def drops_the_system_text(honest: Any) -> Any:
    """Takes the system text for the oldest turn."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        while budget is not None and count(payload) > budget:
            payload = payload[1:]
        return payload

    return format_


def by_message(honest: Any) -> Any:
    """Cuts the payload's list wherever it fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is not None:
            rest = messages(payload)
            first = 1 if rest[0]["role"] == "system" else 0
            while count(payload) > budget:
                del rest[first]
        return payload

    return format_


@truncates("openai.chat", "budget-inside-a-call", "cut-call", also=("openai.tool-result-has-call",))
def cuts_between_call_and_result(honest: Any) -> Any:
    """Drops the call, and keeps what answers it."""
    return by_message(honest)


@truncates("ollama.chat", "budget-inside-a-call", "cut-call")
def cuts_where_there_are_few_ids(honest: Any) -> Any:
    """The same for a wire on which a result is told from another by its tool's name."""
    return by_message(honest)


@truncates("openai.chat", "calls-and-results", "cut-call", also=("openai.tool-calls-answered",))
def drops_results_first(honest: Any) -> Any:
    """Makes room by dropping the last result, as the least worth."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation, **({} if budget is None else {"budget": budget, "count": count})))
        if budget is not None:
            rest = messages(payload)
            del rest[max(number for number, message in enumerate(rest) if message["role"] == "tool")]
        return payload

    return format_


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix")
def keeps_the_oldest(honest: Any) -> Any:
    """Drops the newest turns."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = list(honest(conversation))
        while budget is not None and count(payload) > budget:
            payload.pop()
        return payload

    return format_


@truncates("anthropic.chat", "half-of-a-chat", "not-a-suffix")
def keeps_both_ends(honest: Any) -> Any:
    """Keeps the first turn, and then the newest."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        system, (first, *_) = units(conversation)
        for rest in suffixes(conversation):
            kept = (*system, *first, *rest.messages[len(system) :]) if rest.messages != conversation.messages else ()
            payload = honest(replace(conversation, messages=kept or rest.messages))
            if budget is None or count(payload) <= budget:
                return payload
        raise ValueError("nothing fits")

    return format_


@truncates("openai.multiagent", "several-agents", "not-a-suffix")
def drops_the_middle(honest: Any) -> Any:
    """Leaves out what was said in the middle of a merged history."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        kept = list(conversation.messages)
        while budget is not None and count(honest(replace(conversation, messages=tuple(kept)))) > budget:
            del kept[1 + len(kept) // 2]
        return honest(replace(conversation, messages=tuple(kept)))

    return format_


@truncates("vllm.chat", "half-of-a-chat", "kept-too-little")
def drops_one_more(honest: Any) -> Any:
    """Goes on for one turn after it fits."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is None or count(honest(conversation)) <= budget:
            return honest(conversation)
        fitting = [rest for rest in suffixes(conversation) if count(honest(rest)) <= budget]
        return honest(fitting[1])

    return format_


@truncates("gemini.multiagent", "several-agents", "kept-too-little")
def keeps_the_last_only(honest: Any) -> Any:
    """Keeps one message, whatever would fit."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        whole = budget is None or count(honest(conversation)) <= budget
        return honest(conversation if whole else last(conversation, 1))

    return format_


@truncates("deepseek.chat", "half-of-a-chat", "shrinks-with-budget")
def is_generous_to_the_poor(honest: Any) -> Any:
    """Keeps a reserve where the budget is large."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is not None and budget > 0.7 * count(honest(conversation)):
            return honest(last(conversation, 1))
        return honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))

    return format_


@truncates("deepseek.chat", "sixty-turns", "shrinks-with-budget")
def fails_on_what_fits(honest: Any) -> Any:
    """Raises where the budget holds everything."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is not None and budget >= count(honest(conversation)):
            raise ValueError("there is nothing to truncate")
        return honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))

    return format_


@truncates("zhipu.chat", "half-of-a-chat", "altered")
def cuts_the_oldest_text(honest: Any) -> Any:
    """Cuts the oldest message that it keeps, so that it takes less."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))
        if budget is not None:
            payload = deepcopy(payload)
            turn = messages(payload)[1]
            turn["content"] = turn["content"][:-4] if isinstance(turn["content"], str) else []
        return payload

    return format_


@truncates("ollama.multiagent", "several-agents", "altered")
def cuts_the_history_anywhere(honest: Any) -> Any:
    """Tells what it keeps with the wrong speaker's name."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        renamed = tuple(replace(m, name="Ann") if m.name == "Bob" else m for m in conversation.messages)
        return honest(
            replace(conversation, messages=renamed) if budget is not None else conversation,
            **({} if budget is None else {"budget": budget, "count": count}),
        )

    return format_


# summaries

SUMMARY = {"truncates": "summarise", "honest": drops(FORMATTERS["openai.chat"], summary="gardens")}


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix", **SUMMARY)
def tells_two_summaries(honest: Any) -> Any:
    """Puts a heading of its own before the summary."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is None:
            return honest(conversation)
        payload = list(honest(conversation, budget=budget - 30, count=count))
        heading = {"role": "user", "content": "What follows is a summary."}
        return [payload[0], heading, *payload[1:]]

    return format_


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix", **SUMMARY)
def quotes_here_and_there(honest: Any) -> Any:
    """Keeps some older turns for a summary."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is None:
            return honest(conversation)
        system, (first, second, *_) = units(conversation)
        rest = last(conversation, 2).messages[len(system) :]
        return honest(replace(conversation, messages=(*system, *first, *second, *rest)))

    return format_


@truncates("openai.chat", "half-of-a-chat", "lost-system", **SUMMARY)
def sums_up_the_system_text(honest: Any) -> Any:
    """Takes the system text into the summary."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        if budget is None:
            return honest(conversation)
        told = replace(conversation.messages[0], blocks=(Text("You know gardens, and they spoke of them."),))
        rest = last(conversation, 3).messages[1:]
        return honest(replace(conversation, messages=(told, *rest)))

    return format_


LIARS = liars_of(globals())
