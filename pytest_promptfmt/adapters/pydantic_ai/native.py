"""A conversation as Pydantic AI's messages.

- messages are requests and responses, made of parts; a request takes what the system and the user say, or all results
  of one response
- nobody has a name; a result names its tool, and says how the call went
- thinking and its signature go back to the provider that they name, which is the model's own here
- an assistant's media are parts by value; local files are read by Pydantic AI, which tells their type by their name
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any

from pydantic_ai import messages as own
from pydantic_ai.tools import ToolDefinition

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit


def prepare(provider: str, *, thinks: bool) -> Callable[[kit.Conversation], tuple[list[Any], list[Any]]]:
    """What makes Pydantic AI's messages, as if `provider` had answered, and the tools; without `thinks` no thoughts."""
    return lambda conversation: (
        messages(conversation, provider, thinks=thinks),
        [_tool(**tool) for tool in adapting.tools_of(conversation, "bare")],
    )


def _tool(*, name: str, description: str, parameters: dict[str, Any]) -> Any:
    return ToolDefinition(name=name, description=description, parameters_json_schema=parameters)


def messages(conversation: kit.Conversation, provider: str, *, thinks: bool) -> list[Any]:
    """Pydantic AI's own messages: a response for each of the assistant's, requests for what lies between."""
    made: list[Any] = []
    for turn in adapting.turns(conversation, adapting.thinks_as(provider, thinks=thinks), named=True):
        if answers := adapting.of_results(turn):
            _request(made, [_result(result) for result in answers])
        else:
            _add_turn(made, turn.role, list(turn.blocks), provider)
    return made


_REDACTED = {"anthropic": "redacted_thinking", "bedrock": "redacted_content"}
"""The providers whose models redact their thoughts, with the ids by which Pydantic AI knows them."""


def _request(made: list[Any], parts: list[Any]) -> None:
    """Adds to the last request what is of its kind: results to results, all else to all else."""
    last = made[-1] if made and isinstance(made[-1], own.ModelRequest) else None
    if last and isinstance(last.parts[0], own.ToolReturnPart) == isinstance(parts[0], own.ToolReturnPart):
        last.parts = [*last.parts, *parts]
    else:
        made.append(own.ModelRequest(parts))


def _add_turn(made: list[Any], role: str, blocks: list[Any], provider: str) -> None:
    match role, blocks:
        case "assistant", _:
            made.append(own.ModelResponse([_part(block, provider) for block in blocks], provider_name=provider))
        case "system", _:
            _request(made, [own.SystemPromptPart(_text(block)) for block in blocks] or [own.SystemPromptPart("")])
        case _, [] | [kit.Text()]:
            _request(made, [own.UserPromptPart("".join(map(_text, blocks)))])
        case _:
            _request(made, [own.UserPromptPart([_content(block) for block in blocks])])


def _text(block: kit.Block) -> str:
    return adapting.only_text(block, "Pydantic AI's system prompts")


def _part(block: kit.Block, provider: str) -> Any:
    match block:
        case kit.Text(text=text):
            return own.TextPart(text)
        case kit.Thinking(thinking=thinking, signature=str(signature)) if provider == "google":
            return own.ThinkingPart(thinking, provider_name=provider, provider_details={"thought_signature": signature})
        case kit.Thinking(thinking=thinking, signature=signature):
            id_ = {"deepseek": "reasoning_content", "openai": adapting.item_id("rs", signature or "")}.get(provider)
            return own.ThinkingPart(thinking, id=id_, signature=signature, provider_name=provider)
        case kit.RedactedThinking(data=data):
            return own.ThinkingPart("", id=_REDACTED[provider], signature=data, provider_name=provider)
        case kit.ToolUse(id=id_, name=name, input=arguments, signature=signature):
            details = None if signature is None else {"thought_signature": signature}
            named = None if signature is None else provider
            return own.ToolCallPart(name, dict(arguments), id_, provider_details=details, provider_name=named)
        case kit.Image() | kit.Audio() | kit.Video() | kit.Document():
            content = _content(block)
            if isinstance(content, own.BinaryContent):
                return own.FilePart(content)
    raise NotImplementedError(f"Pydantic AI's responses have no part for {block.type} of this source")


def _result(result: kit.ToolResult) -> Any:
    content = [_content(item) for item in adapting.output_of(result)] if result.output_media else result.output_text
    outcome = "failed" if result.is_error else "success"
    return own.ToolReturnPart(result.name, content, result.id, outcome=outcome)


def _content(block: kit.Block) -> Any:
    return adapting.spelled(block, _CONTENTS, "in Pydantic AI only a response holds {}")


def _media(media: kit.Media) -> Any:
    if isinstance(media.source, kit.Base64Source):
        data = b64decode(media.source.data)
        return own.BinaryContent(data, media_type=media.source.media_type)
    url = media.source.url
    if url.lower().startswith("data:"):
        return own.BinaryContent.from_data_uri(url)
    if (path := adapting.local_path(url)) is not None:
        return own.BinaryContent.from_path(path)
    return _URLS[media.type](url)


_URLS = {"image": own.ImageUrl, "audio": own.AudioUrl, "video": own.VideoUrl, "document": own.DocumentUrl}
_CONTENTS: dict[str, Callable[[Any], Any]] = {"text": _text, **dict.fromkeys(_URLS, _media)}
