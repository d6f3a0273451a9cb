"""Which error is the consequence of another: what speaks for it is where the two stand, and how often together.

An error that always comes with another may be a fault of its own all the same, which hides behind the other until that
is mended. It is a consequence where, beyond that, it stands at the other's place, tells of what is there and cannot be
read, or comes nearly whenever the other does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_promptfmt.causes.evidence import LOOKED_AT, SAMPLE, SymptomEvidence
from pytest_promptfmt.causes.follows import follows
from pytest_promptfmt.causes.topics import (
    CODED,
    WRONG_SPEAKER,
    is_altered,
    is_content,
    is_form,
    is_found,
    is_law,
    is_pairing,
    is_refused,
    is_rule,
    is_schema,
    is_sequence,
    topics,
)
from pytest_promptfmt.payload.finding import Finding

_ENOUGH, _NEARLY, _SELDOM = 4, 0.9, 0.05
"""Measured over the liars in tests/: see docs/failures.md."""


def results_explained(later: SymptomEvidence, earlier: SymptomEvidence) -> frozenset[int]:
    """The results in which the one comes of the other, if that is how the two stand to each other; else none."""
    both = later.at.keys() & earlier.at.keys()
    if not both or is_nearer_to_fault(later, earlier) or later.of_offers != earlier.of_offers:
        return frozenset()
    if not _may_lead(later, earlier) or (is_law(later.id) and is_law(earlier.id) and not later.topics & earlier.topics):
        return frozenset()
    if (later.deep and later.places <= earlier.places) or _is_rare_alteration(later, earlier):
        return frozenset(both)
    if len(both) >= _NEARLY * len(earlier.at) and _comes_whenever(later, earlier, len(both)):
        return frozenset(both)
    alike = later.at.keys() == earlier.at.keys()
    sample = sorted(both)[:: len(both) // SAMPLE + 1]
    there = sum(_at_its_place(later.at[n], earlier.at[n], later.payloads[n], alike=alike) for n in sample)
    return frozenset(both) if there >= _NEARLY * len(sample) else frozenset()


def _is_rare_alteration(later: SymptomEvidence, earlier: SymptomEvidence) -> bool:
    """Is what is altered everywhere beyond recognition in a few of its results, and told as another loss there?"""
    changed = is_altered(earlier.id) or earlier.id == CODED
    return (
        changed
        and is_content(later.id)
        and later.at.keys() <= earlier.at.keys()
        and len(later.at) <= _SELDOM * len(earlier.at)
    )


def _may_lead(later: SymptomEvidence, earlier: SymptomEvidence) -> bool:
    """May what a payload says amiss be why it is ill-formed? Else it is because it is ill-formed that it says so."""
    if not is_form(later.id) or is_form(earlier.id) or is_refused(earlier.id):
        return True
    return is_altered(earlier.id) and later.at.keys() < earlier.at.keys()


def _comes_whenever(later: SymptomEvidence, earlier: SymptomEvidence, number: int) -> bool:
    """Is it evidence that the one shows nearly whenever the other does? Two errors of form may both be in all calls."""
    if _are_sibling_keys(later, earlier):
        return False
    common = bool(later.topics & earlier.topics)
    if is_form(later.id):
        return common and (not is_form(earlier.id) or is_pairing(later.id) or "turns" in later.topics)
    return common or (number >= _ENOUGH and not is_found(later.id))


def _are_sibling_keys(later: SymptomEvidence, earlier: SymptomEvidence) -> bool:
    """Are they two rules on different keys of one thing, each of which a formatter gets wrong by itself?"""
    if not (is_rule(later.id) and is_rule(earlier.id)):
        return False
    pairs = ((a, b) for a in later.places for b in earlier.places)
    return all(a != b and "]." in a and a.rpartition(".")[0] == b.rpartition(".")[0] for a, b in pairs)


def is_nearer_to_fault(later: SymptomEvidence, earlier: SymptomEvidence) -> bool:
    """Is the one nearer to what was done than the other, which therefore has nothing to explain?

    So is a rule to what the schema says of the same, and who spoke to whose turn it would be.
    """
    if later.id == WRONG_SPEAKER:
        return is_sequence(earlier.id) and later.at.keys() >= earlier.at.keys()
    if not (is_schema(earlier.id) and is_rule(later.id)):
        return False
    said = earlier.places if is_pairing(later.id) else earlier.said_of
    return later.places <= said or (not said.isdisjoint(later.places) and earlier.at.keys() <= later.at.keys())


def repeats(later: SymptomEvidence, earlier: SymptomEvidence) -> bool:
    """Is it the same fault in other conversations: the same edit of a text, or at the same place deep in a payload?"""
    if later.symptom.where and later.symptom.where == earlier.symptom.where:
        return True
    if is_schema(later.id) and later.id == earlier.id:
        return bool(later.defined & earlier.defined)
    if is_law(later.id) and is_law(earlier.id):
        return bool(topics(later.id) & topics(earlier.id))
    if is_content(later.id) and is_content(earlier.id):
        return bool(later.edits & earlier.edits)
    return later.deep and later.places <= earlier.places


def _at_its_place(later: Sequence[Finding], earlier: Sequence[Finding], payload: Any, *, alike: bool) -> bool:
    causes = earlier[:LOOKED_AT]
    return all(any(follows(each, cause, payload, alike=alike) for cause in causes) for each in later[:LOOKED_AT])
