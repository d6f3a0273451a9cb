"""Mendings of single values: arguments, ids, types of media, roles, keys. Each changes the body that it gets."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.common.media import canonical, decode_base64, sniff, split_data_uri
from pytest_promptfmt.diagnosis.mending.places import blocks, calls, dictionaries, messages, objects
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding


def arguments_as_text(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Arguments of calls written as a JSON string."""
    holders = [call.get("function") for message in objects(body, dialect) for call in calls(message)]
    holders += [item for item in objects(body, dialect) if item.get("type") == "function_call"]
    for holder in holders:
        if isinstance(holder, dict) and "arguments" in holder and not isinstance(holder["arguments"], str):
            holder["arguments"] = json.dumps(holder["arguments"] or {}, ensure_ascii=False)


def arguments_as_object(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Arguments of calls written as an object."""
    places = [(call.get("function"), "arguments") for message in objects(body, dialect) for call in calls(message)]
    for block in blocks(body, dialect):
        places += [(block, "input")] if block.get("type") == "tool_use" else []
        places += [(block.get("toolUse"), "input"), (block.get("functionCall", block.get("function_call")), "args")]
    for holder, key in places:
        if isinstance(holder, dict) and (isinstance(holder.get(key), str) or (key in holder and holder[key] is None)):
            value = _object_in(holder[key])
            if value is not None:
                holder[key] = value


def _object_in(text: str | None) -> dict[str, Any] | None:
    try:
        value = json.loads(text) if text and text.strip() else {}
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def response_as_object(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """A function's response wrapped in an object, under the key result."""
    for block in blocks(body, dialect):
        response = block.get("functionResponse", block.get("function_response"))
        if isinstance(response, dict) and "response" in response and not isinstance(response["response"], dict):
            response["response"] = {"result": response["response"]}
        if block.keys() == {"json"} and not isinstance(block["json"], dict):
            block["json"] = {"result": block["json"]}


_ID_KEYS = ("id", "tool_call_id", "tool_use_id", "toolUseId", "call_id")


def ids_in_step(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Ids of calls that the provider does not take replaced, in the calls and in their results alike."""
    bad = {value for finding in found for _, value in list(descend(body, finding.path))[-1:] if isinstance(value, str)}
    taken = {each[key] for each in dictionaries(body) for key in _ID_KEYS if isinstance(each.get(key), str)}
    fresh: dict[str, str] = {}
    for old in sorted(bad):
        new = re.sub("[^A-Za-z0-9_-]", "_", old)[:40] or "call"
        if dialect.id == "mistral":
            new = hashlib.sha256(old.encode("utf-8", "replace")).hexdigest()[:9]
        elif new in taken or new in fresh.values():
            new = f"{new[:27]}_{hashlib.sha256(old.encode('utf-8', 'replace')).hexdigest()[:12]}"
        fresh[old] = new
    for message in messages(body, dialect):
        for each in dictionaries(message):
            for key in _ID_KEYS:
                if isinstance(each.get(key), str) and each[key] in fresh:
                    each[key] = fresh[each[key]]


_ROLES = {
    "human": "user",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "User": "user",
    "Assistant": "assistant",
    "System": "system",
}

_GEMINIS = {"assistant": "model", "ai": "model", "bot": "model", "model": "model", "tool": "user", "function": "user"}


def roles_as_named(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Roles called as this provider calls them."""
    known = {**_ROLES, **(_GEMINIS if dialect.id == "gemini" else {})}
    if not dialect.id.startswith("openai"):
        known |= {"developer": "system"}
    for message in objects(body, dialect):
        if isinstance(role := message.get("role"), str):
            message["role"] = known.get(role, role)


def base64_bare(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Base64 without the data: address around it, under the type that the address declares."""
    for each in dictionaries(messages(body, dialect)):
        uri = split_data_uri(each["data"]) if isinstance(each.get("data"), str) else None
        if uri is not None:
            each["data"] = uri.data
            for key in ("media_type", "mimeType", "mime_type"):
                if key in each:
                    each[key] = uri.media_type or each[key]
        images = each.get("images")
        if isinstance(images, list):
            each["images"] = [
                (split_data_uri(one) or (None, one))[1] if isinstance(one, str) else one for one in images
            ]


def media_type_of_bytes(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """The media type that the first bytes show."""
    for each in dictionaries(messages(body, dialect)):
        for key in ("media_type", "mimeType", "mime_type"):
            if isinstance(each.get(key), str) and isinstance(each.get("data"), str):
                data = decode_base64(each["data"])
                each[key] = (sniff(data) if data else None) or canonical(each[key])
        if each.get("format") == "jpg":
            each["format"] = "jpeg"


def data_address(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Bare base64 of a picture written as a data: address."""
    for each in dictionaries(messages(body, dialect)):
        for holder, key in ((each.get("image_url"), "url"), (each, "image_url")):
            if isinstance(holder, dict) and isinstance(text := holder.get(key), str) and "://" not in text:
                data = decode_base64(text)
                kind = sniff(data) if data else None
                if kind and kind.startswith("image/"):
                    holder[key] = f"data:{kind};base64,{text}"


def content_as_text(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Content that is null, or missing, written as an empty string."""
    for message in objects(body, dialect):
        if message.get("content") is None and "role" in message and "parts" not in message:
            message["content"] = ""


def empty_keys_dropped(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Keys left out that the provider does not know and that hold nothing, or a place in a list."""
    for finding in found:
        places = list(descend(body, finding.path))
        if (
            len(places) > 1
            and isinstance(holder := places[-2][1], dict)
            and isinstance(key := finding.data.get("actual"), str)
        ):
            if key in holder and (holder[key] in (None, [], {}, "") or key == "index"):
                del holder[key]


def key_as_spelled(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """A key of the request spelled as the provider documents it."""
    for finding in found:
        old, new = finding.data.get("actual"), finding.data.get("expected")
        if isinstance(body, dict) and isinstance(old, str) and isinstance(new, str) and old in body and new not in body:
            renamed = {new if key == old else key: value for key, value in body.items()}
            body.clear()
            body.update(renamed)


def put_in_place(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Values as what is expected at their place: in a list, as a number, or as a part with the text."""
    for finding in found:
        places = list(descend(body, finding.path))
        if len(places) < 2 or places[-1][0] != finding.path:
            continue
        (above, holder), (path, value) = places[-2:]
        key: Any = path[len(above) :]
        key = int(key[1:-1]) if key.startswith("[") and key[1:-1].isdigit() else key.lstrip(".")
        if isinstance(holder, (dict, list)) and (isinstance(holder, list) or key in holder):
            holder[key] = _expected(value, dialect, finding)


def _expected(value: Any, dialect: Dialect, finding: Finding) -> Any:
    match value:
        case str() if value.lstrip().startswith(("[", "{", "<")):
            return value  # what is spelled out there may be more than a text
        case str() if _JSON_LITERAL.fullmatch(value) and "is expected" in finding.message:
            return json.loads(value)
        case str() if dialect.id == "gemini" and ".parts" in finding.path:
            return {"text": value}
        case str() if finding.path in ("$.systemInstruction", "$.system_instruction"):
            return {"parts": [{"text": value}]}
        case str() if finding.path == "$.system":
            return [{"text": value}]
        case str() if finding.path.rpartition(".")[2] in ("stop_sequences", "stopSequences"):
            return [value]
        case {"function": _} | {"name": _} | {"functionDeclarations": _} | {"toolSpec": _} | {"type": _}:
            return [value]
        case _:
            return value


_JSON_LITERAL = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,17})?|true|false")


def calls_typed(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Calls that say that they are calls of functions, where they say nothing of it."""
    for message in objects(body, dialect):
        for call in calls(message):
            if "function" in call:
                call.setdefault("type", "function")
