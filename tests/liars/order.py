"""Who tells things in another order, or at a lesser place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, liar, liars_of, misdeed
from liars.payloads import by, calling, holding, insert, messages, remove, said
from pytest_promptfmt.conversation import Image, Message, Text

# in another order


@liar("dashscope.chat", "chat/plain-turns", "fidelity.reordered", "error")
def answers_before_questions(payload: Any) -> Any:
    """Sorts messages by role."""
    messages(payload).sort(key=lambda message: message["role"] == "user")
    return payload


@liar("openai.chat", "chat/two-users-in-a-row", "fidelity.reordered", "error")
def swaps_neighbours(payload: Any) -> Any:
    """Sends the second message before the first."""
    listed = messages(payload)
    listed[0], listed[1] = listed[1], listed[0]
    return payload


@liar("anthropic.chat", "chat/several-texts", "fidelity.reordered", "error")
def swaps_blocks(payload: Any) -> Any:
    """Writes the blocks of a message backwards."""
    messages(payload)[0]["content"].reverse()
    return payload


@liar("zhipu.multiagent", "multiagent/five-agents", "fidelity.reordered", "error")
def begins_with_the_newest(payload: Any) -> Any:
    """Writes a history from its end."""

    def backwards(text: str) -> str:
        head, opening, rest = text.partition("<history>\n")
        history, closing, _ = rest.partition("\n</history>")
        return head + opening + "\n".join(reversed(history.split("\n"))) + closing

    return said(payload, backwards)


@liar("deepseek.multiagent", "multiagent/five-agents", "fidelity.reordered", "error")
def sorts_by_name(payload: Any) -> Any:
    """Writes a history agent by agent."""

    def sorted_(text: str) -> str:
        head, opening, rest = text.partition("<history>\n")
        history, closing, _ = rest.partition("\n</history>")
        return head + opening + "\n".join(sorted(history.split("\n"), key=lambda line: line.split(":")[0])) + closing

    return said(payload, sorted_)


@liar("ollama.multiagent", "multiagent/tools-in-middle", "fidelity.reordered", "error")
def tells_all_before_the_calls(payload: Any) -> Any:
    """Writes one history for what was said before and after a call, and puts it first."""
    first, *later = by("user", payload)
    first["content"] = "\n".join([first["content"], *(message["content"] for message in later)])
    return remove(payload, *later)


@liar("openai.chat", "chat/system-in-middle", "fidelity.moved-system", "warning", like="opencodex#5213")
def tells_the_system_first(payload: Any) -> Any:
    """Moves what the system says in the middle to the front."""
    notice = by("system", payload)[-1]
    return insert(remove(payload, notice), 1, notice)


@liar("openai-responses.chat", "chat/system-in-middle", "fidelity.moved-system", "warning", like="meridian#966")
def instructs_from_the_start(payload: Any) -> Any:
    """Adds what the system says in the middle to the instructions."""
    notice = by("system", payload)[-1]
    payload["instructions"] += "\n\n" + notice["content"][0]["text"]
    return remove(payload, notice)


@liar("openai.chat", "chat/three-users-and-a-system-between", "fidelity.reordered", "error")
def tells_the_system_last(payload: Any) -> Any:
    """Moves what the system says in between behind everything."""
    notice = by("system", payload)[-1]
    return insert(remove(payload, notice), len(messages(payload)), notice)


@liar("gemini.chat", "chat/two-systems-leading", "fidelity.reordered", "error")
def swaps_system_texts(payload: Any) -> Any:
    """Lifts system texts in the wrong order."""
    payload["system_instruction"]["parts"].reverse()
    return payload


# at another place


@liar("anthropic.chat", "chat/plain-turns", "fidelity.system-as-turn", "warning")
def tells_the_system_as_the_user(payload: Any) -> Any:
    """Writes system text as the user's first words."""
    return {"messages": [{"role": "user", "content": payload["system"]}, *payload["messages"]]}


@liar("openai.chat", "chat/plain-turns", "fidelity.system-as-turn", "warning")
def knows_no_system(payload: Any) -> Any:
    """Writes role user for the system."""
    by("system", payload)[0]["role"] = "user"
    return payload


@liar("ollama-generate.chat", "chat/plain-turns", "fidelity.history-in-system", "warning")
def generates_from_system_text(payload: Any) -> Any:
    """Writes the history into the system text, and the last question into the prompt."""
    *history, last = payload["prompt"].split("\n")
    return {"system": "\n".join([payload["system"], *history]), "prompt": last}


@liar("openai.multiagent", "multiagent/two-agents", "fidelity.history-in-system", "warning")
def tells_the_history_as_system_text(payload: Any) -> Any:
    """Appends the history to the system text."""
    [system], [user] = by("system", payload), by("user", payload)
    system["content"] += user["content"]
    return remove(payload, user)


@liar("deepseek.chat", "chat/plain-turns", "fidelity.added-turn", "warning")
def asks_for_an_answer(payload: Any) -> Any:
    """Adds a question of its own."""
    messages(payload).append({"role": "user", "content": "Please answer now."})
    return payload


@liar("anthropic.chat", "chat/plain-turns", "fidelity.added-turn", "warning")
def fills_gaps(payload: Any) -> Any:
    """Adds words of the assistant's."""
    messages(payload).insert(1, {"role": "assistant", "content": "OK."})
    return payload


@liar("openai.chat", "chat/plain-turns", "fidelity.added-turn", "warning")
def leaves_a_turn_empty(payload: Any) -> Any:
    """Adds a turn of the assistant's that says nothing."""
    messages(payload).insert(1, {"role": "assistant", "content": ""})
    return payload


@liar("deepseek.chat", "chat/plain-turns", "fidelity.added-turn", "warning")
def asks_nothing(payload: Any) -> Any:
    """Adds a question of its own, without a word."""
    messages(payload).append({"role": "user", "content": ""})
    return payload


@liar("mistral.chat", "chat/empty-user-between", "fidelity.added-turn", "warning")
def leaves_two_turns_empty_for_one(payload: Any) -> Any:
    """Adds two questions without a word, of which one was asked."""
    empty = {"role": "user", "content": ""}
    return insert(payload, -1, *(dict(empty) for _ in range(2)))


@liar("vllm.chat", "vision/image-in-first-of-two-results", "fidelity.reordered", "error")
def shows_before_it_asks(payload: Any) -> Any:
    """Shows the picture of a result before the call that the result answers."""
    [shown] = [message for message in by("user", payload) if holding("image_url", [message])]
    [asking] = calling(payload)
    remove(payload, shown)
    return insert(payload, messages(payload).index(asking), shown)


@misdeed("openai-responses.chat", "vision/pictures-by-the-assistant-beside-words", "fidelity.wrong-speaker", "error")
def shows_pictures_too_early(formatter: Formatter) -> Formatter:
    """Has the user show what the assistant did, each picture before the words that it stood behind."""

    def pieces(message: Message) -> Iterator[Message]:
        shown = [block for block in message.blocks if isinstance(block, Image)]
        if message.role != "assistant" or not isinstance(message.blocks[0], Text) or not shown:
            yield message
            return
        for block in (block for block in message.blocks if not isinstance(block, Image)):
            yield from (Message("user", "user", (shown.pop(0),)) for _ in shown[:1])
            yield replace(message, blocks=(block,))

    return lambda given: formatter(replace(given, messages=tuple(p for m in given.messages for p in pieces(m))))


LIARS = liars_of(globals())
