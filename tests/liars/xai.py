"""Who breaks the rules of xAI: something is said in every message, arguments are JSON, pictures JPEG or PNG."""

from __future__ import annotations

from typing import Any

from liars import openai
from liars.liar import liar, liars_of, misdeed, refuses
from liars.like_openai import GROQ, XAI
from liars.payloads import calling, insert
from promptfmt_reference import FORMATTERS


@liar(XAI, "chat/empty-assistant", "xai.content-nonempty", "error", like="AstrBot#6447")
def sends_no_content(payload: Any) -> Any:
    """Sends an assistant's turn with an empty list of parts."""
    return insert(payload, 1, {"role": "assistant", "content": []})


sends_arguments_as_python_to_xai = openai.sends_arguments_as_python.at(
    XAI, "error", caught_by="xai.arguments-is-json-string"
)


@liar(
    XAI,
    "tools/arguments-empty",
    "xai.arguments-is-json-string",
    "error",
    also=("fidelity.call-arguments",),
    like="spiceai#4734",
)
def sends_nothing_for_no_arguments(payload: Any) -> Any:
    """Sends an empty text for a call without arguments."""
    for call in (call for message in calling(payload) for call in message["tool_calls"]):
        call["function"]["arguments"] = ""
    return payload


@misdeed(XAI, "vision/webp", "xai.image-format", "warning", refuses)
def shows_any_picture(_: Any) -> Any:
    """Sends pictures in whatever format they are."""
    return FORMATTERS[GROQ]


LIARS = liars_of(globals())
