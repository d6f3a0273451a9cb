"""The border: what is no list of messages, or no block, is refused here with its place; all else relies on it.

Media are looked at where they are opened, since a formatter skips those that have no place.
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.agentscope_v1.media import KINDS
from promptfmt_reference.agentscope_v1.message import Msg, only_text


def check(msgs: Any) -> None:
    """`TypeError` for what is no list of messages, `ValueError` for a block that is none and for a lone surrogate."""
    if not isinstance(msgs, list):
        raise TypeError("Input must be a list of Msg objects.")
    for i, msg in enumerate(msgs):
        if not isinstance(msg, Msg):
            raise TypeError(f"Expected Msg object, got {type(msg)} instead.")
        if (text := only_text(msg.content)) is not None:
            if not text.isascii():
                _encodes(text, i)
            continue
        for block in msg.get_content_blocks():
            if problem := _problem(block):
                raise ValueError(f"msgs[{i}]: {block!r} {problem}")
            _encodes(block.get("text"), i)
            if "output" in block:
                _encodes(block["output"], i)


_STRINGS = {
    "tool_use": ("id", "name"),
    "tool_result": ("id", "name"),
    "thinking": ("thinking",),
    "redacted_thinking": ("data",),
}


def _problem(block: Any) -> str:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        return "is no block: a dictionary with its type"
    for key in _STRINGS.get(block["type"], ()):
        if not isinstance(block.get(key), str):
            return f"has no {key}"
    if block["type"] != "tool_result":
        return ""
    output = block.get("output")
    if not isinstance(output, str | list | None):
        return "has an output that is neither text nor a list of blocks"
    for item in output if isinstance(output, list) else ():
        match item:
            case {"type": "text", "text": str()}:
                pass
            case {"type": str(kind)} if kind in KINDS:
                pass
            case _:
                return f"holds {item!r}, which is no text, image, audio or video block"
    return ""


def _encodes(text: object, index: int) -> None:
    if isinstance(text, str) and not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"msgs[{index}]: {text[error.start]!a} is a lone surrogate, which is no UTF-8") from error
