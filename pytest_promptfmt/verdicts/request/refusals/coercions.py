"""What providers take for another type than their own: each by how its server reads JSON.

Google reads protocol buffers from JSON: a number may be a string, an enumeration's word may be in any case or a number,
and one item may stand for a list of one (its documentation writes ``"parts": {"text": …}``). vLLM and Mistral read with
pydantic, which takes a number in a string; Anthropic does so too, and refuses it (``"max_tokens": "700"``: "Input
should be a valid integer", quoted in several public guides); ``"stream": "yes"`` is none
either, measured 2026-08-31. Whole numbers
with a point are integers to all but those that say they are not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
_SWITCHES = frozenset({"true", "false", "yes", "no", "on", "off", "0", "1", "t", "f", "y", "n"})


@dataclass(frozen=True, slots=True)
class Coercion:
    """`strings` may hold numbers, `switches` be spelled, `whole` numbers have a point, one item be a list (`lists`).

    `cased` are words in any case, with any stroke between their parts, or as numbers.
    """

    strings: bool = False
    switches: bool = False
    whole: bool = True
    lists: bool = False
    cased: bool = False

    def instead(self, node: Mapping[str, Any], value: Any) -> bool:
        """Is a value of none of a node's kinds taken for one of them?"""
        kinds = node["kinds"]
        counts, switches = not {"integer", "number"}.isdisjoint(kinds), "boolean" in kinds
        match value:
            case float():
                return "integer" in kinds and self.whole and value.is_integer()
            case str():
                written = self.strings and counts and _NUMBER.fullmatch(value)
                return bool(written) or (self.switches and switches and value.lower() in _SWITCHES)
            case bool():
                return self.strings and not self.cased and counts
            case int():
                return (self.cased and "words" in node) or (self.switches and switches and value in (0, 1))
        return False

    def is_word(self, value: str, words: Collection[str]) -> bool:
        if self.cased:  # Vertex has its kind before it: SERVICE_TIER_FLEX
            spelled, known = value.upper().replace("-", "_"), {word.upper() for word in words}
            return spelled in known or any(spelled.endswith(f"_{word}") for word in known)
        return value in words


_PYDANTIC = Coercion(strings=True, switches=True)
_EXACT = Coercion(whole=False)
COERCIONS = {
    "gemini": Coercion(strings=True, switches=True, lists=True, cased=True),
    "vllm": _PYDANTIC,
    "mistral": _PYDANTIC,
    **dict.fromkeys(("openai", "openai-responses", "deepseek"), _EXACT),
}


def coercion(dialect: str) -> Coercion:
    """What its provider takes; of others only whole numbers with a point."""
    return COERCIONS.get(dialect, Coercion())
