"""Who breaks the rules of those whose format is OpenAI's with differences, from OpenRouter to SiliconFlow.

What they borrow from OpenAI warns only, since they have not said it themselves.
"""

from __future__ import annotations

import json
from typing import Any

from liars import compatible, openai
from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.payloads import behind, by, calling, holding, insert, messages, of_type, remove
from promptfmt_reference import FORMATTERS

OPENROUTER, MOONSHOT, GROQ = "openrouter.chat", "moonshot.chat", "groq.chat"
XAI, MINIMAX, SILICONFLOW = "xai.chat", "minimax.chat", "siliconflow.chat"


def offers(tool: str, **parameters: Any) -> Any:
    """A case whose one tool has this name and these parameters."""
    described = {"name": tool, "parameters": {"type": "object", "properties": parameters}}
    return case(f"offers-{tool}", says("user", "What is it, amber-17?"), expect=EITHER, tools=[described])


# OpenRouter


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


# Moonshot


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


@liar("openai.chat", "tools/offer-null-among-values", "fidelity.added-parameter", "warning", like="php-sdk#298")
def lists_no_null(payload: Any) -> Any:
    """Leaves null out of the values of what may be null."""
    for tool in payload["tools"]:
        for parameter in tool["function"]["parameters"]["properties"].values():
            if "enum" in parameter:
                parameter["enum"].remove(None)
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


# Groq


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


# xAI


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


# MiniMax


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


# all of them


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
