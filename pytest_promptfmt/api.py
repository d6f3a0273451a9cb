"""The function calls: judge a formatter, or a payload that somebody recorded."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import NotAContainer, missing_attribute
from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus import corpus as shipped_cases
from pytest_promptfmt.corpus.golden import check_generation
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.exchange.guard import load
from pytest_promptfmt.generation.cases import SEED
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import check_context
from pytest_promptfmt.report.build import document, judged
from pytest_promptfmt.report.cause_text import example_of, explain_cause, finding_of, first_line
from pytest_promptfmt.report.document import ReportDocument, failed
from pytest_promptfmt.report.failure_text import summary
from pytest_promptfmt.report.ids import row_of, with_version
from pytest_promptfmt.report.level_table import overall_line
from pytest_promptfmt.report.outcome_table import COLUMNS, column, table
from pytest_promptfmt.verdicts.arguments import as_globs, check_globs, check_models, check_numbers
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.levels import Standing
from pytest_promptfmt.verdicts.plan import own_cases, plan, plan_examples
from pytest_promptfmt.verdicts.result import Result, result_of
from pytest_promptfmt.verdicts.verdict import Outcome

_LINES = 8
"""Causes that have a line."""
_TOLD = 5
"""Causes that are told in full; each is looked for in the smallest conversation for some seconds."""
_SECONDS = 10.0


@dataclass(frozen=True)
class Digest:
    """A report for whoever sits before a Python prompt: in some lines, as a piece of a page, and cause by cause.

    It has the `results` of one implementation, with their `cases` by id, and where it `stands`."""

    implementation: Implementation
    results: Sequence[Result]
    cases: Mapping[str, Case]
    stands: Mapping[str, Mapping[str, Standing]]

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        return causes(self.results)

    @property
    def title(self) -> str:
        failed = sum(n for (_, name), n in self.counts.items() if name == "failed")
        what = f"{count(failed, 'failure')} of {count(len(self.causes), 'cause')}" if failed else "no failure"
        return f"{safe(with_version(self.implementation.spec, self.implementation.version))}: {what}"

    @property
    def level(self) -> str:
        apart = sum(result.apart and failed(result) for result in self.results)
        return overall_line(self.stands, failed_apart=apart) if self.results else "nothing was judged"

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        return Counter(
            (row_of(result.target, result.case), column(result.outcome)) for result in self.results if result.outcome
        )

    def lines(self) -> list[str]:
        """Title, outcomes by target, level, and a line for each cause."""
        found = [self.title, *table(self.counts), f"  {self.level}"]
        found += [f"  {cause.id}: {self._first_line(cause)}" for cause in self.causes[:_LINES]]
        return found + self._more(_LINES)

    def told(self) -> str:
        """The causes in full, each with the smallest conversation that shows it."""
        until = time.monotonic() + _SECONDS
        texts = [self._text(cause, until) for cause in self.causes[:_TOLD]]
        return "\n\n".join([self.title if self.results else self.level, *texts, *self._more(_TOLD)])

    def html(self) -> str:
        """The lines as a piece of a page; what is foreign in them is text and nothing else."""
        rows: dict[str, list[str]] = {target: [] for target, _ in self.counts}
        for target, cells in rows.items():
            cells += (str(self.counts.get((target, name), 0) or "–") for name in COLUMNS)
        head = "".join(f"<th>{name}</th>" for name in ("target", *COLUMNS))
        body = "".join(
            f"<tr><td>{escape(target)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for target, cells in rows.items()
        )
        items = "".join(
            f"<li><code>{escape(cause.id)}</code>: {escape(self._first_line(cause))}</li>"
            for cause in self.causes[:_LINES]
        )
        more = "".join(f"<p>{escape(line)}</p>" for line in self._more(_LINES))
        return (
            f"<div><p><strong>{escape(self.title)}</strong><br>{escape(self.level)}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><ul>{items}</ul>{more}</div>"
        )

    def _first_line(self, cause: Cause) -> str:
        return safe(first_line(cause, finding_of(cause)))

    def _text(self, cause: Cause, until: float) -> str:
        left = until - time.monotonic()
        example = smallest(cause, self.implementation, self.cases, seconds=min(left, 3.0)) if left > 0 else None
        shown = example_of(cause, self.cases, example)
        named = repr(self.implementation.source) if self.implementation.source else "…"
        rerun = f"check_formatter({named}, targets=[{shown.member.target!r}], cases=[{shown.member.case!r}])"
        return explain_cause(cause, shown, self.implementation, rerun=rerun)

    def _more(self, shown: int) -> list[str]:
        rest = len(self.causes) - shown
        return [f"  … and {count(rest, 'more cause')}"] if rest > 0 else []


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


_MEANT = {
    **dict.fromkeys(("level", "overall"), "levels"),
    **dict.fromkeys(("errors", "warnings", "problems"), "findings"),
    **dict.fromkeys(("failed", "causes"), "failures"),
    **dict.fromkeys(("to_json", "to_dict", "json", "data", "model_dump"), "document"),
    **dict.fromkeys(("passed", "success", "is_ok"), "ok"),
    **dict.fromkeys(("raise_for_status", "raise_for_errors", "check"), "raise_for_failures"),
    **dict.fromkeys(("results", "cases"), "judgements"),
    **dict.fromkeys(("save", "write", "dump", "to_file"), "document"),
}
"""What somebody asks of a report that does the same under another name."""


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
    if isinstance(implementation, str | PathLike):
        implementation = load(str(implementation), Path.cwd())
    elif not isinstance(implementation, Implementation):
        implementation = from_object(implementation, getattr(implementation, "__name__", type(implementation).__name__))
    check_numbers(timeout, examples, seed)
    check_models(models or {}, implementation.formatters)
    check_context(context)
    implementation = implementation.writing_for(models or {})
    source = source_digest(implementation.origin)
    targets, checks = as_globs("targets", targets), as_globs("checks", checks)
    chosen: list[Case | str] = as_globs("cases", cases)
    names = [case for case in chosen if isinstance(case, str)]
    own = [case for case in chosen if isinstance(case, Case)]
    if odd := [type(case).__name__ for case in chosen if not isinstance(case, str | Case)]:
        raise TypeError(f"cases are globs over ids (text), or Case(id, hunts, conversation), not {odd[0]}")
    options: dict[str, Any] = {"checks": tuple(checks), "reference": reference and check_generation(reference)}
    places = [corpus] if isinstance(corpus, str | PathLike) else list(corpus)
    known = (*shipped_cases(), *own_cases(places, Path.cwd(), [implementation])) if names else ()
    check_globs(targets, (*implementation.formatters, *TARGETS), "targets")
    check_globs(options["checks"], tuple(CHECKS), "checks")
    check_globs(names, [case.id for case in known], "cases")
    pairs = plan(implementation, known, targets, names, **options)
    pairs += plan(implementation, own, targets, **options)
    if examples is not None:
        pairs += plan_examples(implementation, examples, seed, targets, checks=options["checks"])
    with Judge(implementation, timeout=timeout, context=context, **options) as judge:
        judge.expect(pairs)
        judgements = tuple(judge.judge(target, case) for target, case in pairs)
    whole = tuple(plan(implementation, shipped_cases()))
    return Report(implementation, judgements, whole, options["checks"], reference, source)
