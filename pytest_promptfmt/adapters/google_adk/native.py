"""A conversation as events of Google's ADK, whose contents are google-genai's.

- a message is a user's or the agent's; what the system says at the start is the agent's instruction, and has no place
  further down; a user has no name
- results that follow each other are one event, as an agent writes them; what a tool returns is a dictionary: a text is
  its `result`, or its `error`, several are `content` as an MCP tool's are, and media stand beside
- a signature is bytes: Gemini's are told in base64, Anthropic's as text
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from google.adk.events import Event
from google.adk.tools import BaseTool
from google.genai import types as own

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.common.media import read_base64

AGENT = "agent"


class Told(NamedTuple):
    """What an agent and its session are made of."""

    events: list[Any]
    system: list[Any]
    tools: list[Any]


class _Tool(BaseTool):  # type: ignore[misc]  # ADK is not installed where types are checked
    def __init__(self, *, name: str, description: str, parameters: Mapping[str, Any]) -> None:
        super().__init__(name=name, description=description)
        self._parameters = parameters

    def _get_declaration(self) -> Any:
        return own.FunctionDeclaration(
            name=self.name, description=self.description, parameters_json_schema=self._parameters
        )


def prepare(provider: str, *, thinks: bool) -> Callable[[kit.Conversation], Told]:
    """What makes a session's events, as if `provider` had answered; without `thinks` no thoughts."""

    def prepared(conversation: kit.Conversation) -> Told:
        said = list(adapting.turns(conversation, adapting.thinks_as(provider, thinks=thinks), named=True))
        first = list(takewhile(lambda turn: turn.role == "system" and not adapting.of_results(turn), said))
        system = [_part(block, "system", provider) for turn in first for block in turn.blocks]
        events = [_event(turn, provider) for turn in said[len(first) :]]
        return Told(events, system, [_Tool(**tool) for tool in adapting.tools_of(conversation, "bare")])

    return prepared


def _event(turn: kit.Message, provider: str) -> Any:
    if answers := adapting.of_results(turn):
        parts = [own.Part(function_response=_response(answer)) for answer in answers]
        return Event(invocation_id="1", author=AGENT, content=own.Content(role="user", parts=parts))
    if turn.role == "system":
        raise NotImplementedError("ADK's contents are a user's or a model's; what the system says is the instruction")
    author, role = (AGENT, "model") if turn.role == "assistant" else ("user", "user")
    parts = [_part(block, turn.role, provider) for block in turn.blocks]
    return Event(invocation_id="1", author=author, content=own.Content(role=role, parts=parts))


def _part(block: kit.Block, role: str, provider: str) -> Any:
    match block:
        case kit.Text(text=text):
            return own.Part(text=text)
        case kit.ToolUse(id=id_, name=name, input=arguments, signature=signature) if role == "assistant":
            call = own.FunctionCall(id=id_, name=name, args=dict(arguments))
            return own.Part(function_call=call, thought_signature=_signed(signature, provider))
        case kit.Thinking(thinking=thinking, signature=signature):
            return own.Part(text=thinking, thought=True, thought_signature=_signed(signature, provider))
        case kit.RedactedThinking(data=sealed):
            return own.Part(thought=True, thought_signature=sealed.encode())
        case kit.Image() | kit.Audio() | kit.Video() | kit.Document():
            found = adapting.inline_or_url(block)
            if isinstance(found, str) and not found.lower().startswith("data:"):
                return own.Part(
                    file_data=own.FileData(file_uri=found, mime_type=adapting.guessed_type(urlsplit(found).path, block))
                )
            media_type, data = adapting.data_of(block)
            return own.Part(inline_data=own.Blob(data=data, mime_type=media_type))
    raise NotImplementedError(f"ADK has no place for {block.type} in a message of role {role}")


def _signed(signature: str | None, provider: str) -> bytes | None:
    if signature is None:
        return None
    return read_base64(signature) if provider == "gemini" else signature.encode()


def _response(result: kit.ToolResult) -> Any:
    texts = [block.text for block in adapting.output_of(result) if isinstance(block, kit.Text)]
    told: dict[str, Any] = {"error" if result.is_error else "result": "".join(texts)}
    if len(texts) > 1:
        told = {"content": [{"type": "text", "text": text} for text in texts], "isError": bool(result.is_error)}
    media = [_attached(block) for block in result.output_media]
    return own.FunctionResponse(id=result.id, name=result.name, response=told, parts=media or None)


def _attached(media: kit.Media) -> Any:
    media_type, data = adapting.data_of(media)
    return own.FunctionResponsePart(inline_data=own.FunctionResponseBlob(data=data, mime_type=media_type))
