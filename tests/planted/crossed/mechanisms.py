"""Mechanisms: what a formatter can do wrong to one thing of a conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from planted.crossed.places import Place

from pytest_promptfmt.conversation import Conversation

Heard: TypeAlias = Callable[[Place], Conversation | None]
Sent: TypeAlias = Callable[[Any, Place], Any]
Written: TypeAlias = Callable[[Conversation, Place], Conversation | None]


ALL = "whole stands linked says id"
PLACES = "whole stands linked"
IDS = "whole stands linked id"
NEAR = "stands"


@dataclass(frozen=True, slots=True, eq=False)
class Mechanism:
    """`does` it to things of these `kinds`, told by one of `finds` (globs).

    `hears` is done to the conversation as it is given, `writes` to what is about to be written, its results behind
    their calls, `sends` to the payload. Each gives None where there is nothing to do. `heeds` says which conditions it
    is crossed with, by what those are about: code that moves a text does not look for tabs in it, and code that looks
    for tabs looks for little else.
    """

    does: str
    kinds: tuple[str, ...]
    finds: tuple[str, ...]
    hears: Heard | None = None
    writes: Written | None = None
    sends: Sent | None = None
    heeds: str = ALL
