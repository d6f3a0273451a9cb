"""What is said in the tests of adapters, in the JSON form of a conversation."""

from __future__ import annotations

from typing import Any

TEXT = {"type": "text", "text": "I look."}
CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {"city": "Köln"}}
RESULT = {"type": "tool_result", "id": "1", "output": "Fog"}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
REDACTED = {"type": "redacted_thinking", "data": "eA=="}


def answer(*blocks: Any) -> dict[str, Any]:
    """An assistant's message."""
    return {"role": "assistant", "content": list(blocks)}


def image(**source: str) -> dict[str, Any]:
    """A picture by its source."""
    return {"type": "image", "source": source}


INLINE = image(type="base64", media_type="image/png", data="eA==")
