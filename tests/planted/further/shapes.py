"""What another API would take: roles, parts, keys and values in the form of a neighbour's."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import functions, holding, messages, nodes
from planted.conversations import blocks, by_result, inside
from planted.faults.exchanges import ARGUMENTS
from planted.faults.joins import RESULTS
from planted.faults.texts import input_text
from planted.further.arguments import EVERY
from planted.further.pictures import ALTERED
from planted.further.results import IMAGES, SAID, with_text
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import Audio, Conversation, Document, Media, Message, Text, ToolResult, UrlSource

FORMS = ("schema.*", *RESULTS)


def json_lists(payload: Any, given: Conversation) -> Any:
    """A result's text that is a JSON list is that list."""
    for node in holding("toolResult", payload):
        for item in node["toolResult"]["content"]:
            try:
                value = json.loads(item.get("text", ""))
            except ValueError:
                continue
            if isinstance(value, list):
                del item["text"]
                item["json"] = value
    return payload


def told(kind: Any, how: Callable[[Any], str]) -> Callable[[Conversation], Conversation]:
    """Each of a kind of media in a result as a text."""

    def changed(result: ToolResult) -> ToolResult:
        output = tuple(Text(how(item)) if isinstance(item, kind) else item for item in inside(result))
        return replace(result, output=output) if inside(result) else result

    return lambda conversation: by_result(conversation, changed)


def as_json(media: Media) -> str:
    source = media.source
    if isinstance(source, UrlSource):
        return json.dumps({"type": media.type, "url": source.url})
    return json.dumps({"type": media.type, "data": source.data, "mimeType": source.media_type})


def as_a_pointer(media: Media) -> str:
    return "&{0x1399715f00a0 map[] <nil>}"


def raises_on_media_in_results(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation) -> Any:
        if any(isinstance(item, Media) for result in blocks(ToolResult, conversation) for item in inside(result)):
            raise ValueError("invalid role for UserInputMultiContent: role must be 'user'")
        return honest(conversation)

    return format_


def of_role_tool(payload: Any, given: Conversation) -> Any:
    """Each result is a message of its own, as Chat Completions has it."""
    turns: list[Any] = []
    for turn in messages(payload):
        rest = [block for block in turn["content"] if block.get("type") != "tool_result"]
        turns += [
            {"role": "tool", "tool_call_id": block["tool_use_id"], "content": block.get("content", "")}
            for block in turn["content"]
            if block.get("type") == "tool_result"
        ]
        turns += [turn | {"content": rest}] if rest else []
    messages(payload)[:] = turns
    return payload


def in_a_message(payload: Any, given: Conversation) -> Any:
    """Calls are those of a message, as Chat Completions has them."""
    items: list[Any] = []
    for item in messages(payload):
        if item.get("type") != "function_call":
            items.append(item)
            continue
        call = {"id": item["call_id"], "type": "function"}
        call["function"] = {"name": item["name"], "arguments": item["arguments"]}
        if items and "tool_calls" in items[-1]:
            items[-1]["tool_calls"].append(call)
        else:
            items.append({"role": "assistant", "content": "", "tool_calls": [call]})
    messages(payload)[:] = items
    return payload


def as_json_text(payload: Any, given: Conversation) -> Any:
    for called in functions(payload):
        called["arguments"] = json.dumps(called["arguments"], ensure_ascii=False)
    return payload


def parts_beside_images(payload: Any, given: Conversation) -> Any:
    for message in messages(payload):
        if images := message.pop("images", None):
            shown = [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}} for data in images]
            said = [{"type": "text", "text": message["content"]}] if message.get("content") else []
            message["content"] = [*said, *shown]
    return payload


def image_urls(payload: Any, given: Conversation) -> Any:
    for item in messages(payload):
        for part in item.get("content", []) if item.get("role") == "user" else []:
            if isinstance(part, dict) and part.get("type") == "input_image" and part["image_url"].startswith("data:"):
                url = part["image_url"]
                part.clear()
                part |= {"type": "image_url", "image_url": {"url": url}}
    return payload


