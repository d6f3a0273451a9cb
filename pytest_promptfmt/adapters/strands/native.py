"""A conversation as Strands' messages, which are shaped as Bedrock's are.

- a message is a user's or an assistant's; what the system says at the start is the agent's prompt, and has no place
  further down; nobody has a name
- results that follow each other stand in one user's message, as an agent writes them
- media are bytes of the formats that Strands' types list, or lie on S3
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple, get_args

from strands.types import media as own

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.common.media import canonical, read_base64


class Told(NamedTuple):
    """What an agent is made of."""

    messages: list[dict[str, Any]]
    system: str | list[dict[str, Any]] | None
    tools: list[dict[str, Any]]


def prepare(provider: str, *, thinks: bool) -> Callable[[kit.Conversation], Told]:
    """What makes an agent's history, as if `provider` had answered; without `thinks` no thoughts."""

    def prepared(conversation: kit.Conversation) -> Told:
        texts, rest = adapting.leading_system(conversation)
        system = [{"text": text} for text in texts] if len(texts) > 1 else "".join(texts) or None
        tools = [tool["toolSpec"] for tool in adapting.tools_of(conversation, "bedrock")]
        return Told(_messages(rest, adapting.thinks_as(provider, thinks=thinks)), system, tools)

    return prepared


def _messages(conversation: kit.Conversation, has: Callable[[adapting.Thought], bool]) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    numbers = count(1)
    for turn in _turns(conversation, has):
        answers = bool(adapting.of_results(turn))
        if turn.role == "system" and not answers:
            raise NotImplementedError("Strands' messages are a user's or an assistant's; what the system says is first")
        role = "assistant" if turn.role == "assistant" and not answers else "user"
        blocks = [_block(block, role, numbers) for block in turn.blocks]
        if answers and made and all("toolResult" in block for block in made[-1]["content"]):
            made[-1]["content"] += blocks
        else:
            made.append({"role": role, "content": blocks})
    if made and any("toolUse" in block for block in made[-1]["content"]):
        raise NotImplementedError("an agent whose history ends with a call makes that call, and sends nothing")
    return made


def is_said(message: dict[str, Any]) -> bool:
    """Is it a user's own, with which an agent is called? After results it goes on by itself."""
    return message["role"] == "user" and not any("toolResult" in block for block in message["content"])


def _turns(conversation: kit.Conversation, has: Callable[[adapting.Thought], bool]) -> Iterator[kit.Message]:
    """A user's message may hold results and other things."""
    for message in conversation.messages:
        alone = replace(conversation, messages=(message,))
        yield from adapting.turns(alone, has, mixed="kept" if message.role == "user" else "split")


def _block(block: kit.Block, role: str, numbers: Iterator[int]) -> dict[str, Any]:
    match block:
        case kit.Text(text=text):
            return {"text": text}
        case kit.ToolResult(id=id_, is_error=failed):
            content = [_block(item, "tool", numbers) for item in adapting.output_of(block)]
            return {"toolResult": {"toolUseId": id_, "status": "error" if failed else "success", "content": content}}
        case kit.ToolUse(id=id_, name=name, input=arguments, signature=signature) if role == "assistant":
            signed = {} if signature is None else {"reasoningSignature": signature}
            return {"toolUse": {"toolUseId": id_, "name": name, "input": dict(arguments), **signed}}
        case kit.Thinking(thinking=thinking, signature=signature):
            signed = {} if signature is None else {"signature": signature}
            return {"reasoningContent": {"reasoningText": {"text": thinking, **signed}}}
        case kit.RedactedThinking(data=data):
            return {"reasoningContent": {"redactedContent": read_base64(data)}}
        case kit.Image() | kit.Audio() | kit.Video() | kit.Document() if role != "tool" or block.type in _IN_RESULTS:
            called = {"name": f"document-{next(numbers)}"} if isinstance(block, kit.Document) else {}
            return {block.type: {**called, **_source(block)}}
    raise NotImplementedError(f"Strands has no place for {block.type} here")


_IN_RESULTS = ("image", "document")
_FORMATS = {
    "image": get_args(own.ImageFormat),
    "audio": get_args(own.AudioFormat),
    "video": get_args(own.VideoFormat),
    "document": get_args(own.DocumentFormat),
}
_NAMES = {
    **{"audio/mpeg": "mp3", "video/quicktime": "mov", "video/x-matroska": "mkv", "video/3gpp": "three_gp"},
    **{"text/plain": "txt", "text/markdown": "md"},
}
"""The formats of types that are not called like them."""


def _source(media: kit.Media) -> dict[str, Any]:
    url = getattr(media.source, "url", "")
    if url.startswith("s3://"):
        guessed = adapting.guessed_type(url, media)
        return {"format": _format(guessed, media), "source": {"location": {"type": "s3", "uri": url}}}
    media_type, data = adapting.data_of(media)
    return {"format": _format(media_type, media), "source": {"bytes": data}}


def _format(media_type: str, media: kit.Media) -> str:
    for known in (media_type.partition(";")[0].strip().lower(), canonical(media_type)):
        if (name := _NAMES.get(known, known.partition("/")[2])) in _FORMATS[media.type]:
            return name
    raise NotImplementedError(f"Strands' types have no {media.type} of type {media_type}")
