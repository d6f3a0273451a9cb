"""Amazon Bedrock Converse.

- leading system text is the request's ``system``; what the system says later is a user's turn
- whoever speaks several times in a row says it in one message; the first message has to be a user's
- content is a list of blocks, each under a key of its own; a text holds something to read
- the last turn is a user's: Claude of 4.6 and later takes no other; thinking behind it is cut
- calls are blocks of an assistant's turn, behind its texts; their results are blocks of the user's turn behind it
- a user's turn that holds results holds no document and no video beside them: such a conversation is refused
- ids match Bedrock's pattern and are unique in the request: others are replaced
- tools stand in ``toolConfig``; calls without tools on offer are refused, as Bedrock would
- thinking is kept where it is signed, or redacted
- media are base64 in user turns and in tool results, or lie on ``s3://``; audio of a result follows the results
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count, groupby
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import Link, file_of, linked_type, open_media
from promptfmt_reference.wire.schemas import parameters
from promptfmt_reference.wire.shared import json_copy, lift_system, require_user_last, texts_first
from promptfmt_reference.wire.spelling import Spelling, blank_or_unsigned, blank_text
from pytest_promptfmt.conversation import (
    Audio,
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    Tool,
    ToolResult,
    ToolUse,
    Video,
)

CALL_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_FORMATS: dict[str, dict[str, str]] = {
    "image": {"image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/webp": "webp"},
    "audio": {
        **{"audio/wav": "wav", "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/flac": "flac", "audio/aac": "aac"},
        **{"audio/mp4": "m4a", "audio/webm": "webm", "audio/opus": "opus", "audio/x-matroska": "mka"},
    },
    "video": {
        **{"video/mp4": "mp4", "video/quicktime": "mov", "video/webm": "webm", "video/x-matroska": "mkv"},
        **{"video/mpeg": "mpeg", "video/x-ms-wmv": "wmv", "video/x-flv": "flv", "video/3gpp": "three_gp"},
    },
    "document": {
        **{"application/pdf": "pdf", "text/plain": "txt", "text/markdown": "md", "text/csv": "csv"},
        **{"text/html": "html", "application/msword": "doc", "application/vnd.ms-excel": "xls"},
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    },
}


def write(conversation: Conversation) -> dict[str, Any]:
    """The messages, with system text and tools beside them."""
    system, messages = lift_system(rename_calls(conversation, CALL_ID))
    request: dict[str, Any] = {}
    if system:
        request["system"] = [{"text": text} for text in system]
    request["messages"] = [
        {"role": role, "content": [spelled for message in turn for spelled in _content(message)]}
        for role, turn in groupby(messages, _role)
    ]
    _cut_end(request["messages"])
    require_user_last(request["messages"])
    _finish(request["messages"])
    if conversation.tools:
        request["toolConfig"] = {"tools": [{"toolSpec": _tool(tool)} for tool in conversation.tools]}
    return request


def _role(message: Message) -> str:
    return "assistant" if message.role == "assistant" else "user"


def _tool(tool: Tool) -> dict[str, Any]:
    described = {"description": tool.description} if tool.description else {}
    return {"name": tool.name, **described, "inputSchema": {"json": parameters(tool)}}


def _cut_end(messages: list[dict[str, Any]]) -> None:
    """Takes away an assistant's last turn that is nothing but thinking; a user's turn stands before it."""
    if messages[-1]["role"] == "assistant" and all("reasoningContent" in block for block in messages[-1]["content"]):
        messages.pop()


MOST_DOCUMENTS = 5


def _finish(messages: list[dict[str, Any]]) -> None:
    """What Bedrock asks of the whole: a text beside documents, no name of theirs twice, none beside results."""
    numbers: dict[str, count[int]] = {}
    documents = 0
    for i, message in enumerate(messages):
        for block in message["content"] if any("toolResult" in block for block in message["content"]) else ():
            if kind := next(iter(block.keys() & {"document", "video"}), None):
                raise ValueError(
                    f"$.messages[{i}]: Bedrock takes no {kind} in the turn that brings the results of calls"
                )
        shown = [block["document"] for block in message["content"] if "document" in block]
        if shown and not any("text" in block for block in message["content"]):
            message["content"].append({"text": "(A document.)"})
        inner = [block["toolResult"]["content"] for block in message["content"] if "toolResult" in block]
        for document in (*shown, *(block["document"] for blocks in inner for block in blocks if "document" in block)):
            documents += 1
            number = next(numbers.setdefault(document["name"], count(1)))
            document["name"] += f" {number}" if number > 1 else ""
    if documents > MOST_DOCUMENTS:
        raise ValueError(f"Bedrock takes {MOST_DOCUMENTS} documents in a request, and there are {documents}")


def _content(message: Message) -> Iterator[dict[str, Any]]:
    yield from map(_block, texts_first(message.blocks))
    for result in message.blocks:
        if isinstance(result, ToolResult):
            for audio in _output(result):
                if isinstance(audio, Audio):
                    yield {"text": f"The audio of {result.id}:"}
                    yield _block(audio)


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"text": text}
        case Thinking(thinking, signature):
            return {"reasoningContent": {"reasoningText": {"text": thinking, "signature": signature}}}
        case RedactedThinking(data):
            return {"reasoningContent": {"redactedContent": data}}
        case ToolUse(id_, name, input_):
            return {"toolUse": {"toolUseId": id_, "name": name, "input": json_copy(input_)}}
        case ToolResult(id_, _, _, is_error):
            status = {"status": "error"} if is_error else {}
            return {"toolResult": {"toolUseId": id_, "content": _result(block), **status}}
        case media:
            return {media.type: _media(media)}


def _result(result: ToolResult) -> list[dict[str, Any]]:
    blocks = [
        {"text": "(The audio follows.)"} if isinstance(item, Audio) else _block(item)
        for item in _output(result)
        if not blank_text(item)
    ]
    return blocks or [{"text": f"The tool {'failed and ' if result.is_error else ''}said nothing."}]


def _output(result: ToolResult) -> tuple[Text | Media, ...]:
    return result.output if isinstance(result.output, tuple) else (Text(result.output or ""),)


def _media(media: Media) -> dict[str, Any]:
    formats = _FORMATS[media.type]
    source: dict[str, Any]
    match open_media(media):
        case Link() as link if link.url.startswith("s3://"):
            media_type, name = linked_type(link, "Bedrock", tuple(formats)), link.url
            source = {"s3Location": {"uri": link.url}}
        case _:
            file = file_of(media, "Bedrock", tuple(formats))
            media_type, name = file.media_type, file.name
            source = {"bytes": file.data}
    spelled = {"format": formats[media_type], "source": source}
    return spelled | {"name": _document_name(name)} if isinstance(media, Document) else spelled


def _document_name(name: str) -> str:
    """The bare name of a file, in the characters that Bedrock takes."""
    stem = re.sub(r"\.\w+$", "", name.rpartition("/")[2])
    return re.sub(r"[^a-zA-Z0-9()\[\]-]+", " ", stem).strip()[:190] or "document"


def check(conversation: Conversation) -> None:
    """`ValueError` where no user speaks first, or where there are calls and no tools are on offer."""
    messages = lift_system(conversation)[1]
    if not messages or _role(messages[0]) == "assistant":
        raise ValueError("Bedrock asks for a user's message first, and the conversation has none there")
    if not conversation.tools and any(isinstance(b, ToolUse) for message in messages for b in message.blocks):
        raise ValueError("Bedrock asks for the tools on offer beside a history with calls, and there are none")


SPELLING = Spelling(
    id="bedrock",
    title="Bedrock",
    write=write,
    carries=frozenset({"tool", "thinking", Image.type, Audio.type, Video.type, Document.type}),
    check=check,
    left_out=blank_or_unsigned,
    media_in_results=True,
    tool_names=TOOL_NAME,
)
