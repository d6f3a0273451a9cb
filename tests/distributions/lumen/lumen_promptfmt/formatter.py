"""An honest formatter for Lumen's chat: it refuses aloud what Lumen has no place for."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse

WORDS = {"system": "guide", "user": "guest", "assistant": "lumen", "tool": "tool"}


def chat(conversation: Conversation) -> list[dict[str, Any]]:
    """The messages of the payload in the order of what was said."""
    found = [said for message in conversation.messages for said in _said(message)]
    json.dumps(found, allow_nan=False, ensure_ascii=False).encode()  # raises where JSON cannot spell it
    return found


def _said(message: Message) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for block in message.blocks:
        match block:
            case Text(text=""):
                pass  # nobody may say nothing
            case Text(text=text):
                found.append({"by": WORDS[message.role], "says": text})
            case ToolUse(id=id_, name=name, input=arguments):
                if not (found and found[-1]["by"] == "lumen"):
                    found.append({"by": "lumen", "says": ""})
                found[-1].setdefault("asks", []).append({"id": id_, "function": name, "with": deepcopy(arguments)})
            case ToolResult(id=id_, output=output):
                found.append({"by": "tool", "says": _words(output), "answers": id_})
            case _:
                raise ValueError(f"Lumen's chat has no place for a block of type {block.type!r}")
    return found


def _words(output: Any) -> str:
    if isinstance(output, str | None):
        return output or ""
    if any(not isinstance(block, Text) for block in output):
        raise ValueError("Lumen's chat has no place for media in the result of a tool")
    return "\n".join(block.text for block in output)


FORMATTERS = {"x-lumen.chat": chat}
