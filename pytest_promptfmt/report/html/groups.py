"""The groups of the list: failures by cause, then expected failures by reason, then what was skipped, then the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.causes import Cause, causes, everyday_cases
from pytest_promptfmt.common.text import cut, sentence
from pytest_promptfmt.report.cause_text import finding_of
from pytest_promptfmt.report.document import Judged, ReportDocument, failed
from pytest_promptfmt.report.words import fix_of, provider_says
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome


@dataclass(frozen=True, slots=True)
class ResultGroup:
    """Results under one title. `says` is what is wrong or the reason, `words` are the provider's, `fix` mends it."""

    kind: str
    title: str
    results: tuple[tuple[str, str, str], ...]
    says: str = ""
    words: str = ""
    fix: str = ""
    also: tuple[str, ...] = ()

    def to_json(self, numbers: Mapping[tuple[str, str, str], int]) -> dict[str, Any]:
        """`numbers` are those of the results, by implementation, target and case."""
        document: dict[str, Any] = {
            "kind": self.kind,
            "title": self.title,
            "rows": [numbers[key] for key in self.results],
        }
        return document | {
            key: value
            for key, value in (("says", self.says), ("words", self.words), ("fix", self.fix), ("also", list(self.also)))
            if value
        }


def groups(document: ReportDocument, judged: Judged) -> Iterator[ResultGroup]:
    """Those of one implementation; a result with two causes stands under both."""
    before = f"{judged.spec}: " if len(document.implementations) > 1 else ""
    failing = [result for result in judged.results if failed(result)]
    shown = set()
    for cause in causes(failing):
        yield _of_cause(document, judged, cause, before)
        shown |= {(result.target, result.case) for result in cause.results}
    unjudged = [result for result in failing if (result.target, result.case) not in shown]
    if unjudged:
        yield ResultGroup("failed", f"{before}To be judged, and were not", _keys(judged, unjudged))
    rest = [result for result in judged.results if not failed(result)]
    by_reason: dict[str, list[Result]] = {}
    for result in rest:
        if result.outcome is Outcome.XFAIL:
            by_reason.setdefault(_reason(result), []).append(result)
    for reason, found in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        yield ResultGroup("xfailed", f"{before}Expected failure", _keys(judged, _plain_first(document, found)), reason)
    for kind, title, outcome, warned in _REST:
        found = [r for r in rest if r.outcome is outcome and warned in (None, bool(r.findings))]
        if found:
            yield ResultGroup(kind, before + title, _keys(judged, found))


_REST = (
    ("skipped", "Inconclusive", Outcome.INCONCLUSIVE, None),
    ("passed", "Passed, with warnings", Outcome.PASS, True),
    ("passed", "Passed", Outcome.PASS, False),
    ("skipped", "Not supported", Outcome.UNSUPPORTED, None),
)


def _of_cause(document: ReportDocument, judged: Judged, cause: Cause, before: str) -> ResultGroup:
    results = _plain_first(document, cause.results)
    finding = finding_of(cause, next(filter(cause.shows, results), results[0]))
    return ResultGroup(
        "failed",
        f"{before}{cause.id}",
        _keys(judged, results),
        cut(sentence(finding.message), 300),
        provider_says(finding),
        fix_of(finding),
        cause.consequences,
    )


def _keys(judged: Judged, results: Iterable[Result]) -> tuple[tuple[str, str, str], ...]:
    return tuple((judged.slug, result.target, result.case) for result in results)


def _plain_first(document: ReportDocument, results: Iterable[Result]) -> list[Result]:
    """What happens every day shows a fault best, and then the shortest conversation."""
    daily = everyday_cases()
    return sorted(results, key=lambda r: (r.case not in daily, _length(document, r.case), r.target, r.case))


def _length(document: ReportDocument, case: str) -> int:
    given = document.cases[case].input
    messages = given.get("messages") if isinstance(given, Mapping) else None
    return len(messages) if isinstance(messages, list) else 1_000


def _reason(result: Result) -> str:
    return next((v.reason for v in result.verdicts if v.outcome is Outcome.XFAIL and v.reason), "no reason is given")
