"""What type a parameter has, and between what it lies: OpenAI's, which most servers take with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.json_words import kind_of
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import number, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


@dataclass(frozen=True, slots=True)
class Value:
    """`is_one` of what is `called` so; `low` and `high` are taken themselves, as are `words` of texts.

    `longest` is the length of a text, or how many a list or an object has.
    """

    called: str
    is_one: Callable[[Any], bool]
    low: float = float("-inf")
    high: float = float("inf")
    words: tuple[str, ...] = ()
    longest: float = float("inf")


_FEW = 4
"""So many texts may stop an answer."""


def valued_otherwise(values: Mapping[str, Value]) -> Broken:
    """A parameter of another type, or beyond what is taken; null is none."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key, value in values.items():
            found = value_of(body, key)
            problem = _problem(value, found) if found is not None else ""
            if problem:
                yield f"$.{key}", problem

    return broken


def _problem(value: Value, found: Any) -> str:
    if not value.is_one(found):
        return f"{kind_of(found)}, and {value.called} is expected"
    if value.words and isinstance(found, str) and found not in value.words:
        return f"{found!r}, and {', '.join(value.words)} are taken"
    if isinstance(found, str | list | dict) and len(found) > value.longest:
        return f"{len(found)} of them, and at most {value.longest:g} are taken"
    if (size := number(found)) is not None and not value.low <= size <= value.high:
        bound = f"at least {value.low:g}" if size < value.low else f"at most {value.high:g}"
        return f"{found}, and {bound} is taken"
    return ""


def many_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    stop = body.get("stop")
    if isinstance(stop, list) and len(stop) > _FEW:
        yield "$.stop", f"{len(stop)} texts, and {_FEW} are taken"


def more_than_one(body: Mapping[str, Any]) -> Iterator[Said]:
    if (number(body.get("n")) or 1) > 1:
        yield "$.n", "one answer is given, and no more"


_ACTIONS = ("search", "open_page", "find_in_page")


def other_actions(body: Mapping[str, Any]) -> Iterator[Said]:
    """A search of the web that did what the API does not know."""
    for path, item in objects(body.get("input"), "$.input"):
        did = value_of(item, "action.type")
        if item.get("type") == "web_search_call" and did is not None and did not in _ACTIONS:
            yield f"{path}.action.type", f"{did!r}, and {', '.join(_ACTIONS)} are taken"


def other_options(body: Mapping[str, Any]) -> Iterator[Said]:
    options = body.get("options")
    for key in options if isinstance(options, dict) else ():
        if key not in _OPTIONS:
            yield f"$.options.{key}", "no option of Ollama's"


_OPTIONS = frozenset({
    "num_keep", "seed", "num_predict", "top_k", "top_p", "min_p", "typical_p", "tfs_z", "repeat_last_n", "temperature",
    "repeat_penalty", "presence_penalty", "frequency_penalty", "mirostat", "mirostat_tau", "mirostat_eta",
    "penalize_newline", "stop", "numa", "num_ctx", "num_batch", "num_gqa", "num_gpu", "main_gpu", "low_vram", "f16_kv",
    "logits_all", "vocab_only", "use_mmap", "use_mlock", "num_thread", "embedding_only", "rope_frequency_base",
    "rope_frequency_scale", "draft_num_predict",
})  # fmt: skip


def odd_format(*also: Any) -> Broken:
    """The form of the answer is neither json nor a schema; `also` are values that are refused beside them."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        form = body.get("format", "json")
        if form in also if form in ("", None) else form != "json" and not isinstance(form, dict):
            yield "$.format", f"{json.dumps(form)}, and json or a schema is taken"

    return broken


def null(*keys: str) -> Broken:
    """A parameter is null that has to be left out instead."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if key in body and body[key] is None:
                yield f"$.{key}", "null; leave it out"

    return broken
