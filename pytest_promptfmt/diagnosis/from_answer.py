"""What the provider's answer adds to what was seen in a request: findings, and the rules that it tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import Answer, read
from pytest_promptfmt.diagnosis.answer.places import at_place
from pytest_promptfmt.diagnosis.answer.rules import kept, lent, shown_first, spoken_of
from pytest_promptfmt.diagnosis.answer.sentences.abilities import too_many, unable
from pytest_promptfmt.diagnosis.answer.sentences.bounded import bounded, more_than_held
from pytest_promptfmt.diagnosis.answer.sentences.clashing import clashing
from pytest_promptfmt.diagnosis.answer.sentences.emptied import doubled, emptied
from pytest_promptfmt.diagnosis.answer.sentences.error_fields import pointed
from pytest_promptfmt.diagnosis.answer.sentences.listed import listed, misspelled
from pytest_promptfmt.diagnosis.answer.sentences.literals import quoted_whole
from pytest_promptfmt.diagnosis.answer.sentences.missing import missing
from pytest_promptfmt.diagnosis.answer.sentences.mistyped import mistyped, without_keyword
from pytest_promptfmt.diagnosis.answer.sentences.ordered import ordered
from pytest_promptfmt.diagnosis.answer.sentences.places_named import spoken
from pytest_promptfmt.diagnosis.answer.sentences.refused import refused_keys, refused_values
from pytest_promptfmt.diagnosis.answer.sentences.schemas import of_schema
from pytest_promptfmt.diagnosis.answer.sentences.unserved import outdated, unserved
from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.payload.finding import Finding

_STATES = (
    missing,
    mistyped,
    without_keyword,
    listed,
    misspelled,
    bounded,
    more_than_held,
    too_many,
    doubled,
    of_schema,
)
_REFUSES = (refused_keys, refused_values, clashing, quoted_whole, unable, ordered, emptied, pointed)


def stated(answer: Answer, body: Any) -> list[Finding]:
    """What breaks what the answer says is taken, once at each place, the surest first."""
    return _one_each(finding for check in _STATES for finding in check(answer, body))


def refused(answer: Answer, body: Any) -> list[Finding]:
    """What the answer says is not taken, once at each place."""
    return _one_each(finding for check in _REFUSES for finding in check(answer, body))


def _one_each(broken: Iterable[Finding]) -> list[Finding]:
    first: dict[str, Finding] = {}
    for finding in broken:
        first.setdefault(finding.path, finding)
    return [*first.values()]


def answered(
    said: str, body: Any, dialect: str, context: Mapping[str, Any], seen: Sequence[Finding], version: str = ""
) -> tuple[list[Finding], tuple[Told, ...]]:
    """What was `seen` and what the answer adds, from the surest to what it only speaks of; and the rules that it tells.

    `version` is that of the API which was asked, where the address names it.
    """
    if not said:
        return [*seen], ()
    answer = read(said, dialect)
    rules = shown_first(told(said, dialect), seen)
    found = [*seen, *spoken_of(answer, body, context, rules, seen)]
    found += lent(answer, body, context, rules, found)
    certain = [each for each in rules[:1] if each.alike >= _SURE and any(each.rule == it.id for it in found)]
    broken = [*stated(answer, body), *unserved(answer, body, str(context.get("model", "")))]
    broken += outdated(answer, body, version)
    rules = (*certain, *told_by(broken, found), *rules[len(certain) :])
    found += unseen(broken, found)
    not_taken = refused(answer, body)
    if not (
        broken or not_taken or any(each.alike >= _SURE and each.rule in {f.id for f in found} for each in rules[:1])
    ):
        not_taken = [*spoken(answer, body)]
    later = told_by(not_taken, found)
    found += unseen(not_taken, found)
    found += kept(answer, body, rules, found)
    rules = shown_first((*rules, *later), found)
    return found, tuple(each for n, each in enumerate(rules) if each.rule not in [other.rule for other in rules[:n]])


_SURE = 0.8
"""A quotation fits so well, and the request shows its rule: what the sentence says beside that comes after."""


def told_by(broken: Sequence[Finding], seen: Sequence[Finding]) -> tuple[Told, ...]:
    """What the answer says of them, as the rule that was `seen` to be broken there, or as its own sentence."""
    rules = [next((each.id for each in _there(finding, seen)), finding.id) for finding in broken]
    return tuple(Told(rule, str(f.data["source"]), 1.0) for rule, f in zip(rules, broken, strict=True))


def unseen(broken: Sequence[Finding], seen: Sequence[Finding]) -> list[Finding]:
    """Those where nothing was `seen`."""
    return [finding for finding in broken if not any(_there(finding, seen))]


def _there(finding: Finding, seen: Sequence[Finding]) -> Iterator[Finding]:
    """What was seen at a finding's place, or near it; that nobody here knows a key says nothing of its value."""
    of_key = finding.id in ("request.refused-key", "request.wanted-key")
    above, _, key = finding.path.rpartition(".")
    yield from (each for each in seen if each.path == finding.path and (of_key or each.id != "request.unknown-key"))
    yield from (each for each in seen if of_key and above.startswith(each.path) and key in each.message)
    if finding.id != "request.refused-key":
        near = (each for each in seen if at_place(each.path, finding.path))
        yield from (each for each in near if each.is_error or each.path.startswith(finding.path))
