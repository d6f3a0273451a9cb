"""Failures by cause in pytest's own section FAILURES: one text for each cause in the place of one for each item.

pytest prints what ``stats["failed"]`` holds. There the reports of the kit's items give way to one for each cause until
the section is printed, and then come back, so that the short summary, the counts and other plugins see what happened.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.common.text import count
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.report.cause_text import CauseExample, explain_cause, first_line, shown_of
from pytest_promptfmt.report.failure_text import rerun_command
from pytest_promptfmt.report.ids import node_id
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.failure_repr import Crash, FailureRepr
from pytest_promptfmt.session.items import rerun_options
from pytest_promptfmt.session.run import Run
from pytest_promptfmt.verdicts.result import Result

_MOST = 20
"""Causes that are explained in full; of the others only the first line is shown."""
_SECONDS = 20.0
"""For the smallest examples of all causes together."""


def register(config: pytest.Config, run: Run) -> None:
    """Both plugins: what pytest prints lies between them."""
    failures = Failures(run)
    config.pluginmanager.register(failures, "promptfmt-failures")
    config.pluginmanager.register(Restorer(failures), "promptfmt-failures-restorer")


class Failures:
    """With -v, with ``--tb=no`` and after an interrupt, everything stays as pytest has it."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._until = 0.0
        self._kept: list[Any] | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
    ) -> Generator[None, None, None]:
        reports = terminalreporter.stats.get("failed", [])
        whole = config.get_verbosity() > 0 or config.option.tbstyle == "no"
        if reports and not whole and exitstatus == pytest.ExitCode.TESTS_FAILED:
            self._until = time.monotonic() + _SECONDS
            self._kept = reports
            terminalreporter.stats["failed"] = self._by_cause(reports)
        try:
            yield
        finally:
            self.restore(terminalreporter)

    def restore(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Puts back what was taken out."""
        if self._kept is not None:
            terminalreporter.stats["failed"], self._kept = self._kept, None

    def _by_cause(self, reports: list[Any]) -> list[Any]:
        """Other people's reports, then one for each cause; who is alone with his only cause has his own."""
        ours = {report.nodeid: report for report in reports if isinstance(report.longrepr, FailureRepr)}
        told: set[str] = set()
        made = []
        for certification in self._run.certifications:
            slug = certification.implementation.slug
            results = [r for r in self._run.results.of(certification) if node_id(slug, r.target, r.case) in ours]
            found = causes(results)
            causes_of = Counter(_place(result) for cause in found for result in cause.results)
            for n, cause in enumerate(found):
                [first, *others] = cause.results
                if others or causes_of[_place(first)] > 1:
                    made.append(self._report(certification, cause, whole=n < _MOST))
                else:
                    made.append(ours[node_id(slug, first.target, first.case)])
                told |= {node_id(slug, result.target, result.case) for result in cause.results}
        theirs = [report for report in reports if report.nodeid not in ours]
        return [*theirs, *made, *(report for node, report in ours.items() if node not in told)]

    def _report(self, certification: Certification, cause: Cause, *, whole: bool) -> pytest.TestReport:
        cases = {case.id: case for _, case in certification.chosen}
        whole = whole and self._run.config.get_verbosity() == 0
        shown = self._shown(certification, cause, cases, whole=whole)
        slug, member = certification.implementation.slug, shown.member
        node, line = node_id(slug, member.target, member.case), first_line(cause, shown.finding)
        text = line
        if whole:
            options = rerun_options(self._run.config, certification)
            text = explain_cause(
                cause,
                shown,
                certification.implementation,
                rerun=rerun_command(options, node),
                rerun_all=rerun_command([*options, *_selecting(cause, certification)]),
            )
        title = f"{cause.id}: {count(len(cause.results), 'failure')} ({slug})"
        failure: Any = FailureRepr(text, Crash(node, line))
        return pytest.TestReport(node, (node, None, title), {}, "failed", failure, "call")

    def _shown(
        self, certification: Certification, cause: Cause, cases: dict[str, Case], *, whole: bool
    ) -> CauseExample:
        left = self._until - time.monotonic()
        if not whole or left <= 0 or certification.debugged:  # who sits there has seen it
            return shown_of(cause, cases, None)
        example = smallest(
            cause, certification.implementation, cases, timeout=certification.timeout, seconds=min(5.0, left)
        )
        return shown_of(cause, cases, example)


def _place(result: Result) -> tuple[str, str]:
    return result.target, result.case


def _selecting(cause: Cause, certification: Certification) -> Iterator[str]:
    """Options that leave little but what shows the cause."""
    targets = dict.fromkeys(result.target for result in cause.results)
    ids = dict.fromkeys(result.case for result in cause.results)
    families = dict.fromkeys(f"{id_.partition('/')[0]}/*" for id_ in ids)
    planned = {case.family for _, case in certification.plan}
    if len(targets) < len(certification.implementation.formatters):
        yield from (f"--promptfmt-target={target}" for target in targets)
    if len(families) < len(planned):
        yield from (f"--promptfmt-case={glob}" for glob in (ids if len(ids) <= len(families) else families))
    if len(certification.checks) > 1 and cause.check in certification.checks:
        yield f"--promptfmt-check={cause.check}"


class Restorer:
    """Called when pytest has printed its sections, before whoever looks at the reports."""

    def __init__(self, failures: Failures) -> None:
        self._failures = failures

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        self._failures.restore(terminalreporter)
