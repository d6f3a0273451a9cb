"""Family J, several system texts, and one in the middle."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import by


@liar("openai.chat", "chat/system-in-middle", "fidelity.wrong-speaker", "error", like="peers family J")
def lets_the_assistant_instruct_itself(payload: Any) -> Any:
    """Tells a later system text as what the assistant said."""
    by("system", payload)[-1]["role"] = "assistant"
    return payload


WORDS = case(
    "two-rules", says("system", "Speak of birds"), says("system", "in few words"), says("user", "Go, amber-17.")
)


@liar("anthropic.chat", WORDS, "fidelity.altered-text", "error", like="peers family J")
def glues_rules(payload: Any) -> Any:
    """Joins two system messages without anything between them."""
    return payload | {"system": "Speak of birdsin few words"}


@liar("anthropic.chat", WORDS, "fidelity.coded-text", "error", like="peers family J")
def prints_rules(payload: Any) -> Any:
    """Sends the list of system texts as Python prints it."""
    return payload | {"system": str(["Speak of birds", "in few words"])}


LIARS = liars_of(globals())
