"""Walking Bedrock's messages: a block is an object with one key, and what it is stands under that key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


class PlacedValue(NamedTuple):
    """What stands under a block's key, with its path, and the message that it stands in."""

    path: str
    value: dict[str, Any]
    message: str
    role: Any


def inside(message: dict[str, Any], path: str, *keys: str) -> Iterator[PlacedValue]:
    """The objects under these keys in one message's blocks."""
    for where, block in objects(message.get("content"), f"{path}.content"):
        for key in keys:
            if isinstance(block.get(key), dict):
                yield PlacedValue(f"{where}.{key}", block[key], path, message.get("role"))


def blocks(request: Request, *keys: str) -> Iterator[PlacedValue]:
    """The objects under these keys in all messages' blocks."""
    for path, message in request.each():
        yield from inside(message, path, *keys)


def everywhere(request: Request, *keys: str) -> Iterator[PlacedValue]:
    """The same, also inside tool results."""
    for placed in blocks(request, *keys, "toolResult"):
        if placed.path.rpartition(".")[2] in keys:
            yield placed
        else:
            for inner in inside(placed.value, placed.path, *keys):
                yield inner._replace(message=placed.message, role=placed.role)


def ids(placed: Iterator[PlacedValue]) -> set[str]:
    """The ids of calls or results; what is no string, the schema reports."""
    return {id_ for each in placed if isinstance(id_ := each.value.get("toolUseId"), str)}


MEDIA = ("image", "document", "video", "audio")


def unions(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and value of everything that has to have one key: blocks, also those inside results, sources, and tools."""
    for where, block in objects(request.system, request.system_path):
        yield from _unions(where, block)
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            yield from _unions(where, block)
    for where, tool in objects(request.tools, request.tools_path):
        yield where, tool
        match tool:
            case {"toolSpec": {"inputSchema": dict(schema)}}:
                yield f"{where}.toolSpec.inputSchema", schema
            case _:
                pass  # it has no schema
    match request.context.get("toolConfig"):
        case {"toolChoice": dict(choice)}:
            yield "$.toolConfig.toolChoice", choice
        case _:
            pass  # the model chooses


def _unions(path: str, block: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield path, block
    for key in MEDIA:
        match block.get(key):
            case {"source": dict(source)}:
                yield f"{path}.{key}.source", source
                yield from objects(source.get("content"), f"{path}.{key}.source.content")
            case _:
                pass
    for key in ("reasoningContent", "guardContent"):
        if isinstance(block.get(key), dict):
            yield from _unions(f"{path}.{key}", block[key])
    if isinstance(block.get("toolResult"), dict):
        for where, inner in objects(block["toolResult"].get("content"), f"{path}.toolResult.content"):
            yield from _unions(where, inner)
    cited = block.get("citationsContent")
    if isinstance(cited, dict):
        yield from objects(cited.get("content"), f"{path}.citationsContent.content")
        for where, citation in objects(cited.get("citations"), f"{path}.citationsContent.citations"):
            yield from objects(citation.get("sourceContent"), f"{where}.sourceContent")
            if isinstance(citation.get("location"), dict):
                yield f"{where}.location", citation["location"]
