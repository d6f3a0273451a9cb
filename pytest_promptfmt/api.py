"""The function calls: judge a formatter, or a payload that somebody recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import NotAContainer, missing_attribute, tells_names
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus import corpus as shipped_cases
from pytest_promptfmt.corpus.golden import check_generation
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.exchange.guard import load_implementation
from pytest_promptfmt.generation.cases import SEED
from pytest_promptfmt.implementation import Implementation, ImplementationError, from_object
from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import check_context
from pytest_promptfmt.report.build import document, judged
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.ending.python_prompt import Digest
from pytest_promptfmt.report.failure_text import summary
from pytest_promptfmt.verdicts.arguments import as_globs, check_globs, check_models, check_numbers
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.levels import Standing
from pytest_promptfmt.verdicts.plan import own_cases, plan, plan_examples
from pytest_promptfmt.verdicts.result import result_of
from pytest_promptfmt.verdicts.verdict import Outcome


class FormatterFailed(AssertionError):
    """A report that is not `ok` was raised; its text tells the causes."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.digest.told())
        self.report = report


@dataclass(frozen=True, repr=False)
class Report(NotAContainer):
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
        """Was something judged, and did nothing fail?"""
        return bool(self.judgements) and not self.failures

    def __bool__(self) -> bool:
        """``assert check_formatter(…)`` asks whether it is `ok`."""
        return self.ok

    @cached_property
    def document(self) -> ReportDocument:
        """The report as data: `pytest_promptfmt.report.document`."""
        shipped = {id(case) for _, case in self.plan}
        results = (
            result_of(judgement, scored=id(judgement.case) in shipped or is_added(judgement.case.id))
            for judgement in self.judgements
        )
        part = judged(self.implementation, self.plan, results, source=self.source)
        cases = {judgement.case.id: judgement.case for judgement in self.judgements}
        return document([part], cases, self.checks, reference=self.reference)

    @property
    def levels(self) -> dict[str, dict[str, Standing]]:
        """Where it stands, by target and profile; a level needs the whole corpus and every check."""
        return self.document.standings(self.document.implementations[0])

    @property
    def failures(self) -> tuple[Judgement, ...]:
        """The judgements that failed, one for each target and case."""
        return tuple(j for j in self.judgements if j.outcome in (Outcome.FAIL, Outcome.ERROR))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The errors and warnings of all judgements."""
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

    if not TYPE_CHECKING:  # it is asked for nothing that is there

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name, _MEANT)

    def __str__(self) -> str:
        return summary(self.implementation, self.judgements)


def _implementation(given: Any) -> Implementation:
    if isinstance(given, str | PathLike):
        return _named(str(given))
    if isinstance(given, Implementation):
        return given
    return from_object(given, getattr(given, "__name__", type(given).__name__))


def _named(spec: str) -> Implementation:
    try:
        return load_implementation(spec, Path.cwd())
    except ImplementationError as error:
        if not spec.isidentifier() or "; did you mean" in str(error):
            raise
        table = f"{{'openai.chat': {spec}}}"
        raise ImplementationError(f"{error}; a function itself is given without quotes, in a table: {table}") from None


_MEANT = {
    **dict.fromkeys(("level", "overall"), "levels"),
    **dict.fromkeys(("errors", "warnings", "problems"), "findings"),
    **dict.fromkeys(("failed", "causes"), "failures"),
    **dict.fromkeys(("to_json", "to_dict", "json", "data", "model_dump"), "document"),
    **dict.fromkeys(("passed", "success", "is_ok"), "ok"),
    **dict.fromkeys(("raise_for_status", "raise_for_errors", "check"), "raise_for_failures"),
    **dict.fromkeys(("results", "cases"), "judgements"),
    **dict.fromkeys(("save", "write", "dump", "to_file", "to_html", "to_markdown", "html"), "document"),
    **dict.fromkeys(("to_dataframe", "to_pandas", "to_csv", "rows"), "findings"),
    **dict.fromkeys(("print", "show", "display", "summary", "text"), "print(report)"),
}
"""What somebody asks of a report that does the same under another name."""


def _pairs(
    implementation: Implementation,
    targets: Sequence[str],
    cases: Sequence[Case | str],
    corpus: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    checks: tuple[str, ...],
    reference: str | None,
) -> list[tuple[str, Case]]:
    """Each target with each case that is chosen by a glob, or given itself."""
    names = [case for case in cases if isinstance(case, str)]
    own = [case for case in cases if isinstance(case, Case)]
    if odd := [type(case).__name__ for case in cases if not isinstance(case, str | Case)]:
        raise TypeError(f"cases are globs over ids (text), or Case(id, hunts, conversation), not {odd[0]}")
    places = [corpus] if isinstance(corpus, str | PathLike) else list(corpus)
    known = (*shipped_cases(), *own_cases(places, Path.cwd(), [implementation])) if names else ()
    check_globs(targets, (*implementation.formatters, *TARGETS), "targets")
    check_globs(checks, tuple(CHECKS), "checks")
    check_globs(names, [case.id for case in known], "cases")
    chosen = plan(implementation, known, targets, names, checks=checks, reference=reference)
    return chosen + plan(implementation, own, targets, checks=checks, reference=reference)


@tells_names
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
    corpus: str | PathLike[str] | Iterable[str | PathLike[str]] = (),
    examples: int | None = None,
    seed: int = SEED,
) -> Report:
    """Judges `implementation`: what ``--promptfmt-impl`` takes, a path, a module or object, or a table.

    `targets` are globs, `cases` are globs over the shipped corpus or cases of your own, `timeout` is in seconds per
    call. `reference` names the generation of golden payloads that it is held against, such as ``agentscope-1.0``.
    `models` are the models that it writes for where it claims none, by globs over targets: ``{"openai.*": "gpt-5.1"}``.
    `corpus` are directories of cases of your own (``DIR``, ``NAME=DIR``), from which the globs of `cases` choose as
    well. With `examples` generated conversations are judged, too: those that cover their model, and so many that are
    drawn, which `seed` decides. Raises `ImplementationError` where there is nothing to judge, and `ValueError` for
    a glob that matches nothing, for an unknown generation, and for a directory of which the cases cannot be read.
    """
    implementation = _implementation(implementation)
    check_numbers(timeout, examples, seed)
    check_models(models or {}, implementation.formatters)
    check_context(context)
    implementation = implementation.writing_for(models or {})
    source = source_digest(implementation.origin)
    targets, asked = as_globs("targets", targets), tuple(as_globs("checks", checks))
    chosen: list[Case | str] = as_globs("cases", cases)
    golden = check_generation(reference) if reference else None
    pairs = _pairs(implementation, targets, chosen, corpus, checks=asked, reference=golden)
    if examples is not None:
        pairs += plan_examples(implementation, examples, seed, targets, checks=asked)
    with Judge(implementation, timeout=timeout, context=context, checks=asked, reference=golden) as judge:
        judge.expect(pairs)
        judgements = tuple(judge.judge(target, case) for target, case in pairs)
    whole = tuple(plan(implementation, shipped_cases()))
    return Report(implementation, judgements, whole, asked, golden, source)
