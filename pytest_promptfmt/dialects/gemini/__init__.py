"""Gemini generateContent.

- system text has a place of its own, ``systemInstruction``; a list form's leading system message stands for it
- contents are turns of role user or model, with parts; each part holds one kind of data, and text is never empty
- a call is a ``functionCall`` part of the model, its result a ``functionResponse`` part of the very next turn: as many
  responses as calls, paired by name and place, ids being optional; the response is an object
- media are bare base64 with their type, or files by URI; Gemini 3 wants thought signatures back
- keys are taken in camelCase and in snake_case
- a function's ``parameters`` are in Google's own Schema, ``parametersJsonSchema`` in any JSON Schema

The rules over calls and over parts are in `tool_calls` and `content`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from pytest_promptfmt.dialects.dialect import WEBP, Dialect, carrying
from pytest_promptfmt.dialects.gemini.content import (
    base64_bare,
    file_uri,
    image_readable,
    image_thought_signature,
    key_style,
    mime_type,
    part_is_object,
    part_oneof,
    thought_signature_by_model,
    thought_signature_bytes,
)
from pytest_promptfmt.dialects.gemini.keys import listed
from pytest_promptfmt.dialects.gemini.reader import read
from pytest_promptfmt.dialects.gemini.tool_calls import (
    call_turn_position,
    media_in_results,
    parameters_enum,
    parameters_format,
    parameters_items,
    parameters_keys,
    parameters_properties,
    parameters_required,
    parameters_type,
    response_count,
    response_name,
    response_object,
    response_turn_position,
    results_beside_text,
    thought_signature,
    tool_name,
    tool_names_unique,
)
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys
from pytest_promptfmt.payload.request import Envelope, Request, open_payload


def contents_nonempty(request: Request) -> Iterator[Breach]:
    """There is at least one content, and each has at least one part."""
    if not request.messages:
        yield Breach(
            request.where, "no content is left beside the system text" if request.system_path else "no content"
        )
    for path, content in request.each():
        if content.get("parts") in (None, []):
            yield Breach(f"{path}.parts", "no parts")


ROLES = ("user", "model")


_ASKED = ("role-tool", "role-function", "role-assistant")


@may_ask(*_ASKED)
def role_enum(request: Request) -> Iterator[Breach]:
    """A role is user or model (or left out); there is no assistant, tool or function."""
    for path, content in request.each():
        role = content.get("role")
        if role not in (*ROLES, "system", None, ""):  # `system_instruction` reports role system
            asked = f"role-{role}" if f"role-{role}" in _ASKED else ""
            found = {"expected": list(ROLES), "actual": role}
            yield Breach(f"{path}.role", f"{role!r} is not a role", found, asks=asked)


@asks("assistant-last")
def last_turn_user(request: Request) -> Iterator[Breach]:
    """The contents end with a user's turn or function responses (models before 3.6 went on from their own words)."""
    for path, content in list(request.each())[-1:]:
        if content.get("role") == "model":
            yield Breach(f"{path}.role", "the last turn is the model's")


def alternate(request: Request) -> Iterator[Breach]:
    """User and model alternate."""
    for (_, before), (path, content) in pairwise(request.each()):
        if (content.get("role") or "user") == (before.get("role") or "user"):
            yield Breach(f"{path}.role", f"a second {content.get('role') or 'user'} turn in a row")


def system_instruction(request: Request) -> Iterator[Breach]:
    """System text belongs in systemInstruction, not among the contents."""
    if request.lifted:
        path = request.system_path.rpartition(".")[0]
        yield Breach(f"{path}.role", "the caller must lift this message to systemInstruction", note=True)
    elif isinstance(request.system, str) and not request.system_path.startswith("$.config."):
        yield Breach(request.system_path, "the wire wants {parts: [{text}]}; the SDK alone takes a string", note=True)
    for path, content in request.each():
        if content.get("role") == "system":
            yield Breach(f"{path}.role", "system text belongs to systemInstruction")


_CACHED = ("cachedContent", "cached_content", "config.cached_content", "config.cachedContent")
_IN_THE_CACHE = ("toolConfig", "tool_config")


def cached_content(request: Request) -> Iterator[Breach]:
    """Beside cachedContent there is no system text, no tool and no toolConfig: those are in the cache."""
    if request.state is None:
        return
    beside = request.context.get("config")
    others = (request.context, beside if isinstance(beside, dict) else {})
    config = next((key for known in others for key in _IN_THE_CACHE if known.get(key)), "")
    found = {"system text": request.system and not request.lifted, "tools": request.tools, config: config}
    if beside_it := [name for name, value in found.items() if value]:
        yield Breach(request.state.path, f"beside it stands: {', '.join(beside_it)}", {"actual": beside_it})


RULES = own(
    "gemini",
    contents_nonempty,
    cached_content,
    role_enum,
    part_oneof,
    part_is_object,
    response_count,
    call_turn_position,
    response_turn_position,
    response_name,
    response_object,
    media_in_results,
    results_beside_text,
    thought_signature,
    image_thought_signature,
    thought_signature_by_model,
    thought_signature_bytes,
    base64_bare,
    mime_type,
    image_readable,
    file_uri,
    no_unknown_keys,
    key_style,
    last_turn_user,
    alternate,
    system_instruction,
    tool_name,
    tool_names_unique,
    parameters_keys,
    parameters_type,
    parameters_enum,
    parameters_format,
    parameters_items,
    parameters_properties,
    parameters_required,
)

_TYPED = re.compile(r"https://[^/]+/[^?#]*\.\w+([?#].*)?$", re.IGNORECASE)
"""An address that shows its type, which has to be told beside it."""

ENVELOPE = Envelope(
    messages=("contents",),
    system=("systemInstruction", "system_instruction", "config.system_instruction", "config.systemInstruction"),
    tools=("tools", "config.tools"),
)


def open_contents(payload: Any, context: Mapping[str, Any]) -> Request:
    """The `Request` as the server reads it; a client takes no shorter form. Raises `NotAPayload`."""
    return open_payload(payload if context.get("layer") == "sdk" else listed(payload), ENVELOPE, context)


DIALECT = Dialect(
    id="gemini",
    title="Gemini generateContent",
    provider="Google",
    carries=carrying("tool", "thinking", "image", "audio", "video", "document"),
    read=read,
    rules=RULES,
    pairs_by_name=True,
    error_flag=True,
    envelope=ENVELOPE,
    opener=open_contents,
    signed="state",
    states=dict.fromkeys(_CACHED, "beginning"),
    fetches={"image": _TYPED, "document": _TYPED},
    media_types=WEBP | {"audio/aiff"},
    media_of={"assistant": carrying("image", "audio", "video", "document")},
    as_read=listed,
)
