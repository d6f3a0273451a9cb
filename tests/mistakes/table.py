"""Every mistake, by its area and name."""

from __future__ import annotations

from mistakes import claims, commands, formatters, imports, options, projects
from mistakes.mistake import Mistake

AREAS = {
    "formatters": formatters,
    "imports": imports,
    "claims": claims,
    "options": options,
    "projects": projects,
    "commands": commands,
}
ALL: dict[str, Mistake] = {f"{area}-{each.name}": each for area, module in AREAS.items() for each in module.TABLE}
