"""Where formatters of Python frameworks raise, and what they make of a parameter that has one value only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from planted.collected import meant
from planted.conversations import of
from planted.drawn.returned import raises_on
from planted.faults.offers import Schema, each
from planted.faults.sanitised import beside, narrowed
from planted.planted import Planted

from pytest_promptfmt.conversation import Conversation, Image, ToolResult, ToolUse


def declared(payload: Any, name: str) -> Any:
    """The parameters of a tool on offer, as Gemini is sent them."""
    tools = payload.get("tools", []) if isinstance(payload, dict) else []
    found = (each for tool in tools for each in tool.get("function_declarations", []) if each.get("name") == name)
    return next((each.get("parameters", each.get("parameters_json_schema")) for each in found), None)


def side_by_side(given: Any, sent: Any) -> Iterator[tuple[Schema, Schema]]:
    """Each schema beside what was sent for it."""
    if not isinstance(given, dict) or not isinstance(sent, dict):
        return
    yield given, sent
    for name, inner in given.get("properties", {}).items():
        yield from side_by_side(inner, sent.get("properties", {}).get(name))
    yield from side_by_side(given.get("items"), sent.get("items"))


def of_one_value(change: Callable[[Schema, Any], None]) -> Callable[[Any, Conversation], Any]:
    """What is sent of a schema with `const`, changed."""

    def send(payload: Any, given: Conversation) -> Any:
        for tool in given.tools:
            for schema, sent in side_by_side(tool.parameters, declared(payload, tool.name)):
                if "const" in schema:
                    change(sent, schema["const"])
        return payload

    return send


def without_a_type(sent: Schema, value: Any) -> None:
    if "type" not in sent:
        sent["enum"] = [sent.pop("const")]


def any_value(sent: Schema, value: Any) -> None:
    sent.pop("const", None)


def the_value_too(schema: Schema) -> Schema:
    return {"const": schema["const"]} if "const" in schema else {}


def values_described(schema: Schema) -> Schema:
    """An enum is a sentence of the description."""
    if "enum" not in schema:
        return schema
    kept = {key: value for key, value in schema.items() if key != "enum"}
    said = "Must be one of: " + ", ".join(str(value) for value in schema["enum"])
    return kept | {"description": f"{schema['description']} {said}" if "description" in schema else said}


def begins_with_an_answer(conversation: Conversation) -> bool:
    spoken = [message for message in conversation.messages if message.role != "system"]
    return bool(spoken) and spoken[0].role == "assistant"


def neighbours_of_one_role(conversation: Conversation) -> bool:
    """Two plain messages of one role in a row."""
    plain = [None if of(ToolUse | ToolResult, m) else m.role for m in conversation.messages]
    return any(one is not None and one == other for one, other in pairwise(plain))


TABLE = (
    Planted(
        "cua-394",
        "a picture in a user's message raises",
        "anthropic",
        meant("cua-394"),
        acts=raises_on(
            lambda c: any(of(Image, m) for m in c.messages if m.role == "user"), "unsupported content: image"
        ),
    ),
    Planted(
        "langchain-google-486",
        "a conversation that begins with an answer raises",
        "gemini",
        meant("langchain-google-486"),
        acts=raises_on(begins_with_an_answer, "list index out of range"),
    ),
    Planted(
        "smolagents-2258",
        "neighbours of one role raise",
        "openai vllm",
        meant("smolagents-2258"),
        acts=raises_on(neighbours_of_one_role, "wrong content"),
    ),
    Planted(
        "pydantic-ai-3610",
        "a value is an enum without a type",
        "gemini",
        meant("pydantic-ai-3610"),
        sends=of_one_value(without_a_type),
    ),
    Planted(
        "fast-agent-420", "const goes out", "gemini", meant("fast-agent-420"), sends=narrowed(beside(the_value_too))
    ),
    Planted(
        "langchain-google-1694",
        "const is dropped",
        "gemini",
        meant("langchain-google-1694"),
        sends=of_one_value(any_value),
    ),
    Planted(
        "anthropic-sdk-1208",
        "an enum is told in the description",
        "anthropic",
        meant("anthropic-sdk-1208"),
        hears=each(values_described),
    ),
)
