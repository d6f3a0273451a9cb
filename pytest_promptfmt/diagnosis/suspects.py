"""What in a request was most often to blame where others were refused: told where nothing is known to be wrong.

`suspects.json` has the shares, of the recorded refusals of public threads; ``scripts/make_suspects.py`` counts them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Suspect:
    """Of the `had` recorded refusals of requests that have such a `path`, it was to blame in `blamed`."""

    path: str
    blamed: int
    had: int


def suspects(body: Any) -> tuple[Suspect, ...]:
    """The two that are likeliest, neither in the other; of a place that was never recorded more than of a usual one."""
    found: list[Suspect] = []
    for path in sorted(first_of_each(body), key=lambda path: (-_share(kind_of(path)), path)):
        if len(found) == _TOLD:
            break
        if not any(_within(path, each.path) or _within(each.path, path) for each in found):
            found.append(Suspect(path, *_table()["places"].get(kind_of(path), (0, 0))))
    return tuple(found)


_TOLD = 2
_UNSEEN, _ONE = 0.25, 1
"""A place that nobody recorded is to blame as often as one of four."""


def first_of_each(body: Any) -> list[str]:
    """The first path of each kind of place that may be to blame."""
    first: dict[str, str] = {}
    for path in _paths(body, "$", ""):
        first.setdefault(kind_of(path), path)
    return [path for kind, path in first.items() if kind not in _PLAIN]


def kind_of(path: str) -> str:
    """The same for every item of a list; what stands in a schema, in arguments or in metadata is that as a whole."""
    steps = re.sub(r"\[\d+\]", "[]", path).split(".")
    keys = [step.partition("[")[0] for step in steps]
    whole = next((n for n, key in enumerate(keys) if key in _WHOLE or (key == "input" and n > 1)), len(steps))
    return ".".join([*steps[:whole], *keys[whole : whole + 1]])


_WHOLE = frozenset(
    {
        "parameters", "input_schema", "inputSchema", "schema", "responseSchema", "response_schema",
        "responseJsonSchema", "arguments", "args", "metadata", "logit_bias",
    }
)  # fmt: skip
_PLAIN = frozenset(
    {
        "$.messages", "$.messages[]", "$.messages[].role", "$.messages[].content", "$.messages[].content[]",
        "$.messages[].content[].type",
        "$.contents", "$.contents[]", "$.contents[].role", "$.contents[].parts", "$.contents[].parts[]", "$.input",
        "$.input[]", "$.input[].role", "$.input[].type", "$.input[].content[]", "$.input[].content[].type",
    }
)  # fmt: skip
"""What every request has."""
_USUAL = frozenset(
    {
        "$.stream", "$.stream_options", "$.temperature", "$.top_p", "$.max_tokens", "$.tools", "$.tool_choice",
        "$.tools[].function.name", "$.tools[].function.parameters",
    }
)  # fmt: skip
"""What clients send unasked: the recordings were cut short of it, and it is counted as if every second had it."""


def is_usual(path: str) -> bool:
    """Is it one that clients send unasked, so that it says little of a request?"""
    return re.sub(r"\[\d+\]", "[]", path) in _USUAL


def _paths(value: Any, path: str, key: str) -> Iterator[str]:
    match value:
        case dict() if key not in _WHOLE:
            for name, inner in value.items():
                yield f"{path}.{name}"
                yield from _paths(inner, f"{path}.{name}", str(name))
        case list():
            for n, inner in enumerate(value):
                yield f"{path}[{n}]"
                yield from _paths(inner, f"{path}[{n}]", key)


def _within(path: str, other: str) -> bool:
    return kind_of(path).startswith((f"{kind_of(other)}.", f"{kind_of(other)}["))


def _share(kind: str) -> float:
    table = _table()
    blamed, had = table["places"].get(kind, (0, 0))
    unrecorded = table["rows"] / 2 if kind in _USUAL else 0
    return float((blamed + _UNSEEN) / (had + unrecorded + _ONE))


@cache
def _table() -> Mapping[str, Any]:
    """How many `rows` were counted, and of each kind of place how often it was to blame and how many rows have it."""
    said: Mapping[str, Any] = json.loads(files(__package__).joinpath("suspects.json").read_text("utf-8"))
    return said
