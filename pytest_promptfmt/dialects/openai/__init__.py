"""OpenAI Chat Completions.

- system text is a message of role system (or developer), anywhere; roles may repeat and come in any order
- content is a string or a list of typed parts; null only beside tool calls
- a call is an item of ``tool_calls`` with its arguments as a JSON string; a result is a message of role tool
- images are URLs or data URIs in user messages, audio is bare base64 (wav, mp3)

DeepSeek, Zhipu, vLLM and DashScope speak variations of this format and use the reader and some of the rules. Here are
the rules over messages; those over calls and over content parts are in `tool_calls` and `content`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai.content import (
    audio_format,
    file_data,
    file_part,
    image_data_uri,
    image_format,
    image_url,
    image_user_only,
    no_unknown_keys,
    refusal_alone,
)
from pytest_promptfmt.dialects.openai.reader import read
from pytest_promptfmt.dialects.openai.tool_calls import (
    arguments_is_json_string,
    function_name_pattern,
    parameters_items,
    parameters_object,
    parameters_properties,
    parameters_top_level,
    parameters_valid,
    strict_parameters,
    tool_call_id_max40,
    tool_call_id_unique,
    tool_calls_answered,
    tool_calls_nonempty,
    tool_name,
    tool_result_has_call,
    tools_nonempty,
    tools_typed,
)
from pytest_promptfmt.dialects.rules import Breach, asks, own
from pytest_promptfmt.dialects.shared_rules import in_message, messages_nonempty, no_role
from pytest_promptfmt.payload.request import Request

ROLES = ("developer", "system", "user", "assistant", "tool", "function")


def role_enum(request: Request) -> Iterator[Breach]:
    """A role is developer, system, user, assistant, tool or function."""
    for path, message in request.each():
        if message.get("role") not in ROLES:
            yield Breach(f"{path}.role", no_role(message.get("role")), {"expected": list(ROLES)})


@asks("system-role")
def system_role_model(request: Request) -> Iterator[Breach]:
    """The models o1-preview and o1-mini take no system message."""
    for path, message in request.each():
        if message.get("role") == "system":
            yield Breach(f"{path}.role", f"{request.model.name} takes no message of role system")


_INSTEAD = ("tool_calls", "function_call", "audio", "refusal")


def content_null_only_with_calls(request: Request) -> Iterator[Breach]:
    """Content is null or absent only in an assistant message with calls, audio or a refusal."""
    for path, message in request.each():
        if message.get("content") is not None or message.get("role") == "function":
            continue  # the specification lets a function message's content be null
        instead = next((key for key in _INSTEAD if message.get(key)), None)
        if instead is None:
            is_null = "content is null" if "content" in message else "there is no content"
            more = (
                ", and no tool call, audio or refusal stands in its place" if message.get("role") == "assistant" else ""
            )
            yield Breach(f"{path}.content", f"{is_null}{more}")
        elif (role := message.get("role")) != "assistant":
            yield Breach(f"{path}.content", f"{instead} stands in the place of content {in_message(role)}")


def content_array_nonempty(request: Request) -> Iterator[Breach]:
    """A list of content parts is not empty; an assistant's empty one is refused since 2026-08."""
    for path, message in request.each():
        if message.get("content") == []:
            yield Breach(f"{path}.content", "the list of parts is empty", note=message.get("role") != "assistant")


_NAME = re.compile(r"[^\s<|\\/>]{1,64}")
_UNNAMED = re.compile(r"[\s<|\\/>]")


def name_pattern(request: Request) -> Iterator[Breach]:
    r"""A message's name matches ``^[^\s<|\\/>]+$`` and has at most 64 characters."""
    for path, message in request.each():
        name = message.get("name")
        if isinstance(name, str) and message.get("role") != "tool" and not _NAME.fullmatch(name):
            # What the loosest of three patterns forbids was refused by each; of the length nobody has said so lately.
            found = {"expected": _NAME.pattern, "actual": name}
            yield Breach(f"{path}.name", f"{name!r} does not match", found, note=not _UNNAMED.search(name))


def tool_message_name(request: Request) -> Iterator[Breach]:
    """A tool message has no name."""
    for path, message in request.each():
        if message.get("role") == "tool" and "name" in message:
            yield Breach(f"{path}.name", "role tool has no name in OpenAI's specification; it is widely sent and taken")


RULES = own(
    "openai",
    messages_nonempty,
    role_enum,
    system_role_model,
    tool_calls_answered,
    tool_result_has_call,
    tool_call_id_unique,
    tool_call_id_max40,
    tool_calls_nonempty,
    content_null_only_with_calls,
    content_array_nonempty,
    name_pattern,
    function_name_pattern,
    arguments_is_json_string,
    image_user_only,
    image_format,
    image_url,
    image_data_uri,
    audio_format,
    no_unknown_keys,
    refusal_alone,
    file_part,
    file_data,
    tool_message_name,
    tools_nonempty,
    tools_typed,
    tool_name,
    parameters_object,
    parameters_top_level,
    parameters_properties,
    parameters_items,
    strict_parameters,
    parameters_valid,
)

DIALECT = Dialect(
    id="openai",
    title="OpenAI Chat Completions",
    provider="OpenAI",
    carries=carrying("tool", "image", "audio", "document"),
    read=read,
    rules=RULES,
    system_later=True,
    fetches={"image": WEB},
)
