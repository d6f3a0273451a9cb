"""Bedrock's rule over cache points: each stands behind something that can be cached."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def cache_point_place(request: Request) -> Iterator[Breach]:
    """A cachePoint stands behind a block of its own list, and behind no reasoning."""
    lists = [(f"{path}.content", message.get("content")) for path, message in request.each()]
    for path, content in [(request.system_path, request.system), (request.tools_path, request.tools), *lists]:
        before: dict[str, object] = {}
        for where, block in objects(content, path):
            marks = [*block] == ["cachePoint"]
            if marks and not before:
                yield Breach(f"{where}.cachePoint", "nothing stands before it")
            elif marks and "reasoningContent" in before:
                yield Breach(f"{where}.cachePoint", "reasoning stands before it")
            before = block
