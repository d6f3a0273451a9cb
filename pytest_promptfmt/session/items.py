"""The kit's collectors and items: one collector per target, one item per exchange, and one per expected failure.

Plain `pytest.Item`s under the Session, not test functions: they have ids that can be pasted back, need no file on disk,
and set up no fixture. Names hold no ``[``, ``.`` or ``::``, which pytest would read as something else. A collector's
path need not exist, and editors group by it; an item's is the file in which the formatter, or the entry, is written:
there an editor jumps, and there --nf looks. The hooks are those of the rootdir's conftest all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest

from pytest_promptfmt.common.text import count, cut, safe, safe_lines, sentence
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.exchange.debugger import is_debugger_quit
from pytest_promptfmt.generation.cases import is_generated
from pytest_promptfmt.implementation.location import location
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.failure_text import explain, headline, rerun_command
from pytest_promptfmt.report.ids import ROOT, node_id, xfails_id
from pytest_promptfmt.session.asked.options import rerun_options
from pytest_promptfmt.session.certification import Certification, Undecided, complaint
from pytest_promptfmt.session.failure_repr import Crash, FailureRepr
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.result import result_of
from pytest_promptfmt.verdicts.verdict import Outcome
from pytest_promptfmt.xfails import Entry


class Failed(Exception):
    """What is wrong, in one line; the item has the text."""


class KitItem(pytest.Item):
    """`carried` goes with the report, `text` is the failure's, `line` is that of its file, from 1.

    It is the headline, the warnings as id, place and message, and ``result`` (as JSON) or ``expected``.
    """

    title = ""
    text = ""

    def __init__(self, *, line: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.carried: dict[str, Any] = {}
        self.line, self.node = line, self.nodeid

    @property
    def ihook(self) -> Any:
        return cast(Target, self.parent).hooks

    def _initrequest(self) -> None:
        """Nothing: pytest-retry has the fixtures of each item made anew, and there are none."""

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None if self.line is None else self.line - 1, self.title

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if self.text and isinstance(excinfo.value, (Failed, pytest.xfail.Exception)):
            return FailureRepr(self.text, Crash(self.nodeid, self.carried["headline"]))
        if is_debugger_quit(excinfo.value):
            return FailureRepr(_LEFT, Crash(self.nodeid, _LEFT))
        found = str(super().repr_failure(excinfo, style))  # of the kit's own failure, which may speak foreign words
        return FailureRepr(safe_lines(found), Crash(self.nodeid, safe(cut(excinfo.exconly(tryshort=True), 300))))


_LEFT = "the debugger was left at a breakpoint of the formatter: take that away where nobody sits"


class CaseItem(KitItem):
    """One exchange with all its checks."""

    def __init__(self, *, target: str, case: Case, certification: Certification, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target, self.case, self.certification = target, case, certification
        self.title = f"{target} / {case.id} ({certification.implementation.slug})"
        self.add_marker(f"promptfmt_{case.family.replace('-', '_')}")

    def runtest(self) -> None:
        excusing = not self.config.getoption("runxfail", False)
        judgement = self.certification.judge(self.target, self.case, excusing=excusing)
        snapshot: dict[str, Any] = {}
        if self.certification.snapshots and not is_generated(
            self.case
        ):  # behind the expected failures, which excuse no changed snapshot
            judgement, snapshot["snapshot"] = self.certification.snapshots.compare(judgement)
        self.user_properties[:] = [
            ("promptfmt.target", self.target),
            ("promptfmt.case", self.case.id),
            *(_property(verdict.check, verdict.outcome) for verdict in judgement.verdicts),
        ]
        warnings = [
            [finding.id, f"{self.node} at {safe(finding.path)}", sentence(finding.message)]
            for finding in judgement.findings
            if not finding.is_error
        ]
        result = result_of(judgement, scored=self.certification.scores(self.case)).to_json()
        self.carried = {"headline": headline(judgement), "warnings": warnings, "result": result, **snapshot}
        match judgement.outcome:
            case Outcome.FAIL | Outcome.ERROR:
                self.text = self._explain(judgement)
                fail(judgement, self.carried["headline"])
            case Outcome.XFAIL:
                self.text = self._explain(judgement)
                raise pytest.xfail.Exception(_reason(judgement))
            case Outcome.INCONCLUSIVE | Outcome.UNSUPPORTED:
                raise pytest.skip.Exception(_reason(judgement, whole=self.config.get_verbosity() > 0))

    def _explain(self, judgement: Judgement) -> str:
        options = rerun_options(self.config, self.certification)
        told = explain(judgement, rerun_command(options, self.node))
        failure = judgement.exchange.failure
        if failure is None or not failure.frames or self.config.get_verbosity() <= 0:
            return told
        return "\n".join((told, "", "raised by way of", *(f"  {safe(frame)}" for frame in failure.frames)))


@cache
def _property(check: str, outcome: Outcome) -> tuple[str, str]:
    """What an item says of a verdict; pytest keeps it to the end of the run, and there are few."""
    return f"promptfmt.{check}", str(outcome)


def fail(judgement: Judgement, headline: str) -> NoReturn:
    """Raises `Failed` where a debugger is to open: in the formatter's frame, if it has raised."""
    error = judgement.exchange.error
    if error is not None:
        raise Failed(headline).with_traceback(error.__traceback__) from error
    stop(headline, judgement.exchange.given, judgement.exchange.payload, judgement.findings)


