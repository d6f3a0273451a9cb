"""Failures by cause in pytest's own section FAILURES: one text for each cause in the place of one for each item.

pytest prints what ``stats["failed"]`` holds. There the reports of the kit's items give way to one for each cause until
the section is printed, and then come back, so that the counts and other plugins see what happened. For the short
summary they are away once more, since the run's own summary has a line for each cause; ``-rf`` lists them.
"""

from __future__ import annotations

import io
import time
import warnings
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.common.folding import folded
from pytest_promptfmt.common.text import count
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.report.cause_text import CauseExample, example_of, explain_cause, first_line
from pytest_promptfmt.report.ending.cause_lines import LineLimit
from pytest_promptfmt.report.failure_text import rerun_command
from pytest_promptfmt.report.ids import node_id, node_of
from pytest_promptfmt.session.asked.options import rerun_options
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.failure_repr import Crash, FailureRepr
from pytest_promptfmt.session.run import Run
from pytest_promptfmt.verdicts.result import Result

_MOST = 20
"""Causes that are explained in full with -v."""
_LINES, _TEXT, _FRAME = 60, 18, 13
"""Of a first run's output; of a cause that is explained in full, about; and around it all."""
_FEWEST = 4
"""Causes that the summary names, however little room there is."""
_SECONDS = 20.0
"""For the smallest examples of all causes together."""


def register(config: pytest.Config, run: Run) -> None:
    """The plugins: what pytest and others print lies between them."""
    failures = Failures(run)
    config.pluginmanager.register(failures, "promptfmt-failures")
    config.pluginmanager.register(ReportRestorer(failures), "promptfmt-failures-restorer")
    config.pluginmanager.register(SummarySilencer(failures), "promptfmt-failures-silence")


class Failures:
    """With -vv, with ``--tb=no`` and after an interrupt, the section FAILURES is as pytest has it."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._until = 0.0
        self._kept: list[Any] | None = None
        self._told: set[str] = set()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
    ) -> Generator[None, None, None]:
        reports = terminalreporter.stats.get("failed", [])
        if reports and exitstatus == pytest.ExitCode.TESTS_FAILED:
            self._until = time.monotonic() + _SECONDS
            made = self._by_cause(reports, terminalreporter._tw.fullwidth)
            if config.get_verbosity() < 2 and config.option.tbstyle != "no":
                self._put(terminalreporter, made)
        try:
            yield
        finally:
            self.restore(terminalreporter)

    def _put(self, terminalreporter: pytest.TerminalReporter, reports: list[Any]) -> None:
        self._kept = terminalreporter.stats["failed"]
        terminalreporter.stats["failed"] = reports

    def restore(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Puts back what was taken out."""
        if self._kept is not None:
            terminalreporter.stats["failed"], self._kept = self._kept, None

    def silence(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Takes out what the summary has told by cause, unless it was asked for."""
        asked = terminalreporter.config.option.reportchars
        if self._told and (asked == _DEFAULT or not set(asked) & set("faA")):
            kept = terminalreporter.stats.get("failed", [])
            self._put(terminalreporter, [report for report in kept if node_of(report) not in self._told])

    def _by_cause(self, reports: list[Any], width: int) -> list[Any]:
        """Other people's reports, and one for each cause, as many as there is room for."""
        verbosity = self._run.config.get_verbosity()
        by_node = {node_of(report): report for report in reports}
        made: list[Any] = []
        for certification in self._run.certifications:
            slug = certification.implementation.slug
            found = self._run.causes(certification)
            self._told |= {node_id(slug, result.target, result.case) for cause in found for result in cause.results}
            room = self._room(certification, width)
            causes_of = Counter(_place(result) for cause in found for result in cause.results)
            for n, cause in enumerate(found[:_MOST] if verbosity >= 0 and not self._as_pytest() else ()):
                if n and verbosity == 0 and room < _TEXT:
                    break
                first, *others = cause.results
                alone = not others and causes_of[_place(first)] == 1
                whole = by_node[node_id(slug, first.target, first.case)] if alone else None
                report = whole or self._report(certification, cause)
                made.append(report)
                room -= 1 + _height(report, width)
                if room < 0 and verbosity == 0:
                    self._squeeze(certification, report, width)
        return [*(report for report in reports if node_of(report) not in self._told), *made]

    def _squeeze(self, certification: Certification, report: Any, width: int) -> None:
        """Where one explanation is too long already, the summary says less."""
        self._run.room = LineLimit(lines=1)
        room = self._room(certification, width) - 1 - _height(report, width)
        named = min(len(self._run.causes(certification)), self._run.room.causes)
        self._run.room = LineLimit(max(named + min(room, 0) - 1, _FEWEST), lines=1)

    def _as_pytest(self) -> bool:
        return self._run.config.get_verbosity() > 1 or self._run.config.option.tbstyle == "no"

    def _room(self, certification: Certification, width: int) -> int:
        """How many lines are left for explanations, of those that a first run fits."""
        counts = Counter(target for target, _ in certification.chosen)
        progress = sum(-(-(n + len(target) + 20) // max(width - 7, 20)) for target, n in counts.items())
        return _LINES - _FRAME - progress - len(self._run.ending(certification, width))

    def _report(self, certification: Certification, cause: Cause) -> pytest.TestReport:
        cases = {case.id: case for _, case in certification.chosen}
        shown = self._shown(certification, cause, cases)
        slug, member = certification.implementation.slug, shown.member
        node, line = node_id(slug, member.target, member.case), first_line(cause, shown.finding)
        options = rerun_options(self._run.config, certification)
        text = explain_cause(
            cause,
            shown,
            certification.implementation,
            rerun=rerun_command(options, node),
            rerun_all=rerun_command([*options, *_selecting(cause, certification)]),
        )
        title = f"{cause.id}: {count(len(cause.results), 'failure')} ({slug})"
        failure: Any = FailureRepr(text, Crash(node, line), _quoted(self._run.config.get_verbosity()))
        return pytest.TestReport(node, (node, None, title), {}, "failed", failure, "call")

    def _shown(self, certification: Certification, cause: Cause, cases: dict[str, Case]) -> CauseExample:
        left = self._until - time.monotonic()
        if left <= 0 or certification.debugged:  # who sits there has seen it
            return example_of(cause, cases, None)
        unheard = io.StringIO()  # what the formatter says over these is no news after the run
        with warnings.catch_warnings(), redirect_stdout(unheard), redirect_stderr(unheard):
            warnings.simplefilter("ignore")
            example = smallest(
                cause, certification.implementation, cases, timeout=certification.timeout, seconds=min(5.0, left)
            )
        return example_of(cause, cases, example)


def _height(report: Any, width: int) -> int:
    return len(list(folded(str(report.longrepr).split("\n"), width, report.longrepr.quoted)))


def _quoted(verbosity: int) -> int | None:
    """How many lines a quotation may take: with -v as many as it has."""
    return 2 if verbosity == 0 else None


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


_DEFAULT = "fE"
"""pytest's ``-r`` where nobody gives one."""


class SummarySilencer:
    """Called when all have printed their summaries, before pytest prints its short one."""

    def __init__(self, failures: Failures) -> None:
        self._failures = failures

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        self._failures.silence(terminalreporter)


class ReportRestorer:
    """Called when pytest has printed its sections, before whoever looks at the reports."""

    def __init__(self, failures: Failures) -> None:
        self._failures = failures

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        self._failures.restore(terminalreporter)
