"""AgentScope's formatters: for each provider one for chats and one for many agents."""

from __future__ import annotations

from typing import Any, ClassVar, TypedDict, Unpack

from promptfmt_reference.agentscope_v1 import anthropic, dashscope, deepseek, gemini, ollama, openai
from promptfmt_reference.agentscope_v1.base import FormatterBase, TokenCounter, TruncatedFormatterBase
from promptfmt_reference.agentscope_v1.check import check
from promptfmt_reference.agentscope_v1.media import Fetch, fetched
from promptfmt_reference.agentscope_v1.message import Msg
from promptfmt_reference.agentscope_v1.spelling import PROMPT, Payload, Spelling, carried, fold, write
from promptfmt_reference.agentscope_v1.tools import has_tools

__all__ = ["FormatterBase", "TruncatedFormatterBase"]


class Promoted(TypedDict, total=False):
    """Which media of tool results are shown in a user's turn, although they have an address."""

    promote_tool_result_images: bool
    promote_tool_result_audios: bool
    promote_tool_result_videos: bool


class Options(Promoted, total=False):
    """What every formatter may be told: `fetch` gives the bytes of a web address, for media that go by value."""

    token_counter: TokenCounter | None
    max_tokens: float | None
    slack: float | None
    fetch: Fetch | None


class ChatFormatter(TruncatedFormatterBase):
    """Two speak, and their roles tell them apart."""

    spelling: ClassVar[Spelling]

    def __init__(
        self,
        *,
        token_counter: TokenCounter | None = None,
        max_tokens: float | None = None,
        slack: float | None = 64,
        fetch: Fetch | None = None,
        **promoted: Unpack[Promoted],
    ) -> None:
        super().__init__(token_counter=token_counter, max_tokens=max_tokens, slack=slack)
        flags = {f"promote_tool_result_{kind}s": kind for kind in self.spelling.promotable}
        if unknown := promoted.keys() - flags:
            raise TypeError(f"{type(self).__name__} has no option {', '.join(sorted(unknown))}")
        self.promoted = frozenset(kind for flag, kind in flags.items() if promoted.get(flag))
        self.fetch = fetch

    async def format(self, msgs: list[Msg], **kwargs: Any) -> Payload:
        if self.fetch is not None:
            check(msgs)
            msgs = await fetched(msgs, self.fetch, self.spelling.by_value)
        payload = await super().format(msgs)
        if msgs and not payload:
            raise ValueError(
                f"nothing of these {len(msgs)} messages has a place with {self.spelling.title}: all is skipped"
            )
        return payload

    def _begun(self, kept: list[Msg]) -> list[Msg]:
        head = kept[:1] if kept and kept[0].role == "system" and not has_tools(kept[0]) else []
        rest = kept[len(head) :]
        if not self.spelling.user_before_calls or not rest or not has_tools(rest[0]):
            return kept
        users = (i for i, msg in enumerate(rest) if msg.role == "user" and not has_tools(msg))
        return head + rest[next(users, 0) :]

    async def _format(self, msgs: list[Msg]) -> Payload:
        return self.spelling.finish(await self._format_tool_sequence(msgs))

    async def _format_tool_sequence(self, msgs: list[Msg]) -> Payload:
        return write(msgs, self.spelling, self.promoted)


class MultiAgentFormatter(ChatFormatter):
    """Many speak, and their names tell them apart: what they say is a history, between tags, in a user's turn."""

    def __init__(self, *, conversation_history_prompt: str = PROMPT, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.conversation_history_prompt = conversation_history_prompt

    async def _format(self, msgs: list[Msg]) -> Payload:
        return self.spelling.finish(await TruncatedFormatterBase._format(self, msgs))

    async def _format_system_message(self, msg: Msg) -> dict[str, Any]:
        promotion = self.spelling.promotion
        said = {"text", *(promotion.shown if "system" in promotion.roles else ())}
        blocks = [block for block in carried(msg, self.spelling) if block["type"] in said]
        if self.spelling.one_system_text:
            blocks = [{"type": "text", "text": msg.get_text_content()}]
        return self.spelling.message("system", "", blocks) or {}

    async def _format_agent_message(self, msgs: list[Msg], is_first: bool = True) -> Payload:
        return fold(msgs, self.spelling, self.conversation_history_prompt if is_first else "")

    async def _format_tool_sequence(self, msgs: list[Msg]) -> Payload:
        return write(msgs, self.spelling, self.promoted, opens=False)


class OpenAIChatFormatter(ChatFormatter):
    spelling = openai.SPELLING


class OpenAIMultiAgentFormatter(MultiAgentFormatter):
    spelling = openai.SPELLING


class AnthropicChatFormatter(ChatFormatter):
    spelling = anthropic.SPELLING


class AnthropicMultiAgentFormatter(MultiAgentFormatter):
    spelling = anthropic.SPELLING


class DashScopeChatFormatter(ChatFormatter):
    spelling = dashscope.SPELLING


class DashScopeMultiAgentFormatter(MultiAgentFormatter):
    spelling = dashscope.SPELLING


class GeminiChatFormatter(ChatFormatter):
    spelling = gemini.SPELLING


class GeminiMultiAgentFormatter(MultiAgentFormatter):
    spelling = gemini.SPELLING


class OllamaChatFormatter(ChatFormatter):
    spelling = ollama.SPELLING


class OllamaMultiAgentFormatter(MultiAgentFormatter):
    spelling = ollama.SPELLING


class DeepSeekChatFormatter(ChatFormatter):
    spelling = deepseek.SPELLING


class DeepSeekMultiAgentFormatter(MultiAgentFormatter):
    spelling = deepseek.SPELLING
