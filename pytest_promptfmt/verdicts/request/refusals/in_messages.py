"""Where a body's messages show what only some models and servers refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile
from typing import Any

from pytest_promptfmt.common.text import count
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def lists_of(*roles: str) -> Broken:
    """Messages of these roles whose content is a list of parts."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("role") in roles and isinstance(message.get("content"), list):
                yield f"{path}.content", "the content is a list, and a string is expected"

    return broken


def in_a_row(body: Mapping[str, Any]) -> Iterator[Said]:
    """Two messages of one side, of which the system's are none."""
    before = ""
    for path, message in objects(body.get("messages"), "$.messages"):
        side = {"user": "user", "tool": "user", "assistant": "assistant"}.get(str(message.get("role")), "")
        if side and side == before:
            yield f"{path}.role", f"two of the {side}'s side in a row"
        before = side


def several_texts(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        if sum(part.get("type") == "text" for _, part in objects(message.get("content"), "")) > 1:
            yield f"{path}.content", "several texts in one message"


def empty_parts(body: Mapping[str, Any]) -> Iterator[Said]:
    """Parts of text that say nothing."""
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, part in objects(message.get("content"), f"{path}.content"):
            if part.get("type") == "text" and part.get("text") == "":
                yield f"{where}.text", "the text is empty; leave it out"


def thoughts_of(*roles: str) -> Broken:
    """Messages of these roles that have parts of thinking."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            for where, part in objects(message.get("content"), f"{path}.content"):
                if message.get("role") in roles and part.get("type") == "thinking":
                    yield where, f"a thought in a message of role {message['role']}"

    return broken


def content_beside_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("tool_calls") and message.get("content"):
            yield f"{path}.content", "words stand beside calls, and the tokenizer takes one of them"


def saying_nothing(*roles: str) -> Broken:
    """Messages of these roles that are empty."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("role") in roles and message.get("content") == "" and not message.get("tool_calls"):
                yield f"{path}.content", "the message is empty"

    return broken


def system_later(body: Mapping[str, Any]) -> Iterator[Said]:
    """The system speaks after somebody else."""
    begun = False
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("role") != "system":
            begun = True
        elif begun:
            yield f"{path}.role", "the system speaks after others, and here it speaks first or not at all"


def empty_beside_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    """Content that says nothing, of a message that calls."""
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("tool_calls") and message.get("content") == "":
            yield f"{path}.content", "the text is empty; leave it out where there are calls"


def null_beside_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("tool_calls") and message.get("content", "") is None:
            yield f"{path}.content", "the content is null beside calls; leave it out"


def null_beside_data(body: Mapping[str, Any]) -> Iterator[Said]:
    """A message without a text, in a request that asks one's own data."""
    if body.get("data_sources"):
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("content") is None:
                yield f"{path}.content", "null, and beside data_sources every content is a string"


def named(*roles: str) -> Broken:
    """Messages of these roles that have a name."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("role") in roles and message.get("name") is not None:
                yield f"{path}.name", f"the {message['role']} has a name"

    return broken


def of_role(*roles: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            if message.get("role") in roles:
                yield f"{path}.role", f"the role {message['role']!r} is not taken here"

    return broken


def with_system(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("role") in ("system", "developer"):
            yield f"{path}.role", "the template of this model has no place for it"


_MARKS = 4


def many_marks(body: Mapping[str, Any]) -> Iterator[Said]:
    """More marks of what is to be cached than Anthropic takes, be it through another's API."""
    marked = [
        where
        for path, message in (*objects(body.get("messages"), "$.messages"), *objects(body.get("tools"), "$.tools"))
        for where, part in ((path, message), *objects(message.get("content"), f"{path}.content"))
        if part.get("cache_control")
    ]
    for where in marked[_MARKS:]:
        yield f"{where}.cache_control", f"{len(marked)} marks, and {_MARKS} are the most"


def with_parts(*types: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            for where, part in objects(message.get("content"), f"{path}.content"):
                if part.get("type") in types:
                    yield f"{where}.type", f"this model takes no part of type {part['type']!r}"

    return broken


def thoughtless(body: Mapping[str, Any]) -> Iterator[Said]:
    """An assistant's calls come back without the thought that led to them, and thinking is not off."""
    if value_of(body, "thinking.type") == "disabled":
        return
    for path, message in objects(body.get("messages"), "$.messages"):
        content = message.get("content")
        types = [block.get("type") for _, block in objects(content, "$")] if isinstance(content, list) else []
        thought = message.get("reasoning_content") or message.get("reasoning") or "thinking" in types
        if message.get("role") == "assistant" and not thought and (message.get("tool_calls") or "tool_use" in types):
            yield path, "its calls come back without the thought that came with them"


def calls_without_results(body: Mapping[str, Any]) -> Iterator[Said]:
    """As many results do not follow as a message has calls; where no ids are, their number is all that tells."""
    found = list(objects(body.get("messages"), "$.messages"))
    for n, (path, message) in enumerate(found):
        calls = len(list(objects(message.get("tool_calls"), path)))
        results = sum(1 for _ in takewhile(lambda each: each[1].get("role") == "tool", found[n + 1 :]))
        if calls and results != calls:
            yield f"{path}.tool_calls", f"{count(calls, 'call')}, and {count(results, 'result')} behind"


def unsigned_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    """The first call of each message of the current turn lacks what Gemini signed it with."""
    messages = list(objects(body.get("messages"), "$.messages"))
    last = max((n for n, (_, message) in enumerate(messages) if message.get("role") == "user"), default=-1)
    for path, message in messages[last + 1 :]:
        for where, call in list(objects(message.get("tool_calls"), f"{path}.tool_calls"))[:1]:
            if value_of(call, "extra_content.google.thought_signature") is None:
                yield where, "the call comes back without extra_content.google.thought_signature, which came with it"


def blocks_other_than(*taken: str) -> Broken:
    """Blocks of other types than a copy of Anthropic's API takes."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, type_ in places(body, "messages[].content[].type messages[].content[].content[].type"):
            if isinstance(type_, str) and type_ not in taken:
                yield path, f"a block of type {type_!r}, and this copy of the API takes {', '.join(taken)}"

    return broken


def said_beside_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    """The assistant's message has a text and calls."""
    for path, message in objects(body.get("messages"), "$.messages"):
        if message.get("role") == "assistant" and message.get("content") and message.get("tool_calls"):
            yield f"{path}.content", "it stands beside calls"


def users_behind_results(body: Mapping[str, Any]) -> Iterator[Said]:
    found = list(objects(body.get("messages"), "$.messages"))
    for (_, before), (path, message) in pairwise(found):
        if before.get("role") == "tool" and message.get("role") == "user":
            yield f"{path}.role", "a user's message right behind a result"


def with_keys(*keys: str) -> Broken:
    """Messages with keys of others, be they null."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            yield from ((f"{path}.{key}", "the server knows no such key") for key in keys if key in message)

    return broken


def items_of_role(*roles: str) -> Broken:
    """Items of the Responses API that have one of these roles."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, item in objects(body.get("input"), "$.input"):
            if item.get("role") in roles:
                yield f"{path}.role", f"the role {item['role']!r} is not taken here"

    return broken
