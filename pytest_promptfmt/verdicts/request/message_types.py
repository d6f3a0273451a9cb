"""Where messages, contents and tools differ from what the official clients' types say of them.

`types/<dialect>.said.json` says it. The dialects' schemas judge the same, and know less of what is rare.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.verdicts.request.client_types import Breach, Node, Walk
from pytest_promptfmt.verdicts.request.refusals.coercions import coercion


def said_breaches(dialect: str, body: Any) -> Iterator[Breach]:
    """What differs in messages and tools; what is missing is certain of tools alone, for a part may be left out."""
    said = said_types(dialect)
    if said and isinstance(body, dict):
        walk = Walk(coercion(dialect), snaked=dialect == "gemini", closed=_CLOSED.get(dialect, ""))
        for breach in walk.members(said, body, "$"):
            certain = breach.certain and (breach.kind != "missing" or breach.path.startswith("$.tool"))
            if breach.kind != "null":
                yield replace(breach, certain=certain)


_CLOSED = dict.fromkeys(("openai", "openai-responses", "anthropic", "mistral", "groq", "cohere"), "$.tools")
"""Whose readers refuse a key that they do not know; of messages a rule of each tells it."""


@cache
def said_types(dialect: str) -> Node:
    """What the client's types say of messages and tools; what stands in several places stands in the file once."""
    file = files(__package__) / "types" / f"{dialect}.said.json"
    if not file.is_file():
        return {}
    read = json.loads(file.read_text("utf-8"))
    parts: list[dict[str, Any]] = read["parts"]

    def whole(said: Any) -> Any:
        if isinstance(said, list):
            return [whole(each) for each in said]
        if isinstance(said, dict):
            return parts[said["$part"]] if "$part" in said else {key: whole(each) for key, each in said.items()}
        return said

    for part in parts:
        part.update(whole(part))
    node: Node = whole(read["whole"])
    return node
