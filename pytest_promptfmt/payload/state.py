"""What stands on the server already: the request goes on from it, and says only what follows.

A request names such a state by an id. What it holds is not in the payload, but how far it can reach is known of the
provider's key: `Holds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Holds: TypeAlias = Literal["answer", "beginning", "system", "item"]
"""Everything up to an answer of the model's; any beginning; system text alone; or one item of the model's by its id."""


@dataclass(frozen=True, slots=True)
class State:
    """`path` is where the request names it; `items` are how many, where each `holds` one item."""

    path: str
    holds: Holds
    items: int = 0


def state_in(beside: Mapping[str, Any], keys: Mapping[str, Holds]) -> State | None:
    """The first of a provider's `keys` (a dot goes one object down) that stands among a request's other keys."""
    for key, holds in keys.items():
        value: Any = beside
        for name in key.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        if value:
            return State(f"$.{key}", holds)
    return None
