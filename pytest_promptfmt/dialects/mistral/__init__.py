"""Mistral chat completions.

- OpenAI's messages without ``name`` and without keys of anybody else's: what is unknown is refused
- system text is a message of role system, which comes behind no assistant's and no tool's message
- the last message is a user's or a tool's, or an assistant's with ``prefix``, which the model goes on from
- call ids are nine letters and digits (newer models take any); each message's calls are answered before the next
- an assistant's content is text, with what was thought before it as ``thinking`` chunks
- images are addresses, audio is bare base64, documents are ``document_url``; arguments are a string or an object

Here are the rules over messages; those over calls and over images are in `tool_calls` and `images`, the reader is in
`reader`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.dialect import SECURE, WEB, Dialect, carrying
from pytest_promptfmt.dialects.mistral.images import document_address, image_address, image_format, image_limits
from pytest_promptfmt.dialects.mistral.reader import read
from pytest_promptfmt.dialects.mistral.tool_calls import (
    CALL_ID,
    call_count,
    function_name,
    id_unique,
    parameters_given,
    parameters_valid,
    tool_call_id,
    tools_nonempty,
)
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, own
from pytest_promptfmt.dialects.shared_rules import messages_nonempty, no_unknown_keys
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

FOLLOWERS = {
    "system": ("user", "assistant", "system"),
    "user": ("assistant", "system", "user"),
    "assistant": ("assistant", "user", "tool"),
    "tool": ("assistant", "tool", "user"),
}


@may_ask("user-after-tool")
def role_order(request: Request) -> Iterator[Breach]:
    """No system message follows an assistant's or a tool's, no tool message a system's or a user's."""
    before = ""
    for path, message in request.each():
        role = str(message.get("role"))
        if role in FOLLOWERS and role not in FOLLOWERS.get(before, FOLLOWERS):
            yield Breach(
                f"{path}.role", f"role {role} after role {before}", {"expected": FOLLOWERS[before], "actual": role}
            )
        elif role == "user" and before == "tool":
            yield Breach(f"{path}.role", f"role {role} after role {before}", asks="user-after-tool")
        before = role


def first_role(request: Request) -> Iterator[Breach]:
    """The first message is of role system or user; the calls of one before it would not be counted."""
    for path, message in request.each():
        if message.get("role") in ("assistant", "tool"):
            yield Breach(f"{path}.role", f"the messages begin with role {message['role']}")
        return


def last_role(request: Request) -> Iterator[Breach]:
    """The last message is of role user or tool, or it is an assistant's with ``prefix``."""
    for path, message in list(request.each())[-1:]:
        role = message.get("role")
        if role == "assistant" and message.get("prefix") is not True:
            yield Breach(f"{path}.role", "an assistant has the last word, and no prefix", {"actual": role})
        elif role == "system":
            # Mistral's words forbid it, its validator lets it pass.
            yield Breach(f"{path}.role", "the system has the last word", {"actual": role}, note=True)


def prefix_last(request: Request) -> Iterator[Breach]:
    """Only the last message has ``prefix``."""
    for path, message in list(request.each())[:-1]:
        if message.get("prefix"):
            yield Breach(f"{path}.prefix", "a prefix that is not the last message")


def _assistants(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((path, message) for path, message in request.each() if message.get("role") == "assistant")


@asks("assistant-empty")
def content_or_calls(request: Request) -> Iterator[Breach]:
    """An assistant's message has content or calls."""
    for path, message in _assistants(request):
        if not message.get("content") and not message.get("tool_calls"):
            yield Breach(f"{path}.content", "neither content nor calls; leave the message out")


@asks("content-beside-calls")
def content_xor_calls(request: Request) -> Iterator[Breach]:
    """Models of tokenizers v1 to v3 take content or calls in one message, not both."""
    for path, message in _assistants(request):
        if message.get("content") and message.get("tool_calls"):
            yield Breach(f"{path}.content", f"content beside calls, which {request.model.name} refuses")


def think_leading(request: Request) -> Iterator[Breach]:
    """What an assistant thought comes before everything else in its content."""
    for path, message in _assistants(request):
        content_began = False
        for where, chunk in objects(message.get("content"), f"{path}.content"):
            if chunk.get("type") != "thinking":
                content_began = True
            elif content_began:
                yield Breach(where, "thinking behind other chunks")


RULES = own(
    "mistral",
    messages_nonempty,
    tool_call_id,
    role_order,
    first_role,
    last_role,
    prefix_last,
    call_count,
    id_unique,
    function_name,
    tools_nonempty,
    parameters_given,
    parameters_valid,
    content_or_calls,
    content_xor_calls,
    think_leading,
    image_address,
    image_format,
    image_limits,
    document_address,
    no_unknown_keys,
)

DIALECT = Dialect(
    id="mistral",
    title="Mistral chat completions",
    provider="Mistral",
    carries=carrying("tool", "thinking", "image", "audio", "document"),
    read=read,
    rules=RULES,
    call_ids=CALL_ID,
    fetches={"image": SECURE, "audio": WEB, "document": SECURE},
)
