"""AgentScope 2: what a conversation is there, and which of its formatters writes what.

- messages and blocks are pydantic models; image, audio, video and document are one kind, told apart by media type
- calls, results and thinking stand in an assistant's `Msg` only; a result stands in the `Msg` of its call
- arguments are JSON text; a result has always a name and an output, and ``state`` says whether it is an error
- a call has no place for a signature, and there is no redacted thinking: both are left out
- what a block shows, its media type says: a local file's is what its bytes show, for who hands one over has to know
- media have an id, random unless given, which formatters write into the prompt: here it counts
- DashScope's formatters write its OpenAI-compatible format, for which the kit has no dialect: not claimed
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agentscope.message import (
    Base64Source,
    DataBlock,
    Msg,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
    URLSource,
)

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import Inline, arguments_of, guessed_type, inline_or_url, named_results


def prepare(target: str) -> Callable[[kit.Conversation], list[Any]]:
    """What makes AgentScope's own messages; the same for every target."""
    return messages


def messages(conversation: kit.Conversation) -> list[Any]:
    """AgentScope's own messages: the conversation's, with results moved to where AgentScope has them."""
    numbers = count(1)
    made: list[Any] = []
    for message in named_results(conversation).messages:
        ours = {block.id for block in message.blocks if isinstance(block, kit.ToolUse)}
        rest = []
        for block in message.blocks:
            if isinstance(block, kit.ToolResult) and block.id not in ours:
                _home(made, block.id, message.name).content.append(_result(block, numbers))
            elif not isinstance(block, kit.RedactedThinking):
                rest.append(_block(block, numbers))
        if rest or not message.blocks:
            role = "system" if message.role == "tool" else message.role
            made.append(Msg(name=message.name, content=rest, role=role))
    return made


def _home(made: list[Any], id_: str, name: str) -> Any:
    """The `Msg` of the call `id_`, if nobody but assistants spoke since; else a new one."""
    for msg in reversed(made):
        if msg.role != "assistant":
            break
        if any(isinstance(block, ToolCallBlock) and block.id == id_ for block in msg.content):
            return msg
    made.append(Msg(name=name, content=[], role="assistant"))
    return made[-1]


def _block(block: kit.Block, numbers: Iterator[int]) -> Any:
    match block:
        case kit.Text(text=text):
            return TextBlock(text=text)
        case kit.Thinking(thinking=thinking, signature=None):
            return ThinkingBlock(thinking=thinking)
        case kit.Thinking(thinking=thinking, signature=signature):
            return ThinkingBlock(thinking=thinking, signature=signature)
        case kit.ToolUse(id=id_, name=name):
            return ToolCallBlock(id=id_, name=name, input=arguments_of(block), state="finished")
        case kit.ToolResult():
            return _result(block, numbers)
        case kit.Image() | kit.Audio() | kit.Video() | kit.Document():
            return DataBlock(source=_source(block), id=f"media-{next(numbers)}")
        case _:
            raise NotImplementedError(f"AgentScope 2 has no block for {block.type}")


def _result(result: kit.ToolResult, numbers: Iterator[int]) -> Any:
    output = result.output
    return ToolResultBlock(
        id=result.id,
        name=result.name,
        output=[_block(part, numbers) for part in output] if isinstance(output, tuple) else output or "",
        state="error" if result.is_error else "success",
    )


def _source(media: kit.Media) -> Any:
    """URLs are to be absolute, and to say their media type."""
    match media.source:
        case kit.Base64Source(media_type=media_type) if media.type != "document" and not _says(media_type, media):
            raise NotImplementedError(f"AgentScope 2 tells {media.type} by its media type, and {media_type!r} is none")
        case kit.Base64Source(media_type=media_type, data=data):
            return Base64Source(media_type=media_type, data=data)
        case kit.UrlSource(url=url):
            whole = url if urlsplit(url).scheme else Path(url).absolute().as_uri()
            return URLSource(url=whole, media_type=_shown(url, media))


def _says(media_type: str, media: kit.Media) -> bool:
    return media_type.lower().startswith(f"{media.type}/")


def _shown(url: str, media: kit.Media) -> str:
    """What a data URI says, what a file's bytes show, what an address's ending tells."""
    try:
        found = inline_or_url(media)
    except (OSError, ValueError):  # no such file, or no name of one: the formatter tells of it
        found = url
    return found.media_type if isinstance(found, Inline) else guessed_type(urlsplit(url).path, media)


def claims(target: str, formatter: type) -> dict[str, Any]:
    """What the formatter says it takes, and thinking where it writes it."""
    types = formatter().input_types
    blocks = {"tool"} | {kind for kind in ("image", "audio", "video") if any(t.startswith(f"{kind}/") for t in types)}
    if "application/pdf" in types:
        blocks.add("document")
    dialect = target.partition(".")[0]
    if dialect in ("anthropic", "deepseek", "gemini"):
        blocks.add("thinking")
    return {"blocks": sorted(blocks), "layer": "sdk" if dialect == "gemini" else "wire"}


def formatting(formatter: Any) -> Callable[..., Any]:
    """The second step; 2.0 does not truncate."""
    step: Callable[..., Any] = formatter.format
    return step


TABLE = {
    "openai.chat": "OpenAIChatFormatter",
    "openai.multiagent": "OpenAIMultiAgentFormatter",
    "anthropic.chat": "AnthropicChatFormatter",
    "anthropic.multiagent": "AnthropicMultiAgentFormatter",
    "gemini.chat": "GeminiChatFormatter",
    "gemini.multiagent": "GeminiMultiAgentFormatter",
    "ollama.chat": "OllamaChatFormatter",
    "ollama.multiagent": "OllamaMultiAgentFormatter",
    "deepseek.chat": "DeepSeekChatFormatter",
    "deepseek.multiagent": "DeepSeekMultiAgentFormatter",
    "vllm.chat": "OpenAIChatFormatter",
    "vllm.multiagent": "OpenAIMultiAgentFormatter",
}
