"""Where messages are none that the chat template of a model takes, at servers of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def begun_while_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    """The assistant's words stand last, and the model would think first."""
    messages = [*objects(body.get("messages"), "$.messages")]
    if value_of(body, "chat_template_kwargs.enable_thinking") is False or not messages:
        return
    path, last = messages[-1]
    if last.get("role") == "assistant":
        yield f"{path}.role", "the last message is the assistant's, and the model thinks before it writes"


def begun_twice(body: Mapping[str, Any]) -> Iterator[Said]:
    messages = [*objects(body.get("messages"), "$.messages")]
    if [message.get("role") for _, message in messages[-2:]] == ["assistant", "assistant"]:
        yield f"{messages[-1][0]}.role", "two messages of the assistant stand last"


def without_user(body: Mapping[str, Any]) -> Iterator[Said]:
    messages = body.get("messages")
    if isinstance(messages, list) and messages and not any(m.get("role") == "user" for _, m in objects(messages, "")):
        yield "$.messages", "none of the messages is a user's"


def of_unknown_role(*known: str) -> Broken:
    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            if isinstance(role := message.get("role"), str) and role not in known:
                yield f"{path}.role", f"the template of this model knows no {role!r}"

    return broken


def pictures_of_the_system(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, part in objects(message.get("content"), f"{path}.content"):
            if message.get("role") == "system" and part.get("type") in ("image_url", "image", "video_url", "video"):
                yield where, "a picture in the system's text"


def several_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages"), "$.messages"):
        calls = message.get("tool_calls")
        if isinstance(calls, list) and len(calls) > 1:
            yield f"{path}.tool_calls", f"{len(calls)} calls in one message, and the template takes one"


def long_ids(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, id_ in places(body, "messages[].tool_calls[].id messages[].tool_call_id"):
        if isinstance(id_, str) and not (len(id_) == 9 and id_.isascii() and id_.isalnum()):
            yield path, f"{id_!r:.60}, and nine letters or digits are taken"


def said_and_thought(body: Mapping[str, Any]) -> Iterator[Said]:
    """A message that calls has words and thoughts."""
    for path, message in objects(body.get("messages"), "$.messages"):
        thought = next((key for key in ("thinking", "reasoning_content", "reasoning") if message.get(key)), "")
        if message.get("tool_calls") and message.get("content") and thought:
            yield f"{path}.content", f"content and {thought} stand beside calls, and the template takes one of them"


_CHANNELS = ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>")


def channels_in_content(body: Mapping[str, Any]) -> Iterator[Said]:
    """What the model wrote is handed back as it came, with the marks of its channels."""
    for path, message in objects(body.get("messages"), "$.messages"):
        content = message.get("content")
        if message.get("role") == "assistant" and isinstance(content, str) and any(c in content for c in _CHANNELS):
            yield f"{path}.content", "it has <|channel|> marks: thoughts stand in thinking, and what is said in content"


def numbers_in_calls(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, said in places(body, "messages[].tool_calls[].function.arguments"):
        try:
            held = json.loads(said) if isinstance(said, str) else said
        except ValueError:
            continue
        if any(type(leaf) in (int, float) for leaf in leaves(held)):
            yield path, "one of the arguments is a number"


OF_GPT_OSS: tuple[tuple[Broken, str], ...] = (
    (
        said_and_thought,
        '"Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in '
        'one or the other, but not both." (lmstudio-ai/lmstudio-bug-tracker#842, ggml-org/llama.cpp#17040 gpt-oss-20b)',
    ),
    (
        channels_in_content,
        '"You have passed a message containing <|channel|> tags in the content field." (ggml-org/llama.cpp#15242, in '
        "2025-08)",
    ),
)
"""What its template raises, at the servers that use it; vLLM reads its messages without."""
