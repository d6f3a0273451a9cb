"""Who truncates, and keeps too little or the wrong part, or does not keep it as it was said."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from support.truncating import drops, suffixes, units

from liars.liar import liars_of
from liars.payloads import messages
from liars.truncation import Count, last, truncates
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation, Image, Message, Text

# what is kept


@truncates("openai.chat", "half-of-a-chat", "lost-system")
def drops_the_system_text(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes the system text for the oldest turn."""
    payload = honest(conversation)
    while count(payload) > budget:
        payload = payload[1:]
    return payload


def by_message(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Cuts the payload's list wherever it fits."""
    payload = deepcopy(honest(conversation))
    while count(payload) > budget:
        del messages(payload)[oldest(payload)]
    return payload


def oldest(payload: Any) -> int:
    return 1 if messages(payload)[0]["role"] == "system" else 0


@truncates("openai.chat", "budget-inside-a-call", "cut-call", also=("openai.tool-result-has-call",))
def cuts_between_call_and_result(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Drops the call, and keeps what answers it."""
    return by_message(honest, conversation, budget, count)


@truncates("ollama.chat", "budget-inside-a-call", "cut-call")
def cuts_where_there_are_few_ids(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """The same for a wire on which a result is told from another by its tool's name."""
    return by_message(honest, conversation, budget, count)


@truncates("openai.chat", "calls-and-results", "cut-call", also=("openai.tool-calls-answered",))
def drops_results_first(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Makes room by dropping the last result, as the least worth."""
    payload = deepcopy(honest(conversation, budget=budget, count=count))
    rest = messages(payload)
    del rest[max(number for number, message in enumerate(rest) if message["role"] == "tool")]
    return payload


@truncates("zhipu.chat", "two-system-texts", "lost-further-system", "warning")
def knows_one_system_text(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes the second system text for a turn."""
    rest = replace(conversation, messages=(conversation.messages[0], *conversation.messages[2:]))
    return honest(rest, budget=budget, count=count)


@truncates("openai.chat", "sweep-parallel-rounds", "cut-call")
def drops_one_orphan(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Cuts between messages, and then drops one result that is without its call; calls may be parallel."""
    payload = by_message(honest, conversation, budget, count)
    if messages(payload)[oldest(payload)]["role"] == "tool":
        del messages(payload)[oldest(payload)]
    return payload


@truncates("anthropic.chat", "image-in-the-newest", "altered")
def drops_images_first(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Makes room by leaving images out."""
    kept = tuple(map(unseen, last(conversation, 1).messages))
    return honest(replace(conversation, messages=kept), budget=budget, count=count)


def unseen(message: Message) -> Message:
    return replace(message, blocks=tuple(block for block in message.blocks if not isinstance(block, Image)))


@truncates("vllm.chat", "system-text-in-the-middle", "not-a-suffix")
def keeps_every_system_text(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Keeps what was told the system later, over newer turns."""
    system = tuple(message for message in conversation.messages if message.role == "system")
    return honest(replace(conversation, messages=(*system, *last(conversation, 2).messages[1:])))


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix")
def keeps_the_oldest(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Drops the newest turns."""
    payload = list(honest(conversation))
    while count(payload) > budget:
        payload.pop()
    return payload


@truncates("anthropic.chat", "half-of-a-chat", "not-a-suffix")
def keeps_both_ends(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Keeps the first turn, and then the newest."""
    system, (first, *_) = units(conversation)
    for rest in suffixes(conversation):
        kept = (*system, *first, *rest.messages[len(system) :]) if rest.messages != conversation.messages else ()
        payload = honest(replace(conversation, messages=kept or rest.messages))
        if count(payload) <= budget:
            return payload
    raise ValueError("nothing fits")


@truncates("openai.multiagent", "several-agents", "not-a-suffix")
def drops_the_middle(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Leaves out what was said in the middle of a merged history."""
    kept = list(conversation.messages)
    while count(honest(replace(conversation, messages=tuple(kept)))) > budget:
        del kept[1 + len(kept) // 2]
    return honest(replace(conversation, messages=tuple(kept)))


@truncates("vllm.chat", "half-of-a-chat", "kept-too-little")
def drops_one_more(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Goes on for one turn after it fits."""
    if count(honest(conversation)) <= budget:
        return honest(conversation)
    fitting = [rest for rest in suffixes(conversation) if count(honest(rest)) <= budget]
    return honest(fitting[1])


@truncates("gemini.multiagent", "several-agents", "kept-too-little")
def keeps_the_last_only(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Keeps one message, whatever would fit."""
    whole = count(honest(conversation)) <= budget
    return honest(conversation if whole else last(conversation, 1))


@truncates("deepseek.chat", "half-of-a-chat", "shrinks-with-budget")
def is_generous_to_the_poor(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Keeps a reserve where the budget is large."""
    if budget > 0.7 * count(honest(conversation)):
        return honest(last(conversation, 1))
    return honest(conversation, budget=budget, count=count)


@truncates("deepseek.chat", "sixty-turns", "shrinks-with-budget")
def fails_on_what_fits(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Raises where the budget holds everything."""
    if budget >= count(honest(conversation)):
        raise ValueError("there is nothing to truncate")
    return honest(conversation, budget=budget, count=count)


@truncates("zhipu.chat", "half-of-a-chat", "altered")
def cuts_the_oldest_text(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Cuts the oldest message that it keeps, so that it takes less."""
    payload = deepcopy(honest(conversation, budget=budget, count=count))
    turn = messages(payload)[1]
    turn["content"] = turn["content"][:-4]
    return payload


@truncates("ollama.multiagent", "several-agents", "altered")
def cuts_the_history_anywhere(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Tells what it keeps with the wrong speaker's name."""
    renamed = tuple(replace(m, name="Ann") if m.name == "Bob" else m for m in conversation.messages)
    return honest(replace(conversation, messages=renamed), budget=budget, count=count)


# summaries

SUMMARY = {"truncates": "summarise", "honest": drops(FORMATTERS["openai.chat"], summary="gardens")}


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix", **SUMMARY)
def tells_two_summaries(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Puts a heading of its own before the summary."""
    payload = list(honest(conversation, budget=budget - 30, count=count))
    heading = {"role": "user", "content": "What follows is a summary."}
    return [payload[0], heading, *payload[1:]]


@truncates("openai.chat", "half-of-a-chat", "not-a-suffix", **SUMMARY)
def quotes_here_and_there(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Keeps some older turns for a summary."""
    system, (first, second, *_) = units(conversation)
    rest = last(conversation, 2).messages[len(system) :]
    return honest(replace(conversation, messages=(*system, *first, *second, *rest)))


@truncates("openai.chat", "half-of-a-chat", "lost-system", **SUMMARY)
def sums_up_the_system_text(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Takes the system text into the summary."""
    told = replace(conversation.messages[0], blocks=(Text("You know gardens, and they spoke of them."),))
    rest = last(conversation, 3).messages[1:]
    return honest(replace(conversation, messages=(told, *rest)))


@truncates("openai.chat", "half-of-a-chat", "summary-place", **SUMMARY)
def sums_up_at_the_end(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Puts the summary behind what it keeps."""
    system, summary, *kept = honest(conversation, budget=budget, count=count)
    return [system, *kept, summary]


@truncates("openai.chat", "edge-of-three", "over-budget", **SUMMARY)
def forgets_to_count_the_summary(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Puts the summary before what fitted without it."""
    payload = drops(FORMATTERS["openai.chat"])(conversation, budget=budget, count=count)
    return [payload[0], {"role": "user", "content": "They spoke."}, *payload[1:]]


@truncates("openai.chat", "two-system-texts", "shrinks-with-budget", **SUMMARY)
def gives_up_on_much(honest: Any, conversation: Conversation, budget: int, count: Count) -> Any:
    """Raises where it is given more."""
    if budget >= count(honest(conversation)):
        raise ValueError("nothing to sum up")
    return honest(conversation, budget=budget, count=count)


LIARS = liars_of(globals())
