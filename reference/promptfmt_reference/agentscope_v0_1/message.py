"""AgentScope 0.1's message: a text, or a list of blocks, which are dictionaries."""

from __future__ import annotations

import logging
from typing import Any, Literal, Required, TypeAlias, TypedDict

from promptfmt_reference.agentscope_v0_0.urls import kind

logger = logging.getLogger("agentscope")
Block: TypeAlias = dict[str, Any]
Role: TypeAlias = Literal["system", "user", "assistant"]


class ValidationError(ValueError):
    """No message can be made of this."""


class TextBlock(TypedDict):
    type: Literal["text"]
    text: str


class ImageBlock(TypedDict):
    type: Literal["image"]
    url: str


class AudioBlock(TypedDict):
    type: Literal["audio"]
    url: str


class VideoBlock(TypedDict):
    type: Literal["video"]
    url: str


class FileBlock(TypedDict):
    type: Literal["file"]
    url: str


class ToolUseBlock(TypedDict):
    type: Literal["tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class ToolResultBlock(TypedDict, total=False):
    type: Required[Literal["tool_result"]]
    id: Required[str]
    output: Required[Any]
    name: str


_KEYS = {
    "text": ("type", "text"),
    **dict.fromkeys(("image", "audio", "video", "file"), ("type", "url")),
    "tool_use": ("type", "id", "name", "input"),
    "tool_result": ("type", "id", "output", "name"),
}
_OPTIONAL = {"tool_result": ("name",)}


class Msg:
    """What one agent said; `url` is the address of media, or a list of them, which become blocks behind the content.

    Raises `ValidationError` for another role or block. A block keeps the keys of its type, in their order,
    and None for one that is not there.
    """

    __slots__ = ("content", "metadata", "name", "role")

    def __init__(
        self,
        name: str,
        content: Any,
        role: Role,
        metadata: Any = None,
        echo: bool = False,
        url: str | list[str] | None = None,
        **extra: Any,
    ) -> None:
        if role not in ("system", "user", "assistant"):
            raise ValidationError(f"the role of {name}'s message is system, user or assistant, not {role!r}")
        self.name = name
        self.role: Role = role
        self.metadata = metadata
        self.content = _content(content, name)
        if url is not None:
            urls = [url] if isinstance(url, str) else url
            if not isinstance(urls, list) or not all(isinstance(each, str) for each in urls):
                raise ValidationError(f"the url of {name}'s message is a text or a list of texts, not {url!r}")
            self.content = self.blocks() + [{"type": kind(each), "url": each} for each in urls]
        if echo:
            logger.info("%s: %s", name, self.text())

    def blocks(self) -> list[Block]:
        """The blocks; a string is one text block."""
        return [{"type": "text", "text": self.content}] if isinstance(self.content, str) else self.content

    def text(self) -> str | None:
        """The texts, one behind the other; None where there is no text block."""
        texts = [str(block["text"]) for block in self.blocks() if block["type"] == "text"]
        return "".join(texts) if texts else None


def _content(content: Any, name: str) -> str | list[Block]:
    if content is None:
        return []
    if not isinstance(content, list):
        return str(content)
    return [_block(block, f"content[{i}] of {name}'s message") for i, block in enumerate(content)]


def _block(block: Any, where: str) -> Block:
    keys = _KEYS.get(str(block.get("type"))) if isinstance(block, dict) else None
    if keys is None:
        raise ValidationError(f"{where} is no block of a known type ({', '.join(_KEYS)}): {block!r}")
    return {key: block.get(key) for key in keys if key in block or key not in _OPTIONAL.get(block["type"], ())}
