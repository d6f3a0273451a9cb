"""Who does not format at all: those who refuse badly, raise, hang, or end the process."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

from liars.liar import Formatter, case, liars_of, misdeed, refuses, says

# refusals

EMPTY = case(
    "a-broken-image",
    says(
        "user",
        "Look, amber-17.",
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "?"}},
    ),
    expect={"demand": "refuse", "why": "the image is no base64"},
)


@misdeed("anthropic.chat", EMPTY, "errors.not-refused", "error", refuses)
def swallows_broken_images(_: Formatter) -> Any:
    """Leaves out what it cannot read."""
    return lambda conversation: {"messages": [{"role": "user", "content": "Look, amber-17."}]}


@misdeed("anthropic.chat", EMPTY, "errors.unclear", "error", refuses)
def stumbles(_: Formatter) -> Any:
    """Fails on bad input by accident, with an error that says nothing of it."""
    return lambda conversation: {"type": "base64"}["url"]


@misdeed("openai.chat", "tools/interrupted-call", "errors.unclear", "error")
def fails_without_a_word(_: Formatter) -> Any:
    """Refuses, and does not say why."""

    def format_(conversation: Any) -> Any:
        raise ValueError

    return format_


# no payload at all


@misdeed("gemini.chat", "vision/image-by-value", "exchange.raised", "error", like="langchain-google-genai#1683")
def raises(_: Formatter) -> Any:
    """Fails on what it has to carry."""
    return lambda conversation: {"type": "text"}["image"]


@misdeed("openai.chat", "tools/text-beside-call", "exchange.raised", "error")
def refuses_what_it_has_to_carry(_: Formatter) -> Any:
    """Refuses, clearly, what its provider takes."""

    def format_(conversation: Any) -> Any:
        raise ValueError("text beside calls is not supported")

    return format_


@misdeed("openai.chat", "chat/one-user", "exchange.hung", "error", timeout=0.2)
def sleeps(formatter: Formatter) -> Any:
    """Waits for something that does not come."""

    def format_(conversation: Any) -> Any:
        time.sleep(60)
        return formatter(conversation)

    return format_


@misdeed("openai.chat", "chat/one-user", "exchange.hung", "error", timeout=0.2)
def swallows_and_goes_on(formatter: Formatter) -> Any:
    """Tries again for ever, whatever `Exception` comes."""

    def format_(conversation: Any) -> Any:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue

    return format_


@misdeed("openai.chat", "chat/one-user", "exchange.hung", "error", timeout=0.2)
def waits_for_the_loop(formatter: Formatter) -> Any:
    """Awaits something that does not come."""

    async def format_(conversation: Any) -> Any:
        await asyncio.sleep(60)

    return format_


@misdeed("openai.chat", "chat/one-user", "exchange.exited", "error")
def ends_the_process(_: Formatter) -> Any:
    """Calls sys.exit where it should raise."""
    return lambda conversation: sys.exit(3)


LIARS = liars_of(globals())
