"""Which symptoms head a group: those that come of no other, and of those that come of each other the best told.

A symptom may come of several, of each in other results, and is named with each of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from pytest_promptfmt.causes.consequence import is_nearer_to_fault, repeats, results_explained
from pytest_promptfmt.causes.evidence import SymptomEvidence
from pytest_promptfmt.causes.order import rank
from pytest_promptfmt.causes.symptom import Symptom
from pytest_promptfmt.causes.topics import is_form

At: TypeAlias = Mapping[Symptom, SymptomEvidence]
Numbers: TypeAlias = frozenset[int]
Reasons: TypeAlias = dict[Symptom, dict[Symptom, Numbers]]
"""By symptom those that it comes of, and in which results."""
Groups: TypeAlias = dict[Symptom, dict[Symptom, Numbers]]
"""By head its consequences, the most frequent first, each with the results that would be in no group without it."""

_ENOUGH, _NEARLY_ALL = 4, 0.9


def heads(at: At) -> Groups:
    """The heads with their consequences; every result is with one of them."""
    reasons = _reasons(at)
    order = sorted(at, key=lambda symptom: (_comes_of_any(symptom, at, at, reasons), *_best(symptom, at)))
    chosen: list[Symptom] = []
    for symptom in order:
        if not _comes_of_any(symptom, chosen, at, reasons):
            chosen.append(symptom)
    for symptom in reversed(chosen.copy()):
        if _comes_of_any(symptom, [head for head in chosen if head != symptom], at, reasons):
            chosen.remove(symptom)
    return _with_repetitions(_consequences(chosen, at, reasons), at)


def _best(symptom: Symptom, at: At) -> tuple[object, ...]:
    return rank(symptom.id), -len(at[symptom].at), symptom.where


def _reasons(at: At) -> Reasons:
    """Also what comes of something by way of a third; what a payload says amiss joins no two errors of its form."""
    reasons = {
        later: {
            earlier: there
            for earlier in at
            if earlier != later and (there := results_explained(at[later], at[earlier]))
        }
        for later in at
    }
    for between in at:
        for later, theirs in reasons.items():
            for earlier, there in reasons[between].items() if between in theirs and between != later else ():
                shared = theirs[between] & there
                by_way = is_form(between.id) or not (is_form(later.id) and is_form(earlier.id))
                if shared and by_way and earlier != later and not is_nearer_to_fault(at[later], at[earlier]):
                    theirs[earlier] = theirs.get(earlier, frozenset()) | shared
    return reasons


def _comes_of_any(symptom: Symptom, others: Collection[Symptom], at: At, reasons: Reasons) -> bool:
    """Does it come of these wherever it shows, or nearly so?"""
    mine = at[symptom].at.keys()
    covered = frozenset().union(*(reasons[symptom].get(other, frozenset()) for other in others if other != symptom))
    return covered >= mine or (len(mine) >= _ENOUGH and len(covered) >= _NEARLY_ALL * len(mine))


def _consequences(chosen: Collection[Symptom], at: At, reasons: Reasons) -> Groups:
    groups: Groups = {head: {} for head in chosen}
    for symptom in sorted(at.keys() - groups.keys(), key=lambda symptom: (-len(at[symptom].at), *_best(symptom, at))):
        mine = [head for head in chosen if head in reasons[symptom]]
        left = frozenset(at[symptom].at).difference(*(at[head].at for head in mine))
        most = max(mine, key=lambda head: len(reasons[symptom][head]))
        for head in mine:
            groups[head][symptom] = left if head == most else frozenset()
    return groups


def _with_repetitions(groups: Groups, at: At) -> Groups:
    """What is the same fault as a larger group's, in other conversations, is named there, with what comes of it."""
    for symptom in sorted(groups, key=lambda symptom: (len(at[symptom].at), *_best(symptom, at))):
        larger = [head for head in groups if head != symptom and len(at[head].at) >= len(at[symptom].at)]
        same = [head for head in larger if repeats(at[symptom], at[head])]
        if same:
            head = max(same, key=lambda head: len(at[head].at))
            groups[head] |= {symptom: frozenset(at[symptom].at)} | groups.pop(symptom)
    return groups
