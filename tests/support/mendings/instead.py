"""Changed inputs, of which the reference writes what was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from support.facts import Recording, blocks_of, ids
from support.mendings.payload import media_of


def most_turns(blocks: list[dict[str, Any]]) -> int:
    """What the release writes of a message at most: a turn for each result and its media, one for the rest."""
    results = [block for block in blocks if block.get("type") == "tool_result"]
    return len(results) + sum(bool(media_of(one)) for one in results) + (len(blocks) > len(results))


def another_cut(r: Recording) -> Iterator[Recording]:
    """The system's word and the last messages, without a limit; the longest of them, where messages are counted."""
    first = r["msgs"][:1] if r["msgs"] and r["msgs"][0]["role"] == "system" else []
    more = {"n_messages": 0, "n_messages_plus_3": 3}.get(r["counter"])
    called = ids(r, "tool_use")
    fits = False
    for start in range(len(first), len(r["msgs"])):
        cut = {**r, "msgs": [*first, *r["msgs"][start:]], "counter": None, "max_tokens": None}
        whole = not (ids(cut, "tool_result") - ids(cut, "tool_use")) & called
        if not (fits and whole):
            yield cut
        turns = sum(most_turns(blocks_of(msg)) for msg in cut["msgs"])
        chat = "Chat" in r["formatter"] and more is not None
        fits = fits or (chat and whole and turns + (more or 0) <= r["max_tokens"])


def results_first(given: Any) -> Any:
    """Each message in two, of which the first holds the results and the other all else."""
    if isinstance(given, list):
        return [one for each in given for one in (lambda x: x if isinstance(x, list) else [x])(results_first(each))]
    content = given.get("content") if isinstance(given, dict) else None
    if not isinstance(content, list) or not any(block.get("type") == "tool_result" for block in content):
        return given
    results = [block for block in content if block.get("type") == "tool_result"]
    return [{**given, "content": results}, {**given, "content": [block for block in content if block not in results]}]


INSTEAD: dict[str, Callable[[Recording], Iterator[Recording]]] = {
    "another-cut": another_cut,
    "any-mode": lambda r: iter([{**r, "kwargs": {}}]),
    "many-agents": lambda r: iter([{**r, "method": "format_multi_agent"}]),
    "no-length": lambda r: iter([{**r, "kwargs": {k: v for k, v in r["kwargs"].items() if k != "ctor"}}]),
    "results-first": lambda r: iter([{**r, "msgs": results_first(r["msgs"])}]),
}
"""Changed inputs, of which the reference writes what was recorded."""
