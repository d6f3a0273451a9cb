"""Ways that are right in every dialect that takes offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from liars.liar import Formatter
from support.offers import TARGETS, holders

from pytest_promptfmt.corpus import Case
from right_ways.way import Ways, way

OFFERS = ("tools/offer-nested", "tools/offer-array-of-objects", "tools/offer-enums", "tools/offer-two")


def everywhere_on(*cases: Case | str, targets: tuple[str, ...] = TARGETS) -> Callable[[Formatter], Ways]:
    """The same rewriting of what every dialect writes."""
    return lambda rewrite: tuple(each for target in targets for each in way(target, *cases)(rewrite))


def narrowly(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder["parameters"] = holder.pop(key)
    return payload
