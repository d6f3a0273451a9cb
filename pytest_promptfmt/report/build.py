"""Makes the report's document from what was judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version

from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.revision import REVISION
from pytest_promptfmt.corpus.revision import digest as corpus_digest
from pytest_promptfmt.implementation import Claims, Implementation
from pytest_promptfmt.report.document import Expected, Judged, ReportDocument, case_facts, ordered
from pytest_promptfmt.verdicts.levels import promise
from pytest_promptfmt.verdicts.result import Result

KIT = version("pytest-promptfmt")
"""Looked up before a formatter can get at ``sys.path``."""


def judged(
    implementation: Implementation,
    plan: Iterable[tuple[str, Case]],
    results: Iterable[Result],
    expected: Iterable[Expected] = (),
    source: str = "",
) -> Judged:
    """One implementation in a report; `plan` is all that its levels ask, whatever of it ran.

    `source` is the SHA-256 of its files, taken before it ran (`source_digest`).
    """
    claims: Mapping[str, Claims] = {target: implementation.claim(target) for target in implementation.formatters}
    return Judged(
        spec=implementation.spec,
        slug=implementation.slug,
        version=implementation.version,
        claims=claims,
        promised=promise(implementation, plan),
        results=ordered(results, claims),
        expected=tuple(expected),
        source=f"sha256:{source}" if source else "",
    )


def document(
    implementations: Sequence[Judged],
    cases: Mapping[str, Case],
    checks: Iterable[str],
    *,
    reference: str | None = None,
    pinned: str | None = None,
) -> ReportDocument:
    """The report on some implementations; `cases` are those of the results, by id."""
    results = [result for each in implementations for result in each.results]
    noted = {result.case for result in results if result.findings}
    return ReportDocument(
        kit=KIT,
        revision=REVISION,
        corpus=corpus_digest(),
        checks=tuple(checks),
        cases={id_: case_facts(cases[id_], whole=id_ in noted) for id_ in {result.case for result in results}},
        implementations=tuple(implementations),
        pinned=pinned,
        reference=reference,
    )
