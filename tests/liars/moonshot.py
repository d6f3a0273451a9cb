"""Who breaks the rules of Moonshot: no text is empty, reasoning before each call, a dialect of JSON Schema."""

from __future__ import annotations

import json
from typing import Any

from liars import compatible, openai
from liars.liar import liar, liars_of, misdeed, refuses
from liars.like_openai import GROQ, MOONSHOT, offers
from liars.payloads import by, messages
from promptfmt_reference import FORMATTERS

sends_no_messages = openai.sends_an_empty_list.at(MOONSHOT, "warning", caught_by="moonshot.messages-nonempty")
sends_empty_texts = compatible.sends_empty_texts.at(MOONSHOT, "error", caught_by="moonshot.content-nonempty")


@liar(MOONSHOT, "chat/plain-turns", "moonshot.content-nonempty", "error", like="kimi-cli#2035")
def says_nothing_in_a_list(payload: Any) -> Any:
    """Says a list of one empty text behind what was said."""
    messages(payload).append({"role": "user", "content": [{"type": "text", "text": ""}]})
    return payload


@liar(MOONSHOT, "thinking/bare-call-then-thought", "moonshot.reasoning-passback", "error", like="llmgateway#2093")
def thinks_nothing_before_a_call(payload: Any) -> Any:
    """Writes an empty reasoning where nothing was thought, beside others that have one."""
    for message in by("assistant", payload):
        if message.get("reasoning_content") == " ":
            message["reasoning_content"] = ""
    return payload


@liar(MOONSHOT, "tools/single-call", "moonshot.content-nonempty", "error", like="litellm#42186")
def sends_empty_parts_beside_calls(payload: Any) -> Any:
    """Writes a part of text although nothing was said."""
    by("assistant", payload)[0]["content"] = [{"type": "text", "text": ""}]
    return payload


drops_reasoning = compatible.drops_reasoning.at(MOONSHOT, caught_by="moonshot.reasoning-passback", like="mastra#12592")
answers_the_first_call_only = openai.keeps_the_first_result_only.at(MOONSHOT, caught_by="moonshot.tool-calls-answered")
calls_in_two_messages = openai.splits_parallel_calls.at(
    MOONSHOT, caught_by="moonshot.tool-result-has-call", also=("moonshot.tool-calls-answered",)
)


gives_both_calls_one_id = compatible.gives_both_calls_one_id.at(
    MOONSHOT, caught_by="moonshot.tool-call-id-unique", like="openclaw#84730"
)


@misdeed(MOONSHOT, offers("21st_search"), "moonshot.tool-name", "error", refuses, like="kimi-cli#2531")
def offers_any_name(_: Any) -> Any:
    """Copies a tool's name whose first character is no letter."""
    return FORMATTERS[GROQ]


UNTYPED = offers("search", query={"description": "What to look for."})


@misdeed(
    MOONSHOT,
    UNTYPED,
    "moonshot.parameters-typed",
    "error",
    refuses,
    context={"model": "kimi-k2.7-code"},
    like="pi#5822",
)
def offers_any_schema(_: Any) -> Any:
    """Copies a schema whose property has no type."""
    return FORMATTERS[MOONSHOT]


@liar(MOONSHOT, "tools/offer-null-among-values", "moonshot.enum-typed", "error", like="OmniRoute#1692")
def says_nullable_beside_a_type(payload: Any) -> Any:
    """Writes one type and nullable, and leaves null among the values."""
    for tool in payload["tools"]:
        for parameter in tool["function"]["parameters"]["properties"].values():
            if isinstance(parameter["type"], list):
                parameter |= {"type": parameter["type"][0], "nullable": True}
    return payload


@liar(
    MOONSHOT,
    "tools/offer-nested",
    "moonshot.parameters-valid",
    "error",
    also=("fidelity.altered-parameter",),
    like="kimi-cli#2531",
)
def requires_each_by_itself(payload: Any) -> Any:
    """Marks a required parameter where it stands, as drafts before the fourth had it."""
    for tool in payload["tools"]:
        schema = tool["function"]["parameters"]
        for name in schema.pop("required", ()):
            schema["properties"][name]["required"] = True
    return payload


@liar(MOONSHOT, "tools/definitions-of-older-drafts", "moonshot.references-resolved", "error", like="command-code#594")
def refers_to_an_older_word(payload: Any) -> Any:
    """Copies schemas whose references lead to definitions that newer drafts call otherwise."""
    payload["tools"] = json.loads(json.dumps(payload["tools"]).replace("$defs", "definitions"))
    return payload


@liar(
    MOONSHOT,
    "tools/definitions-of-older-drafts",
    "moonshot.references-resolved",
    "error",
    also=("fidelity.altered-parameter",),
    like="command-code#566",
)
def forgets_what_is_referred_to(payload: Any) -> Any:
    """Copies the parameters without their definitions."""
    for tool in payload["tools"]:
        del tool["function"]["parameters"]["$defs"]
    return payload


@misdeed(MOONSHOT, "vision/image-by-address", "moonshot.media-by-value", "error", refuses)
def links_images(_: Any) -> Any:
    """Writes an image's address."""
    return FORMATTERS[GROQ]


LIARS = liars_of(globals())
