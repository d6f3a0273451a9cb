"""The function calls: judge a formatter, or a payload that somebody recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.corpus.golden import check_generation
from pytest_promptfmt.exchange.guard import load
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.build import document, judged
from pytest_promptfmt.report.digest import Digest
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.failure_text import summary
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.levels import Standing
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import result_of
from pytest_promptfmt.verdicts.verdict import Outcome


class FormatterFailed(AssertionError):
    """A report that is not `ok` was raised; its text tells the causes."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.digest.told())
        self.report = report


@dataclass(frozen=True, repr=False)
class Report:
    """What came of one implementation; `ok` where nothing failed and something was judged.

    `plan` is all that its levels ask, also what was not chosen. `document` is what `promptfmt` writes to a file.
    `source` is the SHA-256 of its files as they were before it ran, empty where it is an object of this process only.
    """

    implementation: Implementation
    judgements: tuple[Judgement, ...]
    plan: tuple[tuple[str, Case], ...] = ()
    checks: tuple[str, ...] = tuple(CHECKS)
    reference: str | None = None
    source: str = ""

    @property
    def ok(self) -> bool:
        return bool(self.judgements) and not self.failures

    @cached_property
    def document(self) -> ReportDocument:
        """The report as data: `pytest_promptfmt.report.document`."""
        shipped = {id(case) for _, case in self.plan}
        results = (result_of(judgement, scored=id(judgement.case) in shipped) for judgement in self.judgements)
        part = judged(self.implementation, self.plan, results, source=self.source)
        cases = {judgement.case.id: judgement.case for judgement in self.judgements}
        return document([part], cases, self.checks, reference=self.reference)

    @property
    def levels(self) -> dict[str, dict[str, Standing]]:
        """Where it stands, by target and profile; a level needs the whole corpus and every check."""
        return self.document.standings(self.document.implementations[0])

    @property
    def failures(self) -> tuple[Judgement, ...]:
        return tuple(j for j in self.judgements if j.outcome in (Outcome.FAIL, Outcome.ERROR))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for judgement in self.judgements for finding in judgement.findings)

    def raise_for_failures(self) -> None:
        """Raises `FormatterFailed`, an `AssertionError` that tells each cause, unless it is `ok`."""
        __tracebackhide__ = True
        if not self.ok:
            raise FormatterFailed(self)

    @cached_property
    def digest(self) -> Digest:
        """The report in some lines, and cause by cause."""
        cases = {judgement.case.id: judgement.case for judgement in self.judgements}
        return Digest(self.implementation, self.document.implementations[0].results, cases, self.levels)

    def __repr__(self) -> str:
        return "\n".join(self.digest.lines())

    def _repr_html_(self) -> str:
        return self.digest.html()

    def __str__(self) -> str:
        return summary(self.implementation, self.judgements)


def check_formatter(
    implementation: Any,
    *,
    targets: Iterable[str] = ("*",),
    cases: Iterable[Case | str] = ("*",),
    checks: Iterable[str] = tuple(CHECKS),
    timeout: float | None = 10.0,
    context: Mapping[str, Any] | None = None,
    reference: str | None = None,
    models: Mapping[str, str] | None = None,
) -> Report:
    """Judges `implementation`: what ``--promptfmt-impl`` takes, a module or object with FORMATTERS, or such a table.

    `targets` are globs, `cases` are globs over the shipped corpus or cases of your own, `timeout` is in seconds per
    call. `reference` names the generation of golden payloads that it is held against, such as ``agentscope-1.0``.
    `models` are the models that it writes for where it claims none, by globs over targets: ``{"openai.*": "gpt-5.1"}``.
    Raises `ImplementationError` where there is nothing to judge, and `ValueError` for an unknown generation.
    """
    if isinstance(implementation, str):
        implementation = load(implementation, Path.cwd())
    elif not isinstance(implementation, Implementation):
        implementation = from_object(implementation, getattr(implementation, "__name__", type(implementation).__name__))
    implementation = implementation.writing_for(models or {})
    source = source_digest(implementation.origin)
    chosen = list(cases)
    names = [case for case in chosen if isinstance(case, str)]
    own = [case for case in chosen if isinstance(case, Case)]
    options: dict[str, Any] = {"checks": tuple(checks), "reference": reference and check_generation(reference)}
    pairs = plan(implementation, corpus() if names else (), targets, names, **options)
    pairs += plan(implementation, own, targets, **options)
    with Judge(implementation, timeout=timeout, context=context, **options) as judge:
        judge.expect(pairs)
        judgements = tuple(judge.judge(target, case) for target, case in pairs)
    whole = tuple(plan(implementation, corpus()))
    return Report(implementation, judgements, whole, options["checks"], reference, source)
