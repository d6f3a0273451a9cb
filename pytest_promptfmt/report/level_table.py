"""The levels as a table, and the sentence that sums them up: the same for the terminal and for Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from pytest_promptfmt.causes.blocking import Blocking, before_overall
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.text import count, cut, first_few, safe, sentence
from pytest_promptfmt.dialects.models import is_known
from pytest_promptfmt.implementation.claims import available
from pytest_promptfmt.report.document import Judged, ReportDocument, refused
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES, Standing, level_text, overall, unclaimed
from pytest_promptfmt.verdicts.result import Result

_CELLS = {"not claimed": "-", "n/a": "", "partial": "part"}


def cell(standing: Standing) -> str:
    """``L2``, ``none``, ``-`` where it is not claimed, ``part`` where not everything ran, nothing where it is n/a."""
    return _CELLS.get(standing.state) if standing.state in _CELLS else level_text(standing.level)  # type: ignore[return-value]


def cell_with_causes(standing: Standing, before: Collection[int]) -> str:
    """``L1 (2)``: with how many causes stand before the next level."""
    return f"{cell(standing)} ({len(before)})" if standing.state == "graded" and before else cell(standing)


def to_next(standing: Standing, before: Collection[int]) -> str:
    """``2 causes to L2``, empty where nothing stands before it."""
    if standing.state != "graded" or not before:
        return ""
    return f"{count(len(before), 'cause')} to L{0 if standing.level is None else standing.level + 1}"


def cell_in_words(standing: Standing, before: Collection[int]) -> str:
    """``L1, 2 causes to L2``."""
    return ", ".join(filter(None, (cell(standing), to_next(standing, before))))


def level_rows(
    found: Mapping[str, Mapping[str, Standing]], blocks: Blocking, *, words: bool = False
) -> list[list[str]]:
    """Header and one row for each target of which something was judged: its profiles, and the lowest of them."""
    spelled = cell_in_words if words else cell_with_causes
    rows = [["level", *PROFILES, OVERALL]]
    for target, profiles in found.items():
        if any(standing.graded or standing.unknown for standing in profiles.values()):
            rows.append([target, *(spelled(standing, blocks[target][name]) for name, standing in profiles.items())])
    return rows


_NARROW = 80
"""Columns of the terminals that the table is to fit."""


def level_lines(found: Mapping[str, Mapping[str, Standing]], blocks: Blocking) -> list[str]:
    """The table in columns; none where no level is given, as in a run of some cases."""
    if not any(standing.state == "graded" for profiles in found.values() for standing in profiles.values()):
        return []
    rows = level_rows(found, blocks)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gap = 2 if sum(widths) + 2 * len(widths) <= _NARROW else 1
    lines = [
        "  " + f"{row[0]:<{widths[0]}}" + "".join(f"{t:>{w + gap}}" for t, w in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    legend = ["  (in brackets: causes before the next level)"] if any("(" in t for row in rows for t in row) else []
    return [*lines, *legend]


def why_no_level(least: Standing) -> str:
    """Why no level is given: not all was asked, or of what was asked nobody can tell."""
    if least.state == "n/a":
        return "the dialects are not the kit's, which gives none for them"
    ran = least.graded + least.unknown
    if not ran:
        return f"a level is given by the kit's {least.promised:,} checks, and none of them ran: others count for none"
    missing = f"a level is given by a whole run, and {ran:,} of {least.promised:,} checks ran"
    if not least.unknown:
        return missing
    why = f"inconclusive: {cut(sentence(least.reason), 200)}"
    if ran < least.promised:
        return f"{missing}, {least.unknown:,} of which are {why}"
    return f"{least.unknown:,} of {least.promised:,} checks are {why}"


def models_line(judged: Judged) -> str:
    """``judged as requests to gpt-5.2 (openai), claude-opus-4-8 (anthropic)``: the models of the targets.

    One that nobody knows may be a slip of the pen, and is judged more mildly.
    """
    named, asked = judged.models(), {result.target for result in judged.results}
    found: dict[str, dict[str, None]] = {}
    for target, claim in ((target, claim) for target, claim in judged.claims.items() if target in asked):
        found.setdefault(target.rpartition(".")[0], {}).update(dict.fromkeys(named.get(target) or [claim.model]))
    said = [f"{first_few([*map(safe, models)])} ({dialect})" for dialect, models in found.items() if any(models)]
    strange = [model for dialect, models in found.items() for model in models if model and not is_known(dialect, model)]
    mild = f"; nobody here knows {first_few([*map(safe, strange)])}, so that what depends on the model only warns"
    return f"judged as requests to {', '.join(said)}{mild if strange else ''}" if said else ""


def warned(warnings: Mapping[str, int]) -> str:
    """``3 fidelity.padded-text, 1 openai.name-pattern``: how many of which rule, which no level counts."""
    return ", ".join(f"{n} {id_}" for id_, n in warnings.items())


def overall_line(
    found: Mapping[str, Mapping[str, Standing]], blocks: Blocking | None = None, failed_apart: int = 0
) -> str:
    """``overall level L1, 2 causes to L2 (openai.chat: text tools); not claimed: audio (of 6 targets)``, and limits.

    What failed apart lowers no level, and is told with it.
    """
    found = {target: profiles for target, profiles in found.items() if not is_added(target)}
    least = overall(found)
    if least.state != "graded":
        return f"no level: {why_no_level(least)}"
    missing = _by_targets((profile for profiles in found.values() for profile in unclaimed(profiles)), len(found))
    tail = f"; not claimed: {missing}" if missing else ""
    if limits := limits_line(found):
        tail += f"; limits: {limits}"
    level = "no level reached" if least.level is None else f"level {level_text(least.level)}"
    if failed_apart:
        level += f" of the corpus alone, while {failed_apart:,} apart failed"
    ahead = to_next(least, before_overall(blocks, found)) if blocks else ""
    return f"overall {level}{', ' if ahead else ''}{ahead} ({scope(found.items())}){tail}"


def limits_line(found: Mapping[str, Mapping[str, Standing]]) -> str:
    """``system-later (all), failed-results (of 2 targets)``: the declared limits, empty where there are none."""
    return _by_targets((limit for profiles in found.values() for limit in profiles[OVERALL].limits), len(found))


def unneeded_limits(document: ReportDocument, judged: Judged) -> str:
    """``limits that nothing was refused for: several-systems (openai.chat)``: a claim that is perhaps out of date.

    Asked are the cases that meet this limit alone, and exercise nothing that is not claimed.
    """
    idle: dict[str, list[str]] = {}
    for target, claims in judged.claims.items():
        if not claims.refuses:
            continue
        held = available(target, claims)
        met: dict[str, list[Result]] = {}
        for result in judged.of(target):
            facts = document.cases[result.case]
            declared = facts.limits & claims.refuses
            if len(declared) == 1 and facts.needs <= held:
                met.setdefault(next(iter(declared)), []).append(result)
        for limit in sorted(met):
            if not any(map(refused, met[limit])):
                idle.setdefault(limit, []).append(target)
    told = (f"{safe(limit)} ({', '.join(targets)})" for limit, targets in idle.items())
    return f"limits that nothing was refused for: {', '.join(told)}" if idle else ""


def _by_targets(names: Iterable[str], targets: int) -> str:
    """Each name with the number of targets that it is of, where there are several."""
    return ", ".join(
        safe(name) if targets == 1 else f"{safe(name)} ({'all' if n == targets else 'of ' + count(n, 'target')})"
        for name, n in Counter(names).items()
    )


def scope(standings: Iterable[tuple[str, Mapping[str, Standing]]]) -> str:
    """Of how much a level is: the target, or how many of them, and the profiles that all of them are held to."""
    every = [(target, found) for target, found in standings if not is_added(target)]
    profiles = [name for name in PROFILES if all(found[name].state == "graded" for _, found in every)]
    targets = every[0][0] if len(every) == 1 else count(len(every), "target")
    return f"{targets}: {' '.join(profiles)}" if profiles else targets
