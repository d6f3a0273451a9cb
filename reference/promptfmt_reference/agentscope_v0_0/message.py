"""AgentScope 0.0's message: a dictionary whose keys are attributes too, and its content as a text."""

from __future__ import annotations

import json
import logging
from typing import Any

logger = logging.getLogger("agentscope")


class Msg(dict[str, Any]):
    """What one agent said: `content` is anything, `url` the address of a picture or a sound, or a list of them."""

    def __init__(
        self,
        name: str,
        content: Any,
        role: str | None = None,
        url: Any = None,
        timestamp: str | None = None,
        echo: bool = False,
        metadata: Any = None,
        **extra: Any,
    ) -> None:
        if role is None:
            logger.warning("The message of %s has no role, so it is an assistant's.", name)
            role = "assistant"
        super().__init__(
            name=name, content=content, role=role, url=url, timestamp=timestamp, metadata=metadata, **extra
        )
        if echo:
            logger.info("%s: %s", name, content)

    def __setattr__(self, key: str, value: Any) -> None:
        self[key] = value

    def __getattr__(self, key: str) -> Any:
        try:
            return self[key]
        except KeyError:
            raise AttributeError(f"a message has no {key!r}; it has {', '.join(self)}") from None


class Tht(Msg):
    """A thought: a message to oneself."""

    def __init__(self, content: Any, timestamp: str | None = None) -> None:
        super().__init__("thought", content, "assistant", timestamp=timestamp)


def text(content: Any) -> str:
    """A content as it is told: JSON for what JSON knows, else as Python prints it."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict | list | tuple | int | float):
        return json.dumps(content, ensure_ascii=False)
    return str(content)


def line(msg: Msg) -> str:
    """One line of a history."""
    return f"{msg.name}: {text(msg.content)}"