def encoded_twice(payload: Any, given: Conversation) -> Any:
    """The bytes of an image are those of its base64."""
    for node in nodes(messages(payload)):
        source = node.get("image", {}).get("source", {}) if isinstance(node.get("image"), dict) else {}
        if isinstance(source.get("bytes"), str):
            source["bytes"] = base64.b64encode(source["bytes"].encode()).decode()
        elif isinstance(source.get("bytes"), bytes):
            source["bytes"] = base64.b64encode(source["bytes"])
    return payload


def cached(payload: Any, given: Conversation) -> Any:
    """Of a message of several texts the last has what Anthropic's caches know."""
    for message in messages(payload):
        parts = message.get("content")
        texts = [part for part in parts if part.get("type") == "text"] if isinstance(parts, list) else []
        if len(texts) > 1:
            texts[-1]["cache_control"] = {"type": "ephemeral"}
    return payload


def with_a_system_text(honest: Formatter) -> Formatter:
    """Where none leads the caller's list, one does afterwards."""

    def format_(conversation: Conversation) -> Any:
        payload = deepcopy(honest(conversation))
        if conversation.messages and conversation.messages[0].role != "system":
            first_ = Message("system", "system", (Text("Respond in JSON."),))
            object.__setattr__(conversation, "messages", (first_, *conversation.messages))
        return payload

    return format_


def with_a_line_of_ours(honest: Formatter) -> Formatter:
    """The user's last message in the caller's list ends in what we ask for."""

    def format_(conversation: Conversation) -> Any:
        payload = deepcopy(honest(conversation))
        last = conversation.messages[-1] if conversation.messages else None
        if last is not None and last.role == "user":
            more = replace(last, blocks=(*last.blocks, Text("Please respond with valid JSON only.")))
            object.__setattr__(conversation, "messages", (*conversation.messages[:-1], more))
        return payload

    return format_


TABLE = (
    Planted("bifrost-1330", "a JSON list is a result's json", "bedrock", ("bedrock.*", *FORMS), sends=json_lists),
    Planted(
        "vercel-ai-15285",
        "a recording in a result is told as its JSON",
        "gemini openai openrouter",
        ("fidelity.*media*",),
        hears=told(Audio, as_json),
    ),
    Planted(
        "crush-3907",
        "a document in a result is a pointer",
        "anthropic bedrock gemini openai",
        ("fidelity.lost-media", "fidelity.*result*"),
        hears=told(Document, as_a_pointer),
    ),
    Planted(
        "spring-ai-3756",
        "a result is its JSON",
        "openai",
        SAID,
        hears=with_text(lambda text: json.dumps(text, ensure_ascii=False)),
    ),
    Planted(
        "eino-ext-714",
        "media in a result raise",
        IMAGES,
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_media_in_results,
    ),
    Planted(
        "higress-3517", "a result is a message of role tool", "anthropic", ("anthropic.*", *FORMS), sends=of_role_tool
    ),
    Planted(
        "odpf-50",
        "calls are those of a message",
        "openai-responses",
        ("fidelity.lost-call", *FORMS),
        sends=in_a_message,
    ),
    Planted("asyar-513", "arguments are JSON text", "ollama", ("ollama.*", *ARGUMENTS), sends=as_json_text),
    Planted(
        "litellm-14217", "beside an image content is a list", "ollama", ("ollama.*", *FORMS), sends=parts_beside_images
    ),
    Planted(
        "langchainjs-11249",
        "an image by value is a part image_url",
        "openai-responses",
        ("openai-responses.*", *FORMS),
        sends=image_urls,
    ),
    Planted(
        "kibana-284689",
        "the bytes of an image are those of its base64",
        "bedrock",
        ("bedrock.*", *ALTERED),
        sends=encoded_twice,
    ),
    Planted(
        "langchainjs-11169",
        "what the assistant says is input_text",
        "openai-responses",
        ("openai-responses.*", *FORMS),
        sends=input_text,
    ),
    Planted(
        "new-api-5982", "the last of several texts has cache_control", "openai", ("openai.*", *FORMS), sends=cached
    ),
    Planted(
        "instructor-2417",
        "a system text is put into the caller's list",
        first("openai", f"{EVERY} ollama-generate"),
        ("purity.changed-input",),
        acts=with_a_system_text,
    ),
    Planted(
        "mem0-5580",
        "the user's last message is changed in the caller's list",
        first("ollama", f"{EVERY} ollama-generate"),
        ("purity.changed-input",),
        acts=with_a_line_of_ours,
    ),
)
