"""Tools on offer, media and marks for caches of the fourteenth collection."""

from __future__ import annotations

from typing import Any

from liars.payloads import by, messages, nodes
from planted.collected import meant
from planted.conversations import by_block, of
from planted.faults.offers import Schema, each, throughout, with_tools
from planted.lately.labelled import MARKED
from planted.planted import Planted
from support.google_schema import google
from support.offers import functions as offered
from support.offers import holders, within

from pytest_promptfmt.conversation import Block, Conversation, Image, Message, ToolResult

TEXTS = ("txt", "md", "html", "csv")


def images_of_a_single_turn(conversation: Conversation) -> Conversation:
    """Whose user has spoken only once has no images of the user's."""
    turns = [message for message in conversation.messages if message.role == "user" and not of(ToolResult, message)]
    if len(turns) > 1:
        return conversation

    def heard(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Image) and message.role == "user" else [block]

    return by_block(conversation, heard)


def holding_nothing(where: str) -> Any:
    """Whose items point there says nothing of what it holds."""

    def changed(schema: Schema) -> Schema:
        items = schema.get("items")
        points = isinstance(items, dict) and str(items.get("$ref", "")).startswith(where)
        return {key: value for key, value in schema.items() if key != "items"} if points else schema

    return changed


def empty_values(payload: Any, given: Conversation) -> Any:
    """In Google's words, an empty text among the values too, which the words' own spelling leaves out."""

    def spelled(schema: Any) -> Any:
        stood = throughout(schema, lambda node: _stood(node, "", STANDS_IN))
        return throughout(google(stood), lambda node: _stood(node, STANDS_IN, ""))

    if isinstance(payload, dict) and payload.get("tools"):
        for holder, key in holders(payload):
            if any("" in node.get("enum", ()) for node in within(holder[key])):
                holder["parameters"] = spelled(holder.pop(key))
    return payload


STANDS_IN = "planted-for-nothing"


def _stood(node: Schema, old: str, new: str) -> Schema:
    values = node.get("enum")
    return node | {"enum": [new if value == old else value for value in values]} if isinstance(values, list) else node


def of_one_text(schema: Any) -> str:
    """The name of the only parameter, where it is a text."""
    parameters = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(parameters, dict) or len(parameters) != 1:
        return ""
    name, parameter = next(iter(parameters.items()))
    return name if isinstance(parameter, dict) and parameter.get("type") == "string" else ""


def bare_texts(payload: Any, given: Conversation) -> Any:
    def bare(payload: Any) -> None:
        for holder, key in holders(payload):
            if name := of_one_text(holder[key]):
                holder[key] = {**holder[key]["properties"][name], "additionalProperties": False}

    return with_tools(bare)(payload, given)


def first_of_the_last(payload: Any, given: Conversation) -> Any:
    for turn in by("assistant", payload)[-1:]:
        if isinstance(turn["content"], list) and turn["content"]:
            turn["content"][0] |= MARKED
    return payload


def shown_without_words(payload: Any, given: Conversation) -> Any:
    """The images of a result stand behind an empty text."""
    for message in by("user", payload):
        parts = message["content"]
        if isinstance(parts, list) and any("tool result of" in str(part.get("text")) for part in parts):
            images = [part for part in parts if part["type"] == "image_url"]
            if images:
                message["content"] = [{"type": "text", "text": ""}, *images]
    return payload


def point_behind_papers(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload):
        last = turn["content"][-1] if turn["content"] else {}
        if last.get("document", {}).get("format") in TEXTS:
            turn["content"].append({"cachePoint": {"type": "default"}})
    return payload


def empty_offer(payload: Any, given: Conversation) -> Any:
    if given.tools:
        return payload
    return {"messages": payload, "tools": []} if isinstance(payload, list) else payload | {"tools": []}


def bare_where_empty(payload: Any) -> None:
    for function in offered(payload):
        if not function.get("parameters", {}).get("properties"):
            function.pop("parameters", None)


