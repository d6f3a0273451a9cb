"""Providers that speak OpenAI's format with differences; each module is the table of one's own.

- what has another shape stands in the schema: ``like`` OpenAI's, ``but`` with a merge patch of what differs
- what the provider has said of its own is a rule of its own, be the logic OpenAI's
- all other rules of OpenAI's are borrowed, and warn: this provider has not said so itself
- what is carried, fetched and read otherwise is the `Dialect`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.openai import reader
from pytest_promptfmt.dialects.rules import Breach, Check, Rule, borrowed, own
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import thinks

SHARED = (
    "messages-nonempty",
    "tool-calls-answered",
    "tool-result-has-call",
    "tool-call-id-unique",
    "tool-calls-nonempty",
    "content-null-only-with-calls",
    "content-array-nonempty",
    "function-name-pattern",
    "arguments-is-json-string",
    "image-url",
    "no-unknown-keys",
    "tool-message-name",
    "tools-typed",
    "parameters-object",
    "parameters-valid",
)
"""What OpenAI asks of everybody's messages, calls and tools, and most servers with it."""


def rules(id_: str, *checks: Check, without: tuple[str, ...] = (), **shared: Check) -> tuple[Rule, ...]:
    """The provider's own rules, as `own` names them, and of `SHARED` those that it has not said itself, nor denied."""
    said = own(id_, *checks, **shared)
    known = {rule.id.partition(".")[2] for rule in said}
    return (*said, *borrowed(openai.RULES, *(slug for slug in SHARED if slug not in known.union(without))))


def calls_without(request: Request, *keys: str, before_calls: bool = False) -> Iterator[Breach]:
    """In thinking mode, messages with calls that have reasoning under none of `keys`.

    Where the conversation has none, nobody can give it back; beside others an empty one will do. With `before_calls`
    also what the assistant says in the turn that is open before it calls.
    """
    messages = list(request.each())
    given = any(_has(message, keys) for _, message in messages)
    if not thinks(request.context.get("thinking")) or (request.context.get("thought_calls") is False and not given):
        return
    last_word = max((n for n, (_, message) in enumerate(messages) if message.get("role") == "user"), default=-1)
    last_call = max((n for n, (path, message) in enumerate(messages) if any(reader.calls(message, path))), default=-1)
    for n, (path, message) in enumerate(messages):
        if message.get("role") != "assistant" or _has(message, keys):
            continue
        if any(reader.calls(message, path)):
            asked = "thinking-missing" if n > last_word else "thinking-missing-anywhere"
            yield Breach(f"{path}.{keys[0]}", "a message with calls comes back without its reasoning", asks=asked)
        elif before_calls and last_word < n < last_call:
            problem = "what is said before a call comes back without its reasoning"
            yield Breach(f"{path}.{keys[0]}", problem, asks="thinking-missing")


def _has(message: dict[str, Any], keys: tuple[str, ...]) -> bool:
    return any(isinstance(message.get(key), str | list) for key in keys)
