"""Mending of local paths: the bytes of files that were given, in the place of the paths that nobody else can open."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import unquote

from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.common.media import is_local, sniff, type_by_extension
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import MediaPart, ResultPart

Files: TypeAlias = Mapping[str, bytes]
"""The bytes of files by their names or paths."""
NO_FILES: Files = {}

_BARE = frozenset({"data", "bytes", "images"})
"""Keys under which providers take base64 by itself."""
_NAMES = frozenset({"filename", "name", "title", "text", "type", "context"})
"""Keys of a medium that hold no address."""


def in_place(files: Files) -> Callable[[Any, Dialect, Sequence[Finding]], None]:
    """The mending that puts these files where their paths stand."""

    def paths_as_bytes(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
        """The file that was given in the place of its path, as this provider takes bytes."""
        for each in media(body, dialect):
            _written(body, each.path, files)

    return paths_as_bytes


def media(body: Any, dialect: Dialect) -> list[MediaPart]:
    """The media of a body, those within results too."""
    try:
        transcript = dialect.read(dialect.open(body))
    except NotAPayload:
        return []
    parts = [part for turn in transcript.turns for part in turn.parts]
    every = [each for part in parts for each in (part.media if isinstance(part, ResultPart) else (part,))]
    return [each for each in every if isinstance(each, MediaPart)]


def wanted(body: Any, dialect: Dialect, files: Files) -> tuple[str, ...]:
    """The local paths for which no file was given."""
    paths = (each.url for each in media(body, dialect) if each.url and is_local(each.url))
    return tuple(dict.fromkeys(path for path in paths if bytes_of(path, files) is None))


def bytes_of(address: Any, files: Files) -> tuple[str, bytes] | None:
    """Name and bytes of the file that a local path means: by its whole path, or by its name where one file has it."""
    if not isinstance(address, str) or len(address) > 4_096 or not is_local(address):
        return None
    path = unquote(re.sub("^file:(//)?", "", address)) if address[:5].lower() == "file:" else address
    named = [each for each in files if _parts(each)[-1:] == _parts(path)[-1:] != []]
    same = [each for each in named if _parts(each) == _parts(path)] or named
    return (same[0], files[same[0]]) if len(same) == 1 else None


def _parts(path: str) -> list[str]:
    return [part for part in re.split(r"[\\/]", path) if part not in ("", ".")]


def media_type(name: str, data: bytes) -> str:
    """By the first bytes, else by the name's ending."""
    return sniff(data) or type_by_extension(name) or "application/octet-stream"


def _written(body: Any, path: str, files: Files) -> None:
    """The medium at a place with bytes for its path; it is the object around it that says how media come."""
    steps = [value for _, value in descend(body, path)]
    match steps[-2:]:
        case [dict(holder), _]:
            whole = _with_bytes(holder, "", files)
            holder.clear()
            holder.update(whole)
        case [list(holder), value]:
            key = re.findall("[A-Za-z_]+", path)[-1]
            holder[:] = [_with_bytes(each, key, files) if each is value else each for each in holder]


def _with_bytes(value: Any, key: str, files: Files) -> Any:
    """A value with bytes for the paths in it, under the keys that the provider has for bytes."""
    match value:
        case {"type": "url", "url": address} if found := bytes_of(address, files):
            return {"type": "base64", "media_type": media_type(*found), "data": _base64(found)}
        case {"fileData": {"fileUri": address}} if found := bytes_of(address, files):
            inline = {"mimeType": media_type(*found), "data": _base64(found)}
            return {**_without(value, "fileData"), "inlineData": inline}
        case {"file_data": {"file_uri": address}} if found := bytes_of(address, files):
            inline = {"mime_type": media_type(*found), "data": _base64(found)}
            return {**_without(value, "file_data"), "inline_data": inline}
        case {"type": str(), "uri": address} if found := bytes_of(address, files):
            return {**_without(value, "uri"), "mime_type": media_type(*found), "data": _base64(found)}
        case {"s3Location": {"uri": address}} if found := bytes_of(address, files):
            return {**_without(value, "s3Location"), "bytes": _base64(found)}
        case {"file_url": address} if found := bytes_of(address, files):
            return {**_without(value, "file_url"), "filename": _parts(found[0])[-1], "file_data": _data_uri(found)}
        case dict():
            return {name: inner if name in _NAMES else _with_bytes(inner, name, files) for name, inner in value.items()}
        case str() if found := bytes_of(value, files):
            return _base64(found) if key in _BARE else _data_uri(found)
        case _:
            return value


def _without(holder: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in holder.items() if name != key}


def _base64(file: tuple[str, bytes]) -> str:
    return base64.b64encode(file[1]).decode()


def _data_uri(file: tuple[str, bytes]) -> str:
    return f"data:{media_type(*file)};base64,{_base64(file)}"
