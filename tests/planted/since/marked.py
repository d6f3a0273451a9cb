"""Marks for caches, media and papers of the twelfth collection."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from liars.payloads import by, holding, messages, nodes, of_type
from planted.collected import meant
from planted.conversations import by_block, is_web
from planted.lately.labelled import MARKED
from planted.lately.shown import not_shown
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Conversation,
    Media,
    UrlSource,
    Video,
)

BLANK = {"type": "text", "text": " ", **MARKED}


def blank_where_nothing_is_before(payload: Any, given: Conversation) -> Any:
    """The last word of the user's, and results that say nothing."""
    for turn in by("user", payload)[-1:]:
        if turn["content"] and turn["content"][0]["type"] not in ("text", "tool_result"):
            turn["content"].insert(0, dict(BLANK))
    for result in of_type("tool_result", payload):
        if not result.get("content"):
            result["content"] = [dict(BLANK)]
    return payload


def a_key_of_the_message(payload: Any, given: Conversation) -> Any:
    for turn in messages(payload)[-2:-1]:
        markable = [block for block in turn["content"] if block["type"] not in ("thinking", "redacted_thinking")]
        if markable:
            markable[-1] |= MARKED
        else:
            turn |= MARKED
    return payload


def keys_of_messages(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    for message in [*by("system", payload)[:1], *items[-1:]]:
        message |= MARKED
    return payload


def is_markable(block: dict[str, Any]) -> bool:
    return block["type"] not in ("thinking", "redacted_thinking") and block.get("text") != ""


def four_and_the_request(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict):
        blocks = [block for turn in messages(payload) for block in turn["content"] if is_markable(block)]
        for block in blocks[-4:]:
            block |= MARKED
        payload |= MARKED
    return payload


def all_png(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if str(node.get("url")).startswith("data:image/"):
            node["url"] = re.sub(r"^data:image/[^;,]+", "data:image/png", node["url"])
        if str(node.get("media_type")).startswith("image/"):
            node["media_type"] = "image/png"
    return payload


def tells_no_type(item: Any) -> bool:
    if not isinstance(item, Media) or not isinstance(item.source, UrlSource) or not is_web(item.source.url):
        return False
    return not PurePosixPath(urlsplit(item.source.url).path).suffix


def typed_alone(conversation: Conversation) -> Conversation:
    return by_block(conversation, lambda block, _: [] if tells_no_type(block) else [block])


def numbered(payload: Any, given: Conversation) -> Any:
    for i, node in enumerate(holding("file_data", payload), 1):
        if str(node.get("filename")).endswith(".pdf"):
            node["filename"] = f"file_{i:03}.pdf"
    return payload


TABLE = (
    Planted(
        "vscode-copilot-chat-4839",
        "a mark for the cache with nothing before it is a blank text",
        "anthropic",
        meant("vscode-copilot-chat-4839"),
        sends=blank_where_nothing_is_before,
    ),
    Planted(
        "anthropic-auth-50",
        "the mark for the cache of a message of thoughts is a key of it",
        "anthropic",
        meant("anthropic-auth-50"),
        sends=a_key_of_the_message,
    ),
    Planted(
        "agentscope-java-1377",
        "marks for the cache are keys of messages",
        "dashscope",
        meant("agentscope-java-1377"),
        sends=keys_of_messages,
    ),
    Planted(
        "inflexa-508",
        "four blocks and the request are marked for the cache",
        "anthropic",
        meant("inflexa-508"),
        sends=four_and_the_request,
    ),
    Planted(
        "pycodeloop-12",
        "every image by value is called image/png",
        "openai anthropic",
        meant("pycodeloop-12"),
        sends=all_png,
    ),
    Planted(
        "ag-ui-2586",
        "media at an address that tells no type are dropped",
        "anthropic openai",
        meant("ag-ui-2586"),
        hears=typed_alone,
    ),
    Planted(
        "shinychat-321",
        "documents are called by their number",
        "openai",
        meant("shinychat-321"),
        sends=numbered,
    ),
    Planted(
        "hermes-agent-105230",
        "films are dropped",
        "gemini",
        meant("hermes-agent-105230"),
        hears=not_shown(Video),
    ),
)
