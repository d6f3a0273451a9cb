"""A conversation as LangChain's messages.

- messages are of one class for each role; a result is a `ToolMessage`, which is marked where the call failed
- blocks are LangChain's standard ones; an assistant's message of more than a text and calls is as a model returns it
  with ``output_version="v1"``, and names that model's provider
- thoughts are an assistant's; what a provider's models cannot have thought, sealed or said is left out
- a block has an address or base64 with a type: local files are read here
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.common.media import read_base64


def prepare(provider: str) -> Callable[[kit.Conversation], tuple[list[Any], list[dict[str, Any]]]]:
    """What makes LangChain's messages, as if `provider` had answered, and the tools."""
    return lambda conversation: (messages(conversation, provider), adapting.tools_of(conversation))


def messages(conversation: kit.Conversation, provider: str) -> list[Any]:
    """LangChain's own messages: the conversation's, with a message for each result."""
    made: list[Any] = []
    for turn in adapting.turns(conversation, adapting.thinks_as(provider.removesuffix("_converse"))):
        if answers := adapting.of_results(turn):
            made += map(_result, answers)
        else:
            made.append(_message(turn.role, adapting.speaker(turn), list(turn.blocks), provider))
    return made


def _message(role: str, name: str | None, blocks: list[kit.Block], provider: str) -> Any:
    match role:
        case "assistant":
            return _answer(name, blocks, provider)
        case "system":
            return SystemMessage(adapting.content_of(blocks, _block), name=name)
        case _:
            return HumanMessage(adapting.content_of(blocks, _block), name=name)


def _result(result: kit.ToolResult) -> Any:
    status = "error" if result.is_error else "success"
    output = adapting.content_of(adapting.output_of(result), _block)
    return ToolMessage(output, tool_call_id=result.id, name=result.name, status=status)


def _answer(name: str | None, blocks: list[kit.Block], provider: str) -> Any:
    """An assistant's message: a text and the calls behind it go in plain fields, all else in standard blocks."""
    calls = [block for block in blocks if isinstance(block, kit.ToolUse)]
    fields: dict[str, Any] = {"name": name, "tool_calls": [_call(call) for call in calls]}
    if provider in ("deepseek", "ollama"):
        thoughts = [block.thinking for block in blocks if isinstance(block, kit.Thinking)]
        blocks = [block for block in blocks if not isinstance(block, kit.Thinking)]
        fields["additional_kwargs"] = {"reasoning_content": "\n".join(thoughts)} if thoughts else {}
    if provider == "google_genai":  # under the key by which its answers carry them
        signatures = {call.id: call.signature for call in calls if call.signature is not None}
        fields["additional_kwargs"] = {"__gemini_function_call_thought_signatures__": signatures} if signatures else {}
    match [block for block in blocks if not isinstance(block, kit.ToolUse)]:
        case []:
            return AIMessage("", **fields)
        case [kit.Text(text=text)] if isinstance(blocks[0], kit.Text):
            return AIMessage(text, **fields)
        case _:
            own = _own(blocks, provider)
            marks = {"output_version": "v1", "model_provider": provider if own else "unknown"}
            said = [_assistant_block(block, provider) for block in own or blocks]
            return AIMessage(said, response_metadata=marks, **fields)


def _own(blocks: list[kit.Block], provider: str) -> list[kit.Block]:
    """What such a provider can have said; a thought without a signature is nobody's who signs, and alone no one's."""
    if provider not in ("anthropic", "bedrock_converse", "google_genai"):
        return blocks
    thoughts = [block for block in blocks if isinstance(block, kit.Thinking)]
    if thoughts and not any(thought.signature for thought in thoughts):
        return []
    return [block for block in blocks if not isinstance(block, kit.Thinking) or block.signature]


def _assistant_block(block: kit.Block, provider: str) -> dict[str, Any]:
    match block:
        case kit.ToolUse():
            return _call(block)
        case kit.Thinking(thinking=thinking, signature=None):
            return {"type": "reasoning", "reasoning": thinking}
        case kit.Thinking(thinking=thinking, signature=signature) if provider == "openai":
            id_, sealed = adapting.item_id("rs", signature or ""), {"encrypted_content": signature}
            return {"type": "reasoning", "id": id_, "reasoning": thinking, "extras": sealed}
        case kit.Thinking(thinking=thinking, signature=signature):
            return {"type": "reasoning", "reasoning": thinking, "extras": {"signature": signature}}
        case kit.RedactedThinking(data=data) if provider == "anthropic":
            return {"type": "non_standard", "value": {"type": "redacted_thinking", "data": data}}
        case kit.RedactedThinking(data=data):
            return {"type": "reasoning", "extras": {"redacted_content": read_base64(data)}}
        case _:
            return _block(block)


def _call(call: kit.ToolUse) -> dict[str, Any]:
    return {"type": "tool_call", "id": call.id, "name": call.name, "args": call.input}


def _block(block: kit.Block) -> dict[str, Any]:
    made: dict[str, Any] = adapting.spelled(block, _BLOCKS, "in LangChain only an assistant's message holds {}")
    return made


def _media(media: kit.Media) -> dict[str, Any]:
    kind = "file" if isinstance(media, kit.Document) else media.type
    match adapting.inline_or_url(media):
        case adapting.Inline(media_type, data):
            return {"type": kind, "base64": data, "mime_type": media_type}
        case url:
            return {"type": kind, "url": url}


_BLOCKS = {
    "text": lambda block: {"type": "text", "text": block.text},
    **dict.fromkeys(("image", "audio", "video", "document"), _media),
}
