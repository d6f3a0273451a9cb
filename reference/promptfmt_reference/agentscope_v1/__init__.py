"""The formatters of AgentScope 1.0, as they should be."""

from __future__ import annotations

from dataclasses import replace

from promptfmt_reference.formatter import Formatter, both
from promptfmt_reference.rewrite.fold import Framing
from promptfmt_reference.wire import anthropic, dashscope, deepseek, gemini, ollama, openai, vllm

HISTORY = Framing(
    prompt="# Conversation History\nThe content between <history></history> tags contains your conversation history\n",
    opening="<history>\n",
    closing="</history>",
)
SPELLINGS = (
    (openai.SPELLING, HISTORY),
    (anthropic.SPELLING, HISTORY),
    (gemini.SPELLING, replace(HISTORY, opening="<history>")),
    (dashscope.TEXT, HISTORY),
    (dashscope.MULTIMODAL, HISTORY),
    (ollama.SPELLING, replace(HISTORY, gap=True)),
    (deepseek.SPELLING, HISTORY),
    (vllm.SPELLING, HISTORY),
)
FORMATTERS: dict[str, Formatter] = {
    target: format_ for spelling, history in SPELLINGS for target, format_ in both(spelling, history).items()
}
