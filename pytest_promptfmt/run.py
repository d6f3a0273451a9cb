"""The hooks of a run that certifies: collects the items, announces them to the judges, says what came of them."""

from __future__ import annotations

from collections.abc import Generator
from importlib.metadata import version
from typing import Any

import pytest

from pytest_promptfmt import files
from pytest_promptfmt.certification import Certification
from pytest_promptfmt.items import CaseItem, KitItem, Target, targets
from pytest_promptfmt.report.ids import ROOT, node_id, selects, xfails_id
from pytest_promptfmt.report.matrix import count
from pytest_promptfmt.report.safe import safe
from pytest_promptfmt.report.tally import Tally
from pytest_promptfmt.report.told import Crash, Told
from pytest_promptfmt.selection import check_ids


class Run:
    """The plugin object, in the controller and in each xdist worker.

    A partial selection looks at those expected failures only that it can judge: with ids those that are named; with
    globs those whose exchanges are all chosen; with ``--promptfmt-check`` none. pytest's own selection (-k, -m, --lf,
    --deselect) takes them away by name like other items; one that stays judges for itself what was not judged.
    """

    def __init__(self, config: pytest.Config, certifications: list[Certification], ids: list[str]) -> None:
        self.config, self.certifications = config, certifications
        self.worker = hasattr(config, "workerinput")
        self.tally = Tally()
        self.xfails = {one.implementation.slug: self._xfails(one, ids) for one in certifications}
        if ids:
            self._choose(ids)

    def _choose(self, ids: list[str]) -> None:
        nodes = []
        for one in self.certifications:
            slug = one.implementation.slug
            cases = {node_id(slug, target, case.id): (target, case) for target, case in one.chosen}
            nodes += [*cases, *(xfails_id(slug, n) for n in self.xfails[slug])]
            one.chosen = tuple(pair for node, pair in cases.items() if any(selects(id_, node) for id_ in ids))
        check_ids(ids, nodes)

    def _xfails(self, one: Certification, ids: list[str]) -> list[int]:
        numbers = [n for n, entry in enumerate(one.entries, 1) if one.reference or not entry.check.startswith("golden")]
        if ids:
            slug = one.implementation.slug
            return [n for n in numbers if any(selects(id_, xfails_id(slug, n)) for id_ in ids)]
        if self.config.getoption("promptfmt_check"):
            return []
        if not self.config.getoption("promptfmt_target") and not self.config.getoption("promptfmt_case"):
            return numbers
        chosen = {(target, case.id) for target, case in one.chosen}
        concerned = {n: {(t, case.id) for t, case in one.concerned(one.entries[n - 1])} for n in numbers}
        return [n for n, pairs in concerned.items() if pairs and pairs <= chosen]

    def pytest_report_header(self) -> list[str]:
        lines = []
        for one in self.certifications:
            named = ", ".join(dict.fromkeys(target for target, _ in one.chosen))
            exchanges = count(len(one.chosen), "exchange")
            lines.append(f"promptfmt: {_name(one)}: {exchanges}{f' of {named}' if named else ''}")
        return lines

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
        for one in self.certifications:
            found += targets(session, one, self.certifications, self.xfails[one.implementation.slug])
        return found

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Announces all that will be judged, so that the judges' second processes can work ahead."""
        if self.worker or session.config.option.collectonly:
            return  # a worker of xdist does not know its share: it announces one item ahead, below
        for one in self.certifications:
            mine = [item for item in session.items if isinstance(item, CaseItem) and item.certification is one]
            one.expect((item.target, item.case) for item in mine)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        for one in (item, nextitem):
            if isinstance(one, CaseItem):
                one.certification.expect([(one.target, one.case)])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if isinstance(item, KitItem) and call.when == "call":
            report.promptfmt = item.told  # type: ignore[attr-defined]  # goes with the report through xdist
            if isinstance(report.longrepr, tuple):  # skipped: where, line and reason
                report.longrepr = (str(item.reportinfo()[0]), None, report.longrepr[2])  # type: ignore[assignment]
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.nodeid.startswith(f"{ROOT}/"):
            return
        self.tally.add(report)
        told: dict[str, Any] | None = getattr(report, "promptfmt", None)
        if told and isinstance(report.longrepr, str):  # xdist sent the text only
            report.longrepr = Told(report.longrepr, Crash(report.nodeid, told["headline"]))  # type: ignore[assignment]

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run in which everything was skipped has judged nothing, and is not green."""
        if exitstatus == pytest.ExitCode.OK and not self.worker:
            if any(self.tally.silent(one.implementation.slug) for one in self.certifications):
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        verbosity = self.config.get_verbosity()
        lines: list[str] = []
        silent = []
        for one in self.certifications:
            slug = one.implementation.slug
            lines += self.tally.lines(slug, _name(one), verbosity)
            silent += [self.tally.complaint(slug, _name(one))] if self.tally.silent(slug) else []
        if lines and verbosity >= 0:
            terminalreporter.section(f"promptfmt {version('pytest-promptfmt')}")
        for line in lines:
            terminalreporter.line(line)
        for line in silent:
            terminalreporter.line(line, red=True)

    def pytest_unconfigure(self) -> None:
        for one in self.certifications:
            one.close()
        files.clean()


def _name(one: Certification) -> str:
    return safe(" ".join(filter(None, (one.implementation.spec, one.implementation.version or ""))))
