"""The hooks of a run that certifies: collects the items, announces them to the judges, says what came of them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator, Iterator
from functools import cached_property
from importlib.metadata import version
from typing import Any

import pytest

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.common.files import SaveError
from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.exchange.guard import refused_exits
from pytest_promptfmt.report import formats
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.ending.cause_lines import LineLimit
from pytest_promptfmt.report.ids import ROOT, node_of, prefix, with_version
from pytest_promptfmt.session.asked.ids import judged_xfails, select_ids
from pytest_promptfmt.session.asked.options import examples_header
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.complaints import Deselection, complaints, unread_xfail_files, unreported
from pytest_promptfmt.session.failure_repr import Crash, FailureRepr
from pytest_promptfmt.session.item_outcomes import ItemOutcomes
from pytest_promptfmt.session.items import CaseItem, KitItem, Target, targets
from pytest_promptfmt.session.results import CollectedResults
from pytest_promptfmt.session.snapshots import open_snapshots, unwritten
from pytest_promptfmt.session.xfails_update import Updater
from pytest_promptfmt.xfails import XfailError

_COMPLETE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


class Run:
    """The plugin object, in the controller and in each xdist worker.

    `xfails` are, by implementation, the numbers of the expected failures that are looked at.
    """

    def __init__(
        self,
        config: pytest.Config,
        certifications: list[Certification],
        ids: list[str],
        update: Updater | None = None,
    ) -> None:
        self.config, self.certifications, self._update = config, certifications, update
        self.worker = hasattr(config, "workerinput")
        self.outcomes = ItemOutcomes()
        self.results = CollectedResults(certifications)
        self._began = self._ended = False
        self.deselection = Deselection(config)
        self._session: pytest.Session | None = None
        self._status: int = 0
        self._trouble: list[str] = []
        self._refused: list[str] = []
        self._notes: list[str] = []
        self.room = LineLimit()  # in the summary
        open_snapshots(config, certifications)
        self.xfails = {
            certification.implementation.slug: judged_xfails(config, certification, ids)
            for certification in certifications
        }
        if ids:
            select_ids(certifications, self.xfails, ids)

    def pytest_report_header(self) -> list[str]:
        lines = []
        for certification in self.certifications:
            named = ", ".join(dict.fromkeys(target for target, _ in certification.chosen))
            exchanges = count(len(certification.chosen), "exchange")
            lines.append(f"promptfmt: {_name(certification)}: {exchanges}{f' of {named}' if named else ''}")
        return [*lines, *examples_header(self.config)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """While pytest collects, second processes import what they are to judge; xdist's controller judges nothing."""
        self._began = True
        if not self.config.option.collectonly and not self.config.pluginmanager.hasplugin("dsession"):
            for certification in self.certifications:
                certification.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            report.result += self._collectors(collector)
        return report

    def _collectors(self, session: pytest.Session) -> list[Target]:
        found: list[Target] = []
        for certification in self.certifications:
            found += targets(
                session, certification, self.certifications, self.xfails[certification.implementation.slug]
            )
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        """Announces all that will be judged, so that the judges' second processes can work ahead; notes the end.

        By exit status alone a run that was interrupted twice looks as if it had come to its end.
        """
        if not gc.get_freeze_count():  # what is collected stays: the collector need not walk over it again and again
            gc.freeze()
        if not self.worker and not session.config.option.collectonly:  # a worker knows no share: it announces, below
            for certification in self.certifications:
                mine = [
                    item for item in session.items if isinstance(item, CaseItem) and item.certification is certification
                ]
                certification.expect((item.target, item.case) for item in mine)
        try:
            result = yield
        except session.Failed:  # -x
            self._ended = True
            raise
        self._ended = True
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> object:
        """A worker's second process begins with what comes last of all, so that its state is another one.

        ``--forked`` forks no item of ours: what speaks with the second process would not be in the fork.
        """
        for case_item in (item, nextitem):
            if isinstance(case_item, CaseItem):
                known = case_item.certification
                known.expect([(case_item.target, case_item.case), *known.chosen[-1:]])
        forks = isinstance(item, KitItem) and self.config.getoption("forked", False)
        runner: Any = self.config.pluginmanager.getplugin("runner") if forks else None
        return runner and runner.pytest_runtest_protocol(item=item, nextitem=nextitem)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        if isinstance(item, KitItem) and call.excinfo is not None and call.excinfo.errisinstance(pytest.skip.Exception):
            skipped: Any = call.excinfo.value
            skipped._use_item_location = False  # pytest.mark.skip asks for a line, and some items have none
        report = yield
        if isinstance(item, KitItem):
            report.promptfmt_node = item.node  # type: ignore[attr-defined]
        if isinstance(item, KitItem) and call.when == "call":
            report.promptfmt, item.carried, item.text = item.carried, {}, ""  # type: ignore[attr-defined]
            if isinstance(report.longrepr, tuple):  # skipped: where, line and reason
                report.longrepr = (str(getattr(item.parent, "path", "")), None, report.longrepr[2])  # type: ignore[assignment]
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, None, None]:
        """The results as the items gave them, the outcomes as all others leave them; a worker only sends them."""
        if self.worker or not node_of(report).startswith(f"{ROOT}/"):
            return (yield)
        self.results.add(report)
        carried: dict[str, Any] | None = getattr(report, "promptfmt", None)
        for certification in self.certifications:
            if certification.snapshots and node_of(report).startswith(prefix(certification.implementation.slug)):
                certification.snapshots.record(carried or {})
        if carried and isinstance(report.longrepr, str):  # xdist sent the text only
            report.longrepr = FailureRepr(report.longrepr, Crash(report.nodeid, carried["headline"]))  # type: ignore[assignment]
        yield
        self.outcomes.add(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run in which something was skipped that was to be judged is not green; then the reports are written."""
        if self.worker:
            self.config.workeroutput["promptfmt_refused"] = refused_exits()  # type: ignore[attr-defined]  # xdist's
        option = session.config.option
        if self.worker or option.collectonly or option.setuponly:  # so is --setup-plan
            self._notes += ["nothing was judged: pytest was asked for the plan only"] * option.setuponly
            return
        interrupted = not self._ended or exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if self._began and not self._ended and exitstatus == pytest.ExitCode.OK:  # pytest.exit(…, returncode=0)
            self._trouble.append("the run did not come to its end")
        whole = self._ended and exitstatus in _COMPLETE and not session.shouldstop and not session.shouldfail
        for certification in self.certifications:
            name = _name(certification)
            self._trouble += complaints(certification, name, self.results, self.outcomes, green=exitstatus == 0)
            if whole:  # who stops early is red already
                numbers = self.xfails[certification.implementation.slug]
                self._trouble += unreported(certification, numbers, name, self.outcomes, self.deselection.nodes)
        for way in dict.fromkeys([*self._refused, *refused_exits()]):
            self._trouble.append(f"a thread that an implementation left running tried to end the process: {way}")
        if exitstatus == pytest.ExitCode.TESTS_FAILED and not self.config.getoption("promptfmt_xfails"):
            self._notes += unread_xfail_files(
                self.config.rootpath, self.config.invocation_params.dir, self.certifications
            )
        self._trouble += self._write(interrupted=interrupted)
        self._update_xfails()
        self._notes += unwritten(self.config, session.items)
        self._finish_snapshots(interrupted=interrupted)
        if exitstatus == pytest.ExitCode.OK and self._trouble:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        self._session, self._status = session, session.exitstatus

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker that crashed has no output."""
        self._refused += getattr(node, "workeroutput", {}).get("promptfmt_refused", ())

    @cached_property
    def document(self) -> ReportDocument:
        """The report on this run."""
        pinned, written = self.config.getoption("promptfmt_revision"), self.config.getoption("promptfmt_report")
        return self.results.document(pinned, inputs=bool(written))

    def _write(self, *, interrupted: bool) -> Iterator[str]:
        requested = self.config.getoption("promptfmt_report") or ()
        if requested and interrupted:
            yield "no report is written, since the run did not come to its end"
            return
        for option in requested:
            name, path = formats.parse_request(option)
            try:
                formats.write(self.document, name, self.config.invocation_params.dir / path)
            except SaveError as error:
                yield f"the report was not written: {error}"

    def _update_xfails(self) -> None:
        if self._update is not None:
            try:
                self._notes.append(self._update.write(self.results.by_place))
            except (XfailError, SaveError) as error:
                self._trouble.append(f"--promptfmt-xfails-update wrote nothing: {error}")

    def _finish_snapshots(self, *, interrupted: bool) -> None:
        for certification in self.certifications:
            summary, failed = (
                certification.snapshots.finish(interrupted=interrupted) if certification.snapshots else ("", False)
            )
            lines = self._trouble if failed else self._notes
            lines += [f"snapshots of {_name(certification)}: {summary}"] if summary else []

    def causes(self, certification: Certification) -> tuple[Cause, ...]:
        """Of what failed for pytest as well."""
        return self.outcomes.causes(certification, self.results)

    def ending(self, certification: Certification, width: int) -> list[str]:
        """The end of the run's output as far as it is about one implementation; `width` is the terminal's."""
        return self.outcomes.ending(
            certification, _name(certification), self.results, self.document, self.config, width, self.room
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        verbosity, width = self.config.get_verbosity(), terminalreporter._tw.fullwidth
        told = () if self.worker else self.certifications  # nobody sees a worker's terminal
        lines = [line for certification in told for line in self.ending(certification, width)]
        if lines and verbosity >= 0:
            terminalreporter.section(f"promptfmt {version('pytest-promptfmt')}")
        for line in [*lines, *(map(safe, self._notes) if verbosity > -2 else ())]:
            terminalreporter.line(line)
        for line in self._trouble:
            terminalreporter.line(safe(line), red=True)

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        if self._session and self._status and not self._session.exitstatus:
            self._session.exitstatus = self._status
            print("promptfmt: the run has failed, and somebody made its exit status 0", file=sys.stderr)
        for certification in self.certifications:
            certification.close()
        case_files.remove_root()


def _name(certification: Certification) -> str:
    return safe(with_version(certification.implementation.spec, certification.implementation.version))
