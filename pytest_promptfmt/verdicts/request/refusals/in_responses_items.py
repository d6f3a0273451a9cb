"""Where the items of a request to the Responses API show what it refuses, or other servers that have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import json_or_raw, objects
from pytest_promptfmt.verdicts.request.refusals.places import places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said

OF_THE_API = (
    "file_search_call", "computer_call", "image_generation_call", "code_interpreter_call", "local_shell_call",
    "mcp_call", "mcp_list_tools", "mcp_approval_request",
)  # fmt: skip
"""What the API itself did: its reference has the id as required, in July 2026."""


def encrypted(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        if item.get("encrypted_content"):
            yield f"{path}.encrypted_content", "encrypted for another key or service"


def without_id(*types: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, item in objects(body.get("input"), "$.input"):
            if item.get("type") in types and not item.get("id"):
                yield f"{path}.id", "what the API did itself comes back under its id"

    return broken


def of_type(*types: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, item in objects(body.get("input"), "$.input"):
            if item.get("type") in types:
                yield f"{path}.type", f"an item of type {item['type']!r} is not taken here"

    return broken


_ID, _LONGEST = re.compile(r"[A-Za-z0-9_-]+"), 64


def odd_file_ids(body: Mapping[str, Any]) -> Iterator[Said]:
    """Ids of uploaded files that are none: paths, names, addresses, a gateway's own long ones."""
    for path, item in objects(body.get("input", body.get("messages")), "$.input" if "input" in body else "$.messages"):
        for where, part in objects(item.get("content"), f"{path}.content"):
            for at, holder in ((where, part), (f"{where}.file", part.get("file"))):
                id_ = holder.get("file_id") if isinstance(holder, dict) else None
                if isinstance(id_, str) and (len(id_) > _LONGEST or not _ID.fullmatch(id_)):
                    yield f"{at}.file_id", f"{id_[:80]!r} is no id that an upload has given"


def unreadable_arguments(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        arguments = item.get("arguments")
        if item.get("type") == "function_call" and isinstance(arguments, str):
            if not isinstance(json_or_raw(arguments), dict):
                yield f"{path}.arguments", "no JSON object; other servers read it"


def calls_after_one_thought(body: Mapping[str, Any]) -> Iterator[Said]:
    """Calls that do not follow a thought at once, where thoughts come back at all."""
    items = list(objects(body.get("input"), "$.input"))
    thoughts = any(item.get("type") == "reasoning" for _, item in items)
    for n, (path, item) in enumerate(items):
        if thoughts and item.get("type") == "function_call" and n and items[n - 1][1].get("type") != "reasoning":
            yield path, "no reasoning item stands right before this call"


def untyped_answers(body: Mapping[str, Any]) -> Iterator[Said]:
    """Turns of the assistant that only OpenAI takes for messages."""
    for path, item in objects(body.get("input"), "$.input"):
        if item.get("role") == "assistant" and item.get("type") != "message":
            yield path, "an assistant's item without its type, its id and its status, which other servers ask for"


def null_status(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        if item.get("status", "") is None:
            yield f"{path}.status", "null, and at this address an item has a status or none"


def untyped_lists(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        if "type" not in item and isinstance(item.get("content"), list):
            yield f"{path}.type", "at this address an item has a type"


def outputs_other_than(*types: str) -> Broken:
    """What a call gave is a list that has parts of other types than these."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, part in places(body, "input[].output[]"):
            if isinstance(part, dict) and part.get("type") not in types:
                yield path, f"a part of type {part.get('type')!r}; what a tool gave is text here"

    return broken
