"""Families A, F, K and M among texts: empty ones, white space, escapes, shapes and roles that a provider refuses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from liars.payloads import messages, nodes, respelled
from planted.conversations import MARK, by_block, by_message, of
from planted.planted import TOOLS, Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult, ToolUse

NONEMPTY = ("*.text-nonempty", "*.text-nonblank", "*nonempty", "schema.minLength", "*.content-required", "*.part-oneof")


ANSWERED_IT = (
    'gemini-2.5-flash answers {"text": ""} (a recording of Pydantic AI), and for Vertex AI libraries put one where a '
    "turn needs a part (langchainjs#9987, langchain-google#1935); what was shipped is told in Anthropic's words"
)


def marked(conversation: Conversation, where: Any) -> Conversation:
    """A mark in the place of each empty text of a message that is `where`."""

    def mark(block: Block, message: Message) -> list[Block]:
        return [Text(MARK) if block == Text("") and where(message) else block]

    return by_block(conversation, mark)


def beside_others(conversation: Conversation) -> Conversation:
    return marked(conversation, lambda message: len(message.blocks) > 1)


def alone(conversation: Conversation) -> Conversation:
    return marked(conversation, lambda message: len(message.blocks) == 1)


def unmarked(payload: Any, given: Conversation) -> Any:
    return respelled(payload, MARK, "")


def marked_results(conversation: Conversation) -> Conversation:
    """A mark in each result that is an empty list."""
    return by_block(
        conversation,
        lambda block, _: [
            replace(block, output=MARK) if isinstance(block, ToolResult) and block.output == () else block
        ],
    )


def empty_lists(payload: Any, given: Conversation) -> Any:
    """Content that is the mark becomes an empty list."""
    for node in nodes(messages(payload)):
        for key in ("content", "output"):
            inner = node.get(key)
            if inner == MARK or (isinstance(inner, list) and MARK in str(inner) and len(inner) == 1):
                if isinstance(inner, str) or "toolResult" not in inner[0]:
                    if not (isinstance(inner, list) and inner[0].get("type") == "tool_result"):
                        node[key] = []
    return payload


def padded_instructions(conversation: Conversation) -> Conversation:
    """The one system message that leads gets an empty paragraph behind it."""
    systems = [message for message in conversation.messages if message.role == "system"]
    if len(systems) != 1 or conversation.messages[0] is not systems[0] or not of(Text, systems[0]):
        return conversation
    last = of(Text, systems[0])[-1]

    def padded(block: Block, message: Message) -> list[Block]:
        return [Text(last.text + "\n\n") if block is last and message is systems[0] else block]

    return by_block(conversation, padded)


def escaped(text: str) -> str:
    return re.sub(r"[^\x00-\x7f]+", lambda match: json.dumps(match[0])[1:-1], text)


def escaped_instructions(conversation: Conversation) -> Conversation:
    """What is not ASCII in a system text becomes its escapes in JSON."""

    def told(block: Block, message: Message) -> list[Block]:
        return [Text(escaped(block.text)) if isinstance(block, Text) and message.role == "system" else block]

    return by_block(conversation, told)


def apart(payload: Any, given: Conversation) -> Any:
    """Texts of several messages of one role in turns of their own."""
    starts = {
        text.text
        for before, message in zip(given.messages, given.messages[1:], strict=False)
        if before.role == message.role
        for text in of(Text, message)[:1]
    }
    split: list[Any] = []
    for turn in messages(payload):
        groups: list[list[Any]] = [[]]
        for block in turn["content"]:
            if block.get("text") in starts and groups[-1]:
                groups.append([])
            groups[-1].append(block)
        split += [turn | {"content": group} for group in groups]
    messages(payload)[:] = split
    return payload


def listed_twice(payload: Any, given: Conversation) -> Any:
    """Content is a list in a list."""
    for turn in messages(payload):
        for key in ("parts", "content"):
            if isinstance(turn.get(key), list):
                turn[key] = [turn[key]]
    return payload


def no_assistant(said: Conversation, given: Conversation) -> Conversation:
    """What the assistant has said is not sent; its calls are."""
    return by_message(said, lambda message: [message] if message.role != "assistant" or of(ToolUse, message) else [])


def input_text(payload: Any, given: Conversation) -> Any:
    for item in messages(payload):
        if item.get("role") == "assistant" and isinstance(item["content"], str):
            item["content"] = [{"type": "input_text", "text": item["content"]}]
    return payload


def as_parts(payload: Any, given: Conversation) -> Any:
    """A list of parts where a string is wanted."""
    for message in messages(payload):
        if isinstance(message.get("content"), str) and message["role"] != "tool":
            message["content"] = [{"type": "text", "text": message["content"]}]
    return payload


def nested(payload: Any, given: Conversation) -> Any:
    """Beside an image a text is a part in a part."""
    for turn in messages(payload):
        parts = turn.get("parts", turn.get("content"))
        if isinstance(parts, list) and any(
            "image" in str(part.get("type", [*part])) + str([*part]) or "inline_data" in part for part in parts
        ):
            for part in parts:
                if isinstance(part.get("text"), str):
                    part["text"] = dict(part)
    return payload


NO_TURN: dict[str, Any] = {
    "gemini": lambda texts: {"system_instruction": {"parts": [{"text": t} for t in texts]}, "contents": []},
    "anthropic": lambda texts: {"system": [{"type": "text", "text": t} for t in texts], "messages": []},
    "bedrock": lambda texts: {"system": [{"text": t} for t in texts], "messages": []},
    "openai-responses": lambda texts: {"instructions": "\n".join(texts), "input": []},
}


def no_turn(dialect: str) -> Any:
    """Where there is nothing but system text, the list of turns is empty."""

    def act(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation) -> Any:
            texts = [t.text for message in conversation.messages for t in of(Text, message) if t.text]
            if texts and not any(
                block != Text("") for m in conversation.messages if m.role != "system" for block in m.blocks
            ):
                return NO_TURN[dialect](texts)
            return honest(conversation)

        return format_

    return act


def system_as_turn(payload: Any, given: Conversation) -> Any:
    """System text that leads is a turn of role system."""
    for key in ("system", "system_instruction"):
        if key in payload:
            said = payload.pop(key)
            turn = {"role": "system", **(said if isinstance(said, dict) else {"content": said})}
            messages(payload).insert(0, turn)
    return payload


def for_o1(payload: Any, given: Conversation) -> Any:
    """The request is one to a model that takes no system role."""
    request = payload if isinstance(payload, dict) else {"messages": payload}
    return {"model": "o1-mini", **request} if any(m["role"] == "system" for m in messages(payload)) else payload


TABLE = (
    Planted(
        "agentscope-2007",
        "an empty text beside others is sent",
        "anthropic bedrock",
        NONEMPTY,
        hears=beside_others,
        sends=unmarked,
    ),
    Planted(
        "pydantic-ai-1934",
        "an empty text is sent where it is all that a message says",
        "anthropic bedrock",
        NONEMPTY,
        hears=alone,
        sends=unmarked,
    ),
    Planted(
        "autogen-6063",
        "an empty text is sent where it is all that a message says",
        "anthropic bedrock",
        (*NONEMPTY, "fidelity.*"),
        hears=alone,
        sends=unmarked,
        taken={"gemini": ANSWERED_IT},
    ),
    Planted(
        "strands-2123",
        "a result that is an empty list is sent as one",
        "bedrock",
        ("bedrock.tool-result-nonempty", "*.content-array-nonempty", "*nonempty", "schema.*", "*.text-only"),
        hears=marked_results,
        sends=empty_lists,
    ),
    Planted(
        "pydantic-ai-2678",
        "the one system text that leads gets an empty paragraph",
        "anthropic openai gemini bedrock ollama mistral deepseek dashscope openai-responses",
        ("fidelity.blank-paragraph",),
        hears=padded_instructions,
    ),
    Planted(
        "instructor-965",
        "what is not ASCII in a system text is sent as escapes",
        f"{TOOLS} ollama-generate",
        ("fidelity.coded-text", "fidelity.altered-text"),
        hears=escaped_instructions,
    ),
    Planted(
        "llama-index-12013",
        "messages of one role in a row are turns of their own",
        "bedrock",
        ("bedrock.roles-alternate",),
        sends=apart,
    ),
    Planted(
        "llama-index-16279",
        "content is a list in a list",
        "anthropic openai vllm mistral bedrock gemini openai-responses",
        ("schema.*", "gemini.part-is-object"),
        sends=listed_twice,
    ),
    Planted(
        "agno-3769",
        "an assistant's texts are not sent",
        first("openai-responses", TOOLS),
        ("fidelity.lost-text",),
        writes=no_assistant,
    ),
    Planted(
        "strands-1851",
        "an assistant's text is input_text",
        "openai-responses",
        ("openai-responses.part-by-role", "schema.*"),
        sends=input_text,
    ),
    Planted(
        "smolagents-659",
        "content is a list of parts, where the provider wants a string",
        "ollama dashscope",
        ("ollama.content-string", "dashscope.text-model-string", "schema.*"),
        sends=as_parts,
    ),
    Planted(
        "litellm-2898",
        "beside an image a text is a part in a part",
        "anthropic openai vllm zhipu mistral gemini bedrock openai-responses dashscope-multimodal",
        ("schema.*", "*.part-*", "*.text-*"),
        sends=nested,
    ),
    *(
        Planted(
            "langchain-google-genai-1298",
            "of system text alone no turn is made, and the request is sent",
            dialect,
            ("*nonempty", "*.first-user", "errors.not-refused"),
            acts=no_turn(dialect),
            name=dialect,
        )
        for dialect in NO_TURN
    ),
    Planted(
        "camel-ai-1923",
        "system text is sent in role system to a model that takes none",
        "openai",
        ("openai.system-role-model",),
        sends=for_o1,
    ),
    Planted(
        "camel-ai-1923",
        "system text that leads is sent in a role that the provider does not know",
        "gemini bedrock anthropic",
        ("*.role-enum", "schema.enum", "*.system-*", "bedrock.first-user"),
        sends=system_as_turn,
        name="role",
    ),
)
