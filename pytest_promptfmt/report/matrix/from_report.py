"""Reads a report's implementations as columns: what a matrix keeps of some megabytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.blocking import as_failures
from pytest_promptfmt.common.text import cut, first_few, safe, sentence
from pytest_promptfmt.conversation.parsing import ParseError, parse
from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.implementation.spec import slugify
from pytest_promptfmt.report.document import Judged, ReportDocument, digest
from pytest_promptfmt.report.excerpt import conversation_lines
from pytest_promptfmt.report.ids import is_apart
from pytest_promptfmt.report.matrix.column import (
    CauseInTarget,
    Cell,
    Column,
    ColumnCause,
    Matrix,
    MatrixCase,
    Share,
    TargetColumn,
)
from pytest_promptfmt.report.words import spoken
from pytest_promptfmt.verdicts.levels import GRADED
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome

_LONGEST = 120
"""Characters of a sentence, and of a line of a conversation."""


def matrix_of(document: ReportDocument) -> Matrix:
    """A column for each implementation of a report, and the cases that they name."""
    whole = digest(document.to_json())
    columns = tuple(_column(document, judged, whole) for judged in document.implementations)
    named = {seen.case for column in columns for cause in column.causes for seen in cause.targets.values()}
    return Matrix(columns, {id_: _case(document, id_) for id_ in sorted(named)})


def _column(document: ReportDocument, judged: Judged, whole: str) -> Column:
    found, blocks = document.standings(judged), document.blocking(judged)
    results = as_failures(judged.results)
    named, targets = judged.models(), {}
    for target, claims in judged.claims.items():
        if is_apart(target):
            continue
        mine = [result for result in results if result.target == target]
        cells = {
            profile: Cell(
                standing.state,
                standing.level,
                standing.graded,
                standing.promised,
                tuple(sorted(blocks[target][profile])) if standing.state == "graded" else (),
            )
            for profile, standing in found[target].items()
        }
        limits = tuple(sorted(claims.refuses))
        everyday, edge = _share(mine, everyday=True), _share(mine, everyday=False)
        targets[target] = TargetColumn(first_few(named.get(target, ())) or claims.model, limits, everyday, edge, cells)
    return Column(
        id=slugify(judged.slug),
        name=judged.spec,
        spec=judged.spec,
        version=judged.version,
        kit=document.kit,
        revision=document.revision,
        corpus=document.corpus,
        report=whole,
        exchanges=len(results),
        targets=targets,
        causes=tuple(_told(document, cause) for cause in causes(results)),
    )


def _share(results: Iterable[Result], *, everyday: bool) -> Share:
    known = by_id()
    graded = [
        result.outcome is Outcome.PASS
        for result in results
        if result.outcome in GRADED and result.case in known and known[result.case].everyday is everyday
    ]
    return sum(graded), len(graded)


def _told(document: ReportDocument, cause: Cause) -> ColumnCause:
    by_target: dict[str, list[Result]] = {}
    for result in cause.results:
        by_target.setdefault(result.target, []).append(result)
    seen = {target: _sighting(document, cause, results) for target, results in by_target.items()}
    return ColumnCause(cause.id, seen, cause.consequences)


def _sighting(document: ReportDocument, cause: Cause, results: list[Result]) -> CauseInTarget:
    first = min(results, key=lambda result: _plainness(document, cause, result))
    finding = spoken(cause.finding(first), first.findings)
    consequence = "" if finding.id == cause.id else finding.id
    return CauseInTarget(len(results), first.case, cut(sentence(finding.message), _LONGEST), consequence)


def _plainness(document: ReportDocument, cause: Cause, result: Result) -> tuple[bool, bool, int, int, str]:
    """Less is better: does only a consequence show, is more amiss, how many messages, how long are they."""
    others = {finding.id for finding in result.findings if finding.is_error} - {cause.id, *cause.consequences}
    given = document.cases[result.case].input
    messages = given.get("messages") if isinstance(given, Mapping) else None
    length = len(messages) if isinstance(messages, list) else 1_000
    return not cause.shows(result), bool(others), length, len(repr(given)), result.case


def _case(document: ReportDocument, id_: str) -> MatrixCase:
    facts = document.cases[id_]
    return MatrixCase(cut(sentence(facts.hunts), _LONGEST), tuple(_lines(facts.input)))


def _lines(given: Any) -> Iterator[str]:
    """A conversation as it is told in a terminal; nothing where it is none, or was too long for the report."""
    try:
        lines = conversation_lines(parse(given))
    except ParseError:
        return
    yield from (cut(safe(line.rstrip()), _LONGEST) for line in lines)
