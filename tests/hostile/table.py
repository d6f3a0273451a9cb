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

EVERY_DAY = (
    "exits-sys-exit-0",
    "exits-os-exit-bound-at-import",
    "exits-os-exit-at-exit",
    "imports-import-os-exit-bound",
    "hooks-hook-items-removed",
    "hooks-select-by-k",
    "second_process-second-cannot-import",
    "second_process-hash-of-a-text",
    "hangs-max-of-count",
    "hangs-swallows-and-answers",
    "payloads-int-of-5000-digits",
    "odd-native-cache",
    "side_effects-file-relative",
    "side_effects-environment-set",
    "network-retries",
    "text-error-with-escapes",
    "claims-blocks-5",
    "errors-pytest-exit",
)
"""Quick ones of each theme, which run alone every day; everything else is slow."""
