"""One implementation in one run: what is planned and chosen, the judge that works on it, what is expected to fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatchcase

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.exchange.worker import Pair
from pytest_promptfmt.generation.cases import is_generated
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.report.statements import statements
from pytest_promptfmt.snapshots import Snapshots
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement, not_scored
from pytest_promptfmt.verdicts.verdict import Outcome
from pytest_promptfmt.xfails import Entry, excuse, rows


@dataclass(frozen=True, slots=True)
class Errors:
    """What is kept of an exchange: check and id of each error finding; `decided` is False where it is inconclusive."""

    ids: frozenset[tuple[str, str]]
    decided: bool


@dataclass(eq=False, slots=True)
class Certification:
    """`plan` holds every exchange of the implementation, `chosen` those of this run; `today` says what has expired.

    `reference` is the generation of golden payloads that is asked for, or None; `snapshots` likewise.
    `unscored` are the cases that came after the revision to which the run is pinned, each with the reason. A run with
    a debugger is `watched`, and `shown` is what is printed.
    """

    implementation: Implementation
    plan: tuple[Pair, ...]
    chosen: tuple[Pair, ...]
    entries: tuple[Entry, ...]
    checks: tuple[str, ...]
    timeout: float | None
    today: date
    reference: str | None = None
    snapshots: Snapshots | None = None
    unscored: Mapping[str, str] = field(default_factory=dict)
    watched: bool = False
    shown: bool = False
    _judge: Judge | None = None
    _announced: set[tuple[str, str]] = field(default_factory=set)
    _errors: dict[tuple[str, str], Errors] = field(default_factory=dict)

    def start(self) -> None:
        """Starts the judge's second process, so that it is ready when it is asked."""
        self._running_judge().start()

    def expect(self, pairs: Iterable[Pair]) -> None:
        """Announces exchanges to the judge, each once, so that its second process can work ahead."""
        new = [(target, case) for target, case in pairs if (target, case.id) not in self._announced]
        self._announced.update((target, case.id) for target, case in new)
        self._running_judge().expect(new)

    def judge(self, target: str, case: Case, *, excusing: bool = True) -> Judgement:
        """The verdicts on one exchange, with the expected failures marked as such."""
        self.expect([(target, case)])
        judgement = self._running_judge().judge(target, case)
        self._errors[target, case.id] = _errors(judgement)
        if not excusing:
            return judgement
        judgement = excuse(judgement, self.entries, self.today)
        return not_scored(judgement, self.unscored[case.id]) if case.id in self.unscored else judgement

    @property
    def known(self) -> tuple[Pair, ...]:
        """All that may have a result."""
        return (*self.plan, *(pair for pair in self.chosen if is_generated(pair[1])))

    def scores(self, case: Case) -> bool:
        """Has the case a part in levels?"""
        return case.id not in self.unscored and not is_generated(case)

    @property
    def debugged(self) -> bool:
        """Is there a debugger, or was there a breakpoint?"""
        return self.watched or (self._judge is not None and self._judge.debugged)

    def close(self) -> None:
        if self._judge is not None:
            self._judge.close()
            self._judge = None

    @property
    def rows(self) -> list[tuple[Entry, ...]]:
        """The expected failures as the files have them, each with all its patterns."""
        return rows(self.entries)

    def concerned(self, entry: Entry) -> list[Pair]:
        """What the entry matches of the whole plan."""
        return [(target, case) for target, case in self.plan if entry.concerns(target, case.id)]

    def state(self, entry: Entry) -> tuple[str, list[Entry]]:
        """The state of an entry; judges what was not judged yet.

        ``needed``, ``overlapping`` with those before it that excuse all that it does, ``stale``, ``unmatched``, or
        ``undecided`` where what it matches is inconclusive.
        """
        pairs = self.concerned(entry)
        self.expect(pair for pair in pairs if (pair[0], pair[1].id) not in self._errors)
        before = [earlier for earlier in self.entries[: self.entries.index(entry)] if not earlier.expired(self.today)]
        decided, ahead = True, dict[Entry, None]()
        for target, case in pairs:
            if (target, case.id) not in self._errors:
                self.judge(target, case)
            errors = self._errors[target, case.id]
            for error in sorted(error for error in errors.ids if entry.covers(*error)):
                first = next((e for e in before if e.concerns(target, case.id) and e.covers(*error)), None)
                if first is None:
                    return "needed", []
                ahead[first] = None
            decided = decided and errors.decided
        if ahead and decided:
            return "overlapping", list(ahead)
        return ("stale" if decided else "undecided") if pairs else "unmatched", []

    def _running_judge(self) -> Judge:
        if self._judge is None:
            self._judge = Judge(
                self.implementation,
                checks=self.checks,
                timeout=self.timeout,
                reference=self.reference,
                debugged=self.watched,
                shown=self.shown,
            )
        return self._judge


