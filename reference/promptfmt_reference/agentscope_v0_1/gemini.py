"""Gemini as this generation writes it: texts only, `parts` is a bare text in a chat, else a list of one."""

from __future__ import annotations

from promptfmt_reference.agentscope_v0_0.history import CONVERSATION, history, under
from promptfmt_reference.agentscope_v0_1.common import lines
from promptfmt_reference.agentscope_v0_1.message import Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload


def chat(msgs: list[Msg]) -> Payload:
    """The system is a user here."""
    return [{"role": "model" if msg.role == "assistant" else "user", "parts": msg.text()} for msg in msgs]


def multi_agent(msgs: list[Msg]) -> Payload:
    system = msgs[0].text() if msgs and msgs[0].role == "system" else None
    told = lines(msgs[1:] if msgs and msgs[0].role == "system" else msgs)
    return [{"role": "user", "parts": [under(system, [history(told, CONVERSATION)] if told else [])]}]
