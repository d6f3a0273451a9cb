"""From a file to conversations: as it stands, or read out of payloads by their dialect's reader."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.commands.inputs import Unusable, read_bytes
from pytest_promptfmt.common.json.file import NotJson, json_of
from pytest_promptfmt.common.media import sniff
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.parsing import ParseError, parse
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaPart,
    Part,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)
from pytest_promptfmt.verdicts.recorded import check_payload


@dataclass(frozen=True, slots=True)
class Said:
    """A conversation; the `payload` that it was read out of, if it was, and `notes` on what is not as it was there."""

    conversation: Conversation
    payload: Any = None
    notes: tuple[str, ...] = ()


def said_in(name: str, dialect: Dialect | None) -> list[Said]:
    """What a file says: a conversation, or with a `dialect` that of a payload, or of each in its lines, once.

    Raises `Unusable`.
    """
    values = list(_values(name))
    if dialect is None:
        if len(values) > 1:
            raise Unusable(f"{name} has {count(len(values), 'line')} of JSON: a log of payloads, of which --dialect?")
        try:
            return [Said(parse(values[0][1]))]
        except ParseError as error:
            raise Unusable(f"{name} is no conversation: {error}; of a payload say the --dialect") from None
    found: dict[str, Said] = {}
    for place, value in values:
        said = _read(value, dialect, place)
        found.setdefault(json.dumps(said.conversation.to_json(), sort_keys=True), said)
    return list(found.values())


def _values(name: str) -> Iterator[tuple[str, Any]]:
    """Place and value of the JSON in a file: one value, or one in each line."""
    data = read_bytes(name)
    lines = [(n, line) for n, line in enumerate(data.splitlines(), 1) if line.strip()]
    try:
        if len(lines) > 1 and lines[0][1].strip()[:1] in (b"{", b"[") and _is_json(lines[0][1]):
            for n, line in lines:
                yield f"line {n} of {name}", json_of(line, f"line {n} of {name}", exact=True)
        else:
            yield name, json_of(data, name, exact=True)
    except NotJson as error:
        raise Unusable(str(error)) from None


def _is_json(line: bytes) -> bool:
    try:
        json_of(line, "")
    except NotJson:
        return False
    return True


def _read(payload: Any, dialect: Dialect, place: str) -> Said:
    """What one payload says, with what of it the reader, or the way back, did not keep."""
    if "chat" not in dialect.scenarios:
        raise Unusable(f"{dialect.id} says no conversations: a template makes its payloads")
    try:
        request = dialect.open(payload)
    except NotAPayload as error:
        raise Unusable(f"{place} is no payload of {dialect.id}: {error}") from None
    transcript = dialect.read(request)
    try:
        conversation = parse(_conversation(transcript))
    except ParseError as error:
        raise Unusable(f"{place}: what it says is no conversation: {error}") from None
    if not conversation.messages:
        raise Unusable(f"{place}: as a payload of {dialect.id} it says nothing")
    return Said(conversation, payload, tuple(_lost(payload, dialect, request, conversation)))


def _lost(payload: Any, dialect: Dialect, request: Request, conversation: Conversation) -> Iterator[str]:
    if request.state is not None:
        yield "it goes on from what the server holds, and that is not in it"
    for finding in check_payload(payload, dialect.id, conversation):
        if finding.is_error and finding.id.startswith(("schema.", "fidelity.")):
            yield f"{finding.id} at {finding.path}: {finding.message}"


def _conversation(transcript: Transcript) -> dict[str, Any]:
    document: dict[str, Any] = {"messages": [_message(turn) for turn in transcript.turns if turn.parts]}
    if transcript.tools:
        document["tools"] = [
            {"name": tool.name, "description": tool.description or ""}
            | ({"parameters": tool.parameters} if isinstance(tool.parameters, dict) else {})
            for tool in transcript.tools
        ]
    return document


def _message(turn: Turn) -> dict[str, Any]:
    """A turn whose speaker the wire does not tell is a user's; role tool is that of results and nothing else."""
    blocks = [_block(part) for part in turn.parts]
    role = turn.role or "user"
    if role == "tool" and any(block["type"] != "tool_result" for block in blocks):
        role = "user"
    return {"role": role, **({"name": turn.name} if turn.name else {}), "content": blocks}


def _block(part: Part) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"type": "text", "text": text}
        case ThinkingPart(redacted=str(data)):
            return {"type": "redacted_thinking", "data": data}
        case ThinkingPart(text=text, signature=signature):
            return {"type": "thinking", "thinking": text, **({"signature": signature} if signature else {})}
        case CallPart(id=id_, name=name, input=arguments, path=path):
            if not isinstance(arguments, dict):
                raise Unusable(f"the call at {path} has no object of arguments, and a conversation cannot say that")
            signed = {"signature": part.signature} if part.signature else {}
            return {"type": "tool_use", "id": id_ or name, "name": name, "input": arguments, **signed}
        case ResultPart(id=id_, name=name, value=value):
            texts = [_text(item) for item in value] if isinstance(value, list) else [_text(value)]
            shown = [_block(media) for media in part.media]
            whole = not shown and len(texts) < 2
            output: Any = "".join(texts) if whole else [*({"type": "text", "text": text} for text in texts), *shown]
            named = {"name": name} if name else {}
            return {"type": "tool_result", "id": id_ or name or "", **named, "output": output} | _failed(part)
        case MediaPart():
            return _media(part)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _failed(part: ResultPart) -> dict[str, Any]:
    return {"is_error": True} if part.is_error else {}


def _media(part: MediaPart) -> dict[str, Any]:
    kind = "image" if part.kind == "unknown" else part.kind
    if part.url is not None:
        return {"type": kind, "source": {"type": "url", "url": part.url}}
    if part.data is None:
        raise Unusable(f"the {kind} at {part.path} cannot be decoded, and a conversation cannot say that")
    type_ = part.media_type or sniff(part.data) or "application/octet-stream"
    data = base64.b64encode(part.data).decode()
    return {"type": kind, "source": {"type": "base64", "media_type": type_, "data": data}}
