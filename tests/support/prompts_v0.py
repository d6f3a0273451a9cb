"""Components of prompts, drawn at random, and an oracle of what the engine makes of them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from promptfmt_reference.agentscope_v0_0 import Msg, PromptEngine, PromptType, ShrinkPolicy
from promptfmt_reference.agentscope_v0_0.model import ModelResponse

STRING, LIST = PromptType.STRING, PromptType.LIST
TRUNCATE, SUMMARIZE = ShrinkPolicy.TRUNCATE, ShrinkPolicy.SUMMARIZE
KINDS = pytest.mark.parametrize("kind", PromptType)
SEEDS = pytest.mark.parametrize("seed", range(20))
ODD = [
    "{",
    "}",
    "{}",
    "{0}",
    "{name}",
    "{{x}}",
    "{a.__class__}",
    '{"a": [1, {}]}',
    "%s",
    "\\",
    "\n",
    "\r",
    "\0",
    "\u2028",
]
WORDS = ["a", "ok", "Bob: hi", "naïve", "你好", "e\u0301", "👩‍👩‍👧", "\u202eright to left", " ", ""]


def some_text(rng: Random) -> str:
    """Words, braces, control characters, and letters from anywhere but the surrogates."""
    anywhere = [chr(rng.choice([rng.randrange(0xD800), rng.randrange(0xE000, 0x110000)])) for _ in range(3)]
    return "".join(rng.choice([*ODD, *WORDS, *anywhere]) for _ in range(rng.randrange(6)))


def engine(kind: PromptType, **options: Any) -> PromptEngine:
    return PromptEngine(None, prompt_type=kind, **options)


# an oracle of its own: what the specification's table makes of texts, messages and lists


def prompt_of(components: list[Any], kind: PromptType) -> Any:
    """For texts, and messages whose name and content are texts."""
    flat = list(items_of(components))
    if kind == LIST:
        said = ({"name": i["name"], "role": i["role"], "content": i["content"]} for i in flat if isinstance(i, dict))
        return [next(said) if isinstance(i, dict) else {"role": "assistant", "content": i} for i in flat]
    return "\n".join(line_of(component) for component in components)


def line_of(component: Any) -> str:
    if isinstance(component, list):
        return "\n".join(map(line_of, component))
    return (
        f"{component['name'] or component['role']}: {component['content']}"
        if isinstance(component, dict)
        else component
    )


def items_of(components: list[Any]) -> Iterator[Any]:
    for component in components:
        yield from items_of(component) if isinstance(component, list) else [component]


def texts_of(prompt: Any) -> list[str]:
    return [prompt] if isinstance(prompt, str) else [message["content"] for message in prompt]


# shrinking

Count = Callable[[Any], int]
COUNTS: dict[str, Count] = {
    "characters": lambda prompt: sum(map(len, texts_of(prompt))),
    "bytes": lambda prompt: math.ceil(len(json.dumps(prompt, ensure_ascii=False).encode()) / 4),
    "words": lambda prompt: len("\n".join(texts_of(prompt)).split()),
}


def some_components(rng: Random, lists: int = 3, empty: bool = False) -> list[Any]:
    """Texts and messages with histories between them, nested now and then; every item is like no other."""
    number = iter(range(1000))

    def item() -> Any:
        text = f"<{next(number)}> {some_text(rng)}"
        return rng.choice([text, Msg(rng.choice(["Bob", ""]), text, rng.choice(["user", "assistant"]))])

    def some_list(depth: int) -> list[Any]:
        nested = [some_list(depth - 1)] if depth and rng.random() < 0.3 else []
        made = [item() for _ in range(rng.randrange(not empty, 6))] + nested
        rng.shuffle(made)
        return made

    made = [[item(), some_list(2)] for _ in range(lists)]
    return [component for pair in made for component in pair] + [item()]


def cut(components: list[Any], n: int) -> list[Any]:
    """The components without the `n` oldest items of their lists; a list of which nothing is left is no line."""
    kept = []
    for component in components:
        if isinstance(component, list) and n:
            items = list(items_of(component))
            component, n = items[n:], max(0, n - len(items))
            if not component:
                continue
        kept.append(component)
    return kept


def in_lists(components: list[Any]) -> list[Any]:
    return list(items_of([component for component in components if isinstance(component, list)]))


def some_lengths(rng: Random, full: int) -> list[int]:
    """In order, from what can never be to more than there is."""
    return sorted({-1, 0, 1, full - 1, full, full + 1, *(rng.randrange(full + 1) for _ in range(8))})


def mark(item: Any) -> str:
    """What an item begins with, and no other."""
    text: str = item["content"] if isinstance(item, dict) else item
    return text.partition(" ")[0]


def told_of(items: list[Any], prompt: Any) -> list[Any]:
    """The items that a prompt tells, unaltered; one that is told otherwise fails."""
    told = "\n".join(texts_of(prompt))
    found = [item for item in items if mark(item) in told]
    for item in found:
        assert (
            line_of(item) if isinstance(prompt, str) else item["content"] if isinstance(item, dict) else item
        ) in told
    return found


class Summarizer:
    """Answers with what it is given, and keeps what it was asked."""

    def __init__(self, answer: str | ModelResponse) -> None:
        self.answer = answer
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str | ModelResponse:
        self.asked.append(prompt)
        return self.answer


def escaped(component: Any) -> Any:
    """The same, said to a `format_map`."""
    if isinstance(component, list):
        return [escaped(item) for item in component]
    if isinstance(component, dict):
        return {key: escaped(value) for key, value in component.items()}
    return component.replace("{", "{{").replace("}", "}}") if isinstance(component, str) else component


HISTORY = [Msg("Bob", f"message {n}", "user") for n in range(10)]
