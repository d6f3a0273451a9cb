"""What any chat model takes: role and text, or the system's text and a history."""

from __future__ import annotations

from itertools import pairwise

from promptfmt_reference.agentscope_v0_0.history import CONVERSATION, history
from promptfmt_reference.agentscope_v0_1.message import Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload


def chat(msgs: list[Msg], *, require_alternative: bool = False, require_user_last: bool = False) -> Payload:
    """One message each; where a rule of the model's does not hold of them, a history in one user's turn."""
    roles = [msg.role for msg in msgs]
    if require_alternative and any(one == other for one, other in pairwise(roles)):
        return multi_agent(msgs)
    if require_user_last and roles[-1] != "user":
        return multi_agent(msgs)
    return [{"role": msg.role, "content": msg.text()} for msg in msgs]


def multi_agent(msgs: list[Msg]) -> Payload:
    first, others = (msgs[0], msgs[1:]) if msgs and msgs[0].role == "system" else (None, msgs)
    system = first.text() if first else None
    told = lines(others)
    return [
        *([] if system is None else [{"role": "system", "content": system}]),
        {"role": "user", "content": history(told, CONVERSATION) if told else ""},
    ]


def lines(msgs: list[Msg]) -> list[str]:
    """``name: text`` for every message that has a text."""
    return [f"{msg.name}: {text}" for msg in msgs if (text := msg.text()) is not None]
