"""What several providers spell alike: JSON values, function tools, the request around the messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby, takewhile
from typing import Any

from promptfmt_reference.wire.schemas import parameters
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def json_copy(value: Any) -> Any:
    """A JSON value of our own, so that who changes the payload does not change the conversation."""
    return json.loads(json.dumps(value))


def arguments(call: ToolUse) -> str:
    """A call's arguments as a JSON string."""
    return json.dumps(call.input, ensure_ascii=False, allow_nan=False)


def calls(message: Message) -> list[ToolUse]:
    return [block for block in message.blocks if isinstance(block, ToolUse)]


def results(message: Message) -> Iterator[tuple[ToolResult, str]]:
    """The results of a message of role tool, with their outputs, which promotion has made strings."""
    for block in message.blocks:
        if isinstance(block, ToolResult):
            yield block, block.output if isinstance(block.output, str) else ""


def thoughts(message: Message) -> str:
    return "\n".join(block.thinking for block in message.blocks if isinstance(block, Thinking))


def function_calls(message: Message) -> list[dict[str, Any]]:
    """`tool_calls` as OpenAI has them, and those who follow it."""
    return [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments(call)}}
        for call in calls(message)
    ]


def tool_messages(message: Message) -> Iterator[dict[str, Any]]:
    """One message of role tool for each result."""
    for result, output in results(message):
        yield {"role": "tool", "tool_call_id": result.id, "content": output}


def functions(conversation: Conversation) -> list[dict[str, Any]]:
    """The tools on offer, as OpenAI has them."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": parameters(tool),
            },
        }
        for tool in conversation.tools
    ]


def request(messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> Any:
    """The list of messages; an object where tools stand beside it."""
    return {"messages": messages, "tools": tools} if tools else messages


def messages_with_tools(conversation: Conversation, spell: Callable[[Message], dict[str, Any]]) -> Any:
    """The messages as `spell` writes each, results as OpenAI does; with the tools beside them where there are any."""
    messages: list[dict[str, Any]] = []
    for message in conversation.messages:
        messages += tool_messages(message) if message.role == "tool" else [spell(message)]
    return request(messages, functions(conversation))


def lift_system(conversation: Conversation) -> tuple[list[str], tuple[Message, ...]]:
    """The texts of the leading system messages, and the messages after them."""
    system = tuple(takewhile(lambda message: message.role == "system", conversation.messages))
    texts = [block.text for message in system for block in message.blocks if isinstance(block, Text)]
    return texts, conversation.messages[len(system) :]


def require_user(conversation: Conversation) -> None:
    """`ValueError` where no user speaks."""
    if not any(message.role == "user" for message in conversation.messages):
        raise ValueError("the provider asks for a user's message, and the conversation has none")


def texts_first(blocks: tuple[Block, ...]) -> list[Block]:
    """A turn's blocks with texts before calls, where no thought stands between the two; thoughts keep their place."""
    written: list[Block] = []
    for _, said in groupby(blocks, lambda block: isinstance(block, Thinking | RedactedThinking)):
        run = list(said)
        first = next((i for i, block in enumerate(run) if isinstance(block, ToolUse)), len(run))
        late = [block for block in run[first:] if isinstance(block, Text)]
        written += [*run[:first], *late, *(block for block in run[first:] if not isinstance(block, Text))]
    return written


def require_user_last(messages: list[dict[str, Any]]) -> None:
    """`ValueError` where the assistant speaks last, which Claude of 4.6 and later refuses."""
    if messages[-1]["role"] == "assistant":
        raise ValueError("the model asks for a user's message last, and the conversation ends with the assistant's")


def require_more_than_system(conversation: Conversation) -> None:
    """`ValueError` where nobody but the system speaks."""
    if not lift_system(conversation)[1]:
        raise ValueError("the provider asks for a message, and the conversation has nothing but system text")
