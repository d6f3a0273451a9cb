"""Odd words, long ones and many of a kind: each stands in each place in two cases, for code that changes it there."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from planted.conversations import inside, of
from support.rows import for_each

from pytest_promptfmt.conversation import Conversation, Text, Thinking, ToolResult, ToolUse
from pytest_promptfmt.corpus import Case, corpus

WORDS: dict[str, Callable[[str], Any]] = {
    "a thought in tags": lambda t: re.search("<think>.*</think>", t),
    "a picture of Markdown's": lambda t: re.search(r"!\[\w*\]\(http", t),
    "an address with a query": lambda t: re.search(r"https?://\S+\?\S", t),
    "base64": lambda t: re.search("[A-Za-z0-9+/]{200}", t),
    "a data: address": lambda t: "data:image/png;base64," in t,
    "Markdown": lambda t: re.search(r"\*\*[a-z0-9-]+\*\*", t),
    "a code block": lambda t: "```" in t,
    "a no-break space": lambda t: "\u00a0" in t,
    "variables": lambda t: re.search(r"\$\{?[A-Z]", t),
    "fields in braces": lambda t: re.search(r"\{\{\w+\}\}", t) and re.search(r"(?<!\{)\{\w+\}(?!\})", t),
    "percent signs": lambda t: "%" in t,
    "somebody who is called": lambda t: re.search(r"@\w", t),
    "turns": lambda t: re.search("^User: .*\nAssistant: ", t, re.M),
    "markers of a model": lambda t: "<|im_end|>" in t and "[INST]" in t,
    "typographic quotes": lambda t: "“" in t and "…" in t,
    "letters that are put together": lambda t: unicodedata.normalize("NFC", t) != t,
    "beyond the first plane": lambda t: any(ord(c) > 0xFFFF for c in t),
    "entities": lambda t: "&lt;" in t and "&amp;" in t,
    "backslashes": lambda t: "\\new" in t,
    "tabs and carriage returns": lambda t: "\r\n\t" in t,
    "blanks at the end of a line": lambda t: re.search(r" \n", t),
}
PLACES = ("system", "user", "assistant", "thought", "argument", "result", "part of a result")


def texts(value: Any) -> Iterator[str]:
    """Every text in a value of a call's arguments."""
    match value:
        case str():
            yield value
        case dict() | list():
            for inner in value.values() if isinstance(value, dict) else value:
                yield from texts(inner)


def said(conversation: Conversation) -> Iterator[tuple[str, str]]:
    """All texts, each by its place."""
    for message in conversation.messages:
        yield from ((message.role, text.text) for text in of(Text, message))
        yield from (("thought", thought.thinking) for thought in of(Thinking, message))
        yield from (("argument", text) for call in of(ToolUse, message) for text in texts(dict(call.input)))
        for result in of(ToolResult, message):
            yield from [("result", result.output)] if isinstance(result.output, str) else []
            yield from (("part of a result", item.text) for item in inside(result) if isinstance(item, Text))


@cache
def conversations() -> tuple[tuple[Case, Conversation], ...]:
    """Of those that are sent whole."""
    return tuple(
        (case, case.conversation())
        for case in corpus()
        if case.family not in ("templates", "errors") and case.budget is None
    )


@cache
def places() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case, conversation in conversations():
        for place, text in said(conversation):
            short = text[:10_000]
            for word in (word for word, holds in WORDS.items() if holds(short)):
                found[word, place].add(case.id)
            if len(text) > 20_000:
                found["long", place].add(case.id)
    return found


@for_each(product([*WORDS, "long"], PLACES))
def test_each_word_stands_in_each_place_in_two_cases(word: str, place: str) -> None:
    assert len(places()[word, place]) >= 2


MANY: dict[str, Callable[[Conversation], bool]] = {
    "messages": lambda c: len(c.messages) > 100,
    "rounds": lambda c: sum(bool(of(ToolUse, message)) for message in c.messages) > 5,
    "tools on offer": lambda c: len(c.tools) > 69,
    "blocks of one kind in a message": lambda c: any(
        sum(type(b) is type(block) for b in message.blocks) > 3 for message in c.messages for block in message.blocks
    ),
    "a text that is said twice in its message": lambda c: any(
        len({*of(Text, message)}) < len(of(Text, message)) for message in c.messages
    ),
    "a result that is given twice": lambda c: (
        len(outputs := [r.output for m in c.messages for r in of(ToolResult, m) if r.output])
        > len({str(output) for output in outputs})
    ),
}


@pytest.mark.parametrize("what", MANY)
def test_many_of_a_kind_stand_in_two_cases(what: str) -> None:
    assert len([case.id for case, conversation in conversations() if MANY[what](conversation)]) >= 2


def test_white_space_ends_the_thought_of_a_last_turn_in_two_cases() -> None:
    """What is trimmed of a prefill is trimmed of the last turn, and its thoughts are sealed."""
    found = {
        case.id
        for case, conversation in conversations()
        if any(
            thought.signature and thought.thinking != thought.thinking.rstrip()
            for thought in of(Thinking, conversation.messages[-1])
        )
    }

    assert len(found) >= 2
