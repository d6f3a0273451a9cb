"""What holds of a recording of AgentScope 0.0 or 0.1: the words of its rows in ``deviations.toml``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Recording = dict[str, Any]


def messages(given: Any) -> Iterator[dict[str, Any]]:
    """The messages and dictionaries like them among the arguments, at any depth."""
    if isinstance(given, list):
        for item in given:
            yield from messages(item)
    elif isinstance(given, dict) and "$raw" in given:
        yield from messages(given["$raw"])
    elif isinstance(given, dict) and "content" in given:
        yield given


def call_beside_result(recording: Recording) -> bool:
    contents = (msg["content"] for msg in messages(recording["msgs"]))
    held = ({block.get("type") for block in content} for content in contents if isinstance(content, list))
    return any({"tool_use", "tool_result"} <= types for types in held)


def few_speakers(recording: Recording) -> bool:
    """Is it left to `format_auto`, and do two speak, more than once?"""
    speakers = [msg["name"] for msg in messages(recording["msgs"]) if msg["role"] != "system"]
    return recording["method"] == "format_auto" and len(set(speakers)) <= 2 < len(speakers)


def nameless_content(recording: Recording) -> bool:
    """Is there a message that says nobody's name or role, and whose content is no text?"""
    return any(
        not isinstance(msg["content"], str | None) and not (msg.get("name") or msg.get("role"))
        for msg in messages(recording["msgs"])
    )


FACTS: dict[str, Callable[[Recording], bool]] = {
    "call-and-result": call_beside_result,
    "few-speakers": few_speakers,
    "list-of-urls": lambda r: any(isinstance(msg.get("url"), list) for msg in messages(r["msgs"])),
    "max-length": lambda r: "max_length" in r["kwargs"].get("ctor", {}),
    "nameless-content": nameless_content,
    "as-chat": lambda r: r["kwargs"].get("multi_agent_mode") is False,
}
