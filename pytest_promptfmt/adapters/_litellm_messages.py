"""A conversation as OpenAI's chat messages, with what LiteLLM adds to them.

- text and calls of a message have no order among each other, and a result has no mark for a failed call
- thinking is ``reasoning_content``, and ``thinking_blocks`` beside it where a provider signs; a call's signature, which
  is Gemini's, goes as ``provider_specific_fields``
- thoughts are an assistant's; what a provider's models cannot have thought, sealed or said is left out
- media are OpenAI's parts, with data URIs for bytes; video and documents go as files
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapters._sources import Inline, guessed, inline_or_url
from pytest_promptfmt.adapters._turns import Thought, results, turns
from pytest_promptfmt.common.media import canonical, split_data_uri


def messages(conversation: kit.Conversation, provider: str, *, thinks: bool = True) -> list[dict[str, Any]]:
    """The conversation's messages, one for each result, as if `provider` had answered; no thoughts unless `thinks`."""
    made: list[dict[str, Any]] = []
    for turn in turns(conversation, partial(_has, provider, thinks)):
        if answers := results(turn):
            made += map(_result, answers)
        else:
            made.append(_message(turn, provider))
    return made


def _has(provider: str, thinks: bool, thought: Thought) -> bool:
    """Redacted thoughts are of two providers' models."""
    return provider in ("anthropic", "bedrock") if isinstance(thought, kit.RedactedThinking) else thinks


_SIGN = ("anthropic", "bedrock", "gemini")


def _result(result: kit.ToolResult) -> dict[str, Any]:
    if result.is_error:
        raise NotImplementedError("OpenAI's messages have no mark of a failed result")
    output = _content(result.output) if isinstance(result.output, tuple) else result.output or ""
    named = {} if result.name is None else {"name": result.name}
    return {"role": "tool", "tool_call_id": result.id, **named, "content": output}


def _message(message: kit.Message, provider: str) -> dict[str, Any]:
    made: dict[str, Any] = {"role": "user" if message.role == "tool" else message.role}
    if message.name != message.role:
        made["name"] = message.name
    thoughts = [block for block in message.blocks if isinstance(block, Thought)]
    calls = [block for block in message.blocks if isinstance(block, kit.ToolUse)]
    rest = tuple(block for block in message.blocks if not isinstance(block, Thought | kit.ToolUse))
    made["content"] = _content(rest) if rest or not calls else None
    if thoughts:
        if provider in _SIGN:
            made["thinking_blocks"] = [_thought(thought) for thought in thoughts]
        made["reasoning_content"] = "\n".join(t.thinking for t in thoughts if isinstance(t, kit.Thinking))
    if calls and message.role != "assistant":
        raise NotImplementedError("in OpenAI's messages only an assistant calls")
    if calls:
        made["tool_calls"] = [_call(call, provider) for call in calls]
    return made


def _content(blocks: tuple[Any, ...]) -> Any:
    match blocks:
        case ():
            return ""
        case (kit.Text(text=text),):
            return text
        case _:
            return [_part(block) for block in blocks]


def _part(block: kit.Block) -> dict[str, Any]:
    match block:
        case kit.Text(text=text):
            return {"type": "text", "text": text}
        case kit.Image():
            return {"type": "image_url", "image_url": {"url": _url(block)}}
        case kit.Audio():
            return {"type": "input_audio", "input_audio": _audio(_url(block))}
        case kit.Video() | kit.Document():
            return {"type": "file", "file": _file(_url(block), block)}
        case _:
            raise NotImplementedError(f"OpenAI's messages have no part for {block.type}")


def _url(media: kit.Media) -> str:
    source = inline_or_url(media)
    return source.uri if isinstance(source, Inline) else source


def _audio(url: str) -> dict[str, str]:
    split = split_data_uri(url)
    if split is None:
        raise NotImplementedError("OpenAI's messages have no address for audio")
    return {"data": split.data, "format": _FORMATS.get(canonical(split.media_type), split.media_type)}


_FORMATS = {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/aiff": "aiff"}


def _file(url: str, media: kit.Media) -> dict[str, str]:
    if url.lower().startswith("data:"):
        return {"file_data": url}
    return {"file_id": url, "format": guessed(urlsplit(url).path, media)}


def _thought(thought: Thought) -> dict[str, Any]:
    match thought:
        case kit.RedactedThinking(data=data):
            return {"type": "redacted_thinking", "data": data}
        case kit.Thinking(thinking=thinking, signature=signature):
            return {"type": "thinking", "thinking": thinking} | ({} if signature is None else {"signature": signature})


def _call(call: kit.ToolUse, provider: str) -> dict[str, Any]:
    arguments = json.dumps(call.input, ensure_ascii=False)
    made: dict[str, Any] = {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
    if call.signature is not None and provider == "gemini":
        made["provider_specific_fields"] = {"thought_signature": call.signature}
    return made
