"""Budgets: how many tokens a payload may have, how the kit counts them, and where a history may be cut.

A case states its budget as one of `MEASURES`: ``{"of_full": 0.5}`` (that part of the whole payload), ``{"full_minus":
1}``, ``{"tokens": 12}``, ``{"edge": 3}`` (exactly what the last three units have), ``{"below_edge": 3}`` (one token
less) or ``{"sweep": 3}`` (that edge, and each above it). ``"counter"`` beside it names one of `COUNTERS`. A legal cut
lies between units: a message, or a call with everything up to the last of its results. The system text that a
conversation begins with belongs to no unit, and is never cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from pytest_promptfmt.common.text import count as text_count
from pytest_promptfmt.payload.plain_json import to_plain

Measure: TypeAlias = Literal["of_full", "full_minus", "tokens", "edge", "below_edge", "sweep"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
Counter: TypeAlias = Callable[[Any], int]
"""How many tokens a plain payload has."""


def count(payload: Any) -> int:
    """The kit's counter: a quarter of the bytes of the payload as compact JSON in UTF-8, rounded up."""
    return -(-len(_compact(payload).encode("utf-8", "surrogatepass")) // 4)


def words(payload: Any) -> int:
    """Counts as tokenizers do: up to six letters or digits of ASCII are a token, and so is every other character."""
    return len(_WORD.findall(_compact(payload)))


_WORD = re.compile(r"[A-Za-z0-9]{1,6}|[^\sA-Za-z0-9]")
COUNTERS: dict[str, Counter] = {"bytes": count, "words": words}


def _compact(payload: Any) -> str:
    try:
        return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):  # bytes, objects, keys that are no strings: as near as can be
        return json.dumps(to_plain(payload, layer="sdk")[0], ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Budget:
    """`amount` is a part of the whole (``of_full``), a number of tokens, which may be none or less than none, or a
    number of units (``edge``, ``below_edge``, ``sweep``)."""

    measure: Measure
    amount: float
    counter: Counter = count

    def tokens(self, full: int, edge: Callable[[int], int]) -> int:
        """The number of tokens, where the whole payload has `full`, and the last n units have `edge` (n)."""
        match self.measure:
            case "of_full":
                return int(full * self.amount)
            case "full_minus":
                return full - int(self.amount)
            case "tokens":
                return int(self.amount)
            case "edge" | "sweep":
                return edge(int(self.amount))
            case "below_edge":
                return edge(int(self.amount)) - 1

    def __str__(self) -> str:
        if self.measure == "full_minus" and self.amount < 0:
            stated = f"{text_count(-int(self.amount), 'token')} more than the whole"
        else:
            stated = (_STATED | _OF_ONE if self.amount == 1 else _STATED)[self.measure].format(f"{self.amount:g}")
        return stated + ("" if self.counter is count else f", counted in {self.counter.__name__}")


_STATED: dict[Measure, str] = {
    "of_full": "{} of the whole",
    "full_minus": "{} tokens less than the whole",
    "tokens": "{} tokens",
    "edge": "what the last {} units take",
    "below_edge": "one token less than the last {} units take",
    "sweep": "what the last {} units take, and what more of them take",
}
_OF_ONE: dict[Measure, str] = {
    "full_minus": "{} token less than the whole",
    "tokens": "{} token",
    "edge": "what the last unit takes",
    "below_edge": "one token less than the last unit takes",
    "sweep": "what the last unit takes, and what more of them take",
}


def budget_from_json(value: Mapping[str, Any]) -> Budget:
    """The budget in a case; raises `ValueError` where it is none."""
    stated = {key: amount for key, amount in value.items() if key != "counter"}
    if len(stated) != 1 or not stated.keys() <= set(MEASURES):
        raise ValueError(f"a budget has one of the keys {', '.join(MEASURES)}, not {', '.join(stated) or 'none'}")
    counter = value.get("counter", "bytes")
    if counter not in COUNTERS:
        raise ValueError(f"{counter!r} is no counter; known are {', '.join(COUNTERS)}")
    ((measure, amount),) = stated.items()
    return Budget(cast(Measure, measure), amount, COUNTERS[counter])
