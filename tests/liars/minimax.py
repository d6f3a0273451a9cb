"""Who breaks the rules of MiniMax: one system message, no empty text, parameters for every tool."""

from __future__ import annotations

from typing import Any

from liars import compatible, openai
from liars.liar import liar, liars_of
from liars.like_openai import MINIMAX
from liars.payloads import behind, messages


@liar(MINIMAX, "chat/two-systems-leading", "minimax.one-system", "error", like="openclaw#19386")
def writes_a_message_for_each_system_text(payload: Any) -> Any:
    """Writes two messages of role system."""
    first = messages(payload)[0]
    said, *more = first["content"].split("\n")
    first["content"] = said
    return behind(payload, first, *({"role": "system", "content": each} for each in more))


@liar(MINIMAX, "chat/system-in-middle", "minimax.one-system", "error", like="temm1e#59")
def tells_system_text_anywhere(payload: Any) -> Any:
    """Writes role system where the conversation has it."""
    messages(payload)[-2]["role"] = "system"
    return payload


sends_nothing_of_a_user = compatible.sends_an_empty_last_text.at(MINIMAX, caught_by="minimax.content-nonempty")


@liar(MINIMAX, "tools/offer-without-parameters", "minimax.parameters-given", "error", like="qwen-code#11834")
def leaves_no_parameters_out(payload: Any) -> Any:
    """Writes no schema where there are no parameters."""
    for tool in payload["tools"]:
        tool["function"].pop("parameters")
    return payload


calls_one_by_one = openai.splits_parallel_calls.at(
    MINIMAX, caught_by="minimax.tool-result-has-call", also=(), like="opencode#32608"
)
sends_arguments_as_python = openai.sends_arguments_as_python.at(
    MINIMAX, "error", caught_by="minimax.arguments-is-json-string", like="nanobot#237"
)


LIARS = liars_of(globals())
