"""Ways of those whose format is OpenAI's with differences: other keys for thoughts, parts for strings."""

from __future__ import annotations

from typing import Any

from liars.like_openai import GROQ, MINIMAX, MOONSHOT, OPENROUTER, SILICONFLOW, XAI
from liars.payloads import by, calling, holding, messages

from right_ways.way import PLAIN, Ways, way, ways_of

ALL = (OPENROUTER, MOONSHOT, GROQ, XAI, MINIMAX, SILICONFLOW)
CALL = "tools/single-call"


def parts(payload: Any) -> Any:
    """Texts are listed where they were strings."""
    for message in messages(payload):
        if isinstance(message["content"], str):
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


def empty_beside_calls(payload: Any) -> Any:
    for message in calling(payload):
        message["content"] = message["content"] or ""
    return payload


def an_object(payload: Any) -> Any:
    return payload if isinstance(payload, dict) else {"messages": payload}


EVERYWHERE: Ways = tuple(
    each
    for target in ALL
    for each in (*way(target, PLAIN)(parts), *way(target, CALL)(empty_beside_calls), *way(target, PLAIN)(an_object))
)


@way(MOONSHOT, CALL, "thinking/bare-call-then-thought")
def nothing_beside_calls(payload: Any) -> Any:
    """Moonshot's own client leaves the content out."""
    for message in calling(payload):
        del message["content"]
    return payload


@way(OPENROUTER, "thinking/unsigned-before-call", "thinking/unsigned")
def a_plain_thought_in_a_string(payload: Any) -> Any:
    for message in holding("reasoning_details", payload):
        message["reasoning"] = "".join(detail["text"] for detail in message.pop("reasoning_details"))
    return payload


@way(OPENROUTER, "thinking/signed-before-call", "thinking/signed-and-redacted")
def a_thought_under_both_keys(payload: Any) -> Any:
    for message in holding("reasoning_details", payload):
        message["reasoning"] = "".join(detail.get("text", "") for detail in message["reasoning_details"])
    return payload


@way(OPENROUTER, "thinking/signed-before-call", "thinking/redacted-before-call")
def details_as_they_came(payload: Any) -> Any:
    for message in holding("reasoning_details", payload):
        for detail in message["reasoning_details"]:
            detail |= {"format": "anthropic-claude-v1", "id": None}
    return payload


@way(MOONSHOT, "vision/image-by-value")
def an_address_that_is_a_string(payload: Any) -> Any:
    for part in holding("image_url", payload):
        part["image_url"] = part["image_url"]["url"]
    return payload


@way(MOONSHOT, "chat/assistant-last")
def the_last_words_to_go_on_from(payload: Any) -> Any:
    by("assistant", payload)[-1]["partial"] = True
    return payload


@way(MINIMAX, "thinking/unsigned-before-call", warnings=("fidelity.thinking-as-text",))
def a_thought_in_tags(payload: Any) -> Any:
    for message in holding("reasoning_details", payload):
        thought = "".join(detail["text"] for detail in message.pop("reasoning_details"))
        message["content"] = f"<think>{thought}</think>{message['content'] or ''}"
    return payload


@way(MINIMAX, "thinking/unsigned-before-call")
def a_thought_under_one_key(payload: Any) -> Any:
    for message in holding("reasoning_details", payload):
        message["reasoning_content"] = "".join(detail["text"] for detail in message.pop("reasoning_details"))
    return payload


WAYS = ways_of(globals())
