"""Who breaks the rules of Groq: reasoning and images for some models alone, no unknown keys, schemas kept to."""

from __future__ import annotations

from typing import Any

from liars import compatible, openai
from liars.liar import liar, liars_of, misdeed, refuses
from liars.like_openai import GROQ
from liars.payloads import by, holding
from promptfmt_reference import FORMATTERS


@misdeed(
    GROQ,
    compatible.IMAGE,
    "groq.images-seen",
    "error",
    refuses,
    context={"model": "openai/gpt-oss-120b"},
    like="jarvis-aio#17",
)
def shows_images_to_every_model(_: Any) -> Any:
    """Sends an image to a model that reads text alone."""
    return FORMATTERS[GROQ]


def without_reasoning(conversation: Any) -> Any:
    """Leaves out what was thought, for a model that does not."""
    payload = FORMATTERS[GROQ](conversation)
    for message in by("assistant", payload):
        message.pop("reasoning", None)
    return payload


@misdeed(
    GROQ,
    "thinking/unsigned",
    "groq.reasoning-taken",
    "error",
    without_reasoning,
    context={"model": "moonshotai/kimi-k2-instruct"},
    like="vercel/ai#8057",
)
def thinks_for_every_model(_: Any) -> Any:
    """Sends reasoning to a model that does not think."""
    return FORMATTERS[GROQ]


@misdeed(
    GROQ,
    "chat/plain-turns",
    "groq.reasoning-taken",
    "error",
    without_reasoning,
    context={"model": "moonshotai/kimi-k2-instruct"},
    like="vercel/ai#8057",
)
def says_that_nothing_was_thought(_: Any) -> Any:
    """Sends reasoning that is empty where there was none."""

    def formatter(conversation: Any) -> Any:
        payload = FORMATTERS[GROQ](conversation)
        for message in by("assistant", payload):
            message.setdefault("reasoning", "")
        return payload

    return formatter


leaks_its_own_keys = openai.leaks_its_own_keys.at(GROQ, "error", caught_by="groq.no-unknown-keys", like="chatbox#2081")


@liar(GROQ, "thinking/unsigned", "groq.no-unknown-keys", "error", like="jan#8136")
def thinks_under_another_key(payload: Any) -> Any:
    """Writes a thought where other servers look for it."""
    for message in holding("reasoning", payload):
        message["reasoning_content"] = message.pop("reasoning")
    return payload


@liar(
    GROQ,
    "tools/single-call",
    "groq.parameters-properties",
    "error",
    also=("fidelity.lost-parameter",),
    like="strix#1088",
)
def requires_what_it_does_not_describe(payload: Any) -> Any:
    """Takes a schema's properties away, and leaves what is required."""
    for tool in payload["tools"]:
        del tool["function"]["parameters"]["properties"]
    return payload


@liar(GROQ, "tools/single-call", "groq.strict-parameters", "error", like="eigent#1786")
def is_strict_about_open_objects(payload: Any) -> Any:
    """Switches strict mode on for schemas that take further keys."""
    for tool in payload["tools"]:
        tool["function"]["strict"] = True
    return payload


LIARS = liars_of(globals())
