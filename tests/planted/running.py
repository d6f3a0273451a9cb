"""What comes of a planted fault: the cases on which it shows, and the errors that the reference has not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from inspect import isawaitable
from typing import Any

from planted.planted import Formatter, Planted, Stumbled

from promptfmt_reference import CAPABILITIES, FORMATTERS
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

ASKED = tuple(check for check in CHECKS if check != "golden")


@dataclass(frozen=True, slots=True)
class Outcome:
    """`shows` are the cases on which the fault changes anything, `found` the ids of new errors by case."""

    shows: frozenset[str] = frozenset()
    found: Mapping[str, frozenset[str]] = field(default_factory=dict)
    warned: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def killed(self) -> bool:
        return bool(self.found)

    def by_intent(self, finds: tuple[str, ...]) -> frozenset[str]:
        """The cases in which one of the intended findings came."""
        return frozenset(
            case for case, ids in self.found.items() if any(fnmatchcase(id_, glob) for id_ in ids for glob in finds)
        )

    @property
    def findings(self) -> Counter[str]:
        return Counter(id_ for ids in self.found.values() for id_ in ids)


def run(fault: Planted, dialect: str, enough: int = 0, scenario: str = "") -> Outcome:
    """The fault in both targets of a dialect; with `enough` only until so many cases have an intended finding."""
    implementation = from_object(fault.implementation(dialect), fault.source)
    shows: set[str] = set()
    found: dict[str, frozenset[str]] = {}
    warned: dict[str, frozenset[str]] = {}
    with Judge(implementation, checks=ASKED, timeout=None) as judge:
        for target, case in plan(implementation, corpus(), checks=ASKED):
            if not target.endswith(scenario) or not shows_in(fault, target, case):
                continue
            shows.add(case.id)
            judged = judge.judge(target, case)
            honest = honest_errors(target, case, fault.truncates)
            new = frozenset(f.id for f in judged.findings if f.is_error) - honest
            if new:
                found[case.id] = found.get(case.id, frozenset()) | new
            elif warnings := frozenset(f.id for f in judged.findings if not f.is_error):
                warned[case.id] = warned.get(case.id, frozenset()) | warnings
            outcome = Outcome(frozenset(shows), found, warned)
            if enough and len(outcome.by_intent(fault.finds)) >= enough:
                return outcome
    return Outcome(frozenset(shows), found, warned)


def shows_in(fault: Planted, target: str, case: Case) -> bool:
    """Does the fault change the payload, the refusal or the conversation? Of budgets the judge alone can tell."""
    if fault.truncates != "none":
        return case.budget is not None
    given = case.conversation()
    answer = answer_of(planted(fault, target), given)
    return answer != honest_answer(target, case) or given != case.conversation()


@cache
def planted(fault: Planted, target: str) -> Formatter:
    return fault.formatter(target)


@cache
def honest_answer(target: str, case: Case) -> Any:
    return answer_of(FORMATTERS[target], case.conversation())


def answer_of(formatter: Formatter, given: Any) -> Any:
    """What it returns, or the kind of what it raises."""
    try:
        returned = formatter(given)
        if isawaitable(returned):
            returned.send(None)  # type: ignore[attr-defined]
        return returned
    except StopIteration as awaited:
        return awaited.value
    except Stumbled:
        raise
    except Exception as error:
        return type(error).__name__


@cache
def honest_errors(target: str, case: Case, truncates: str) -> frozenset[str]:
    """The errors of the reference itself: there are none, unless it is being changed."""
    if truncates != "none":
        return frozenset()
    table = _Table({target: FORMATTERS[target]}, {target: CAPABILITIES[target]})
    with Judge(from_object(table, "honest"), checks=ASKED, timeout=None) as judge:
        return frozenset(finding.id for finding in judge.judge(target, case).findings if finding.is_error)


@dataclass(frozen=True, slots=True)
class _Table:
    FORMATTERS: Mapping[str, Formatter]
    CAPABILITIES: Mapping[str, Mapping[str, Any]]
