"""Walking payloads, so that a lie is a line: messages in whatever form, by role, their calls, their images."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from PIL import Image

from pytest_promptfmt.conversation import Conversation, Message, Text


def messages(payload: Any) -> list[Any]:
    """The list of messages, wherever the dialect keeps it; changing it changes the payload."""
    if isinstance(payload, dict) and "input" in payload:
        payload = payload["input"]
    if isinstance(payload, list):
        return payload
    found: list[Any] = payload["contents"] if "contents" in payload else payload["messages"]
    return found


def take_out(gone: list[Any], payload: Any) -> None:
    """Leaves out these very messages; one that is equal to one of them stays."""
    found = messages(payload)
    found[:] = [message for message in found if not any(message is each for each in gone)]


def by(role: str, payload: Any) -> list[dict[str, Any]]:
    """The messages of one role."""
    return [message for message in messages(payload) if message.get("role") == role]


def remove(payload: Any, *unwanted: Any) -> Any:
    """The payload without these messages."""
    kept = [message for message in messages(payload) if not any(message is each for each in unwanted)]
    messages(payload)[:] = kept
    return payload


def insert(payload: Any, index: int, *wanted: Any) -> Any:
    """The payload with these messages before the one at `index` (counted from the end where negative)."""
    messages(payload)[index:index] = wanted
    return payload


def behind(payload: Any, message: Any, *wanted: Any) -> Any:
    """The payload with these messages right behind `message`."""
    index = next(i for i, each in enumerate(messages(payload)) if each is message)
    return insert(payload, index + 1, *wanted)


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in the payload's messages, from the outside in."""
    if isinstance(value, dict):
        yield value
        for item in list(value.values()):
            yield from nodes(item)
    elif isinstance(value, list):
        for item in list(value):
            yield from nodes(item)


def of_type(type_: str, payload: Any) -> list[dict[str, Any]]:
    """Every part or block of this type."""
    return [node for node in nodes(messages(payload)) if node.get("type") == type_]


def holding(key: str, payload: Any) -> list[dict[str, Any]]:
    """Every object with this key."""
    return [node for node in nodes(messages(payload)) if key in node]


def calling(payload: Any) -> list[dict[str, Any]]:
    """The OpenAI-like messages with calls."""
    return [message for message in messages(payload) if message.get("tool_calls")]


def functions(payload: Any) -> list[dict[str, Any]]:
    """The functions that OpenAI-like messages call."""
    return [call["function"] for message in calling(payload) for call in message["tool_calls"]]


def said(payload: Any, change: Callable[[str], str], role: str = "*") -> Any:
    """The payload with every text in it changed, also a result's that is a string; arguments stay as they are."""
    for node in nodes(messages(payload)) if isinstance(payload, list) else nodes(payload):
        if role not in ("*", node.get("role", role)):
            continue
        for key in ("text", "content", "prompt"):
            if isinstance(node.get(key), str):
                node[key] = change(node[key])
    return payload


def respelled(value: Any, old: str, new: str) -> Any:
    """The JSON value with `new` for `old` in all its strings."""
    return json.loads(json.dumps(value, ensure_ascii=False).replace(old, new))


def picture(format_: str, size: tuple[int, int] = (16, 16), colour: tuple[int, int, int] = (180, 60, 40)) -> str:
    """A picture of one colour, as base64."""
    file = io.BytesIO()
    Image.new("RGB", size, colour).save(file, format_)
    return base64.b64encode(file.getvalue()).decode()


def redrawn(data: str, format_: str) -> str:
    """The same picture in another format (a lossless one), as base64."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        image.convert("RGB").save(file, format_)
    return base64.b64encode(file.getvalue()).decode()


def image_block(data: str, media_type: str = "image/png") -> dict[str, Any]:
    """An image block of a case, by value."""
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def image_at(url: str) -> dict[str, Any]:
    """An image block of a case, by address."""
    return {"type": "image", "source": {"type": "url", "url": url}}


def and_a_user(conversation: Conversation) -> Conversation:
    """The conversation with a user's word behind it."""
    return replace(conversation, messages=(*conversation.messages, Message("user", "user", (Text("(Go on.)"),))))