def everything_as_images(payload: Any, given: Conversation) -> Any:
    for part in nodes(messages(payload)):
        for key in ("video_url", "audio_url"):
            if part.get("type") == key:
                part["type"] = "image_url"
                part["image_url"] = part.pop(key)
        if part.get("type") == "input_audio":
            sound = part.pop("input_audio")
            part["type"] = "image_url"
            part["image_url"] = {"url": f"data:audio/{sound['format']};base64,{sound['data']}"}
    return payload


def values_beside(schema: Schema) -> Schema:
    """Strict mode: what was optional may be null, but its values stand beside the alternative as well."""
    if schema.get("type") != "object":
        return schema
    properties = {}
    for name, one in schema.get("properties", {}).items():
        if name in schema.get("required", ()):
            properties[name] = one
        else:
            kept = {key: one[key] for key in ("enum", "const") if key in one}
            properties[name] = kept | {"anyOf": [one, {"type": "null"}]}
    return schema | {"properties": properties, "required": [*properties], "additionalProperties": False}


def strict_with_values(payload: Any) -> None:
    for function, (holder, key) in zip(offered(payload), holders(payload), strict=True):
        schema = holder[key]
        wanted = schema.get("required", ())
        optional = [one for name, one in schema.get("properties", {}).items() if name not in wanted]
        if any(isinstance(one, dict) and ("enum" in one or "const" in one) for one in optional):
            holder[key] = throughout(schema, values_beside)
            function["strict"] = True


TABLE = (
    Planted(
        "kimiflare-197",
        "whose user has spoken only once has no images",
        "moonshot openai anthropic gemini",
        meant("kimiflare-197"),
        hears=images_of_a_single_turn,
    ),
    Planted(
        "genkit-6206",
        "whose items point to a definition holds anything",
        "gemini openai anthropic bedrock",
        meant("genkit-6206", "fidelity.*tool*"),
        hears=each(holding_nothing("#/$defs/")),
    ),
    Planted(
        "deeix-546",
        "whose items point to a parameter holds anything",
        "gemini openai anthropic",
        meant("deeix-546", "fidelity.*tool*"),
        hears=each(holding_nothing("#/properties/")),
    ),
    Planted(
        "ha-claude-32",
        "an empty text among values goes out",
        "gemini",
        meant("ha-claude-32"),
        sends=empty_values,
    ),
    Planted(
        "spring-ai-alibaba-282",
        "who takes one text takes it bare",
        "dashscope openai moonshot",
        meant("spring-ai-alibaba-282", "openai.*", "moonshot.*"),
        sends=bare_texts,
    ),
    Planted(
        "antigravity-manager-744",
        "the first block of the assistant's last turn is marked for the cache",
        "anthropic",
        meant("antigravity-manager-744"),
        sends=first_of_the_last,
    ),
    Planted(
        "codegraff-812",
        "images of results stand behind an empty text",
        "zhipu",
        meant("codegraff-812"),
        sends=shown_without_words,
    ),
    Planted(
        "pizza-bot-6",
        "a mark for the cache stands right behind a paper of text",
        "bedrock",
        meant("pizza-bot-6"),
        sends=point_behind_papers,
    ),
    Planted(
        "php-mistral-76",
        "where no tools are on offer the list is empty",
        "mistral deepseek",
        meant("php-mistral-76", "deepseek.*"),
        sends=empty_offer,
        taken={
            "openai": "since 2025 the API treats an empty list of tools as it does none "
            "(local-inference-lab/vllm#193, mlx-lm#170)"
        },
    ),
    Planted(
        "qwen-code-11834",
        "who takes nothing has no parameters",
        "minimax",
        meant("qwen-code-11834"),
        sends=with_tools(bare_where_empty),
    ),
    Planted(
        "dify-plugins-3714",
        "films and recordings go out as images",
        "vllm",
        meant("dify-plugins-3714"),
        sends=everything_as_images,
    ),
    Planted(
        "mastra-23179",
        "in strict mode values stand beside the alternative that may be null",
        "openai",
        meant("mastra-23179"),
        sends=with_tools(strict_with_values),
    ),
)
