"""What can be lost or altered, under each condition that a conversation can meet: faults that nobody has shipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from planted.conversations import blocks, by_block, by_message, inside, of, saying
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Image,
    Media,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

Condition: TypeAlias = Callable[[Conversation], bool]
Change: TypeAlias = Callable[[Conversation], Conversation]


def calling(conversation: Conversation) -> list[Message]:
    return [message for message in conversation.messages if of(ToolUse, message)]


def behind_results(conversation: Conversation) -> set[str]:
    """The roles that speak behind a result, ``""`` for nobody."""
    holding = [bool(of(ToolResult, message)) for message in conversation.messages]
    roles = [*(message.role for message in conversation.messages[1:]), ""]
    return {
        role
        for holds, further, role in zip(holding, [*holding[1:], False], roles, strict=True)
        if holds and not further
    }


def roles_of_results(conversation: Conversation) -> set[str]:
    return {message.role for message in conversation.messages if of(ToolResult, message)}


def results(conversation: Conversation) -> list[ToolResult]:
    return blocks(ToolResult, conversation)


def calls(conversation: Conversation) -> list[ToolUse]:
    return blocks(ToolUse, conversation)


def values(conversation: Conversation) -> list[Any]:
    return [value for call in calls(conversation) for value in call.input.values()]


OF_CALLS: dict[str, Condition] = {
    "one tool is on offer": lambda c: len(c.tools) == 1,
    "two tools are on offer": lambda c: len(c.tools) > 1,
    "results are in role tool": lambda c: "tool" in roles_of_results(c),
    "results are in role user": lambda c: "user" in roles_of_results(c),
    "the assistant answers a result": lambda c: "assistant" in behind_results(c),
    "a result is last": lambda c: "" in behind_results(c),
    "calls are parallel": lambda c: any(len(of(ToolUse, m)) > 1 for m in calling(c)),
    "three calls are parallel": lambda c: any(len(of(ToolUse, m)) > 2 for m in calling(c)),
    "there are two rounds": lambda c: len(calling(c)) > 1,
    "a thought is before a call": lambda c: any(of(Thinking, m) for m in calling(c)),
    "a text is beside a call": lambda c: any(of(Text, m) for m in calling(c)),
    "a picture alone is beside a call": lambda c: any(of(Image, m) and not of(Text, m) for m in calling(c)),
    "a result has an image": lambda c: any(isinstance(i, Image) for r in results(c) for i in inside(r)),
    "a result has two texts": lambda c: any(len(inside(r)) > 1 for r in results(c)),
    "a result is empty": lambda c: any(not r.output for r in results(c)),
    "a call has failed": lambda c: any(r.is_error for r in results(c)),
    "a result has no name": lambda c: any(r.name is None for r in results(c)),
    "a call has no arguments": lambda c: any(not call.input for call in calls(c)),
    "arguments are nested": lambda c: any(isinstance(value, dict | list) for value in values(c)),
    "arguments are numbers": lambda c: any(isinstance(value, int | float) for value in values(c)),
    "arguments are not ASCII": lambda c: any(not str(value).isascii() for value in values(c)),
    "there is system text": lambda c: c.messages[0].role == "system" and bool(of(Text, c.messages[0])),
    "there is no system text": lambda c: c.messages[0].role != "system",
    "a tool is called twice": lambda c: len({call.name for call in calls(c)}) < len(calls(c)),
}
OF_TEXTS: dict[str, Condition] = {
    "there is system text": OF_CALLS["there is system text"],
    "there is no system text": OF_CALLS["there is no system text"],
    "the assistant is first": lambda c: next((m.role for m in c.messages if m.role != "system"), "") == "assistant",
    "the assistant is last": lambda c: c.messages[-1].role == "assistant",
    "one role speaks twice": lambda c: any(a.role == b.role for a, b in zip(c.messages, c.messages[1:], strict=False)),
    "a message has two texts": lambda c: any(len(of(Text, m)) > 1 for m in c.messages),
    "a text is empty": lambda c: any(not t.text for t in blocks(Text, c)),
    "a message has media": lambda c: any(of(Media, m) for m in c.messages),
    "a message thinks": lambda c: any(of(Thinking, m) for m in c.messages),
    "there are ten messages": lambda c: len(c.messages) > 9,
    "there is one message": lambda c: len(c.messages) == 1,
    "a call is made": lambda c: bool(calls(c)),
    "a text is not ASCII": lambda c: any(not t.text.isascii() for t in blocks(Text, c)),
}


def in_last(kind: Any, change: Callable[[Any], list[Block]], role: str = "") -> Change:
    """The last block of a kind (in messages of a role) as `change` has it."""

    def changed(said: Conversation) -> Conversation:
        found = [b for m in said.messages if role in ("", m.role) for b in of(kind, m)]
        return by_block(said, lambda block, _: change(block) if found and block is found[-1] else [block])

    return changed


def shorter(result: ToolResult) -> list[Block]:
    texts = [item for item in inside(result) if isinstance(item, Text)]
    if isinstance(result.output, str):
        return [replace(result, output=result.output[: len(result.output) // 2])]
    if not texts:
        return [result]
    cut = replace(texts[-1], text=texts[-1].text[: len(texts[-1].text) // 2])
    return [replace(result, output=tuple(cut if item is texts[-1] else item for item in inside(result)))]


def swapped(said: Conversation) -> Conversation:
    """The outputs of a batch's first two results change places."""

    def swap(message: Message) -> list[Message]:
        if message.role != "tool" or len(message.blocks) < 2:
            return [message]
        (one, two), rest = of(ToolResult, message)[:2], message.blocks[2:]
        return [replace(message, blocks=(replace(one, output=two.output), replace(two, output=one.output), *rest))]

    return by_message(said, swap)


