"""Makes the report's document from what was judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version

from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.revision import REVISION
from pytest_promptfmt.corpus.revision import digest as corpus_digest
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.claims import Claims
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
    claims: Mapping[str, Claims] = {
        target: _for_a_model(implementation.claim(target), target) for target in implementation.formatters
    }
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


def _for_a_model(claims: Claims, target: str) -> Claims:
    """With the model that the target was judged for, be it only the default one."""
    return replace(claims, model=model_of(target.rpartition(".")[0], claims.model).name)


def document(
    implementations: Sequence[Judged],
    cases: Mapping[str, Case],
    checks: Iterable[str],
    *,
    reference: str | None = None,
    pinned: str | None = None,
    inputs: bool = True,
) -> ReportDocument:
    """The report on some implementations; `cases` are those of the results, by id.

    Their `inputs`, where there is a finding about one, are for who shows the report or keeps it.
    """
    results = [result for each in implementations for result in each.results]
    noted = {result.case for result in results if result.findings}
    return ReportDocument(
        kit=KIT,
        revision=REVISION,
        corpus=corpus_digest(),
        checks=tuple(checks),
        cases={
            id_: case_facts(cases[id_], whole=inputs and id_ in noted) for id_ in {result.case for result in results}
        },
        implementations=tuple(implementations),
        pinned=pinned,
        reference=reference,
    )
