"""Counts by the provider, through a client that the caller has made. The prompt given is read, never changed.

A leading system message goes to the provider's own place for it, as it does when the prompt is sent.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any


class AnthropicTokenCounter:
    """`client` is an `anthropic.AsyncAnthropic` or `anthropic.Anthropic`."""

    def __init__(self, model_name: str, client: Any) -> None:
        self.model_name = model_name
        self.client = client

    async def count(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **kwargs: Any
    ) -> int:
        system, rest = _lifted(messages, "content")
        if not messages and not tools:
            return 0
        asked: dict[str, Any] = {"model": self.model_name, "messages": rest, **kwargs}
        if not rest:  # the provider counts no system text alone: it is counted as what a user says
            asked["messages"] = [{"role": "user", "content": system or "."}]
        elif system:
            asked["system"] = system
        if tools:
            asked["tools"] = [_anthropic_tool(tool) for tool in tools]
        return int((await _ask(self.client.messages.count_tokens, **asked)).input_tokens)


class GeminiTokenCounter:
    """`client` is a `google.genai.Client`.

    Gemini's developer API counts neither tools nor system text by themselves: there they are counted as a user's text.
    """

    def __init__(self, model_name: str, client: Any) -> None:
        self.model_name = model_name
        self.client = client

    async def count(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **kwargs: Any
    ) -> int:
        system, contents = _lifted(messages, "parts")
        if not messages and not tools:
            return 0
        declared = [{"function_declarations": [_function(tool) for tool in tools]}] if tools else []
        config = dict(kwargs)
        if getattr(self.client, "vertexai", False) is True and contents:
            config |= {"system_instruction": system} if system else {}
            config |= {"tools": declared} if declared else {}
        else:
            said = [*(system or []), *({"text": json.dumps(tool, ensure_ascii=False)} for tool in declared)]
            contents = [*([{"role": "user", "parts": said}] if said else []), *contents]
        models = self.client.aio.models if hasattr(self.client, "aio") else self.client.models
        asked = {"model": self.model_name, "contents": contents, **({"config": config} if config else {})}
        return int((await _ask(models.count_tokens, **asked)).total_tokens)


async def _ask(call: Callable[..., Any], **asked: Any) -> Any:
    """What the client answers; a client that is not async waits in a thread of its own."""
    if inspect.iscoroutinefunction(call):
        return await call(**asked)
    answer = await asyncio.to_thread(call, **asked)
    return await answer if inspect.isawaitable(answer) else answer


def _lifted(messages: list[dict[str, Any]], key: str) -> tuple[Any, list[dict[str, Any]]]:
    """What a leading system message says under `key`, and the other messages in a list of their own."""
    if messages and messages[0].get("role") == "system":
        return messages[0].get(key), messages[1:]
    return None, list(messages)


def _function(tool: dict[str, Any]) -> dict[str, Any]:
    """The function of a tool as OpenAI writes it, or the tool itself."""
    function: dict[str, Any] = tool.get("function") or tool
    return function


def _anthropic_tool(tool: dict[str, Any]) -> dict[str, Any]:
    if "input_schema" in tool or "function" not in tool:
        return tool
    function = _function(tool)
    written = {"name": function["name"], "input_schema": function.get("parameters") or {"type": "object"}}
    return {**written, "description": function["description"]} if function.get("description") else written
