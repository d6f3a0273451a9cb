"""Expected failures: what is known to be wrong, and why, kept beside the code that it excuses.

``promptfmt.toml`` at the rootdir (or ``[tool.promptfmt]`` in pyproject.toml) holds entries like this one; an
implementation may ship such a file of its own (`XFAILS`), which comes first and which the project may not widen:

    [[xfail]]
    match = "anthropic.* / tools/* / protocol"     # globs over target, case, and check or rule; what is missing is *
    reason = "parallel results are sent one by one"
    issue = "https://example.org/issues/12"        # optional
    expires = 2027-01-31                           # optional: from this day on it excuses nothing

`match` may be a list, and ``{a,b}`` in it stands for either: the entry then has several patterns, each an `Entry` of
its own here, since each of them must be needed. A verdict whose error findings are all covered is an expected failure.
An entry that excuses nothing is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase

from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict


class XfailError(Exception):
    """The file of expected failures cannot be used as it stands; the text names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern of an expected failure, the `part`-th of its entry in the file.

    `place` is file and line of the entry, `lines` its own text in that file, which begins at `line`.
    """

    target: str
    case: str
    check: str
    reason: str
    issue: str = ""
    expires: date | None = None
    place: str = ""
    lines: str = ""
    line: int = 0
    shipped: bool = False
    part: int = 0

    @property
    def match(self) -> str:
        return f"{self.target} / {self.case} / {self.check}"

    @property
    def why(self) -> str:
        return f"{self.reason} ({self.issue})" if self.issue else self.reason

    def concerns(self, target: str, case: str) -> bool:
        """Is the exchange of these two among those that the entry matches?"""
        return fnmatchcase(target, self.target) and fnmatchcase(case, self.case)

    def covers(self, check: str, finding: str) -> bool:
        """Does it excuse a finding of this id under this check?"""
        return fnmatchcase(check, self.check) or fnmatchcase(finding, self.check)

    def expired(self, today: date) -> bool:
        return self.expires is not None and self.expires <= today

    def widens(self, narrower: Entry) -> bool:
        """Does it match all that `narrower` matches, and more?"""
        mine, theirs = (self.target, self.case, self.check), (narrower.target, narrower.case, narrower.check)
        return mine != theirs and all(map(fnmatchcase, theirs, mine))


def rows(entries: Iterable[Entry]) -> list[tuple[Entry, ...]]:
    """The entries as the files have them: each with all its patterns."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.part and found:
            found[-1].append(entry)
        else:
            found.append([entry])
    return [tuple(row) for row in found]


def excuse(judgement: Judgement, entries: Iterable[Entry], today: date) -> Judgement:
    """The judgement, in which every verdict whose error findings are all expected has become an expected failure."""
    here = [e for e in entries if e.concerns(judgement.target, judgement.case.id) and not e.expired(today)]
    if not here:
        return judgement
    return replace(judgement, verdicts=tuple(_excuse(verdict, here) for verdict in judgement.verdicts))


def _excuse(verdict: Verdict, entries: list[Entry]) -> Verdict:
    if verdict.outcome not in (Outcome.FAIL, Outcome.ERROR):
        return verdict
    covering = [_first(entries, verdict.check, finding) for finding in verdict.findings if finding.is_error]
    if None in covering:
        return verdict
    reasons = dict.fromkeys(entry.why for entry in covering if entry)
    return Verdict(verdict.check, Outcome.XFAIL, verdict.findings, "; ".join(reasons))


def _first(entries: list[Entry], check: str, finding: Finding) -> Entry | None:
    return next((entry for entry in entries if entry.covers(check, finding.id)), None)


def combined(shipped: Iterable[Entry], project: Iterable[Entry]) -> tuple[Entry, ...]:
    """The implementation's own entries and behind them the project's, none of which may be wider than one of those."""
    shipped, project = tuple(shipped), tuple(project)
    for mine in project:
        for theirs in shipped:
            if mine.widens(theirs):
                raise XfailError(
                    f'{mine.place}: "{mine.match}" widens "{theirs.match}" ({theirs.place}), which the implementation '
                    "itself expects; an entry of the project may match less, or something else"
                )
    return shipped + project
