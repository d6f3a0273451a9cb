"""Every hostile behaviour, by theme and name."""

from __future__ import annotations

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
