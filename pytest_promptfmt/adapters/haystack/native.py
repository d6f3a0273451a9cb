"""A conversation as Haystack's messages, made by its own `from_user`, `from_system`, `from_assistant` and `from_tool`.

- the system says one text, an assistant one text and calls, in no order: several are joined; its thoughts come first
- names are for OpenAI, as Haystack documents them
- a result holds the call that it answers, whole
- thoughts and signatures stand where Haystack puts those of that provider's answers
- media are by value: an address is what its `from_url` fetches
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from haystack.dataclasses import ChatMessage, FileContent, ImageContent, ReasoningContent, TextContent, ToolCall
from haystack.tools import Tool

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit


def prepare(provider: str) -> Callable[[kit.Conversation], tuple[list[Any], list[Any]]]:
    """What makes Haystack's messages, as if `provider` had answered, and the tools."""
    return lambda conversation: (
        messages(conversation, provider),
        [_tool(t) for t in adapting.tools_of(conversation, "bare")],
    )


def _tool(tool: Mapping[str, Any]) -> Tool:
    return Tool(**tool, function=_called)


def _called(**_: Any) -> None: ...


def messages(conversation: kit.Conversation, provider: str) -> list[Any]:
    """Haystack's own messages: the conversation's, with a message for each result."""
    calls: dict[str, ToolCall] = {}
    items = count(1)
    made: list[Any] = []
    has = adapting.thinks_as("" if provider == "openai" else provider, thinks=provider != "openai")
    for turn in adapting.turns(conversation, has):
        uses = [block for block in turn.blocks if isinstance(block, kit.ToolUse)]
        own = [_call(use, provider, items) for use in uses]
        calls |= {use.id: call for use, call in zip(uses, own, strict=True)}
        if answers := adapting.of_results(turn):
            for answer in answers:
                unknown = kit.ToolUse(answer.id, answer.name or "", {})
                made.append(_result(answer, calls.get(answer.id) or _call(unknown, provider, items)))
        else:
            made.append(_message(turn, own, provider))
    return made


def _message(turn: kit.Message, calls: list[ToolCall], provider: str) -> Any:
    name = adapting.speaker(turn) if provider == "openai" else None
    match turn.role:
        case "system":
            return ChatMessage.from_system(adapting.one_text(turn.blocks, _TEXTS), name=name)
        case "assistant":
            return _answer(turn, calls, name, provider)
        case _:
            parts = [_part(block) for block in turn.blocks] or [TextContent("")]
            return ChatMessage.from_user(content_parts=parts, name=name)


_TEXTS = "Haystack's messages of the system and of the assistant"


def _answer(turn: kit.Message, calls: list[ToolCall], name: str | None, provider: str) -> Any:
    thoughts, _, rest = adapting.said_in(turn)
    if thoughts != list(turn.blocks[: len(thoughts)]):
        raise NotImplementedError("Haystack's assistant thinks before it speaks or calls")
    return ChatMessage.from_assistant(
        adapting.one_text(rest, _TEXTS) if rest else None,
        _signatures(turn.blocks) if provider == "gemini" else None,
        name,
        calls,
        reasoning=_reasoning(thoughts, provider) if thoughts else None,
    )


def _reasoning(thoughts: Sequence[adapting.Thought], provider: str) -> Any:
    texts = [thought.thinking if isinstance(thought, kit.Thinking) else "[REDACTED]" for thought in thoughts]
    match provider, thoughts:
        case "anthropic", _:
            own = [_anthropic(one) for one in thoughts if isinstance(one, kit.RedactedThinking) or one.signature]
            return ReasoningContent("".join(texts), {"reasoning_contents": own} if own else {})
        case "openai-responses", [kit.Thinking(signature=str(signature))]:
            item = {"id": adapting.item_id("rs", signature), "type": "reasoning", "encrypted_content": signature}
            return ReasoningContent(texts[0], item)
        case "bedrock", [kit.Thinking(signature=str(signature))]:
            return ReasoningContent(texts[0], {"signature": signature})
        case _, [kit.Thinking()]:
            return ReasoningContent(texts[0])
        case "mistral" | "ollama", _:
            return ReasoningContent("\n".join(texts))
        case _:
            raise NotImplementedError("Haystack's assistant has one signed thought in a message, and none is redacted")


def _anthropic(thought: adapting.Thought) -> dict[str, Any]:
    match thought:
        case kit.RedactedThinking(data=data):
            return {"reasoning_content": {"redacted_thinking": data}}
        case kit.Thinking(thinking=thinking, signature=signature):
            return {"reasoning_content": {"reasoning_text": {"text": thinking, "signature": signature}}}


def _signatures(blocks: Sequence[kit.Block]) -> dict[str, Any]:
    """Of Gemini's parts, those that are signed, as Haystack notes them."""
    return {
        "thought_signatures": [
            {
                "part_index": index,
                "signature": signature,
                "has_text": not isinstance(block, kit.ToolUse),
                "has_function_call": isinstance(block, kit.ToolUse),
                "is_thought": isinstance(block, kit.Thinking),
            }
            for index, block in enumerate(blocks)
            if (signature := getattr(block, "signature", None))
        ]
    }


def _call(call: kit.ToolUse, provider: str, items: Iterator[int]) -> ToolCall:
    if provider == "openai-responses":  # an item of the API has an id of its own beside the call's
        return ToolCall(call.name, dict(call.input), f"fc_{next(items)}", {"call_id": call.id})
    return ToolCall(call.name, dict(call.input), call.id)


def _result(result: kit.ToolResult, origin: ToolCall) -> Any:
    match result.output:
        case None | () | (kit.Text(),):
            told: Any = result.output_text
        case tuple(blocks):
            told = [_part(block) for block in blocks]
        case text:
            told = text
    return ChatMessage.from_tool(told, origin, bool(result.is_error))


def _part(block: kit.Block) -> Any:
    return adapting.spelled(block, _PARTS, "in Haystack only an assistant's message holds {}")


def _media(media: kit.Media) -> Any:
    content = ImageContent if isinstance(media, kit.Image) else FileContent
    match adapting.inline_or_url(media):
        case adapting.Inline(media_type, data):
            return content(data, media_type)
        case url:
            return content.from_url(url, retry_attempts=0)


_PARTS = {
    "text": lambda block: TextContent(block.text),
    **dict.fromkeys(("image", "audio", "video", "document"), _media),
}