def stop(headline: str, conversation: Given, payload: object, findings: tuple[Finding, ...]) -> NoReturn:
    """What a debugger has at hand where nothing was raised."""
    raise Failed(headline)


def _reason(judgement: Judgement, *, whole: bool = True) -> str:
    """Why; unless `whole` without the text of a refusal, so that pytest folds those that differ in nothing else."""
    reasons = [verdict.reason for verdict in judgement.verdicts if verdict.outcome is judgement.outcome]
    if not whole and judgement.exchange.failure:
        reasons = [reason.removesuffix(f": {judgement.exchange.failure.text}") for reason in reasons]
    return cut(safe(cut("; ".join(dict.fromkeys(reasons)), 2_000)), 400)


class XfailItem(KitItem):
    """One entry of the expected failures: passes while each of its patterns is needed."""

    def __init__(
        self,
        *,
        entries: tuple[Entry, ...],
        certification: Certification,
        others: tuple[Certification, ...],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.entries, self.certification, self.others = entries, certification, others
        self.title = f"expected failure {self.name} ({certification.implementation.slug})"

    def runtest(self) -> None:
        first, *others = self.entries
        match = first.match + (f" and {count(len(others), 'more pattern')}" if others else "")
        self.user_properties[:] = [("promptfmt.xfail", match)]
        wrong: dict[Entry, str] = {}
        undecided = ""
        for entry in self.entries:
            try:
                problem = complaint(entry, self.certification, self.others)
            except Undecided as error:
                undecided = undecided or str(error)
                continue
            wrong |= {entry: problem} if problem else {}
        if undecided and not wrong:
            raise pytest.skip.Exception(undecided) from None
        problem = next(iter(wrong.values()), "")
        more = f"; so it is with {count(len(wrong) - 1, 'more pattern')} of the entry" if len(wrong) > 1 else ""
        line = f"expected failure out of date: {safe(problem)}{more}"
        expected = {"match": match, "reason": first.reason, "issue": first.issue, "problem": f"{problem}{more}"}
        self.carried = {"headline": line, "warnings": [], "expected": expected}
        if wrong:
            options = rerun_options(self.config, self.certification)
            again = f"run it again  {safe(rerun_command(options, self.node))}"
            self.text = "\n".join([line, "", *self._delete(list(wrong)), "", again])
            raise Failed(line)

    def _delete(self, wrong: list[Entry]) -> list[str]:
        """What must go: the whole entry, or some of its patterns."""
        first = self.entries[0]
        renew = ", or renew the date" if first.expired(self.certification.today) else ""
        if len(wrong) < len(self.entries):
            patterns = [f'    "{safe(entry.match)}"' for entry in wrong]
            return [f"Take {count(len(wrong), 'pattern')} out of the match of {safe(first.place)}", *patterns]
        what = "these lines from" if first.lines else "this entry from"
        own = [f"    {safe(line)}" for line in first.lines.splitlines()] or [f"    reason = {safe(first.reason)}"]
        return [f"Delete {what} {safe(first.place)}{renew}", *own]


class Target(pytest.Collector):
    """All items of one target, or (`title` xfails) all expected failures of one implementation."""

    def __init__(self, *, items: list[tuple[type[KitItem], str, dict[str, Any]]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._items = items

    @cached_property
    def hooks(self) -> Any:
        """What its items call."""
        return self.session.gethookproxy(self.config.rootpath)

    def collect(self) -> Iterable[pytest.Item]:
        for kind, name, contents in self._items:
            yield kind.from_parent(self, name=name, **contents)


def targets(
    session: pytest.Session, certification: Certification, certifications: Iterable[Certification], chosen: list[int]
) -> Iterable[Target]:
    """The collectors of one implementation; `chosen` are the numbers of the expected failures that are looked at."""
    slug = certification.implementation.slug
    by_target: dict[str, list[Case]] = {}
    for target, case in certification.chosen:
        by_target.setdefault(target, []).append(case)
    nowhere = session.config.rootpath, None
    for target, cases in by_target.items():
        path, line = location(certification.implementation, target) or nowhere
        contents = {"target": target, "certification": certification, "path": path, "line": line}
        collector = _target(
            session,
            node_id(slug, target, "").partition("::")[0],
            [(CaseItem, case.id, {**contents, "case": case}) for case in cases],
        )
        collector.add_marker(f"promptfmt_{target.rpartition('.')[0].replace('-', '_')}")
        yield collector
    if chosen:
        others = tuple(other for other in certifications if other is not certification)
        rows, shared = certification.rows, {"certification": certification, "others": others}
        yield _target(
            session,
            xfails_id(slug, 0).partition("::")[0],
            [
                (XfailItem, str(n), {**shared, **_place_of(rows[n - 1][0], session.config), "entries": rows[n - 1]})
                for n in chosen
            ],
        )


def _place_of(entry: Entry, config: pytest.Config) -> dict[str, Any]:
    """Where the entry is written, if that is a file of the project's."""
    name = entry.place.rpartition(":")[0]
    for directory in (config.invocation_params.dir, config.rootpath):
        if entry.line and not entry.shipped and (directory / name).is_file():
            return {"path": directory / name, "line": entry.line}
    return {"path": config.rootpath, "line": None}


def _target(session: pytest.Session, nodeid: str, items: list[tuple[type[KitItem], str, dict[str, Any]]]) -> Target:
    collector: Target = Target.from_parent(
        session, name=nodeid, nodeid=nodeid, path=session.config.rootpath / nodeid, items=items
    )
    collector.add_marker(ROOT)
    return collector
