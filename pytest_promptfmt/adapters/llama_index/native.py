"""A conversation as LlamaIndex's messages.

- a message has a role and blocks; nobody has a name, and a result's message tells the id of its call
- redacted thoughts have no place, and are refused; so are failed results where the provider marks them, but for Bedrock
- signatures stand where LlamaIndex puts those of that provider's answers
- media are bytes, a path, or an address, which a data URI is too; LlamaIndex reads them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from llama_index.core.base.llms import types as own
from llama_index.core.bridge.pydantic import BaseModel
from llama_index.core.tools import FunctionTool, ToolMetadata

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.common.media import read_base64

_MARKING = ("anthropic", "google_genai")
"""The providers that mark a failed result; of LlamaIndex's messages only Bedrock's do."""


def prepare(provider: str) -> Callable[[kit.Conversation], tuple[list[Any], list[Any]]]:
    """What makes LlamaIndex's messages, as if `provider` had answered, and the tools."""
    return lambda conversation: (
        messages(conversation, provider),
        [_tool(tool) for tool in adapting.tools_of(conversation)],
    )


def messages(conversation: kit.Conversation, provider: str) -> list[Any]:
    """LlamaIndex's own messages: the conversation's, with a message for each result."""
    has = adapting.thinks_as(provider.removesuffix("_converse"), thinks=provider not in ("openai", "deepseek"))
    made: list[Any] = []
    for turn in adapting.turns(conversation, has):
        if answers := adapting.of_results(turn):
            made += [_result(answer, provider) for answer in answers]
        else:
            role = "user" if turn.role == "tool" else turn.role
            made.append(_message(role, turn.blocks, **_signatures(turn.blocks, provider)))
    return made


def _tool(offered: dict[str, Any]) -> Any:
    """A tool whose arguments are described by the JSON Schema as it is, but for the properties that every model has."""
    tool = offered["function"]
    schema = classmethod(lambda cls, *_, **__: {"properties": {}} | deepcopy(tool["parameters"]))
    arguments = type("Arguments", (BaseModel,), {"model_json_schema": schema})
    return FunctionTool(_called, ToolMetadata(tool["description"], tool["name"], fn_schema=arguments))


def _called(**_: Any) -> None: ...


def _message(role: str, blocks: Sequence[kit.Block], **more: Any) -> Any:
    made = [adapting.spelled(block, _BLOCKS, "LlamaIndex's messages have no block for {}") for block in blocks]
    return own.ChatMessage(role=role, blocks=made, additional_kwargs=more)


def _result(result: kit.ToolResult, provider: str) -> Any:
    if result.is_error and provider in _MARKING:
        raise NotImplementedError("LlamaIndex's messages have no mark of a failed result for this provider")
    status = {"status": "error"} if result.is_error and provider == "bedrock_converse" else {}
    return _message("tool", adapting.output_of(result), tool_call_id=result.id, **status)


def _signatures(blocks: Sequence[kit.Block], provider: str) -> dict[str, Any]:
    """Those of Gemini's parts, in their order, which its answers have beside the blocks, too."""
    found = [_bytes(getattr(block, "signature", None)) for block in blocks]
    return {"thought_signatures": found} if provider == "google_genai" and any(found) else {}


def _bytes(signature: str | None) -> bytes | None:
    return None if signature is None else read_base64(signature)


def _signed(signature: str | None) -> dict[str, Any]:
    return {} if signature is None else {"signature": signature, "thought_signature": _bytes(signature)}  # Gemini's


def _media(media: kit.Media, key: str, declared: str | None) -> dict[str, Any]:
    if isinstance(media.source, kit.Base64Source):
        type_, data = adapting.data_of(media)
        return {key: data} | ({declared: type_} if declared else {})
    path = adapting.local_path(media.source.url)
    return {"url": media.source.url} if path is None else {"path": path}


_BLOCKS: dict[str, Callable[[Any], Any]] = {
    "text": lambda text: own.TextBlock(text=text.text),
    "thinking": lambda one: own.ThinkingBlock(content=one.thinking, additional_information=_signed(one.signature)),
    "tool_use": lambda call: own.ToolCallBlock(tool_call_id=call.id, tool_name=call.name, tool_kwargs=dict(call.input)),
    "image": lambda media: own.ImageBlock(**_media(media, "image", "image_mimetype")),
    "audio": lambda media: own.AudioBlock(**_media(media, "audio", None)),
    "video": lambda media: own.VideoBlock(**_media(media, "video", "video_mimetype")),
    "document": lambda media: own.DocumentBlock(**_media(media, "data", "document_mimetype")),
}
