"""Every hostile behaviour, by theme and name."""

from __future__ import annotations

import pytest
from hostile.behaviour import Hostile
from hostile.behaviours import (
    claims,
    errors,
    exits,
    hangs,
    hooks,
    imports,
    network,
    odd,
    payloads,
    second_process,
    side_effects,
    text,
)

THEMES = {
    "exits": exits,
    "imports": imports,
    "hooks": hooks,
    "second_process": second_process,
    "hangs": hangs,
    "payloads": payloads,
    "odd": odd,
    "side_effects": side_effects,
    "network": network,
    "text": text,
    "claims": claims,
    "errors": errors,
}
ALL: dict[str, Hostile] = {f"{theme}-{each.name}": each for theme, module in THEMES.items() for each in module.TABLE}

EVERY_DAY = ("exits-os-exit-bound-at-import",)
OF_ITS_THEME = (
    "hangs-swallows-and-answers",
    "odd-native-cache",
    "hooks-hook-items-removed",
    "second_process-hash-of-a-text",
    "side_effects-environment-set",
)
"""Of five themes more: these are slow, as is each 24th of the others; the rest is for the night."""


def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """When a behaviour runs."""
    if name in EVERY_DAY:
        return ()
    return (pytest.mark.slow if name in OF_ITS_THEME or list(ALL).index(name) % 24 == 0 else pytest.mark.nightly,)
