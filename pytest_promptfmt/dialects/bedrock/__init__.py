"""Amazon Bedrock Converse.

- system text has a place of its own, ``system``, a list of blocks; role system in the messages is new and rarely taken
- content is a list of blocks, each an object with one key that says what it is; no text is blank, no content empty
- the first message is the user's, and user and assistant alternate: nothing is merged, whoever speaks twice is refused
- a call is a ``toolUse`` block, its result a ``toolResult`` block of the message right after it, status and all
- tools stand in ``toolConfig``, which a history with calls may not lack
- media are bytes (base64 on the wire) or lie in a bucket of S3; a format stands for their type; nothing is fetched
- thinking is ``reasoningContent``, with its signature, or redacted

The rules over tools, media and reasoning are in `tools`, `media` and `reasoning`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.dialects.anthropic import no_prefill
from pytest_promptfmt.dialects.bedrock.content import unions
from pytest_promptfmt.dialects.bedrock.media import (
    document,
    document_beside_text,
    document_bytes,
    document_name,
    document_names_unique,
    image_bytes_match_format,
    image_format,
    s3_location,
)
from pytest_promptfmt.dialects.bedrock.reader import read
from pytest_promptfmt.dialects.bedrock.reasoning import (
    reasoning_alone,
    reasoning_first_in_tool_loop,
    reasoning_leads,
    reasoning_sent,
    reasoning_signature_by_model,
)
from pytest_promptfmt.dialects.bedrock.tools import (
    CALL_ID,
    calls_beside_text,
    result_json_object,
    result_status,
    results_beside_text,
    tool_config,
    tool_ids_unique,
    tool_input_object,
    tool_name,
    tool_names_unique,
    tool_result_has_use,
    tool_result_nonempty,
    tool_results,
    tool_results_first,
    tool_schema_top_level,
    tool_schema_type,
    tool_schema_valid,
    tool_use_id,
    tools_nonempty,
)
from pytest_promptfmt.dialects.dialect import WEBP, Dialect, carrying
from pytest_promptfmt.dialects.rules import Breach, asks, own
from pytest_promptfmt.dialects.shared_rules import alternating, more_than, no_unknown_keys
from pytest_promptfmt.payload.request import Envelope, Request
from pytest_promptfmt.payload.walking import objects


def union_one_key(request: Request) -> Iterator[Breach]:
    """A block has exactly one key, and so have the source of media, a tool, its ``inputSchema``, the ``toolChoice``."""
    for path, union in unions(request):
        if len(union) != 1:
            found = f"the keys {', '.join(sorted(map(str, union)))}" if union else "no key"
            yield Breach(path, f"{found} where one belongs", {"expected": 1, "actual": len(union)})


_ROLES = ("user", "assistant", "system")


def role_enum(request: Request) -> Iterator[Breach]:
    """The role is user, assistant or system."""
    for path, message in request.each():
        if "role" in message and message["role"] not in _ROLES:
            data = {"expected": list(_ROLES), "actual": message["role"]}
            yield Breach(f"{path}.role", f"{message['role']!r} is no role", data)


@asks("system-later")
def system_mid_model(request: Request) -> Iterator[Breach]:
    """Role system in the messages is taken by few models; system text goes to the top-level ``system``."""
    for path, message in list(request.each())[1:]:
        if message.get("role") == "system":
            yield Breach(f"{path}.role", "few models take a message of role system")


def first_user(request: Request) -> Iterator[Breach]:
    """There is a message, and the first is the user's."""
    if request.lifted:
        path = request.system_path.rpartition(".")[0]
        yield Breach(f"{path}.role", "the caller must lift this message to the top-level system", note=True)
    if not request.messages:
        yield Breach(
            request.where, "no message is left beside the system text" if request.system_path else "no message"
        )
    for path, message in list(request.each())[:1]:
        if message.get("role") in ("assistant", "system"):
            yield Breach(f"{path}.role", f"the first message is of role {message['role']}", {"expected": "user"})


def roles_alternate(request: Request) -> Iterator[Breach]:
    """User and assistant alternate."""
    yield from alternating(request)


