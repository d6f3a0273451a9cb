"""Several implementations side by side as one HTML file: levels, counts, and the cases in which they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from pytest_promptfmt.common.text import count
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.compare.side_by_side import Compared, Disagreement, compared
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.html.header import standing_cell
from pytest_promptfmt.report.html.markup import asset, escaped, whole_page
from pytest_promptfmt.report.outcome_table import COLUMNS

_GLYPHS = {"failed": "✕", "xfailed": "≈", "skipped": "–", "passed": "✓", "missing": "?"}


def compared_page(documents: Sequence[ReportDocument]) -> str:
    """The whole file; the same documents give the same bytes."""
    seen = compared(documents)
    body = [*_top(seen), *_levels(seen), *_differences(seen)]
    return whole_page("promptfmt matrix", body, asset("page.css"), asset("compared.js"))


def _top(seen: Compared) -> Iterator[str]:
    yield f'<header><p class="kicker">promptfmt matrix</p><h1>{count(len(seen.names), "implementation")}</h1>'
    corpora = ", ".join(seen.corpora)
    yield f'<dl class="facts"><div><dt>corpus</dt><dd>{escaped(corpora)}</dd></div></dl></header>'
    if len(seen.corpora) > 1:
        yield '<section class="notice"><p>The reports are of different corpora: what is missing may be their doing.</p>'
        yield "</section>"


def _head(seen: Compared, *first: str) -> str:
    cells = [f'<th scope="col" class="side">{name}</th>' for name in first]
    cells += [f'<th scope="col" class="name">{escaped(name)}</th>' for name in seen.names]
    return f"<thead><tr>{''.join(cells)}</tr></thead>"


def _levels(seen: Compared) -> Iterator[str]:
    yield '<section class="scroll" tabindex="0" role="region" aria-label="Levels by target and profile">'
    yield f'<table class="matrix compared">{_head(seen, "target", "profile")}<tbody><tr class="first">'
    yield '<th scope="row">all targets</th><td class="side">overall</td>'
    yield from (standing_cell(standing, strong=True) for standing in seen.overall)
    yield "</tr>"
    for name in COLUMNS:
        yield f'<tr><td class="gap"></td><td class="side">{name}</td>'
        yield from (
            f'<td class="n {name}">{f"{found[name]:,}" if found[name] else "·"}</td>' for found in seen.outcomes
        )
        yield "</tr>"
    last = ""
    for row in seen.levels:
        new = row.target != last
        last = row.target
        target = f'<th scope="row">{escaped(row.target)}</th>' if new else '<td class="gap"></td>'
        yield f'<tr{" class=first" if new else ""}>{target}<td class="side">{row.profile}</td>'
        for standing in row.standings:
            strong = row.profile == "overall"
            yield standing_cell(standing, strong=strong) if standing else '<td title="the target is not claimed"></td>'
        yield "</tr>"
    yield "</tbody></table></section>"


_OPEN = 40
"""So many cases or fewer are shown at once; else each target opens by itself."""


def _differences(seen: Compared) -> Iterator[str]:
    found = seen.differences
    yield '<section id="results" aria-labelledby="results-title"><h2 id="results-title">Where they differ</h2>'
    if not found:
        yield '<p class="aside">In every case that two of them claim, they come out the same.</p></section>'
        return
    yield '<form id="filters" role="search" aria-label="Filter the cases" hidden><label class="search">Search'
    yield '<input type="search" id="q" autocomplete="off" spellcheck="false" placeholder="target, case, rule"></label>'
    yield '<label>Target<select id="target"><option value="">all</option>'
    yield from (f"<option>{escaped(target)}</option>" for target in dict.fromkeys(each.target for each in found))
    yield f'</select></label></form><p id="shown" role="status">{count(len(found), "case")}</p>'
    opened = " open" if len(found) <= _OPEN else ""
    for target, cases in groupby(found, key=attrgetter("target")):
        rows = [_row(case) for case in cases]
        name = escaped(target)
        yield f'<details class="target-cases" data-target="{name}"{opened}><summary>'
        yield f'<b>{name}</b> <span class="count">{count(len(rows), "case")}</span></summary>'
        yield f'<section class="scroll" tabindex="0" role="region" aria-label="Where {name} differs">'
        yield f'<table class="matrix compared">{_head(seen, "case")}<tbody>'
        yield from rows
        yield "</tbody></table></section></details>"
    yield "</section>"


def _row(difference: Disagreement) -> str:
    cells = "".join(_cell(*cell) for cell in difference.cells)
    return f'<tr><th scope="row">{escaped(difference.case)}</th>{cells}</tr>'


def _cell(outcome: str, error: Finding | None) -> str:
    if not outcome:
        return '<td title="the target is not claimed"></td>'
    title, why = "", ""
    if error:
        title = f' title="{escaped(error.message[:300])}"'
        why = f' <small class="why">{escaped(error.id)}</small>'
    glyph = f'<span class="glyph" aria-hidden="true">{_GLYPHS[outcome]}</span>'
    return f'<td class="outcome {outcome}"{title}>{glyph} {outcome}{why}</td>'
