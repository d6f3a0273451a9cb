"""Anthropic's rules over messages of role system: never the first, and further down only in few places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def _directive_only(message: dict[str, Any]) -> bool:
    return message.get("content") == [] and "output_config" in message


def system_messages(request: Request) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Index, path and message of those of role system that are more than a directive."""
    for i, (path, message) in enumerate(request.each()):
        if message.get("role") == "system" and not _directive_only(message):
            yield i, path, message


def system_not_first(request: Request) -> Iterator[Breach]:
    """Role system never opens the messages: the initial system text goes to the top-level ``system``."""
    if request.lifted:
        path = request.system_path.rpartition(".")[0]
        yield Breach(f"{path}.role", "the caller must lift this message to the top-level system", note=True)
    for i, path, _ in system_messages(request):
        if i == 0:
            yield Breach(f"{path}.role", "the initial system text belongs to the top-level system")


_SERVER_RESULT = re.compile(r".+_tool_result")


def system_mid_placement(request: Request) -> Iterator[Breach]:
    """Role system follows a user message (or a server tool's result), and precedes an assistant's or ends the list."""
    messages = [message for _, message in request.each()]
    for i, path, _ in system_messages(request):
        if i == 0:
            continue
        before, after = messages[i - 1], messages[i + 1] if i + 1 < len(messages) else None
        if before.get("role") not in ("user", "system") and not _ends_in_server_result(before):
            yield Breach(f"{path}.role", f"role system after a message of role {before.get('role')!r}")
        elif after is not None and after.get("role") not in ("assistant", "system"):
            yield Breach(f"{path}.role", f"role system before a message of role {after.get('role')!r}")


def _ends_in_server_result(message: dict[str, Any]) -> bool:
    content = message.get("content")
    last = content[-1] if isinstance(content, list) and content else None
    return isinstance(last, dict) and _SERVER_RESULT.fullmatch(str(last.get("type"))) is not None


@asks("system-later")
def system_mid_model(request: Request) -> Iterator[Breach]:
    """Role system in the messages is taken by a few models only, and not on Bedrock or Vertex."""
    for i, path, _ in system_messages(request):
        if i:
            yield Breach(f"{path}.role", f"{request.model.name} takes no message of role system")


_SYSTEM_BLOCKS = ("text", "tool_addition", "tool_removal")


def system_mid_text_only(request: Request) -> Iterator[Breach]:
    """A message of role system holds text, at least one block of it not empty."""
    for _, path, message in system_messages(request):
        content = message.get("content")
        for where, block in objects(content, f"{path}.content"):
            if block.get("type") not in _SYSTEM_BLOCKS:
                yield Breach(where, f"a {block.get('type')} block in role system", {"expected": list(_SYSTEM_BLOCKS)})
        texts = [block.get("text") for _, block in objects(content, "") if block.get("type") == "text"]
        if content in ("", []) or (texts and not any(texts)):
            yield Breach(f"{path}.content", "no text in it")
        elif all(isinstance(text, str) and not text.strip() for text in texts or [content]):
            yield Breach(f"{path}.content", "nothing but white space in it")
