"""Who does not format at all: those who refuse badly, raise, hang, or end the process."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, case, liars_of, misdeed, refuses, says
from pytest_promptfmt.conversation import Conversation

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


@misdeed(
    "openai.chat",
    "errors/file-missing",
    "errors.not-refused",
    "error",
    also=("openai.image-url",),
    like="agentscope O15",
)
def sends_the_path(formatter: Formatter) -> Any:
    """Takes what is no file for an address."""

    def format_(conversation: Any) -> Any:
        payload = formatter(without(conversation, 0, 1))
        url = conversation.messages[0].blocks[1].source.url
        payload[0]["content"].append({"type": "image_url", "image_url": {"url": url}})
        return payload

    return format_


@misdeed("gemini.chat", "errors/file-missing-beside-an-image", "errors.not-refused", "error")
def sends_what_is_there(formatter: Formatter) -> Any:
    """Shows the image that it can read, and not a word of the other."""
    return lambda conversation: formatter(without(conversation, 0, 3))


@misdeed("anthropic.chat", "errors/base64-in-result-broken", "errors.not-refused", "error", like="agentscope#938")
def tells_the_text_alone(formatter: Formatter) -> Any:
    """Leaves an image of a result out that it cannot read."""

    def format_(conversation: Any) -> Any:
        before, (result,) = conversation.messages, conversation.messages[2].blocks
        told = replace(before[2], blocks=(replace(result, output=result.output[:1]),))
        return formatter(replace(conversation, messages=(*before[:2], told, *before[3:])))

    return format_


@misdeed("mistral.chat", "errors/file-name-with-nul", "errors.unclear", "error")
def trips_over_a_name(formatter: Formatter) -> Any:
    """Looks into a table for a file that is not there."""
    return lambda conversation: {}[conversation.messages[0].blocks[1].source.url]


def without(conversation: Conversation, message: int, block: int) -> Conversation:
    """The conversation without one block."""
    messages = list(conversation.messages)
    blocks = messages[message].blocks
    messages[message] = replace(messages[message], blocks=(*blocks[:block], *blocks[block + 1 :]))
    return replace(conversation, messages=tuple(messages))


# bad input, half repaired


@misdeed("openai.chat", "errors/call-unanswered", "openai.tool-calls-answered", "error", like="strands-agents#1123")
def sends_an_open_call(_: Formatter) -> Any:
    """Sends the call, and waits for nobody's answer."""

    def format_(conversation: Any) -> Any:
        call = {
            "id": "call_1",
            "type": "function",
            "function": {"name": "get_weather", "arguments": '{"city": "Oslo"}'},
        }
        said = {str(message.role): message.text for message in conversation.messages[:2]}
        return [
            *({"role": role, "content": text} for role, text in said.items()),
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "user", "content": conversation.messages[-1].text},
        ]

    return format_


@misdeed("ollama.chat", "errors/call-by-a-user", "fidelity.lost-call", "error", also=("fidelity.lost-result",))
def takes_calls_from_models_alone(formatter: Formatter) -> Any:
    """Leaves out what a user cannot have called, and its result."""

    def format_(conversation: Any) -> Any:
        return formatter(replace(conversation, messages=(*conversation.messages[:2], conversation.messages[4])))

    return format_


@misdeed("deepseek.chat", "errors/surrogate-in-a-result", "fidelity.altered-result", "error")
def empties_what_it_cannot_encode(formatter: Formatter) -> Any:
    """Sends an empty result where one character is no UTF-8."""

    def format_(conversation: Any) -> Any:
        before, (result,) = conversation.messages, conversation.messages[3].blocks
        told = replace(before[3], blocks=(replace(result, output=""),))
        return formatter(replace(conversation, messages=(*before[:3], told, *before[4:])))

    return format_


@misdeed("anthropic.chat", "errors/ids-of-one-batch-equal", "fidelity.wrong-call", "error", like="agentscope O47")
def exchanges_results_of_equal_ids(formatter: Formatter) -> Any:
    """Makes the ids differ, and gives each call the other's result."""

    def format_(conversation: Any) -> Any:
        calls, first, second = conversation.messages[1:4]
        one, other = calls.blocks
        told = (
            replace(calls, blocks=(one, replace(other, id="call_2"))),
            replace(first, blocks=(replace(first.blocks[0], id="call_2"),)),
            second,
        )
        before = conversation.messages
        return formatter(replace(conversation, messages=(before[0], *told, *before[4:])))

    return format_


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