def _errors(judgement: Judgement) -> Errors:
    ids = frozenset((v.check, finding.id) for v in judgement.verdicts for finding in v.findings if finding.is_error)
    decided = judgement.outcome is not Outcome.INCONCLUSIVE
    return Errors(ids, decided) if ids or not decided else _NONE


_NONE = Errors(frozenset(), decided=True)
"""Of most exchanges."""


def complaint(entry: Entry, here: Certification, others: Iterable[Certification]) -> str | None:
    """Why the entry must go, in one sentence; None where it is needed. ``undecided`` raises `Undecided`.

    An entry of the project holds for every implementation of the run, and is needed where one of them needs it.
    """
    if entry.expired(here.today):
        return f'"{entry.match}" expired on {entry.expires} and excuses nothing any more'
    states: dict[str, list[Entry]] = {}
    for certification in (here, *(() if entry.shipped else others)):
        state, ahead = certification.state(entry)
        if state == "needed":
            return None
        states[state] = states.get(state, ahead)
    if "undecided" in states:
        raise Undecided(f'nobody can tell whether "{entry.match}" still fails: what it matches is inconclusive')
    if "overlapping" in states:
        first = " and ".join(f'"{earlier.match}" ({earlier.place})' for earlier in states["overlapping"])
        return f'"{entry.match}" ({entry.place}) overlaps {first}, which excuses all that it does'
    if "stale" in states:
        return f'"{entry.match}" is expected to fail, and nothing of it does any more{_unasked(entry)}'
    return f'"{entry.match}" matches no target and case of {here.implementation.spec}{_unmatched(entry, here)}'


def _unmatched(entry: Entry, here: Certification) -> str:
    """Which part of it matches nothing, and what may have been meant."""
    targets = list(dict.fromkeys(target for target, _ in here.plan))
    if not any(fnmatchcase(target, entry.target) for target in targets):
        if any(fnmatchcase(case.id, entry.target) for _, case in here.plan):
            return f'; {entry.target!r} is a case, and a target goes before it: "* / {entry.target}"'
        if entry.target in (*CHECKS, *statements()):
            what = "check" if entry.target in CHECKS else "finding"
            return f'; {entry.target!r} is a {what}, and target and case go before it: "* / * / {entry.target}"'
        return f"; no target is {entry.target!r}{did_you_mean(entry.target, targets)}"
    cases = list(dict.fromkeys(case.id for _, case in here.plan))
    if not any(fnmatchcase(case, entry.case) for case in cases):
        if is_added(entry.case):
            return f"; no case is {entry.case!r}, and --promptfmt-corpus names the cases that are not the kit's"
        near = get_close_matches(entry.case, cases, n=1)
        return f"; no case is {entry.case!r}" + (f"; did you mean {near[0]!r}?" if near else "")
    return ""


def _unasked(entry: Entry) -> str:
    """Whether its third part is no check, and nothing that one finds."""
    known = [*CHECKS, *statements()]
    if is_added(entry.check) or any(fnmatchcase(name, entry.check) for name in known):
        return ""
    return f"; no check and no finding is {entry.check!r}{did_you_mean(entry.check, known, '')}"


class Undecided(Exception):
    """What an entry matches could not be judged."""
