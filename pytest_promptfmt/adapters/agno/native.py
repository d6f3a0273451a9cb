"""A conversation as Agno's messages, with what its models note on an answer.

- a message is one text (several are joined with a newline, as Agno does), calls, and what a user shows, in no order
- what is shown lies at a path, at an address, or is bytes; a result's goes into a user's message behind the results, as
  a run of Agno's has it
- a thought is noted as that provider's answers are: Anthropic's and OpenAI's whole, Gemini's by its signature
- a function's schema goes along as it is
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from agno.media import Audio, File, Image, Video
from agno.models.message import Message
from agno.tools.function import Function

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit
from pytest_promptfmt.common.media import canonical

THINKING = ("anthropic", "deepseek", "gemini", "openai-responses")


def prepare(provider: str) -> Callable[[kit.Conversation], tuple[list[Any], list[Any]]]:
    """What makes Agno's messages, as if `provider` had answered, and the functions on offer."""

    def prepared(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
        offered = [
            Function(**tool, skip_entrypoint_processing=True) for tool in adapting.tools_of(conversation, "bare")
        ]
        return list(messages(conversation, provider)), offered

    return prepared


def messages(conversation: kit.Conversation, provider: str) -> Iterator[Any]:
    """Agno's own messages: the conversation's, one for each result, and one for what a turn of results shows."""
    numbers, items = count(1), count(1)
    has = adapting.thinks_as(provider, thinks=provider in THINKING)
    for turn in adapting.turns(conversation, has, results="together", named=True):
        if answers := adapting.of_results(turn):
            yield from map(_result, answers)
            if shown := [media for answer in answers for media in answer.output_media]:
                yield _told("user", "The tool call above generated the attached media.", shown, numbers)
        elif turn.role == "assistant":
            yield _answer(turn, provider, items)
        else:
            texts = [block.text for block in turn.blocks if isinstance(block, kit.Text)]
            rest = [block for block in turn.blocks if not isinstance(block, kit.Text)]
            role = "system" if turn.role == "system" else "user"
            yield _told(role, "\n".join(texts), rest, numbers, name=adapting.speaker(turn))


def _told(role: str, text: str, shown: Sequence[kit.Block], numbers: Iterator[int], name: str | None = None) -> Any:
    fields: dict[str, list[Any]] = {}
    for block in shown:
        if not isinstance(block, kit.Media) or role == "system":
            raise NotImplementedError(f"Agno's messages of the {role} have no place for {block.type}")
        kind, made = _KINDS[block.type]
        fields.setdefault(kind, []).append(made(**_source(block), **_called(block, numbers)))
    return Message(role=role, content=text, name=name, **fields)


_KINDS = {
    **{"image": ("images", Image), "audio": ("audio", Audio), "video": ("videos", Video)},
    "document": ("files", File),
}


def _called(media: kit.Media, numbers: Iterator[int]) -> dict[str, str]:
    return {"name": f"document-{next(numbers)}"} if isinstance(media, kit.Document) else {}


def _source(media: kit.Media) -> dict[str, Any]:
    url = getattr(media.source, "url", "data:")
    if path := adapting.local_path(url):
        return {"filepath": str(path)}
    if not url.lower().startswith("data:"):
        return {"url": url}
    declared, data = adapting.data_of(media)
    format_ = _FORMATS.get(canonical(declared), declared.split("/")[-1])
    return {"content": data, "mime_type": declared, "format": format_}


_FORMATS = {
    **{"image/jpeg": "jpeg", "audio/mpeg": "mp3", "audio/wav": "wav", "text/plain": "txt", "text/markdown": "md"},
    **{"video/quicktime": "mov", "video/x-matroska": "mkv", "video/3gpp": "three_gp"},
}
"""The formats of types that are not called like them."""


def _result(result: kit.ToolResult) -> Any:
    if result.is_error and result.output_media:
        raise NotImplementedError("a call of Agno's that failed says why, and shows nothing")
    told = {"tool_call_id": result.id, "tool_name": result.name, "tool_call_error": bool(result.is_error)}
    return Message(role="tool", content=result.output_text, **told)


def _answer(turn: kit.Message, provider: str, items: Iterator[int]) -> Any:
    thoughts, calls, rest = adapting.said_in(turn)
    text = adapting.one_text(rest, "the messages of Agno's assistant")
    thinking = "\n".join(thought.thinking for thought in thoughts if isinstance(thought, kit.Thinking))
    return Message(
        role="assistant",
        content=text if rest or not turn.blocks else None,
        tool_calls=[_call(call, provider, items) for call in calls] or None,
        reasoning_content=thinking or None,
        provider_data=_noted(turn.blocks, thoughts, provider) or None,
        name=adapting.speaker(turn),
    )


def _call(call: kit.ToolUse, provider: str, items: Iterator[int]) -> dict[str, Any]:
    made = adapting.openai_call(call)
    if provider == "openai-responses":  # an item of the API has an id of its own beside the call's
        return {**made, "id": f"fc_{next(items)}", "call_id": call.id}
    signed = provider == "gemini" and call.signature is not None
    return {**made, "thought_signature": call.signature} if signed else made


def _noted(blocks: Sequence[kit.Block], thoughts: Sequence[adapting.Thought], provider: str) -> dict[str, Any]:
    """What Agno notes of an answer, to give it back: Anthropic's blocks, OpenAI's reasoning, Gemini's signature."""
    match provider, thoughts:
        case "anthropic", _:
            return {"content_blocks": [adapting.anthropic_block(block) for block in blocks if _is_noted(block)]}
        case "openai-responses", [kit.Thinking(signature=str()) as thought]:
            return {"reasoning_output": adapting.reasoning_item(thought)}
        case "openai-responses", [_, _, *_]:
            raise NotImplementedError("an answer of Agno's for Responses has one thought")
        case "gemini", [*_, kit.Thinking(signature=str(signature))]:
            return {"thought_signature": signature}
    return {}


def _is_noted(block: kit.Block) -> bool:
    """Is there something to it? No empty text, and no thought that nobody signed."""
    match block:
        case kit.Text(text=noted) | kit.Thinking(signature=noted):
            return bool(noted)
    return isinstance(block, kit.ToolUse | kit.RedactedThinking)
