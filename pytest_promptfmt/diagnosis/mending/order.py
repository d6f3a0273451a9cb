"""Mendings of what stands where: results behind calls, system text in its place, turns joined, nothings left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from pytest_promptfmt.diagnosis.mending.places import calls, contents, messages, objects
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding


def results_behind_calls(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Each result moved right behind the message with its call."""
    listed = messages(body, dialect)
    answers: dict[Any, list[dict[str, Any]]] = {}
    for message in objects(body, dialect):
        if message.get("role") == "tool" and isinstance(message.get("tool_call_id"), str):
            answers.setdefault(message["tool_call_id"], []).append(message)
    asked = [_id(call) for message in objects(body, dialect) for call in calls(message)]
    once = {id_ for id_ in answers if asked.count(id_) == 1}
    moved: list[Any] = []
    for message in listed:
        if isinstance(message, dict):
            if message.get("role") == "tool" and _id(message, "tool_call_id") in once:
                continue
            moved.append(message)
            for call in calls(message):
                moved += answers[_id(call)] if _id(call) in once else []
        else:
            moved.append(message)
    listed[:] = moved


def _id(holder: dict[str, Any], key: str = "id") -> str:
    found = holder.get(key)
    return found if isinstance(found, str) else ""


def result_blocks_behind_calls(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Each block of a result moved to the front of the user's turn behind its call."""
    listed = messages(body, dialect)
    asked = [id_ for message in objects(body, dialect) for id_ in _asked(message)]
    answers: dict[str, list[Any]] = {}
    for message in objects(body, dialect):
        for block in contents(message):
            if isinstance(block, dict) and asked.count(_answered(block)) == 1:
                answers.setdefault(_answered(block), []).append(block)
    moved: list[Any] = []
    wanted: list[Any] = []
    for message in listed:
        if not isinstance(message, dict):
            moved.append(message)
            continue
        had = contents(message)
        kept = [each for each in had if not (isinstance(each, dict) and _answered(each) in answers)]
        if wanted:
            if message.get("role") == "user":
                own = message.get("content")
                message["content"] = wanted + (kept if isinstance(own, list) else _as_blocks(own, dialect))
                kept = had = message["content"]
            else:
                moved.append({"role": "user", "content": wanted})
            wanted = []
        if len(kept) < len(had):
            message["content"] = kept
        if kept or not had:
            moved.append(message)
        wanted = [block for id_ in _asked(message) for block in answers.get(id_, ())]
    if wanted:
        moved.append({"role": "user", "content": wanted})
    listed[:] = moved


def _asked(message: dict[str, Any]) -> Iterator[str]:
    for block in contents(message):
        if isinstance(block, dict):
            call = block.get("toolUse")
            id_ = (
                call.get("toolUseId")
                if isinstance(call, dict)
                else block.get("id")
                if block.get("type") == "tool_use"
                else None
            )
            if isinstance(id_, str):
                yield id_


def _answered(block: dict[str, Any]) -> str:
    result = block.get("toolResult")
    id_ = result.get("toolUseId") if isinstance(result, dict) else block.get("tool_use_id")
    return id_ if isinstance(id_, str) else ""


def _as_blocks(content: Any, dialect: Dialect) -> list[Any]:
    if isinstance(content, list):
        return content
    if not isinstance(content, str):
        return []
    return [{"text": content}] if dialect.id == "bedrock" else [{"type": "text", "text": content}]


def turns_joined(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Neighbours of one role joined, block behind block."""
    listed = messages(body, dialect)
    key = "parts" if dialect.id == "gemini" else "content"
    joined: list[Any] = []
    for role, group in groupby(listed, lambda m: m.get("role") if isinstance(m, dict) else None):
        members = list(group)
        whole = all(
            isinstance(m, dict) and isinstance(m.get(key), (list, str)) and m.keys() <= {"role", key} for m in members
        )
        if len(members) > 1 and isinstance(role, str) and whole:
            joined.append({"role": role, key: [block for m in members for block in _as_blocks(m[key], dialect)]})
        else:
            joined += members
    listed[:] = joined


def system_lifted(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """The first system message moved to the provider's own place for it."""
    listed = messages(body, dialect)
    first = listed[0] if listed and isinstance(listed[0], dict) else {}
    if not isinstance(body, dict) or not dialect.envelope.system or first.get("role") not in ("system", "developer"):
        return
    key, content = dialect.envelope.system[0], first.get("parts", first.get("content"))
    if key in body or "system_instruction" in body or not isinstance(content, (str, list)):
        return
    if dialect.id == "gemini":
        body[key] = {"parts": content if isinstance(content, list) else [{"text": content}]}
    else:
        body[key] = _as_blocks(content, dialect) if dialect.id == "bedrock" else content
    del listed[0]


def blank_blocks_dropped(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Blocks of text left out that say nothing, where something else stands beside them."""
    for message in objects(body, dialect):
        listed = contents(message)
        said = [block for block in listed if not _blank(block)]
        if said and len(said) < len(listed):
            listed[:] = said


def _blank(block: Any) -> bool:
    if not isinstance(block, dict) or not isinstance(block.get("text"), str) or block["text"].strip():
        return False
    return block.get("type", "text") == "text" and block.keys() <= {"type", "text"}


def nothings_dropped(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Messages left out that say nothing and call nothing."""
    listed = messages(body, dialect)
    key = "parts" if dialect.id == "gemini" else "content"

    def says_nothing(message: Any) -> bool:
        if not isinstance(message, dict) or not message.keys() <= {"role", key}:
            return False
        content = message.get(key)
        return (
            content is None
            or (isinstance(content, str) and not content.strip())
            or (isinstance(content, list) and all(map(_blank, content)))
        )

    if not all(map(says_nothing, listed)):
        listed[:] = [message for message in listed if not says_nothing(message)]


def empty_lists_dropped(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """An empty list of tools or of calls left out, and what chooses among no tools."""
    if isinstance(body, dict):
        config = body.get("toolConfig")
        if body.get("tools") == []:
            for key in ("tools", "tool_choice", "parallel_tool_calls"):
                body.pop(key, None)
        if isinstance(config, dict) and config.get("tools") == []:
            del body["toolConfig"]
    for message in objects(body, dialect):
        if message.get("tool_calls") == []:
            del message["tool_calls"]
