"""The table of outcomes by target, and the warnings by rule: the same lines for pytest and for the function."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pytest_promptfmt.common.text import count, cut, safe, sentence
from pytest_promptfmt.report.ids import is_apart
from pytest_promptfmt.verdicts.verdict import Outcome

COLUMNS = ("passed", "failed", "xfailed", "skipped")

_COLUMN = {
    Outcome.PASS: "passed",
    Outcome.FAIL: "failed",
    Outcome.ERROR: "failed",
    Outcome.XFAIL: "xfailed",
    Outcome.INCONCLUSIVE: "skipped",
    Outcome.UNSUPPORTED: "skipped",
}


def column(outcome: Outcome) -> str:
    """What pytest calls it."""
    return _COLUMN[outcome]


def table(counts: Mapping[tuple[str, str], int]) -> list[str]:
    """`counts` by row and column, one line per row in the order of their first appearance; columns of zeros stay."""
    rows = list(dict.fromkeys(row for row, _ in counts))
    if not rows:
        return []
    width = max(len("target"), *map(len, rows))
    lines = [f"  {'target':<{width}}" + "".join(f"{name:>9}" for name in COLUMNS)]
    for row in sorted(rows, key=is_apart):
        if is_apart(row) and APART not in lines:
            lines.append(APART)
        cells = (counts.get((row, name), 0) for name in COLUMNS)
        lines.append(f"  {row:<{width}}" + "".join(f"{cell or '-':>9}" for cell in cells))
    return lines


APART = "  apart, part of no level:"


def totals(counts: Mapping[tuple[str, str], int]) -> str:
    """``41 passed, 3 failed``."""
    sums = {name: sum(n for (_, column_), n in counts.items() if column_ == name) for name in COLUMNS}
    return ", ".join(f"{n} {name}" for name, n in sums.items() if n) or "nothing was judged"


_WARNED = 3
"""Rules of which warnings are told, unless all are wanted."""


def warning_lines(
    warnings: Iterable[tuple[str, str, str]], *, places: bool = False, most: int = _WARNED, width: int = 160
) -> list[str]:
    """One line per rule: how often, and what it says, `most` of them; with `places` all of them, and where.

    A warning is id, place and message.
    """
    by_id: dict[str, list[tuple[str, str]]] = {}
    for id_, place, message in warnings:
        by_id.setdefault(id_, []).append((place, message))
    lines = []
    ordered = sorted(by_id.items(), key=lambda item: (-len(item[1]), item[0]))
    shown = ordered if places or len(ordered) <= most else ordered[:most]
    for id_, found in shown:
        lines.append(cut(f"  {len(found):>4}x {id_}: {sentence(found[0][1])}", max(width, 60)))
        if places:
            lines += (f"        {safe(place)}" for place, _ in found)
    if not shown and ordered:
        said = f"{count(sum(map(len, by_id.values())), 'warning')} of {count(len(ordered), 'rule')}"
        return [f"  {said}, which fail nothing (-v names them)"]
    if hidden := ordered[len(shown) :]:
        lines.append(
            f"  {sum(len(found) for _, found in hidden):>4}x of {count(len(hidden), 'other rule')} (-v names them)"
        )
    return ["  warnings, which fail nothing:", *lines] if lines else []