def without_last_call(said: Conversation) -> Conversation:
    made = calls(said)
    gone = made[-1].id if made else None
    return by_block(said, lambda b, _: [] if isinstance(b, ToolUse | ToolResult) and b.id == gone else [b])


def without_text_beside_calls(said: Conversation) -> Conversation:
    return by_block(said, lambda block, m: [] if isinstance(block, Text) and of(ToolUse, m) else [block])


def without_system(said: Conversation) -> Conversation:
    return saying(said, [m for m in said.messages if m.role != "system"] or said.messages)


def as_strings(call: ToolUse) -> list[Block]:
    return [replace(call, input={key: str(value) for key, value in call.input.items()})]


LOST, RESULT, CALL = ("fidelity.lost-*",), ("fidelity.*result*", "fidelity.wrong-call"), ("fidelity.*call*",)
CHANGES: dict[str, tuple[dict[str, Condition], tuple[str, ...], Change]] = {
    "the last call is lost with its result": (OF_CALLS, LOST, without_last_call),
    "the last call has no arguments": (OF_CALLS, CALL, in_last(ToolUse, lambda call: [replace(call, input={})])),
    "the last call has arguments of strings": (OF_CALLS, CALL, in_last(ToolUse, as_strings)),
    "the last call has another name": (
        OF_CALLS,
        CALL,
        in_last(ToolUse, lambda call: [replace(call, name=f"{call.name[:50]}_2")]),
    ),
    "the last result is cut": (OF_CALLS, RESULT, in_last(ToolResult, shorter)),
    "the last result is empty": (OF_CALLS, RESULT, in_last(ToolResult, lambda r: [replace(r, output="")])),
    "two results of a batch are swapped": (OF_CALLS, RESULT, swapped),
    "the text beside a call is lost": (OF_CALLS, ("fidelity.lost-text",), without_text_beside_calls),
    "the system text is lost": (OF_TEXTS | OF_CALLS, ("fidelity.lost-text",), without_system),
    "the user's last text is lost": (OF_TEXTS, ("fidelity.lost-text",), in_last(Text, lambda _: [], "user")),
    "the assistant's last text is lost": (OF_TEXTS, ("fidelity.lost-text",), in_last(Text, lambda _: [], "assistant")),
    "the assistant's last text is said twice": (
        OF_TEXTS,
        ("fidelity.doubled-text",),
        in_last(Text, lambda text: [text, text], "assistant"),
    ),
}


NOT_TO_BE = {
    "the system text is lost": ("there is one message", "the assistant is last"),
    "the text beside a call is lost": ("a picture alone is beside a call",),
    "the user's last text is lost": ("there is one message",),
    "the assistant's last text is lost": ("there is one message",),
    "the assistant's last text is said twice": ("there is one message",),
}
"""Conditions that a change does not meet, or in one case only: nobody speaks last where only one does."""


def under(condition: Condition, change: Change) -> Callable[[Conversation, Conversation], Conversation]:
    return lambda said, given: change(said) if given.messages and condition(given) else said


def grid(where: str) -> Iterator[Planted]:
    """Each change under each of its conditions."""
    for what, (conditions, finds, change) in CHANGES.items():
        for when, condition in conditions.items():
            if when in NOT_TO_BE.get(what, ()):
                continue
            yield Planted(
                what,
                f"{what}, where {when}",
                where,
                finds,
                writes=under(condition, change),
                scenarios=("chat",),
                name=when,
            )
