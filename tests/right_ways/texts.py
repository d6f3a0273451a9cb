"""Texts as strings, parts and messages, of one's own turns too."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from liars.liar import case, refuses, says
from liars.payloads import behind, by, insert, messages, remove, said

from pytest_promptfmt.conversation import Conversation
from right_ways.way import PLAIN, Ways, way, ways_of, written


@way("openai.chat", PLAIN, "chat/cjk", "tools/text-beside-call", "chat/leading-trailing-newlines")
def strings_for_parts(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], list):
            message["content"] = "\n".join(part["text"] for part in message["content"])
    return payload


@way("deepseek.chat", PLAIN, "chat/emoji", "tools/single-call")
def one_part_for_a_string(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], str) and message["role"] != "tool":
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


@way("anthropic.chat", PLAIN)
def strings_for_blocks(payload: Any) -> Any:
    payload["system"] = payload["system"][0]["text"]
    for message in messages(payload):
        message["content"] = message["content"][0]["text"]
    return payload


@way("vllm.chat", PLAIN)
def bare_strings_as_parts(payload: Any) -> Any:
    for message in messages(payload):
        message["content"] = [part["text"] for part in message["content"]]
    return payload


@way("openai.chat", "chat/several-texts", "chat/empty-among-texts")
def a_message_for_each_text(payload: Any) -> Any:
    for message in list(messages(payload)):
        behind(payload, message, *({**message, "content": [part]} for part in message["content"]))
        remove(payload, message)
    return payload


@way("bedrock.chat", "chat/line-separators", warnings=("fidelity.trimmed-text",))
def ends_as_javascript_trims_them(payload: Any) -> Any:
    """Its trim() takes a byte order mark for white space."""
    return said(payload, lambda text: text.strip().strip("\ufeff").strip())


@way("dashscope.chat", "chat/several-texts")
def texts_apart_by_an_empty_line(payload: Any) -> Any:
    return said(payload, lambda text: text.replace("\n", "\n\n"))


def joined(payload: Any, key: str) -> Any:
    """The payload with neighbours of one role made one message."""
    listed = messages(payload)
    merged = []
    for _, group in groupby(list(listed), key=lambda message: message["role"]):
        first, *rest = group
        for other in rest:
            first[key] = [*first[key], *other[key]]
        merged.append(first)
    listed[:] = merged
    return payload


GLUED = case("texts-that-end-in-words", says("user", "The number is 17", "Twice that is 34", "好的", "Go on"))


@way("openai.chat", "chat/several-texts", GLUED)
def texts_with_nothing_between(payload: Any) -> Any:
    for message in messages(payload):
        message["content"] = "".join(part["text"] for part in message["content"])
    return payload


@way("openai.chat", "chat/two-users-in-a-row")
def neighbours_in_one_string(payload: Any) -> Any:
    for message in messages(joined(payload, "content")):
        message["content"] = " ".join(part["text"] for part in message["content"])
    return payload


@way("anthropic.chat", "chat/two-users-in-a-row", "chat/two-assistants-in-a-row", "tools/user-text-behind-result")
def neighbours_in_one_message(payload: Any) -> Any:
    return joined(payload, "content")


def neighbours_in_one_turn(payload: Any) -> Any:
    return joined(payload, "parts")


NEIGHBOURS: Ways = (
    *way("gemini.chat", "chat/two-users-in-a-row")(neighbours_in_one_turn),
    *way(
        "gemini.chat",
        "tools/user-text-behind-result",
        "tools/parallel-two-messages",
        warnings=("gemini.results-beside-text",),
    )(neighbours_in_one_turn),
)


@way("openai.chat", "chat/two-systems-leading", "chat/system-several-texts")
def one_system_message(payload: Any) -> Any:
    first, *rest = by("system", payload)
    texts = [part["text"] for message in (first, *rest) for part in message["content"]]
    first["content"] = "\n\n".join(texts)
    return remove(payload, *rest)


@way("anthropic.chat", "chat/two-systems-leading", "chat/system-several-texts")
def one_system_text(payload: Any) -> Any:
    return payload | {"system": "\n\n".join(block["text"] for block in payload["system"])}


@way("anthropic.chat", "chat/system-in-middle")
def system_text_where_the_api_takes_it(payload: Any) -> Any:
    """Role system stands behind a user's turn only: the notice moves there."""
    notice = messages(payload).pop(2)
    messages(payload).append({"role": "system", "content": notice["content"]})
    return payload


