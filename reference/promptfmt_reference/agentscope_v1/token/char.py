"""Counts characters, for tests and rough budgets."""

from __future__ import annotations

from typing import Any


class CharTokenCounter:
    """The length of the messages as Python prints them, a line each, and of the tools on a line of their own."""

    async def count(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **_: Any) -> int:
        lines = [str(message) for message in messages]
        if tools:
            lines.append(str(tools))
        return len("\n".join(lines))
