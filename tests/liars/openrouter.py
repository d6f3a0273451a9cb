"""Who breaks the rules of OpenRouter: thoughts are details, and a signature has one of its own."""

from __future__ import annotations

from typing import Any

from liars.liar import liar, liars_of
from liars.like_openai import OPENROUTER
from liars.payloads import calling, messages, of_type


@liar(
    OPENROUTER,
    "thinking/wanted-back",
    "openrouter.reasoning-passback",
    "error",
    also=("fidelity.lost-thinking",),
    context={"model": "google/gemini-3-pro-preview"},
    like="LibreChat-AI/agents#37",
)
def drops_details(payload: Any) -> Any:
    """Leaves out what was thought before a call."""
    for message in calling(payload):
        del message["reasoning_details"]
    return payload


@liar(
    OPENROUTER,
    "chat/plain-turns",
    "openrouter.last-user",
    "error",
    also=("fidelity.lost-text",),
    like="aj47/SpeakMCP#1037",
)
def lets_the_assistant_speak_last(payload: Any) -> Any:
    """Leaves the user's last word to the next request."""
    while messages(payload) and messages(payload)[-1]["role"] == "user":
        messages(payload).pop()
    return payload


@liar(OPENROUTER, "chat/thirty-turns", "openrouter.cache-control-max4", "error", like="ai-sdk-provider#341")
def marks_every_part_for_the_cache(payload: Any) -> Any:
    """Marks each part of each message for the cache."""
    for message in messages(payload):
        said = message["content"]
        message["content"] = [{"type": "text", "text": said}] if isinstance(said, str) else said
        for part in message["content"]:
            part["cache_control"] = {"type": "ephemeral"}
    return payload


@liar(OPENROUTER, "thinking/signed-before-call", "fidelity.lost-thinking", "error", like="kilo#303")
def forgets_signatures(payload: Any) -> Any:
    """Writes the text of a thought without its signature."""
    for detail in of_type("reasoning.text", payload):
        del detail["signature"]
    return payload


@liar(OPENROUTER, "thinking/two-signed-before-parallel-calls", "fidelity.altered-thinking", "error", like="kilo#303")
def joins_details(payload: Any) -> Any:
    """Makes one text of two, under the last signature."""
    for message in calling(payload):
        first, second = message["reasoning_details"]
        message["reasoning_details"] = [second | {"text": first["text"] + second["text"]}]
    return payload


@liar(OPENROUTER, "thinking/redacted-before-call", "fidelity.altered-thinking", "error")
def opens_what_is_encrypted(payload: Any) -> Any:
    """Writes other data than were encrypted."""
    for detail in of_type("reasoning.encrypted", payload):
        detail["data"] = "[REDACTED]"
    return payload


@liar(OPENROUTER, "thinking/signatures-on-parallel-calls", "fidelity.altered-thinking", "error", like="Roo-Code#10310")
def signs_every_call_alike(payload: Any) -> Any:
    """Writes one call's signature under the ids of all."""
    sealed = of_type("reasoning.encrypted", payload)
    for detail in sealed:
        detail["data"] = sealed[0]["data"]
    return payload


LIARS = liars_of(globals())
