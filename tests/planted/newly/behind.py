"""What was drawn behind the fifteenth collection, when its classes were closed."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import pairwise
from typing import Any

from liars.payloads import behind, by, calling, insert, messages, nodes, remove
from planted.collected import meant
from planted.conversations import inside, of
from planted.faults.offers import each, unpointed
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, Image, ToolResult, ToolUse


def images_in_results(payload: Any, given: Conversation) -> Any:
    """What the reference shows behind a result stands in it."""
    tools = {message["tool_call_id"]: message for message in by("tool", payload)}
    shown = {
        block.id: [item for item in inside(block) if isinstance(item, Image)]
        for message in given.messages
        for block in of(ToolResult, message)
    }
    pictures = [part for node in by("user", payload) for part in shows(node)]
    for id_, images in shown.items():
        if images and id_ in tools:
            said = tools[id_]["content"]
            texts = [{"type": "text", "text": said}] if isinstance(said, str) else said
            tools[id_]["content"] = [*texts, *pictures[: len(images)]]
            del pictures[: len(images)]
    return remove(payload, *(message for message in by("user", payload) if shows(message)))


def shows(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The pictures of the message in which the reference shows those of results."""
    parts = message["content"] if isinstance(message["content"], list) else []
    ours = any("tool result of" in str(part.get("text")) for part in parts)
    return [part for part in parts if ours and part["type"] == "image_url"]


def no_images_in_results(payload: Any, given: Conversation) -> Any:
    for item in messages(payload):
        if isinstance(item.get("output"), list):
            item["output"] = [part for part in item["output"] if part["type"] != "input_image"]
    return payload


def unsaid_beside_calls(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    gone = [
        item
        for item, following in pairwise(items)
        if item.get("role") == "assistant" and following.get("type") == "function_call"
    ]
    return remove(payload, *gone)


def empty_list_before_calls(payload: Any, given: Conversation) -> Any:
    items = messages(payload)
    for n in range(len(items) - 1, -1, -1):
        before = items[n - 1] if n else {}
        begins = items[n].get("type") == "function_call" and before.get("type") != "function_call"
        if begins and before.get("role") != "assistant":
            items.insert(n, {"type": "message", "role": "assistant", "content": []})
    return payload


def blank_behind_calls(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        behind(payload, message, {"role": "assistant", "content": ""})
    return payload


def said_and_called(payload: Any, given: Conversation) -> Any:
    """A turn with both stands there once more before, without its calls."""
    for content in list(by("model", payload)):
        texts = [part for part in content["parts"] if "text" in part]
        if texts and any("function_call" in part for part in content["parts"]):
            index = next(n for n, each in enumerate(messages(payload)) if each is content)
            insert(payload, index, {"role": "model", "parts": deepcopy(texts)})
    return payload


def two_turns_of_one(payload: Any, given: Conversation) -> Any:
    for message in calling(payload):
        if message.get("content"):
            index = next(n for n, each in enumerate(messages(payload)) if each is message)
            said = {key: value for key, value in message.items() if key != "tool_calls"}
            message["content"] = None
            insert(payload, index, said)
    return payload


def results_of_odd_ids(payload: Any, given: Conversation) -> Any:
    """The result of a call whose id is not what Anthropic takes, whatever it is called now."""
    ids = [block.id for message in given.messages for block in of(ToolUse, message)]
    written = [node["id"] for node in nodes(messages(payload)) if node.get("type") == "tool_use"]
    pairs = zip(ids, written, strict=False) if len(ids) == len(written) else ()
    odd = {now for id_, now in pairs if re.search(r"[^A-Za-z0-9_-]", id_)}
    for turn in list(by("user", payload)):
        parts = turn["content"] if isinstance(turn["content"], list) else []
        kept = [part for part in parts if part.get("tool_use_id") not in odd]
        if len(kept) < len(parts):
            turn["content"] = kept
            if not kept:
                remove(payload, turn)
    return payload


def no_ids(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        node.pop("tool_use_id", None)
    return payload


def declared(new: str, *old: str) -> Any:
    def send(payload: Any, given: Conversation) -> Any:
        for node in nodes(messages(payload)):
            for key in ("media_type", "mime_type"):
                if node.get(key) in old:
                    node[key] = new
        return payload

    return send


TABLE = (
    Planted(
        "agenthub-209",
        "images stand in the results that show them",
        "openai zhipu",
        meant("agenthub-209", "zhipu.*"),
        sends=images_in_results,
    ),
    Planted(
        "9router-3864", "no images in results", "openai-responses", meant("9router-3864"), sends=no_images_in_results
    ),
    Planted(
        "switchyard-780",
        "nothing is said beside calls",
        "openai-responses",
        meant("switchyard-780"),
        sends=unsaid_beside_calls,
    ),
    Planted(
        "cliproxyapi-2141",
        "a message with an empty list stands before calls",
        "openai-responses",
        meant("cliproxyapi-2141"),
        sends=empty_list_before_calls,
    ),
    Planted(
        "litellm-31553",
        "an empty message stands behind calls",
        "deepseek openai moonshot",
        meant("litellm-31553", "openai.*", "moonshot.*"),
        sends=blank_behind_calls,
    ),
    Planted(
        "cliproxyapi-705",
        "a turn that says and calls stands there once more without its calls",
        "gemini",
        meant("cliproxyapi-705"),
        sends=said_and_called,
    ),
    Planted(
        "cliproxyapi-4676",
        "a turn that says and calls is two with one reasoning",
        "deepseek moonshot",
        meant("cliproxyapi-4676", "moonshot.*"),
        sends=two_turns_of_one,
    ),
    Planted(
        "omniroute-7823",
        "results of odd ids are gone",
        "anthropic",
        meant("omniroute-7823"),
        sends=results_of_odd_ids,
    ),
    Planted("9router-3369", "results have no id", "anthropic", meant("9router-3369"), sends=no_ids),
    Planted(
        "n8n-25964",
        "no pointers and no definitions",
        "openai anthropic gemini",
        meant("n8n-25964", "anthropic.*", "gemini.*"),
        hears=each(unpointed),
    ),
    Planted(
        "librechat-15606",
        "a PNG is declared as SVG",
        "anthropic gemini",
        meant("librechat-15606", "gemini.*"),
        sends=declared("image/svg+xml", "image/png"),
    ),
    Planted(
        "browser-use-5847",
        "whatever is no PNG is declared a JPEG",
        "gemini anthropic",
        meant("browser-use-5847", "anthropic.*"),
        sends=declared("image/jpeg", "image/gif", "image/webp"),
    ),
    Planted(
        "harness-sdk-2552",
        "a WebP is declared as bytes",
        "anthropic gemini",
        meant("harness-sdk-2552", "gemini.*"),
        sends=declared("application/octet-stream", "image/webp"),
    ),
)
