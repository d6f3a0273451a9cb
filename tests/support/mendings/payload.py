"""Payloads of AgentScope 1.0, as mendings look at them: turns, their blocks or parts, strings, results and media."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from support.facts import MEDIA, Recording

Payload: TypeAlias = list[dict[str, Any]]
Mending: TypeAlias = Callable[[Payload, Payload, Recording], Payload]
SHOWN = "<system-info>The following are the "


def held(turn: dict[str, Any]) -> list[Any]:
    """The blocks or parts of a turn; its text is none."""
    content = turn.get("parts", turn.get("content"))
    return content if isinstance(content, list) else []


def key(turn: dict[str, Any]) -> str:
    return "parts" if "parts" in turn else "content"


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(inner)


def each_string(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [each_string(inner, change) for inner in value]
    return {k: each_string(inner, change) for k, inner in value.items()} if isinstance(value, dict) else value


def is_result(block: Any) -> bool:
    return isinstance(block, dict) and ("function_response" in block or block.get("type") == "tool_result")


def result_ids(turn: dict[str, Any]) -> list[str]:
    """The calls whose results a turn brings."""
    blocks = [block.get("function_response", block) for block in held(turn)]
    found = [block.get("tool_use_id") if "tool_use_id" in block else block.get("id") for block in blocks]
    if turn["role"] == "tool":
        return [turn["tool_call_id"]] if "tool_call_id" in turn else []
    brings = [b.get("type") == "tool_result" or "function_response" in b for b in held(turn)]
    return [id_ for id_, is_result in zip(found, brings, strict=True) if is_result]


def words(turn: dict[str, Any]) -> list[str]:
    """The texts of a turn, or of its results."""
    if isinstance(content := turn.get("content"), str):
        return content.split("\n")
    found = []
    for block in held(turn):
        if "function_response" in block:
            found += strings(block["function_response"]["response"])
        elif block.get("type") == "tool_result":
            found += [item["text"] for item in block["content"]]
        elif "text" in block:
            found.append(block["text"])
    return found


def texts_of(result: dict[str, Any]) -> list[str]:
    output = result.get("output") or []
    return [output] if isinstance(output, str) else [item["text"] for item in output if item.get("type") == "text"]


def media_of(result: dict[str, Any]) -> list[Any]:
    output = result.get("output")
    return [item for item in output if item.get("type") in MEDIA] if isinstance(output, list) else []


def is_shown(turn: dict[str, Any]) -> bool:
    """A turn that says whose media follow, and names each, and nothing more."""
    texts = [block["text"] for block in held(turn) if "text" in block]
    ends = len(texts) > 2 and texts[0].startswith(SHOWN) and texts[-1] == "</system-info>"
    lines = all(re.fullmatch(r"\n- The \w+ from '[^']+': ", text) for text in texts[1:-1])
    return turn["role"] == "user" and ends and lines and len(texts) - 2 == len(held(turn)) - len(texts)


def data(item: Any) -> str:
    source = item.get("source") or {}
    url = str(source.get("url"))
    return str(source.get("data") or url.partition("base64,")[2] or url)


def data_of(turn: dict[str, Any], due: list[str]) -> list[str]:
    """The media of a turn, as far as they are due; none where one is not."""
    blocks = [block for block in held(turn) if "text" not in block]
    found = [[d for text in strings(block) if (d := text.partition("base64,")[2] or text) in due] for block in blocks]
    return [one for ones in found for one in ones] if all(len(ones) == 1 for ones in found) else []
