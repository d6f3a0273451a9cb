"""How plain a case is: what nobody writes every day makes a reader look in the wrong place, and counts against it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.conversation import Conversation, Text, ToolResult, ToolUse
from pytest_promptfmt.corpus import Case

_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_PLAIN = re.compile(r"[ -~\n]*")


def oddity_count(case: Case) -> int:
    """How many odd things there are: blank texts, characters outside ASCII, odd ids, turns out of order, no answer."""
    given = case.given()
    if not isinstance(given, Conversation):
        return 0
    return sum(_strings(given.to_json())) + sum(_turns(given))


def _strings(value: Any) -> Iterator[bool]:
    if isinstance(value, str):
        yield not value.strip() or not _PLAIN.fullmatch(value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _strings(each) if each != "" or key == "text" else ()
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)


def _turns(given: Conversation) -> Iterator[bool]:
    called: list[str] = []
    answered: list[str] = []
    for n, message in enumerate(given.messages):
        yield not message.blocks
        yield message.role == "system" and n > 0 and any(isinstance(block, Text) for block in message.blocks)
        called += [block.id for block in message.blocks if isinstance(block, ToolUse)]
        answered += [block.id for block in message.blocks if isinstance(block, ToolResult)]
    yield from (_ID.fullmatch(id_) is None for id_ in called)
    yield len(called) != len(set(called))
    yield sorted(called) != sorted(answered)
    yield bool(given.messages) and given.messages[-1].role == "assistant"
