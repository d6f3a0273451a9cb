"""Tools on offer, media and marks for caches of the fifteenth collection."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, nodes
from planted.collected import meant
from planted.conversations import MARK, by_message, of
from planted.faults.offers import with_tools
from planted.lately.labelled import MARKED
from planted.planted import Planted
from support.offers import functions as offered
from support.offers import holders

from pytest_promptfmt.conversation import Conversation, Image, Message, Text, ToolResult, ToolUse


def prefixed(payload: Any) -> None:
    for function in offered(payload):
        function["name"] = f"gtc__{function['name']}"


def no_tools(payload: Any, given: Conversation) -> Any:
    """Behind the results of the third round, when an answer is wanted."""
    rounds = [message for message in given.messages if of(ToolUse, message)]
    if len(rounds) < 3 or not of(ToolResult, given.messages[-1]):
        return payload
    return {key: value for key, value in payload.items() if key != "toolConfig"}


def empty_list(payload: Any) -> None:
    for holder, key in holders(payload):
        if holder[key].get("properties") == {}:
            holder[key]["properties"] = []


def untyped(payload: Any) -> None:
    for holder, key in holders(payload):
        holder[key] = {name: value for name, value in holder[key].items() if name != "type"}


def as_they_are(payload: Any, given: Conversation) -> Any:
    """Schemas go out as they were given."""
    own = {tool.name: dict(tool.parameters) for tool in given.tools}
    if isinstance(payload, dict) and payload.get("tools"):
        for function, (holder, key) in zip(offered(payload), holders(payload), strict=True):
            holder[key] = own.get(function["name"], holder[key])
    return payload


def all_marked(payload: Any, given: Conversation) -> Any:
    """The last tool, the last of the system text and the last four of the user's turns."""
    if not isinstance(payload, dict) or not payload.get("tools"):
        return payload
    payload["tools"][-1] |= MARKED
    system = payload.get("system")
    if isinstance(system, list) and system:
        system[-1] |= MARKED
    for turn in by("user", payload)[-4:]:
        if isinstance(turn["content"], list) and turn["content"] and turn["content"][-1].get("text", "-"):
            turn["content"][-1] |= MARKED
    return payload


def each_turn_marked(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload):
        turn["content"].append({"cachePoint": {"type": "default"}})
    return payload


def jpegs(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("media_type") == "image/png":
            node["media_type"] = "image/jpeg"
        if node.get("format") == "png":
            node["format"] = "jpeg"
    return payload


def papers_alone(payload: Any, given: Conversation) -> Any:
    """A user's turn with a paper has no text but the user's own."""
    own = {text.text for message in given.messages for text in of(Text, message)}
    for turn in by("user", payload):
        if any("document" in block for block in turn["content"]):
            turn["content"] = [block for block in turn["content"] if block.get("text", own and next(iter(own))) in own]
    return payload


def text_in_images(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("type") == "image_url":
            node["text"] = ""
    return payload


def bare_recordings(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if isinstance(node.get("audio"), str) and node["audio"].startswith("data:"):
            node["audio"] = node["audio"].partition(",")[2]
    return payload


def shown_last(conversation: Conversation) -> Conversation:
    """Images of the user's stand in the last turn alone; who showed no more says the mark."""
    asks = [each for each in conversation.messages if each.role == "user" and not of(ToolResult, each)]

    def heard(message: Message) -> list[Message]:
        if not any(message is each for each in asks[:-1]) or not of(Image, message):
            return [message]
        kept = tuple(block for block in message.blocks if not isinstance(block, Image))
        return [replace(message, blocks=kept or (Text(MARK),))]

    return by_message(conversation, heard)


def unmarked(payload: Any, given: Conversation) -> Any:
    for node in nodes(messages(payload)):
        if node.get("text") == MARK:
            node["text"] = ""
    return payload


TABLE = (
    Planted(
        "anything-llm-5054",
        "tools have a prefix on offer alone",
        "gemini openai anthropic",
        meant("anything-llm-5054", "openai.*", "anthropic.*"),
        sends=with_tools(prefixed),
    ),
    Planted(
        "ironclaw-1629",
        "behind three rounds there are no tools",
        "bedrock",
        meant("ironclaw-1629", "fidelity.lost-tool"),
        sends=no_tools,
    ),
    Planted(
        "laravel-ai-205",
        "no parameters are an empty list",
        "xai openai groq",
        meant("laravel-ai-205", "openai.*", "groq.*", "fidelity.altered-parameter"),
        sends=with_tools(empty_list),
    ),
    Planted(
        "litellm-31527",
        "a schema does not say that it is an object",
        "anthropic bedrock openai",
        meant("litellm-31527", "bedrock.*", "openai.*"),
        sends=with_tools(untyped),
    ),
    Planted(
        "hermes-agent-63441",
        "names of parameters go out as they are",
        "anthropic",
        meant("hermes-agent-63441"),
        sends=as_they_are,
    ),
    Planted(
        "harness-sdk-3571",
        "the last tool, the system text and four turns are marked",
        "anthropic",
        meant("harness-sdk-3571"),
        sends=all_marked,
    ),
    Planted(
        "harness-sdk-3571",
        "each of the user's turns is marked",
        "bedrock",
        meant("harness-sdk-3571", "bedrock.*"),
        sends=each_turn_marked,
        name="each-turn",
    ),
    Planted(
        "zed-47167",
        "a PNG is declared a JPEG",
        "anthropic bedrock",
        meant("zed-47167", "bedrock.*"),
        sends=jpegs,
    ),
    Planted("archestra-4220", "a paper stands without a text", "bedrock", meant("archestra-4220"), sends=papers_alone),
    Planted(
        "codexplusplus-329",
        "an image's part has an empty text beside",
        "zhipu openai",
        meant("codexplusplus-329", "openai.*"),
        sends=text_in_images,
    ),
    Planted(
        "langchain4j-4039",
        "a recording is bare base64",
        "dashscope-multimodal",
        meant("langchain4j-4039"),
        sends=bare_recordings,
    ),
    Planted(
        "kirocc-134",
        "images are shown in the last turn alone",
        "anthropic openai",
        meant("kirocc-134", "openai.*"),
        hears=shown_last,
        sends=unmarked,
    ),
)
