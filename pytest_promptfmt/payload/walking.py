"""Walking payloads that may be malformed: each helper yields what has the right shape and skips the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pytest_promptfmt.common.media import decode_base64, read_base64, split_data_uri
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import MediaKind, MediaPart, Part, ToolPart, Turn, TurnRole


def objects(value: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and item of a list, for the items that are objects."""
    if isinstance(value, list):
        for i, item in enumerate(value):
            if isinstance(item, dict):
                yield f"{path}[{i}]", item


def texts(content: Any, path: str) -> Iterator[tuple[str, str]]:
    """Path and text of content that is a string or a list of parts with ``text``."""
    if isinstance(content, str):
        yield path, content
    elif isinstance(content, list):
        for i, part in enumerate(content):
            if isinstance(part, str):
                yield f"{path}[{i}]", part
            elif isinstance(part, dict) and isinstance(part.get("text"), str):
                yield f"{path}[{i}].text", part["text"]


_ROLES: dict[str, TurnRole] = {"system": "system", "user": "user", "assistant": "assistant"}


def turns(request: Request, content: Callable[[Any, str], Iterable[Part]]) -> tuple[Turn, ...]:
    """The system text beside the messages, then the messages; `content` reads what stands in either, with its path."""
    found = []
    if request.system_path:
        found.append(Turn("system", tuple(content(request.system, request.system_path)), request.system_path))
    for path, message in request.each():
        role = _ROLES.get(string(message.get("role")) or "", "user")
        found.append(Turn(role, tuple(content(message.get("content"), f"{path}.content")), path))
    return tuple(found)


def tool_part(
    function: Any, path: str, *keys: str, narrow: bool = False, longest: int | None = None
) -> Iterator[ToolPart]:
    """A function on offer, where it is an object with a name; its schema is what the first of `keys` that it has holds.

    A dot goes one object down. Nothing is yielded of what has no name: the schema reports that.
    """
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        return
    found = [(key, value) for key in keys if (value := _down(function, key)) is not None]
    key, parameters = found[0] if found else (keys[0], None)
    where = f"{path}.{key}"
    described = string(function.get("description"))
    yield ToolPart(function["name"], described, parameters, path, where, narrow, longest)


def _down(value: Any, dotted: str) -> Any:
    for key in dotted.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def string(value: Any) -> str | None:
    """The value where it is a string."""
    return value if isinstance(value, str) else None


def unwrapped(data: str, *, url_safe: bool = False) -> bytes | None:
    """The bytes of base64 that may be broken into lines; whether a provider takes those is the rules' to say."""
    return decode_base64("".join(data.split()), url_safe=url_safe)


def media_of(
    kind: MediaKind, base64: str, path: str, media_type: str | None = None, *, url_safe: bool = False
) -> MediaPart:
    """Media by value, also where their base64 is none that everybody decodes."""
    data = unwrapped(base64, url_safe=url_safe)
    loosely = read_base64(base64) if data is None else None
    if loosely is None:
        return MediaPart(kind, path, data=data, media_type=media_type, loose=base64 if data is None else None)
    return MediaPart(kind, path, data=loosely, media_type=media_type, loose=base64)


def media_at(kind: MediaKind, address: Any, path: str) -> MediaPart:
    """Media given as one string: a URL, or a ``data:`` URI whose bytes and type are taken out."""
    if not isinstance(address, str):
        return MediaPart(kind, path)
    uri = split_data_uri(address)
    if uri is None:
        return MediaPart(kind, path, url=address)
    return media_of(kind, uri.data, path, uri.media_type)


def json_or_raw(text: Any) -> Any:
    """The JSON value that a string holds; the value itself where it is no string or holds no JSON."""
    if not isinstance(text, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def thinks(thinking: Any) -> bool:
    """Whether the request's ``thinking`` turns it on, be it with a budget (``enabled``), ``adaptive`` or plain true."""
    return thinking is True or (isinstance(thinking, dict) and thinking.get("type") in ("enabled", "adaptive"))


_WHOSE = frozenset({"prompt_cache_key", "request_id", "safety_identifier", "session_id", "user", "user_id"})


def asked(payload: Any) -> Any:
    """A payload without what says whose request it is and may be another each time, as a session's id is."""
    return {key: value for key, value in payload.items() if key not in _WHOSE} if isinstance(payload, dict) else payload
