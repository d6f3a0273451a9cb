"""Several implementations side by side as Markdown, for a pull request or ``$GITHUB_STEP_SUMMARY``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_promptfmt.common.text import count
from pytest_promptfmt.report.compare.side_by_side import Compared, Disagreement, compared
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.level_table import cell
from pytest_promptfmt.report.markdown import code, escape, table
from pytest_promptfmt.report.outcome_table import COLUMNS

_SHOWN = 50
_MARKS = {"failed": "❌", "xfailed": "≈", "skipped": "–", "passed": "✅", "missing": "?"}


def compared_markdown(documents: Sequence[ReportDocument]) -> str:
    """The whole text; ends with a line break."""
    seen = compared(documents)
    lines = [f"## {count(len(seen.names), 'implementation')} side by side", ""]
    lines += table(["target", "profile", *map(escape, seen.names)], _levels(seen))
    lines += _differences(seen)
    lines += ["", f"<sub>corpus {escape(', '.join(seen.corpora))}</sub>"]
    if len(seen.corpora) > 1:
        lines.append("<br>**The reports are of different corpora: what is missing may be their doing.**")
    return "\n".join(lines) + "\n"


def _levels(seen: Compared) -> Iterator[list[str]]:
    yield ["**all targets**", "overall", *(f"**{cell(standing)}**" for standing in seen.overall)]
    for name in COLUMNS:
        yield ["", name, *(f"{found[name]:,}" if found[name] else "" for found in seen.outcomes)]
    last = ""
    for row in seen.levels:
        target = code(row.target) if row.target != last else ""
        last = row.target
        yield [target, row.profile, *(cell(standing) if standing else "" for standing in row.standings)]


def _differences(seen: Compared) -> Iterator[str]:
    found = seen.differences
    if not found:
        yield from ("", "In every case that two of them claim, they come out the same.")
        return
    differ = "case comes" if len(found) == 1 else "cases come"
    yield from ("", f"<details><summary>{len(found):,} {differ} out differently</summary>", "")
    yield from table(["case", *map(escape, seen.names)], map(_row, found[:_SHOWN]))
    yield from ("", f"… and {len(found) - _SHOWN:,} more") if len(found) > _SHOWN else ()
    yield from ("", "</details>")


def _row(difference: Disagreement) -> list[str]:
    cells = [
        " ".join(filter(None, (_MARKS.get(outcome), outcome, code(error.id) if error else "")))
        for outcome, error in difference.cells
    ]
    return [code(f"{difference.target} / {difference.case}"), *cells]
