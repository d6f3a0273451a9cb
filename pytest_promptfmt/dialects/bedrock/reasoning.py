"""Bedrock's rules over reasoning: Claude's, in the words that Bedrock passes on."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, needs_context
from pytest_promptfmt.dialects.shared_rules import missing_thought
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


@asks("thinking-sent")
def reasoning_sent(request: Request) -> Iterator[Breach]:
    """Reasoning goes back to a model that takes it."""
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            if "reasoningContent" in block:
                yield Breach(f"{where}.reasoningContent", f"{request.model.name} takes no reasoning back")


@asks("thinking-signed")
def reasoning_signature_by_model(request: Request) -> Iterator[Breach]:
    """Reasoning has no signature, be it an empty one, where a model gives none."""
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            match block:
                case {"reasoningContent": {"reasoningText": {"signature": _}}}:
                    at = f"{where}.reasoningContent.reasoningText.signature"
                    yield Breach(at, f"{request.model.name} takes no signature")
                case _:
                    pass


@asks("thinking-alone")
def reasoning_alone(request: Request) -> Iterator[Breach]:
    """An assistant's message holds more than reasoning, which newer Claude models take for a prefill."""
    for path, message in request.each():
        found = [block for _, block in objects(message.get("content"), "")]
        if message.get("role") == "assistant" and found and all("reasoningContent" in block for block in found):
            yield Breach(f"{path}.content", "nothing but reasoning")


@asks("thinking-behind")
def reasoning_leads(request: Request) -> Iterator[Breach]:
    """An assistant's message with reasoning begins with it."""
    for path, message in request.each():
        found = list(objects(message.get("content"), f"{path}.content"))
        reasons = any("reasoningContent" in block for _, block in found)
        if message.get("role") == "assistant" and reasons and "reasoningContent" not in found[0][1]:
            yield Breach(found[0][0], f"the message has reasoning, and starts with {', '.join(map(str, found[0][1]))}")


@asks("thinking-missing")
@may_ask("thinking-missing-adaptive")
@needs_context("thinking")
def reasoning_first_in_tool_loop(request: Request) -> Iterator[Breach]:
    """With thinking enabled, the assistant's message of an open tool loop starts with reasoning."""
    asked = missing_thought(request)
    if not asked:
        return
    turns = [(message.get("role"), [*objects(message.get("content"), f"{p}.content")]) for p, message in request.each()]
    if turns and turns[-1][0] == "user" and any("toolResult" in block for _, block in turns[-1][1]):
        turns.pop()
    for role, found in turns[-1:]:
        if role == "assistant" and any("toolUse" in block for _, block in found):
            path, first = found[0]
            if "reasoningContent" not in first:
                starts = ", ".join(map(str, first))
                yield Breach(path, f"thinking is on, and the message starts with {starts}", asks=asked)
