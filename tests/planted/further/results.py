"""What tools said, on its way back: parsed, cut, emptied, without its images or without its failure."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from liars.payloads import holding, messages, of_type
from planted.conversations import blocks, by_block, by_result, inside
from planted.faults.joins import RESULTS
from planted.faults.turns import ANSWERED
from planted.further.arguments import EVERY
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import Block, Conversation, Image, Media, Message, Text, ToolResult

SAID = ("fidelity.*result*", "fidelity.lost-*", *RESULTS)
IMAGES = "openai anthropic gemini bedrock mistral vllm openai-responses zhipu dashscope-multimodal openrouter"


def with_text(change: Callable[[str], str]) -> Callable[[Conversation], Conversation]:
    """Each result that is one text with that text as `change` has it."""

    def changed(result: ToolResult) -> ToolResult:
        if isinstance(result.output, str):
            return replace(result, output=change(result.output))
        match inside(result):
            case (Text(text),):
                return replace(result, output=(Text(change(text)),))
        return result

    return lambda conversation: by_result(conversation, changed)


def valued(text: str) -> Any:
    """What a text says in JSON, or itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def empty_where_false(text: str) -> str:
    return text if valued(text) else ""


def unwrapped(text: str) -> str:
    """A JSON list of one object as that object."""
    match valued(text):
        case [dict() as only]:
            return json.dumps(only, ensure_ascii=False)
    return text


def parsed(kinds: tuple[type, ...]) -> Callable[[Any, Conversation], Any]:
    """A response's text, where it is JSON of one of the kinds, as the response itself."""

    def send(payload: Any, given: Conversation) -> Any:
        for part in holding("function_response", payload):
            response = part["function_response"]["response"]
            for text in response.values() if isinstance(response, dict) else ():
                value = valued(text) if isinstance(text, str) else text
                if isinstance(value, kinds) and not isinstance(value, str):
                    part["function_response"]["response"] = value
        return payload

    return send


def raises_on_words(honest: Formatter) -> Formatter:
    """A result that is no JSON raises."""

    def format_(conversation: Conversation) -> Any:
        for result in blocks(ToolResult, conversation):
            if isinstance(result.output, str) and result.output and valued(result.output) is result.output:
                raise ValueError("Failed to parse tool response: expected value at line 1 column 1")
        return honest(conversation)

    return format_


def without_tool_messages(said: Conversation, given: Conversation) -> Conversation:
    """A result with an image is not sent; its image is, where it stands in a turn of its own."""
    shown = {r.id for r in blocks(ToolResult, given) if any(isinstance(item, Image) for item in inside(r))}

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, ToolResult) and block.id in shown else [block]

    return by_block(said, kept)


def items(change: Callable[[ToolResult, tuple[Any, ...]], Any]) -> Callable[[Conversation], Conversation]:
    """Each result of several items as `change` has them."""

    def changed(result: ToolResult) -> ToolResult:
        return replace(result, output=change(result, inside(result))) if inside(result) else result

    return lambda conversation: by_result(conversation, changed)


def failures_without_media(result: ToolResult, output: tuple[Any, ...]) -> Any:
    return tuple(item for item in output if not (result.is_error and isinstance(item, Media)))


def called_empty(result: ToolResult, output: tuple[Any, ...]) -> Any:
    """Where it is nothing but media."""
    return "(empty MCP tool result)" if all(isinstance(item, Media) for item in output) else output


def images_alone(result: ToolResult, output: tuple[Any, ...]) -> Any:
    images = tuple(item for item in output if isinstance(item, Image))
    return images or output


def silent_failures(conversation: Conversation) -> Conversation:
    return by_result(conversation, lambda result: replace(result, output="") if result.is_error else result)


def as_if_it_had_worked(payload: Any, given: Conversation) -> Any:
    """What stands under ``error`` stands under ``output``."""
    for part in holding("function_response", payload):
        response = part["function_response"]["response"]
        if isinstance(response, dict) and "error" in response:
            response["output"] = response.pop("error")
    for item in of_type("function_result", payload):
        item.pop("is_error", None)
    return payload


