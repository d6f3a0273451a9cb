"""DashScope text generation: Alibaba Cloud's native protocol, with the messages in ``input``.

- system text is a message of role system; roles need not alternate, though the documentation of 2024 asked for it
- content is a string; a list of ``{"text": …}`` items is taken too, and ``[]`` beside calls, null is not
- calls and results are OpenAI's: ``tool_calls`` with JSON in a string, messages of role tool with ``tool_call_id``
- no source says that thinking can be sent; unknown keys are open

`dashscope_multimodal` has the same messages with media in them, and uses `read` and the rules in `COMMON`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach, asks, borrowed, own
from pytest_promptfmt.dialects.shared_rules import messages_nonempty, more_than, named_call
from pytest_promptfmt.payload.request import Envelope, Request
from pytest_promptfmt.payload.transcript import (
    MediaKind,
    MediaPart,
    Part,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)
from pytest_promptfmt.payload.walking import media_at, objects


def has_user(request: Request) -> Iterator[Breach]:
    """There is at least one message of role user."""
    if not any(message.get("role") == "user" for _, message in request.each()):
        yield Breach(request.where, "no message has the role user")


def content_required(request: Request) -> Iterator[Breach]:
    """Every message has the key content."""
    for path, message in request.each():
        if "content" not in message:
            yield Breach(f"{path}.content", "the key is missing; an empty string or list says nothing as well")


def content_not_null(request: Request) -> Iterator[Breach]:
    """Content is not null."""
    for path, message in request.each():
        if "content" in message and message["content"] is None:
            yield Breach(f"{path}.content", "content is null; an empty string or list says nothing as well")


@asks("text-null")
def text_not_null(request: Request) -> Iterator[Breach]:
    """The text of an item is not null."""
    for where, item, _ in items(request):
        if "text" in item and item["text"] is None:
            yield Breach(f"{where}.text", "the text is null, which some models read as a word; leave the item out")


def items(request: Request) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Path, item and message, for every item of a content list."""
    for path, message in request.each():
        for where, item in objects(message.get("content"), f"{path}.content"):
            yield where, item, message


def text_model_string(request: Request) -> Iterator[Breach]:
    """Content for a text model is a string (``[]`` beside calls is taken)."""
    for path, message in request.each():
        if isinstance(message.get("content"), list) and message["content"] and message.get("role") != "tool":
            yield Breach(f"{path}.content", "a list of items; the documentation wants a string, some models take both")


def tool_content_string(request: Request) -> Iterator[Breach]:
    """Content of a tool message is a string."""
    for path, message in request.each():
        content = message.get("content")
        if message.get("role") == "tool" and content is not None and not isinstance(content, str):
            yield Breach(f"{path}.content", f"expected a string, got {type_name(content)}")


def no_repeated_call(request: Request) -> Iterator[Breach]:
    """A call is not made again, with the same arguments, in the round after it."""
    before: set[tuple[str, str]] = set()
    for path, message in request.each():
        if message.get("role") == "tool":
            continue
        made: set[tuple[str, str]] = set()
        for where, call in reader.calls(message, path):
            match call.get("function"):
                case {"name": str(name), "arguments": str(arguments)}:
                    made.add((name, arguments))
                    if (name, arguments) in before:
                        yield Breach(where, f"{name} was called with the same arguments in the round before")
                case _:
                    pass  # the schema reports it
        before = made


def system_first(request: Request) -> Iterator[Breach]:
    """A system message is the first message."""
    for index, message in enumerate(request.messages):
        if index and isinstance(message, dict) and message.get("role") == "system":
            yield Breach(f"{request.paths[index]}.role", "a system message that is not the first message")


def alternate(request: Request) -> Iterator[Breach]:
    """The user and the assistant take turns, and the user is first and last (asked for in 2024, no longer enforced)."""
    before: Any = None
    last = ""
    for path, message in request.each():
        role = message.get("role")
        if role == "system":
            continue
        if before is None and role == "assistant":
            yield Breach(f"{path}.role", "the assistant speaks first")
        elif role == before and role in ("user", "assistant"):
            yield Breach(f"{path}.role", f"the {role} speaks twice in a row")
        before, last = role, path
    if before == "assistant":
        yield Breach(f"{last}.role", "the assistant speaks last")


def tool_calls_answered(request: Request) -> Iterator[Breach]:
    """Every tool call is answered by a tool message before the next message of another role."""
    yield from tool_calls.tool_calls_answered(_with_ids(request))


def tool_result_has_call(request: Request) -> Iterator[Breach]:
    """A tool message answers a call of the assistant message before it."""
    read = _with_ids(request)
    yield from tool_calls.tool_result_has_call(read)
    for (path, message), (_, paired) in zip(request.each(), read.each(), strict=True):
        if message is not paired:
            answered = named_call(paired["tool_call_id"])
            yield Breach(f"{path}.tool_call_id", f"without an id it answers {answered} by its place alone", note=True)


