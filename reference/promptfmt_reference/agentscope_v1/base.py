"""The two classes to build formatters of one's own from: `FormatterBase` and `TruncatedFormatterBase`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable
from typing import Any, Protocol

from promptfmt_reference.agentscope_v1.check import check
from promptfmt_reference.agentscope_v1.message import Msg
from promptfmt_reference.agentscope_v1.tools import groups, has_tools
from promptfmt_reference.agentscope_v1.truncate import drop_oldest, fit


class TokenCounter(Protocol):
    """What says how many tokens a payload takes."""

    def count(self, messages: list[dict[str, Any]]) -> Awaitable[float] | float: ...


class FormatterBase:
    """A formatter: messages in, what the provider takes out."""

    async def format(self, msgs: list[Msg], **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__}.format is not implemented")


class TruncatedFormatterBase(FormatterBase):
    """A formatter that leaves out the oldest messages until the rest is within `max_tokens`, as `token_counter` counts.

    Override `_format_agent_message` and `_format_tool_sequence` (and `_format_system_message`) to write for a provider,
    `_format` to group messages otherwise, `_truncate` to shorten otherwise. `slack` is for the search, see `truncate`.
    """

    def __init__(
        self, token_counter: TokenCounter | None = None, max_tokens: float | None = None, *, slack: float | None = 64
    ) -> None:
        assert max_tokens is None or max_tokens > 0, "max_tokens must be greater than 0"
        self.token_counter = token_counter
        self.max_tokens = max_tokens
        self.slack = slack

    async def format(self, msgs: list[Msg], **kwargs: Any) -> list[dict[str, Any]]:
        """The payload, within the limit where there are both a counter and a limit; `msgs` are left as they are."""
        check(msgs)
        counter, limit = self.token_counter, self.max_tokens
        if counter is None or limit is None:
            return await self._format(list(msgs))
        if type(self)._truncate is not TruncatedFormatterBase._truncate:
            return await self._shortened(list(msgs), counter, limit)
        tried: list[Msg] = []
        fits: tuple[int, list[dict[str, Any]]] = (-1, [])  # of what was tried, the longest that fits

        async def format_(kept: list[Msg]) -> list[dict[str, Any]]:
            nonlocal tried
            tried = kept
            return await self._format(kept)

        async def count(payload: list[dict[str, Any]]) -> float:
            nonlocal fits
            cost: float = await _awaited(counter.count(payload))
            if cost <= limit:
                fits = max(fits, (len(tried), payload), key=lambda one: one[0])
            return cost

        kept = await fit(msgs, format_, count, limit, self.slack)
        begun = kept if len(kept) == len(msgs) else self._begun(kept)
        return fits[1] if len(begun) == fits[0] else await self._format(begun)

    def _begun(self, kept: list[Msg]) -> list[Msg]:
        """What truncation keeps, or less where the provider does not let a conversation begin like that."""
        return kept

    async def _shortened(self, msgs: list[Msg], counter: TokenCounter, limit: float) -> list[dict[str, Any]]:
        """Step by step, as an own `_truncate` wants it: at most as many steps as there are messages."""
        cost: float = 0
        for _ in range(len(msgs) + 1):
            payload = await self._format(msgs)
            cost = await _awaited(counter.count(payload))
            if cost <= limit:
                return payload
            msgs = await _awaited(self._truncate(msgs))
        raise ValueError(f"_truncate does not get there: still {cost} tokens, and the limit is {limit}")

    async def _truncate(self, msgs: list[Msg]) -> list[Msg]:
        """One step: the messages without the oldest, or without the oldest call and all up to its last result."""
        return drop_oldest(msgs, self.max_tokens)

    async def _format(self, msgs: list[Msg]) -> list[dict[str, Any]]:
        """The system prompt, and then by turns what agents say and sequences of tool calls."""
        payload: list[dict[str, Any]] = []
        if msgs and msgs[0].role == "system" and not has_tools(msgs[0]):
            system = await self._format_system_message(msgs[0]) if msgs[0].get_text_content() else {}
            payload += [system] if system else []
            msgs = msgs[1:]
        is_first = True
        for tools, group in groups(msgs):
            if tools:
                payload += await self._format_tool_sequence(group)
            else:
                said = await self._format_agent_message(group, is_first)
                payload += said
                is_first = is_first and not said
        return payload

    async def _format_system_message(self, msg: Msg) -> dict[str, Any]:
        return {"role": "system", "content": [{"type": "text", "text": msg.get_text_content()}]}

    async def _format_agent_message(self, msgs: list[Msg], is_first: bool = True) -> list[dict[str, Any]]:
        """What agents say; `is_first` until something was written of it."""
        raise NotImplementedError("_format_agent_message is not implemented")

    async def _format_tool_sequence(self, msgs: list[Msg]) -> list[dict[str, Any]]:
        """Calls, each followed by a message with all results of its turn."""
        raise NotImplementedError("_format_tool_sequence is not implemented")


async def _awaited(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