MOST = 3072


def cut(text: str) -> str:
    """The first so many units of UTF-16, be the last half a character, and a note."""
    units = text.encode("utf-16-le", "surrogatepass")
    if len(units) <= 2 * MOST:
        return text
    return units[: 2 * MOST].decode("utf-16-le", "surrogatepass") + "\n… [truncated]"


def cut_results(payload: Any, given: Conversation) -> Any:
    text = json.dumps(payload, ensure_ascii=False)
    for result in blocks(ToolResult, given):
        for said in (
            [result.output]
            if isinstance(result.output, str)
            else [i.text for i in inside(result) if isinstance(i, Text)]
        ):
            text = text.replace(
                json.dumps(said, ensure_ascii=False)[1:-1], json.dumps(cut(said), ensure_ascii=False)[1:-1]
            )
    return json.loads(text)


def of_role_tool(payload: Any, given: Conversation) -> Any:
    """An output as Chat Completions has it."""
    listed = messages(payload)
    for i, item in enumerate(listed):
        if item.get("type") == "function_call_output":
            listed[i] = {"role": "tool", "tool_call_id": item["call_id"], "content": item["output"]}
    return payload


TABLE = (
    Planted(
        "livekit-6551",
        "a result that says 0, false, [] or {} is empty",
        first("openai", EVERY),
        SAID,
        hears=with_text(empty_where_false),
    ),
    Planted(
        "adk-js-347",
        "a result that is a JSON list is sent as a list",
        "gemini",
        ("schema.*", "gemini.response-*"),
        sends=parsed((list,)),
    ),
    Planted(
        "effect-6011",
        "a result that is a JSON number, boolean or null is sent as that",
        "gemini",
        ("schema.*", "gemini.response-*"),
        sends=parsed((int, float, bool, type(None))),
    ),
    Planted(
        "aistudio-to-api-17",
        "a result that is a JSON list of one object is that object",
        first("gemini", EVERY),
        SAID,
        hears=with_text(unwrapped),
    ),
    Planted(
        "rig-515",
        "a result that is no JSON raises",
        first("gemini", EVERY),
        ("exchange.raised", "errors.unclear"),
        acts=raises_on_words,
    ),
    Planted(
        "wave-agent-1368",
        "a result with an image has no message of its own",
        IMAGES,
        (*ANSWERED, *SAID),
        writes=without_tool_messages,
    ),
    Planted(
        "octo-agent-2024",
        "media of a failed result are dropped",
        first("anthropic", IMAGES),
        ("fidelity.lost-media",),
        hears=items(failures_without_media),
    ),
    Planted(
        "zero-823",
        "a result of nothing but media says that it is empty",
        first("anthropic", IMAGES),
        ("fidelity.lost-media",),
        hears=items(called_empty),
    ),
    Planted(
        "coder-29332",
        "of a result with texts and images only the images are sent",
        first("anthropic", IMAGES),
        SAID,
        hears=items(images_alone),
    ),
    Planted(
        "vscode-330709",
        "a failed result says nothing",
        first("anthropic", EVERY),
        (*SAID, "anthropic.tool-result-error-nonempty"),
        hears=silent_failures,
    ),
    Planted(
        "llxprt-code-3077",
        "a failed result goes out as any other",
        "gemini gemini-interactions",
        ("fidelity.lost-mark",),
        sends=as_if_it_had_worked,
    ),
    Planted(
        "deepseek-reasonix-1976",
        "a long result is cut, be it through a character",
        first("deepseek", EVERY),
        (*SAID, "exchange.*"),
        sends=cut_results,
    ),
    Planted(
        "kelivo-281",
        "a result is a message of role tool",
        "openai-responses",
        ("schema.*", "openai-responses.*", *SAID),
        sends=of_role_tool,
    ),
)