@asks("assistant-trailing-space")
def final_assistant_no_trailing_space(request: Request) -> Iterator[Breach]:
    """The text of a final assistant message does not end in white space."""
    for path, message in list(request.each())[-1:]:
        for where, block in list(objects(message.get("content"), f"{path}.content"))[-1:]:
            text = block.get("text")
            if message.get("role") == "assistant" and isinstance(text, str) and text.strip() and text != text.rstrip():
                yield Breach(f"{where}.text", "the text ends in white space", {"actual": text[-20:]})


def content_nonempty(request: Request) -> Iterator[Breach]:
    """A message has content."""
    for path, message in request.each():
        if message.get("content") == []:
            yield Breach(f"{path}.content", "the message has no content")


def text_nonblank(request: Request) -> Iterator[Breach]:
    """A text block holds more than white space."""
    # Inside a tool result a blank text is taken.
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            if isinstance(block.get("text"), str) and not block["text"].strip():
                yield Breach(f"{where}.text", "nothing but white space" if block["text"] else "an empty text block")


def cache_point_place(request: Request) -> Iterator[Breach]:
    """A cachePoint stands behind a block of its own list, and behind no reasoning and no document but a PDF."""
    theirs = not request.model.family.startswith("claude")  # how others take it nobody has told
    lists = [(f"{path}.content", message.get("content")) for path, message in request.each()]
    for path, content in [(request.system_path, request.system), (request.tools_path, request.tools), *lists]:
        before: dict[str, object] = {}
        for where, block in objects(content, path):
            marks = [*block] == ["cachePoint"]
            if marks and not before:
                yield Breach(f"{where}.cachePoint", "nothing stands before it")
            elif marks and "reasoningContent" in before:
                yield Breach(f"{where}.cachePoint", "reasoning stands before it")
            elif marks and isinstance(paper := before.get("document"), dict) and paper.get("format") != "pdf":
                yield Breach(f"{where}.cachePoint", "a document that is no PDF stands before it", note=theirs)
            before = block


@asks("cache-marks")
def cache_points_max4(request: Request) -> Iterator[Breach]:
    """System text, tools and messages have at most four cachePoints."""
    lists = [(f"{path}.content", message.get("content")) for path, message in request.each()]
    held = [(request.tools_path, request.tools), (request.system_path, request.system), *lists]
    found = (where for path, content in held for where, block in objects(content, path) if [*block] == ["cachePoint"])
    marks = [f"{where}.cachePoint" for where in found]
    yield from more_than(4, marks, f"there are {len(marks)} cachePoints")


RULES = own(
    "bedrock",
    union_one_key,
    tool_use_id,
    tool_name,
    role_enum,
    first_user,
    tool_results,
    image_format,
    image_bytes_match_format,
    document,
    document_name,
    document_names_unique,
    document_bytes,
    document_beside_text,
    s3_location,
    roles_alternate,
    system_mid_model,
    content_nonempty,
    text_nonblank,
    final_assistant_no_trailing_space,
    reasoning_alone,
    reasoning_leads,
    reasoning_first_in_tool_loop,
    reasoning_sent,
    reasoning_signature_by_model,
    tool_result_has_use,
    tool_results_first,
    tool_ids_unique,
    tool_input_object,
    result_json_object,
    tool_result_nonempty,
    results_beside_text,
    calls_beside_text,
    result_status,
    tool_config,
    tool_names_unique,
    tools_nonempty,
    tool_schema_top_level,
    tool_schema_type,
    tool_schema_valid,
    cache_point_place,
    cache_points_max4,
    no_unknown_keys,
    last_user=no_prefill,
)

DIALECT = Dialect(
    id="bedrock",
    title="Amazon Bedrock Converse",
    provider="Amazon Bedrock",
    carries=carrying(*CAPABILITIES),
    read=read,
    rules=RULES,
    envelope=Envelope(system=("system",), tools=("toolConfig.tools",)),
    error_flag=True,
    call_ids=CALL_ID,
    neutral_names=True,
    redacted="blob",
    signed="text",
    media_types=WEBP | {"image/gif"},
)