def _name(call: dict[str, Any]) -> Any:
    function = call.get("function")
    return function.get("name") if isinstance(function, dict) else None


def _with_ids(request: Request) -> Request:
    """A tool message without an id, as pages of 2024 had it, answers the next call of its name, or of any."""
    messages, due = [], []
    for message in request.messages:
        if not isinstance(message, dict) or message.get("role") != "tool":
            due = [call for _, call in reader.calls(message, "")] if isinstance(message, dict) else []
        elif message.get("tool_call_id") is None and due:
            named = (call for call in due if message.get("name") == _name(call))
            answered = next(named, due[0])
            due = [call for call in due if call is not answered]
            message = {**message, "tool_call_id": answered.get("id")}
        else:
            due = [call for call in due if call.get("id") != message.get("tool_call_id")]
        messages.append(message)
    return replace(request, messages=messages)


def cache_control_place(request: Request) -> Iterator[Breach]:
    """A cache mark belongs in an item of a content list; beside the role it marks nothing."""
    for path, message in request.each():
        if message.get("cache_control") is not None:
            yield Breach(f"{path}.cache_control", "it stands beside the role, where it marks nothing")


def cache_control_max4(request: Request) -> Iterator[Breach]:
    """At most four items carry ``cache_control``."""
    marks = [f"{where}.cache_control" for where, item, _ in items(request) if item.get("cache_control") is not None]
    yield from more_than(4, marks, f"{len(marks)} items carry cache_control")


@asks("endpoint")
def endpoint_model(request: Request) -> Iterator[Breach]:
    """Models that see or hear are asked at multimodal-generation, text models at text-generation."""
    other = "multimodal-generation" if request.dialect == "dashscope" else "text-generation"
    yield Breach(request.where, f"{request.model.name} is asked at {other}", {"actual": request.model.name})


COMMON = own(
    "dashscope",
    messages_nonempty,
    has_user,
    content_required,
    content_not_null,
    text_not_null,
    tool_content_string,
    no_repeated_call,
    system_first,
    alternate,
    endpoint_model,
    cache_control_place,
    cache_control_max4,
    tool_calls_answered,
    tool_result_has_call,
    tool_calls_nonempty=tool_calls.tool_calls_nonempty,
    tools_nonempty=tool_calls.tools_nonempty,
) + borrowed(
    openai.RULES,
    "role-enum",
    "tool-call-id-unique",
    "function-name-pattern",
    "arguments-is-json-string",
    "parameters-object",
    "parameters-valid",
)

RULES = COMMON + own("dashscope", text_model_string)


def read(request: Request) -> Transcript:
    """What the messages say."""
    turns = tuple(_turn(message, path) for path, message in request.each())
    return Transcript(turns, reader.read_tools(request))


def _turn(message: dict[str, Any], path: str) -> Turn:
    name = message.get("name") if isinstance(message.get("name"), str) else None
    match message.get("role"):
        case "tool":
            return Turn("tool", (_result(message, path),), path, name)
        case "system" | "assistant" as role:
            return Turn(role, tuple(_parts(message, path)), path, name)
        case _:
            return Turn("user", tuple(_parts(message, path)), path, name)


def _parts(message: dict[str, Any], path: str) -> Iterator[Part]:
    if isinstance(message.get("reasoning_content"), str):
        yield ThinkingPart(message["reasoning_content"], f"{path}.reasoning_content", beside=True)
    yield from _content(message.get("content"), f"{path}.content")
    yield from reader.read_calls(message, path)


def _result(message: dict[str, Any], path: str) -> ResultPart:
    content = message.get("content")
    inner = tuple(_content(content, f"{path}.content"))
    value = content if isinstance(content, str) else [part.text for part in inner if isinstance(part, TextPart)]
    media = tuple(part for part in inner if isinstance(part, MediaPart))
    id_, name = (
        value if isinstance(value, str) else None for value in (message.get("tool_call_id"), message.get("name"))
    )
    return ResultPart(id_, name, value, path, media)


def _content(content: Any, path: str) -> Iterator[TextPart | MediaPart]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, item in objects(content, path):
        for key, value in item.items():
            place = f"{where}.{key}"
            if key == "text" and isinstance(value, str):
                yield TextPart(value, place)
            elif key in _MEDIA and isinstance(value, list):
                yield from (media_at(_LISTED[key], each, f"{place}[{i}]") for i, each in enumerate(value))
            elif key in _MEDIA:
                yield media_at(_MEDIA[key], value, place)


_MEDIA: dict[Any, MediaKind] = {"image": "image", "audio": "audio", "video": "video", "doc_url": "document"}
_LISTED: dict[Any, MediaKind] = {**_MEDIA, "video": "image"}  # a video as a list is its frames

ENVELOPE = Envelope(messages=("messages", "input.messages"), tools=("tools", "parameters.tools"))

DIALECT = Dialect(
    id="dashscope",
    title="DashScope text generation",
    provider="Alibaba Cloud",
    carries=carrying("tool"),
    read=read,
    rules=RULES,
    envelope=ENVELOPE,
)
