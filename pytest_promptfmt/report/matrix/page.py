"""The matrix as one HTML file: an overview, each implementation by itself, and what the causes are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pytest_promptfmt.common.text import count, cut, sentence
from pytest_promptfmt.report.html.markup import asset, escaped, whole_page
from pytest_promptfmt.report.matrix.cells import counted, profile_strip, shown_level, state
from pytest_promptfmt.report.matrix.column import Column, Matrix, TargetColumn, lowest, shared
from pytest_promptfmt.report.matrix.one_column import column_details, fact_list
from pytest_promptfmt.report.matrix.wording import (
    ABOUT,
    PROFILE_DIGITS,
    dialects,
    figure_rows,
    other_corpora,
    same_for_all,
    shares,
)
from pytest_promptfmt.report.statements import statements

_SOURCE = 280
"""Characters of a rule's source; the kit's own pages have the whole."""


def matrix_page(matrix: Matrix) -> str:
    """The whole file; the same matrix gives the same bytes."""
    body = [
        '<header><p class="kicker">promptfmt matrix</p>',
        f"<h1>{count(len(matrix.columns), 'implementation')}</h1>",
        *fact_list(same_for_all(matrix.columns)),
        "</header>",
        '<section class="about">',
        *(f"<p>{escaped(line)}</p>" for line in (*ABOUT, PROFILE_DIGITS)),
        "</section>",
        f'<section class="notice"><p>{odd}</p></section>' if (odd := other_corpora(matrix.columns)) else "",
        *_overview(matrix.columns),
        '<section class="each"><h2>One by one</h2>',
        *(line for column in matrix.columns for line in column_details(column)),
        "</section>",
        *_effort(matrix.columns),
        *_rules(matrix.columns),
        *_cases(matrix),
    ]
    return whole_page("promptfmt matrix", body, asset("page.css") + asset("matrix.css"), asset("matrix.js"))


def _overview(columns: Sequence[Column]) -> Iterator[str]:
    names = dialects(columns)
    yield '<section class="scroll" tabindex="0" role="region" aria-label="Levels by dialect">'
    yield '<table class="matrix overview"><thead><tr><th scope="col">implementation</th>'
    yield from (f'<th scope="col">{escaped(name)}</th>' for name in names)
    yield "</tr></thead><tbody>"
    for column in columns:
        title, version = escaped(column.name), escaped(column.version or "")
        yield f'<tr><th scope="row"><a href="#{column.id}">{title}</a> <small>{version}'
        yield f"</small>{_right(column)}</th>"
        for name in names:
            found = column.of(name)
            yield _overview_cell(column, name, found) if found else "<td></td>"
        yield "</tr>"
    yield "</tbody></table></section>"


def _right(column: Column) -> str:
    """How much is right of all targets together, of every day and at the edges."""
    targets = column.targets.values()
    every = {"everyday": shared(each.everyday for each in targets), "edge": shared(each.edge for each in targets)}
    return "".join(f'<span class="ahead">{name} {shares(share)}</span>' for name, share in every.items() if share[1])


def _overview_cell(column: Column, dialect: str, targets: Mapping[str, TargetColumn]) -> str:
    cell = lowest(targets.values())
    return (
        f'<td class="{state(cell)}" data-label="{escaped(dialect)}"><a href="#{column.id}-{escaped(dialect)}">'
        f"<b>{shown_level(cell)}</b>{counted(column.causes_in(targets))}</a>{profile_strip([*targets.values()])}</td>"
    )


def _effort(columns: Sequence[Column]) -> Iterator[str]:
    head, rows = figure_rows(columns)
    yield '<section class="effort"><h2>What it took</h2><div class="scroll" tabindex="0" role="region"'
    yield ' aria-label="What it took"><table class="matrix levels"><thead><tr>'
    yield from (f'<th scope="col">{name}</th>' for name in head)
    yield "</tr></thead><tbody>"
    for name, *cells in rows:
        yield f'<tr><th scope="row">{escaped(name)}</th>'
        yield from (
            f'<td class="n" data-label="{label}">{escaped(cell)}</td>'
            for label, cell in zip(head[1:], cells, strict=True)
        )
        yield "</tr>"
    yield "</tbody></table></div></section>"


def _rules(columns: Sequence[Column]) -> Iterator[str]:
    """Each finding that a cause shows by, in general and in the provider's words, and where it shows."""
    seen: dict[str, dict[str, int]] = {}
    for column in columns:
        for cause in column.causes:
            for target, sighting in cause.targets.items():
                by_column = seen.setdefault(cause.shown_by(target), {})
                by_column[column.id] = by_column.get(column.id, 0) + sighting.failures
    titles = {column.id: column.title for column in columns}
    yield f'<section><h2>By whose words</h2><details class="one" id="rules"><summary><b>{count(len(seen), "rule")} '
    yield "and findings</b></summary>"
    for id_, by_column in sorted(seen.items()):
        known = statements().get(id_)
        yield f'<article class="rule" id="rule-{escaped(id_)}"><h3><code>{escaped(id_)}</code></h3>'
        if known:
            yield f"<p>{escaped(sentence(known.text).replace('``', ''))}</p>"
            words = cut(sentence(known.evidence.source), _SOURCE) if known.evidence else ""
            yield f"<blockquote>{escaped(words)}</blockquote>" if words else ""
        where = (f'<a href="#{column}">{escaped(titles[column])}</a> {n:,}' for column, n in by_column.items())
        yield f'<p class="aside">{", ".join(where)}</p></article>'
    yield "</details></section>"


def _cases(matrix: Matrix) -> Iterator[str]:
    yield '<section><h2>The smallest conversations</h2><details class="one" id="cases"><summary><b>'
    yield f"{count(len(matrix.cases), 'case')}</b></summary>"
    for id_, case in matrix.cases.items():
        lines = "\n".join(escaped(line.strip()) for line in case.lines)
        named = escaped(id_)
        yield f'<article id="case-{named}"><h3><code>{named}</code></h3><p class="hunts">{escaped(case.hunts)}</p>'
        yield f"<pre>{lines}</pre></article>" if lines else "</article>"
    yield "</details></section>"