@way("openai.chat", PLAIN, "chat/system-in-middle")
def developers(payload: Any) -> Any:
    for message in by("system", payload):
        message["role"] = "developer"
    return payload


@way("openai.chat", PLAIN, "tools/single-call")
def no_names(payload: Any) -> Any:
    for message in messages(payload):
        message.pop("name", None)
    return payload


@way("openai.chat", "chat/empty-assistant", "chat/no-blocks")
def empty_content(payload: Any) -> Any:
    return insert(payload, 1, {"role": "assistant", "content": ""})


@way("deepseek.chat", "chat/whitespace-only", "chat/system-whitespace")
def blank_texts_left_out(payload: Any) -> Any:
    return remove(payload, *(message for message in messages(payload) if not message["content"].strip()))


WINDOWS = case(
    "texts-with-line-ends-around-them",
    says("system", "Be brief, heron-63.\r\n"),
    says("user", "  Hello, amber-17.\r\n"),
    says("assistant", "Hello, cobalt-42. \n\n"),
    says("user", "And now, jade-31?\r\n"),
)


@way("vllm.chat", WINDOWS, warnings=("fidelity.trimmed-text",))
def line_ends_of_one_kind(payload: Any) -> Any:
    return said(payload, lambda text: text.replace("\r\n", "\n"))


@way("openai.chat", WINDOWS, warnings=("fidelity.trimmed-text",))
def at_most_one_blank(payload: Any) -> Any:
    return said(payload, lambda text: re.sub(r"\s+", " ", text))


@way("anthropic.chat", "chat/assistant-first", warnings=("fidelity.added-turn",))
def a_user_first(payload: Any) -> Any:
    return insert(payload, 0, {"role": "user", "content": "(The conversation begins.)"})


@way("gemini.chat", "chat/assistant-first", warnings=("fidelity.added-turn",))
def a_user_before_the_model(payload: Any) -> Any:
    return insert(payload, 0, {"role": "user", "parts": [{"text": "."}]})


@written("gemini.chat", "chat/assistant-last", warnings=("fidelity.added-turn",))
def a_user_last(conversation: Conversation) -> Any:
    roles = {"user": "user", "assistant": "model"}
    contents = [{"role": roles[message.role], "parts": [{"text": message.text}]} for message in conversation.messages]
    return {"contents": [*contents, {"role": "user", "parts": [{"text": "Go on."}]}]}


@written(
    "bedrock.chat", "chat/empty-user-between", "chat/whitespace-only", "chat/empty-user-last", "chat/only-empty-text"
)
def users_that_say_nothing_refused(conversation: Conversation) -> Any:
    """One refusal, and alike in all of them."""
    return refuses(conversation)


@way("deepseek.chat", "tools/single-call")
def results_with_a_label(payload: Any) -> Any:
    for message in by("tool", payload):
        message["content"] = f"Tool result: {message['content']}"
    return payload


@way("anthropic.chat", "tools/result-empty-string", warnings=("anthropic.roles-alternate",))
def empty_results_in_words(payload: Any) -> Any:
    for message in by("user", payload):
        for block in message["content"]:
            if block["type"] == "tool_result":
                block["content"] = "(no output)"
    return payload


@way("openai.chat", "tools/result-empty-string")
def an_empty_result_without_an_image(payload: Any) -> Any:
    """It says that there is none."""
    for message in by("tool", payload):
        message["content"] = message["content"] or "(no output, no image)"
    return payload


@way("anthropic.chat", PLAIN)
def system_text_in_an_element(payload: Any) -> Any:
    return said(payload, lambda text: f"<system_prompt>\n{text}\n</system_prompt>", "system")


@way("gemini.chat", "vision/image-by-value")
def images_with_a_placeholder(payload: Any) -> Any:
    return said(payload, lambda text: f"[image 1]\n{text}\n(see the attached image)", "user")


@way("openai.multiagent", "multiagent/two-agents")
def a_heading_of_its_own(payload: Any) -> Any:
    return said(payload, lambda text: f"# Conversation so far\nThe previous messages of all agents:\n{text}", "user")


@way("openai.chat", "chat/empty-assistant", "thinking/thought-only-answered")
def an_empty_answer_in_its_place(payload: Any) -> Any:
    return insert(payload, 1, {"role": "assistant", "content": ""})


WAYS = ways_of(globals())
