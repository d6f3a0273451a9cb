"""Liars of the laws: right on the conversation that they are asked for, and wrong where one thing about it is another.

No other check tells them there: what is wrong shows only beside what the formatter makes of another conversation.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, Liar, liars_of, misdeed
from pytest_promptfmt import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.generation.cases import case_of


def generated(dialect: str, **answers: str) -> Case:
    """The generated conversation with these answers; all others are the plainest."""
    return case_of("generated/liar", dialect, answers)


PLAIN = generated("openai")
CALLS = {"block": "call", "calls": "two", "called": "different", "then": "assistant"}


@misdeed("openai.chat", PLAIN, "laws.appended-turn", "error")
def keeps_the_last_six(honest: Formatter) -> Formatter:
    """Sends the system text and six messages, whatever was said before."""

    def formatter(conversation: Conversation) -> Any:
        return honest(replace(conversation, messages=(*conversation.messages[:1], *conversation.messages[1:][-6:])))

    return formatter


@misdeed("anthropic.chat", generated("anthropic", opening="exchange"), "laws.first-turns", "error")
def greets_who_is_new(honest: Formatter) -> Formatter:
    """Leaves the system text out as long as nobody has answered."""

    def formatter(conversation: Conversation) -> Any:
        new = all(message.role != "assistant" for message in conversation.messages)
        return honest(replace(conversation, messages=conversation.messages[1:]) if new else conversation)

    return formatter


@misdeed("openai.multiagent", generated("openai", names="three"), "laws.renamed-agent", "error")
def knows_its_agents(honest: Formatter) -> Formatter:
    """Leaves out who is not on its list."""

    def formatter(conversation: Conversation) -> Any:
        known = ("system", "Ann", "Bob", "Cleo")
        return honest(replace(conversation, messages=tuple(m for m in conversation.messages if m.name in known)))

    return formatter


@misdeed("gemini.chat", generated("gemini"), "laws.text-in-parts", "error")
def takes_the_first_text(honest: Formatter) -> Formatter:
    """Takes a message for its first text."""

    def formatter(conversation: Conversation) -> Any:
        return honest(
            replace(conversation, messages=tuple(replace(m, blocks=m.blocks[:1]) for m in conversation.messages))
        )

    return formatter


@misdeed("openai.chat", generated("openai", ending="two texts"), "laws.text-in-parts", "error")
def cuts_long_texts(honest: Formatter) -> Formatter:
    """Cuts each text after thirty characters."""

    def formatter(conversation: Conversation) -> Any:
        return honest(_with_texts(conversation, lambda text: text[:30]))

    return formatter


@misdeed("mistral.chat", generated("mistral"), "laws.replaced-text", "error")
def takes_null_for_nothing(honest: Formatter) -> Formatter:
    """Reads a text as JSON first, and leaves out what is nothing then."""

    def formatter(conversation: Conversation) -> Any:
        return honest(
            _with_texts(conversation, lambda text: "" if text in ("null", "false", "0", "[]", "{}") else text)
        )

    return formatter


@misdeed("openai.chat", generated("openai", **CALLS), "laws.permuted-calls", "error")
def answers_in_its_own_order(honest: Formatter) -> Formatter:
    """Gives the results to the calls in the order of the tools' names."""

    def formatter(conversation: Conversation) -> Any:
        blocks = [block for message in conversation.messages for block in message.blocks]
        ids = [b.id for b in sorted((b for b in blocks if isinstance(b, ToolUse)), key=lambda b: b.name, reverse=True)]
        results = iter(ids)
        messages = tuple(
            replace(
                message,
                blocks=tuple(replace(b, id=next(results)) if isinstance(b, ToolResult) else b for b in message.blocks),
            )
            for message in conversation.messages
        )
        return honest(replace(conversation, messages=messages))

    return formatter


@misdeed("anthropic.chat", generated("anthropic", **CALLS), "laws.unused-tool", "error")
def offers_two_tools(honest: Formatter) -> Formatter:
    """Offers the last two tools only."""

    def formatter(conversation: Conversation) -> Any:
        return honest(replace(conversation, tools=conversation.tools[-2:]))

    return formatter


@misdeed("openai.multiagent", generated("openai", names="two"), "laws.other-words", "warning")
def counts_the_letters(honest: Formatter) -> Formatter:
    """Says how long a text is, in the frame of the history."""

    def formatter(conversation: Conversation) -> Any:
        long = max(len(block.text) for m in conversation.messages for block in m.blocks if isinstance(block, Text))
        payload = honest(conversation)
        text = json.dumps(payload, ensure_ascii=False).replace("<history>", f"<history>\\n(of {long} letters)", 1)
        return json.loads(text)

    return formatter


@misdeed("mistral.chat", generated("mistral", **CALLS, ids="dotted"), "laws.other-ids", "warning")
def numbers_from_the_end(honest: Formatter) -> Formatter:
    """Makes ids of its own, which tell how many messages there are."""

    def formatter(conversation: Conversation) -> Any:
        payload = honest(conversation)
        text = json.dumps(payload, ensure_ascii=False)
        called = [call["id"] for message in payload["messages"] for call in message.get("tool_calls", ())]
        for n, id_ in enumerate(called):
            text = text.replace(json.dumps(id_), json.dumps(f"c{n:03}m{len(conversation.messages):04}"))
        return json.loads(text)

    return formatter


def _with_texts(conversation: Conversation, change: Any) -> Conversation:
    messages = tuple(
        replace(m, blocks=tuple(Text(change(b.text)) if isinstance(b, Text) else b for b in m.blocks))
        for m in conversation.messages
    )
    return replace(conversation, messages=messages)


LIARS: tuple[Liar, ...] = liars_of(globals())
