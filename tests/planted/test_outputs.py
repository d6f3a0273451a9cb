"""What a tool says, by which of its round it is and by what was thought before: each stands in two cases."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from planted.conversations import of
from support.rows import for_each

from pytest_promptfmt.conversation import Conversation, Image, RedactedThinking, Text, Thinking, ToolResult, ToolUse
from pytest_promptfmt.corpus import corpus


def is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except ValueError:
        return False


def of_texts(number: Callable[[int], bool]) -> Callable[[Any], bool]:
    return lambda o: isinstance(o, tuple) and all(isinstance(i, Text) for i in o) and number(len(o))


OUTPUTS: dict[str, Callable[[Any], bool]] = {
    "null": lambda o: o is None,
    "an empty text": lambda o: o == "",
    "an empty list": lambda o: o == (),
    "JSON": lambda o: isinstance(o, str) and is_json(o),
    "several lines": lambda o: isinstance(o, str) and "\n" in o and not is_json(o),
    "other letters": lambda o: isinstance(o, str) and not o.isascii(),
    "markup": lambda o: isinstance(o, str) and "<" in o,
    "one text in a list": of_texts(lambda n: n == 1),
    "several texts": of_texts(lambda n: n > 1),
    "a picture": lambda o: isinstance(o, tuple) and any(isinstance(i, Image) for i in o),
}
"""Kinds of what a tool says; more than one may hold."""

PLACES = ("the only one", "the first", "in the middle", "the last")
THOUGHTS = ("nothing", "a signed thought", "an unsigned thought", "what is redacted")


def place(number: int, of_them: int) -> str:
    if of_them == 1:
        return PLACES[0]
    return PLACES[1] if number == 0 else PLACES[3] if number == of_them - 1 else PLACES[2]


def thoughts(blocks: tuple[Any, ...]) -> Iterator[str]:
    """What stands before the first call of a message."""
    kinds = [block for block in blocks if isinstance(block, Thinking | RedactedThinking)]
    if not kinds:
        yield THOUGHTS[0]
    for block in kinds:
        yield THOUGHTS[3] if isinstance(block, RedactedThinking) else THOUGHTS[1] if block.signature else THOUGHTS[2]


def seen(conversation: Conversation) -> Iterator[tuple[str, str]]:
    """For each result what it says, with where it stands, what was thought, and whether it failed."""
    results = {r.id: r for message in conversation.messages for r in of(ToolResult, message)}
    for message in conversation.messages:
        calls = of(ToolUse, message)
        for number, call in enumerate(calls):
            if (result := results.get(call.id)) is None:
                continue
            around = [place(number, len(calls)), *thoughts(message.blocks), *(["it failed"] if result.is_error else [])]
            yield from ((kind, each) for kind, holds in OUTPUTS.items() if holds(result.output) for each in around)


@cache
def cases() -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in corpus():
        for pair in seen(case.conversation()) if case.family not in ("templates", "errors") else ():
            found[pair].add(case.id)
    return found


@for_each(product(OUTPUTS, [*PLACES, *THOUGHTS]))
def test_each_output_in_each_place_and_behind_each_thought_stands_in_two_cases(kind: str, around: str) -> None:
    assert len(cases()[kind, around]) >= 2


@pytest.mark.parametrize("kind", [kind for kind in OUTPUTS if kind not in ("null", "an empty text", "an empty list")])
def test_each_output_that_says_something_fails_in_two_cases(kind: str) -> None:
    assert len(cases()[kind, "it failed"]) >= 2


SCALARS = ("true", "false", "null", "[]", "{}", "7", "7.0", "007", "-1", "0.10", "1e5", '"jade-31"')
"""Texts that are whole values of JSON: whoever reads them, and writes them anew, writes some of them otherwise."""
KEYS = ("_id", "$ref", "__proto__", "self", "input", "args", "arguments", "data", "key")
"""Of arguments: names that mean something to a language, to a schema, or to who passes them on."""


@cache
def said_and_asked() -> dict[tuple[type, object], set[str]]:
    """The cases by what a tool says, and by each key of what it was asked."""
    found: dict[tuple[type, object], set[str]] = defaultdict(set)
    for case in corpus():
        for message in case.said().messages if not case.is_template else ():
            for result in of(ToolResult, message):
                found[ToolResult, result.output].add(case.id)
            for key in (key for call in of(ToolUse, message) for key in call.input):
                found[ToolUse, key].add(case.id)
    return found


@for_each(SCALARS)
def test_each_scalar_is_what_a_tool_says_in_two_cases(scalar: str) -> None:
    assert len(said_and_asked()[ToolResult, scalar]) >= 2


@for_each(KEYS)
def test_each_key_is_one_of_arguments_in_two_cases(key: str) -> None:
    assert len(said_and_asked()[ToolUse, key]) >= 2
