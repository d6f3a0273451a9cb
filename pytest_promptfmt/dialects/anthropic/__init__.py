"""Anthropic Messages.

- system text has a place of its own, ``system``; role system stands only further down, and not for every model
- content is a string or a list of typed blocks; text is never empty, a user's content neither
- a call is a ``tool_use`` block of the assistant, its result a ``tool_result`` block of the user turn right after it
- images are bare base64 with their type, URLs or files; they may stand inside tool results
- thinking carries a signature, goes back as it came and never comes last; consecutive messages of one role are merged

The rules over role system, tools, media and caching are in `system`, `tools`, `media` and `caching`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.anthropic.caching import (
    cache_control_max4,
    cache_control_not_on_deferred,
    cache_control_not_on_thinking,
    cache_control_ttl_order,
)
from pytest_promptfmt.dialects.anthropic.content import THINKING, blocks, merged
from pytest_promptfmt.dialects.anthropic.media import (
    base64_bare,
    document_pages,
    document_readable,
    image_bytes_match_type,
    image_limits,
    image_media_type,
    image_readable,
    image_source_object,
    url_source_fetchable,
    url_source_https,
)
from pytest_promptfmt.dialects.anthropic.reader import read
from pytest_promptfmt.dialects.anthropic.server_tools import (
    no_unknown_keys,
    search_result_sealed,
    server_result_has_use,
    server_use_answered,
    tool_reference_offered,
    tools_not_all_deferred,
)
from pytest_promptfmt.dialects.anthropic.system import (
    system_mid_model,
    system_mid_placement,
    system_mid_text_only,
    system_not_first,
)
from pytest_promptfmt.dialects.anthropic.tools import (
    CALL_ID,
    parallel_results_one_message,
    tool_block_role,
    tool_input_object,
    tool_name_pattern,
    tool_names_unique,
    tool_result_error_nonempty,
    tool_result_follows_tool_use,
    tool_result_has_tool_use,
    tool_result_once,
    tool_results_first,
    tool_schema_top_level,
    tool_schema_type,
    tool_schema_valid,
    tool_type,
    tool_use_id_pattern,
    tool_use_id_unique,
)
from pytest_promptfmt.dialects.dialect import SECURE, WEBP, Dialect, carrying
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, needs_context, own
from pytest_promptfmt.dialects.shared_rules import alternating, missing_thought
from pytest_promptfmt.payload.request import Envelope, Request
from pytest_promptfmt.payload.walking import objects


def messages_nonempty(request: Request) -> Iterator[Breach]:
    """There is at least one message beside the system text."""
    if not request.messages:
        yield Breach(
            request.where, "no message is left beside the system text" if request.system_path else "no message"
        )


def max_messages(request: Request) -> Iterator[Breach]:
    """There are at most 100,000 messages."""
    if len(request.messages) > 100_000:
        yield Breach(request.paths[100_000], f"{len(request.messages)} messages", {"expected": 100_000})


def roles_alternate(request: Request) -> Iterator[Breach]:
    """User and assistant alternate; the API merges what does not, old Bedrock refuses it."""
    yield from alternating(request)


def first_role_user(request: Request) -> Iterator[Breach]:
    """The first message is the user's; the API takes another, Bedrock does not."""
    for path, message in list(request.each())[:1]:
        if message.get("role") == "assistant":
            yield Breach(f"{path}.role", "the first message is the assistant's")


_OF_THE_SERVER = ("server_tool_use", "mcp_tool_use")


@asks("assistant-last")
def no_prefill(request: Request) -> Iterator[Breach]:
    """The last message is not the assistant's, which only older models continue."""
    for path, message in list(request.each())[-1:]:
        paused = any(block.get("type") in _OF_THE_SERVER for _, block in objects(message.get("content"), path))
        if message.get("role") == "assistant" and not paused:  # a turn that was paused is sent back as it came
            yield Breach(f"{path}.role", "the last message is the assistant's")


def final_assistant_no_trailing_space(request: Request) -> Iterator[Breach]:
    """The text of a final assistant message does not end in white space."""
    for turn in merged(request)[-1:]:
        for placed in turn.blocks[-1:]:
            text = placed.block.get("text")
            if turn.role == "assistant" and placed.block.get("type") == "text" and isinstance(text, str):
                if text.strip() and text != text.rstrip():
                    path = placed.path if placed.path == f"{placed.message}.content" else f"{placed.path}.text"
                    yield Breach(path, "the text ends in white space", {"actual": text[-20:]})


def text_nonempty(request: Request) -> Iterator[Breach]:
    """No text block is empty, and a message of nothing but text holds more than white space."""
    # An empty text inside a tool result is taken; role system has rules of its own.
    turns = [(placed.path, placed.block) for placed in blocks(request, "text") if placed.role != "system"]
    for path, block in [*objects(request.system, request.system_path), *turns]:
        if block.get("type") == "text" and block.get("text") == "":
            yield Breach(f"{path}.text", "an empty text block")
    for path, message in request.each():
        texts = _nothing_but_text(message)
        if texts and "" not in texts and not any(text.strip() for text in texts):
            yield Breach(f"{path}.content", "nothing but white space")


