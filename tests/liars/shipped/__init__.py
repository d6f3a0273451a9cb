"""Faults that shipped: for each line of the ledger the payload that it tells of, and what stands next to it.

One module for each family, or for two that are close: `parallel` and `turns` for C.
"""

from __future__ import annotations

from liars.liar import Liar
from liars.shipped import (
    cut,
    doubled,
    empty,
    encoding,
    lost,
    manners,
    media,
    names,
    parallel,
    refused,
    systems,
    thoughts,
    turns,
)

FAMILIES = (parallel, turns, empty, refused, thoughts, lost, media, cut, encoding, names, doubled, systems, manners)
LIARS: tuple[Liar, ...] = tuple(liar for family in FAMILIES for liar in family.LIARS)
