"""The levels as a table, and the sentence that sums them up: the same for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_promptfmt.common.text import count, cut, safe, sentence
from pytest_promptfmt.implementation import Claims
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES, Standing, level_text, overall, unclaimed

_CELLS = {"not claimed": "-", "n/a": "", "partial": "part"}


def cell(standing: Standing) -> str:
    """``L2``, ``none``, ``-`` where it is not claimed, ``part`` where not everything ran, nothing where it is n/a."""
    return _CELLS.get(standing.state) if standing.state in _CELLS else level_text(standing.level)  # type: ignore[return-value]


def level_rows(found: Mapping[str, Mapping[str, Standing]]) -> list[list[str]]:
    """Header and one row for each target of which something was judged: its profiles, and the lowest of them."""
    rows = [["level", *PROFILES, OVERALL]]
    for target, profiles in found.items():
        if any(standing.graded or standing.unknown for standing in profiles.values()):
            rows.append([target, *map(cell, profiles.values())])
    return rows


def level_lines(found: Mapping[str, Mapping[str, Standing]]) -> list[str]:
    """The table in columns; none where no level is given, as in a run of some cases."""
    if not any(standing.state == "graded" for profiles in found.values() for standing in profiles.values()):
        return []
    rows = level_rows(found)
    width = max(len(row[0]) for row in rows)
    return [
        "  "
        + f"{row[0]:<{width}}"
        + "".join(f"{text:>{max(len(name), 4) + 2}}" for text, name in zip(row[1:], rows[0][1:], strict=True))
        for row in rows
    ]


def why_none(least: Standing) -> str:
    """Why no level is given: not all was asked, or of what was asked nobody can tell."""
    ran = least.graded + least.unknown
    missing = f"a level is given by a whole run, and {ran:,} of {least.promised:,} checks ran"
    if not least.unknown:
        return missing
    why = f"inconclusive: {cut(sentence(least.reason), 200)}"
    if ran < least.promised:
        return f"{missing}, {least.unknown:,} of which are {why}"
    return f"{least.unknown:,} of {least.promised:,} checks are {why}"


def models_line(claims: Mapping[str, Claims]) -> str:
    """``as for gpt-5.2 (openai), claude-opus-4-8 (anthropic)``: the models that the targets were judged for."""
    found = {target.rpartition(".")[0]: claim.model for target, claim in claims.items() if claim.model}
    return f"as for {', '.join(f'{safe(model)} ({dialect})' for dialect, model in found.items())}" if found else ""


def warned(warnings: Mapping[str, int]) -> str:
    """``3 fidelity.padded-text, 1 openai.name-pattern``: how many of which rule, which no level counts."""
    return ", ".join(f"{n} {id_}" for id_, n in warnings.items())


def overall_line(found: Mapping[str, Mapping[str, Standing]]) -> str:
    """``overall level L2; not claimed: audio (of 6 targets), truncation (all)``."""
    least = overall(found)
    if least.state != "graded":
        return f"no level: {why_none(least)}"
    missing: dict[str, int] = {}
    for profiles in found.values():
        for profile in unclaimed(profiles):
            missing[profile] = missing.get(profile, 0) + 1
    named = (
        profile if len(found) == 1 else f"{profile} ({'all' if n == len(found) else 'of ' + count(n, 'target')})"
        for profile, n in missing.items()
    )
    tail = f"; not claimed: {', '.join(named)}" if missing else ""
    level = "no level reached" if least.level is None else f"level {level_text(least.level)}"
    return f"overall {level}{tail}"