def blank_text(request: Request) -> Iterator[Breach]:
    """Beside other blocks than texts a message has no text, or one that holds more than white space."""
    for path, message in request.each():
        found = list(objects(message.get("content"), f"{path}.content"))
        said = [(where, block.get("text")) for where, block in found if block.get("type") == "text"]
        if len(said) < len(found) and said and all(isinstance(text, str) and not text.strip() for _, text in said):
            yield from (
                Breach(f"{where}.text", "white space, and no other text beside it") for where, text in said if text
            )


def _nothing_but_text(message: dict[str, Any]) -> list[str]:
    content = message.get("content")
    if message.get("role") not in ("user", "assistant") or not isinstance(content, (str, list)):
        return []
    if isinstance(content, str):
        return [content]
    texts = [block.get("text") for _, block in objects(content, "") if block.get("type") == "text"]
    return [text for text in texts if isinstance(text, str)] if len(texts) == len(content) else []


def user_nonempty(request: Request) -> Iterator[Breach]:
    """A user message has content; an assistant's and a tool result may be empty."""
    for path, message in request.each():
        if message.get("role") == "user" and message.get("content") in ("", []):
            yield Breach(f"{path}.content", "the user message is empty")


def thinking_unmodified(request: Request) -> Iterator[Breach]:
    """A thinking block carries the signature that it came with."""
    for placed in blocks(request, "thinking"):
        if placed.block.get("signature") in (None, ""):
            yield Breach(f"{placed.path}.signature", "a thinking block without its signature")
    for placed in blocks(request, "redacted_thinking"):
        if placed.block.get("data") == "":
            yield Breach(f"{placed.path}.data", "a redacted thinking block without its data")


def final_block_not_thinking(request: Request) -> Iterator[Breach]:
    """A final assistant message does not end in thinking."""
    for turn in merged(request)[-1:]:
        for placed in turn.blocks[-1:]:
            if turn.role == "assistant" and (type_ := placed.block.get("type")) in THINKING:
                # The API's words name `thinking` alone.
                yield Breach(placed.path, f"the last block is {type_}", note=type_ != "thinking")


@asks("thinking-behind")
def thinking_leads(request: Request) -> Iterator[Breach]:
    """An assistant message with thinking begins with thinking; models that think adaptively do not mind."""
    for turn in merged(request):
        if turn.role == "assistant" and turn.of(*THINKING) and (first := turn.blocks[0]) not in turn.of(*THINKING):
            yield Breach(first.path, f"the turn has thinking, and starts with {first.block.get('type')}")


@asks("thinking-missing")
@may_ask("thinking-missing-adaptive")
@needs_context("thinking")
def thinking_first_in_tool_loop(request: Request) -> Iterator[Breach]:
    """With thinking enabled, the assistant turn of an open tool loop starts with thinking."""
    asked = missing_thought(request)
    if not asked:
        return
    turns = merged(request)
    if turns and turns[-1].role == "user" and turns[-1].of("tool_result"):
        turns.pop()
    for turn in turns[-1:]:
        if turn.role == "assistant" and turn.of("tool_use") and turn.blocks[0].block.get("type") not in THINKING:
            first = turn.blocks[0]
            problem = f"thinking is on, and the turn starts with {first.block.get('type')}"
            yield Breach(first.path, problem, {"expected": list(THINKING)}, asks=asked)


RULES = own(
    "anthropic",
    messages_nonempty,
    system_not_first,
    system_mid_placement,
    system_mid_model,
    system_mid_text_only,
    roles_alternate,
    first_role_user,
    no_prefill,
    final_assistant_no_trailing_space,
    text_nonempty,
    blank_text,
    user_nonempty,
    tool_use_id_pattern,
    tool_use_id_unique,
    tool_name_pattern,
    tool_result_follows_tool_use,
    tool_result_has_tool_use,
    tool_result_once,
    server_result_has_use,
    server_use_answered,
    search_result_sealed,
    tool_reference_offered,
    tools_not_all_deferred,
    parallel_results_one_message,
    tool_results_first,
    tool_block_role,
    tool_result_error_nonempty,
    tool_input_object,
    tool_names_unique,
    tool_type,
    tool_schema_type,
    tool_schema_top_level,
    tool_schema_valid,
    image_source_object,
    url_source_https,
    url_source_fetchable,
    image_media_type,
    image_bytes_match_type,
    image_readable,
    base64_bare,
    image_limits,
    document_readable,
    document_pages,
    thinking_unmodified,
    final_block_not_thinking,
    thinking_leads,
    thinking_first_in_tool_loop,
    cache_control_max4,
    cache_control_ttl_order,
    cache_control_not_on_thinking,
    cache_control_not_on_deferred,
    no_unknown_keys,
    max_messages,
)

DIALECT = Dialect(
    id="anthropic",
    title="Anthropic Messages",
    provider="Anthropic",
    carries=carrying("tool", "thinking", "image", "document"),
    read=read,
    rules=RULES,
    envelope=Envelope(system=("system",)),
    error_flag=True,
    call_ids=CALL_ID,
    redacted="data",
    signed="text",
    fetches={"image": SECURE, "document": SECURE},
    media_types=WEBP | {"image/gif"},
)
