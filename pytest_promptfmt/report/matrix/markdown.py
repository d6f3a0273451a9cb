"""The matrix as Markdown: the same tables, with links where the kit's pages stand beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.report.markdown import code, escape, table
from pytest_promptfmt.report.matrix.column import Cell, Column, Matrix, lowest, shared
from pytest_promptfmt.report.matrix.wording import (
    ABOUT,
    cell_words,
    dialects,
    facts,
    figure_rows,
    other_corpora,
    shares,
)
from pytest_promptfmt.report.statements import statements
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES


def matrix_markdown(matrix: Matrix, docs: str = "") -> str:
    """The whole text, which ends with a line break; `docs` is where the kit's pages stand, else none is linked."""
    lines = [f"## {count(len(matrix.columns), 'implementation')}", "", *_spaced(map(escape, ABOUT))]
    lines += [f"**{odd}**", ""] if (odd := other_corpora(matrix.columns)) else []
    lines += _overview(matrix.columns)
    for column in matrix.columns:
        lines += _one(column, docs)
    head, rows = figure_rows(matrix.columns)
    lines += ["", "## What it took", "", *table(head, ([escape(cell) for cell in row] for row in rows))]
    lines += ["", "## The smallest conversations", ""]
    for id_, case in matrix.cases.items():
        lines += [f"### {code(id_)}", "", f"hunts {escape(case.hunts)}", ""]
        lines += [*(f"    {safe(line.strip())}" for line in case.lines), ""] if case.lines else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _spaced(paragraphs: Sequence[str] | map[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from (paragraph, "")


def _overview(columns: Sequence[Column]) -> Iterator[str]:
    names = dialects(columns)
    rows = []
    for column in columns:
        by_dialect = [column.of(name) for name in names]
        cells = [_words(lowest(found.values()), column.causes_in(found)) for found in by_dialect]
        everyday = shares(shared(each.everyday for each in column.targets.values()))
        rows.append([f"[{escape(column.title)}](#{_anchor(column.title)})", everyday, *cells])
    yield from table(["implementation", "everyday", *map(escape, names)], rows)


def _words(cell: Cell, causes: int) -> str:
    """``L0 (8)``."""
    return f"{cell_words(cell)} ({causes})" if causes else cell_words(cell)


def _one(column: Column, docs: str) -> Iterator[str]:
    yield from ("", f"## {escape(column.title)}", "")
    for name, fact in facts(column).items():
        if fact:
            linked = name == "read" and docs and fact.startswith("docs/")
            yield f"- {name}: " + (f"[{escape(fact)}]({docs}{fact.removeprefix('docs/')})" if linked else escape(fact))
    if column.run.install:
        yield f"- {code(column.run.install)}"
    yield ""
    rows = (
        [
            code(target),
            *(_words(cell := found.profiles[profile], len(cell.causes)) for profile in (*PROFILES, OVERALL)),
            shares(found.everyday),
            shares(found.edge),
            code(column.command(target)),
        ]
        for target, found in column.targets.items()
    )
    yield from table(["target", *PROFILES, OVERALL, "everyday", "edge", "the command"], rows)
    if column.causes:
        yield ""
        yield from ("| rule or finding | exchanges | smallest case |", "| --- | --- | --- |")
        yield from (f"| {' | '.join(row)} |" for row in _causes(column, docs))


def _causes(column: Column, docs: str) -> Iterator[list[str]]:
    for cause in column.causes:
        where = ", ".join(f"{escape(target)} {seen.failures:,}" for target, seen in cause.targets.items())
        case = next(iter(cause.targets.values())).case
        yield [_linked(cause.id, docs), where, f"[{escape(case)}](#{_anchor(case)})"]


def _linked(id_: str, docs: str) -> str:
    """A rule with the place where its words stand."""
    known = statements().get(id_)
    if not docs or not known:
        return code(id_)
    check = id_.partition(".")[0]
    page = f"rules.md#{_anchor(id_)}" if known.evidence else f"checks.md#{_SECTIONS.get(check, check)}"
    return f"[{escape(id_)}]({docs}{page})"


_SECTIONS = {"exchange": "no-payload-at-all"}
"""Where `checks.md` tells of what is no check of its own."""


def _anchor(title: str) -> str:
    """What a heading is linked by, on the code host and on the site."""
    kept = "".join(char for char in safe(title).lower() if char.isalnum() or char in " -_")
    return kept.replace(" ", "-")
