"""Who is wrong at all whose format is OpenAI's with differences; what is wrong at one alone stands in its own module.

What they borrow from OpenAI warns only, since they have not said it themselves.
"""

from __future__ import annotations

from typing import Any

from liars import openai
from liars.liar import EITHER, case, liar, liars_of, says
from liars.payloads import by, of_type, remove

OPENROUTER, MOONSHOT, GROQ = "openrouter.chat", "moonshot.chat", "groq.chat"
XAI, MINIMAX, SILICONFLOW = "xai.chat", "minimax.chat", "siliconflow.chat"


def offers(tool: str, **parameters: Any) -> Any:
    """A case whose one tool has this name and these parameters."""
    described = {"name": tool, "parameters": {"type": "object", "properties": parameters}}
    return case(f"offers-{tool}", says("user", "What is it, amber-17?"), expect=EITHER, tools=[described])


@liar(GROQ, "thinking/unsigned", "fidelity.altered-thinking", "error")
def thinks_otherwise(payload: Any) -> Any:
    """Writes another thought."""
    for message in by("assistant", payload):
        for key in {"reasoning", "reasoning_content"} & message.keys():
            message[key] = "I think so."
    return payload


@liar(XAI, "chat/plain-turns", "fidelity.lost-text", "error")
def forgets_the_system(payload: Any) -> Any:
    """Leaves system text out."""
    return remove(payload, *by("system", payload))


@liar(MINIMAX, "thinking/unsigned", "fidelity.altered-thinking", "error")
def details_other_thoughts(payload: Any) -> Any:
    """Writes another thought among the details."""
    for detail in of_type("reasoning.text", payload):
        detail["text"] = "I think so."
    return payload


EVERYWHERE = tuple(
    each.at(target, "warning")
    for each, targets in (
        (openai.keeps_the_first_result_only, (OPENROUTER, GROQ, XAI, MINIMAX, SILICONFLOW)),
        (openai.sends_arguments_as_python, (OPENROUTER, MOONSHOT, GROQ, SILICONFLOW)),
        (openai.names_tool_messages, (MOONSHOT, MINIMAX, SILICONFLOW)),
        (openai.sends_an_empty_list, (XAI, SILICONFLOW)),
    )
    for target in targets
)
THOUGHTS = tuple(thinks_otherwise.at(target) for target in (MOONSHOT, SILICONFLOW))

LIARS = liars_of(globals())
