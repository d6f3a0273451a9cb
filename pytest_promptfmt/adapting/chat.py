"""A conversation as messages like OpenAI's, which most libraries take in some spelling of their own: a `ChatForm`.

Text and calls of a message have no order among each other, and a result has a message of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from pytest_promptfmt.adapting.blocks import (
    Dict,
    Thought,
    anthropic_block,
    content_of,
    openai_call,
    output_of,
    said_in,
    speaker,
)
from pytest_promptfmt.adapting.media import guessed_type, uri_or_url
from pytest_promptfmt.adapting.turn import of_results, turns
from pytest_promptfmt.common.media import canonical, split_data_uri
from pytest_promptfmt.conversation import (
    Audio,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Video,
)


def openai_part(media: Media) -> Dict:
    """Media as OpenAI's parts, with data URIs for bytes; video and documents are files."""
    url = uri_or_url(media)
    match media:
        case Image():
            return {"type": "image_url", "image_url": {"url": url}}
        case Audio():
            if (split := split_data_uri(url)) is None:
                raise NotImplementedError("OpenAI's messages have no address for audio")
            bare = split.media_type.partition(";")[0].strip().lower()
            format_ = _FORMATS.get(canonical(bare), bare.removeprefix("audio/"))
            return {"type": "input_audio", "input_audio": {"data": split.data, "format": format_}}
        case Video() | Document():
            if url.lower().startswith("data:"):
                return {"type": "file", "file": {"file_data": url}}
            return {"type": "file", "file": {"file_id": url, "format": guessed_type(urlsplit(url).path, media)}}


_FORMATS = {"audio/wav": "wav", "audio/mpeg": "mp3", "audio/aiff": "aiff"}


def thoughts_as(key: str, joined: str = "\n") -> Callable[[Sequence[Thought]], Dict]:
    """Thoughts as one text under `key` of the message, which is ``reasoning_content`` mostly."""
    return lambda thoughts: {key: joined.join(t.thinking for t in thoughts if isinstance(t, Thinking))}


REASONING = thoughts_as("reasoning_content")


def thoughts_in_blocks(key: str) -> Callable[[Sequence[Thought]], Dict]:
    """Thoughts as Anthropic's blocks, with signatures, in a list under `key` of the message."""
    return lambda thoughts: {key: [anthropic_block(thought) for thought in thoughts]}


@dataclass(frozen=True, slots=True)
class ChatForm:
    """How a library spells its messages; each field is a choice of the library's, and its default is OpenAI's."""

    called: str = "OpenAI's messages"
    """What a refusal calls them."""
    has: Callable[[Thought], bool] = lambda thought: isinstance(thought, Thinking)
    """Which thoughts the provider's models can have had: `thinks_as(provider)`."""
    thinking: Callable[[Sequence[Thought]], Mapping[str, Any]] = REASONING
    """What joins a message with thoughts: `thoughts_as(key)`, `thoughts_in_blocks(key)`, or one's own."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Roles of another name, such as ``{"assistant": "model"}``."""
    names: bool = True
    """A speaker whose name is not the role's is named."""
    plain: bool = True
    """One text is the content itself, no list of one part."""
    joined: str | None = None
    """What several texts, and nothing else, are joined with to one; None where each is a part."""
    part: Callable[[Media], Mapping[str, Any]] = openai_part
    """Media as a part of a content."""
    silent: str | None = None
    """The content of a message that has calls and nothing to say."""
    arguments: Literal["text", "object"] = "text"
    """Arguments of calls: JSON as text, or as an object."""
    signed: Callable[[str], Mapping[str, Any]] | None = None
    """What joins a call that has a signature, made of that; None where it has no place, and is left out."""
    result_names: Literal["said", "always", "never"] = "said"
    """Is a result named after its tool: where the conversation does, always (by the call's id), or never?"""
    result_media: bool = True
    """May a result show media? Else that is refused."""
    failed: Mapping[str, Any] | None = None
    """What joins a failed result; None where the library has no mark, which is refused."""
    together: Callable[[Sequence[Dict]], Mapping[str, Any]] | None = None
    """Makes one message of those of the results that follow each other; None where each stays one."""


OPENAI = ChatForm()


def chat_messages(conversation: Conversation, form: ChatForm = OPENAI) -> list[Dict]:
    """The conversation's messages in this form. Raises `NotImplementedError` for what the form has no place for."""
    made: list[Dict] = []
    named = form.result_names == "always"
    for turn in turns(conversation, form.has, results="together" if form.together else "said", named=named):
        if answers := of_results(turn):
            results = [_result(answer, form) for answer in answers]
            made += [dict(form.together(results))] if form.together else results
        else:
            made.append(_message(turn, form))
    return made


def _result(result: ToolResult, form: ChatForm) -> Dict:
    if result.is_error and form.failed is None:
        raise NotImplementedError(f"{form.called} have no mark of a failed result")
    if result.output_media and not form.result_media:
        raise NotImplementedError(f"in {form.called} a result holds texts, and no {result.output_media[0].type}")
    mark = form.failed if result.is_error and form.failed else {}
    named = {} if result.name is None or form.result_names == "never" else {"name": result.name}
    role, content = form.roles.get("tool", "tool"), _content(output_of(result), form)
    return {"role": role, "tool_call_id": result.id, **named, "content": content, **mark}


def _message(turn: Message, form: ChatForm) -> Dict:
    role = "user" if turn.role == "tool" else turn.role
    made: Dict = {"role": form.roles.get(role, role)}
    if form.names and (name := speaker(turn)) is not None:
        made["name"] = name
    thoughts, calls, rest = said_in(turn)
    made["content"] = _content(rest, form) if rest or not calls else form.silent
    made |= form.thinking(thoughts) if thoughts else {}
    if calls and role != "assistant":
        raise NotImplementedError(f"in {form.called} only an assistant calls")
    if calls:
        made["tool_calls"] = [_call(call, form) for call in calls]
    return made


def _content(blocks: Sequence[Any], form: ChatForm) -> Any:
    texts = [block.text for block in blocks if isinstance(block, Text)]
    if form.joined is not None and len(texts) == len(blocks):
        return form.joined.join(texts)
    return content_of(blocks, lambda block: _part(block, form), plain=form.plain)


def _part(block: Any, form: ChatForm) -> Dict:
    return {"type": "text", "text": block.text} if isinstance(block, Text) else dict(form.part(block))


def _call(call: ToolUse, form: ChatForm) -> Dict:
    made = openai_call(call, arguments=form.arguments)
    return {**made, **(form.signed(call.signature) if form.signed and call.signature is not None else {})}
