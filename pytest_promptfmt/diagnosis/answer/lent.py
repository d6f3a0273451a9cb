"""A provider's answer in words that are quoted of another model or of another provider: asked of this request too.

What is known of models grows old, and copies of an API answer in the words of the original. Where the answer has a
sentence that a refusal quotes, that refusal is looked for here, whatever it is known to hold for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.answer.spoken_of import broken_here
from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.diagnosis.own_words import source_of
from pytest_promptfmt.dialects import DIALECTS, known_dialect
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.request.parameters import REFUSALS
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal

_ALIKE = 0.8


def lent(
    answer: str, body: Any, dialect: str, context: Mapping[str, Any], own: Sequence[Told], seen: Sequence[Finding]
) -> Iterator[Finding]:
    """What the request shows of refusals whose words the answer has: first of this provider's, then of all others'."""
    found = [*_refused(answer, body, dialect, own)]
    if not own and isinstance(body, dict):
        others = told(answer)
        found += [*_refused(answer, body, dialect, others), *_ruled(answer, body, dialect, context, others)]
    known = {(finding.id, finding.path) for finding in seen}
    yield from (finding for finding in found if (finding.id, finding.path) not in known)


def _best(rules: Sequence[Told]) -> Iterator[Told]:
    yield from (each for each in rules[:_FIRST] if each.alike >= _ALIKE)


_FIRST = 3


def _refused(answer: str, body: Any, dialect: str, rules: Sequence[Told]) -> Iterator[Finding]:
    data = source_of(answer, dialect)
    for each in _best(rules) if isinstance(body, dict) else ():
        for refusal in REFUSALS:
            if each.rule == f"request.{refusal.slug}" and each.words in refusal.words and not _elsewhere(refusal):
                for path, problem in refusal.broken(body):
                    yield Finding(each.rule, Severity.ERROR, path, problem, data=data)


def _elsewhere(refusal: Refusal) -> bool:
    """Is it one of an address, or of how a request was sent, and was looked for where that is so?"""
    return bool(refusal.where or refusal.told_only or refusal.before or refusal.beta)


def _ruled(
    answer: str, body: Any, dialect: str, context: Mapping[str, Any], rules: Sequence[Told]
) -> Iterator[Finding]:
    asked, data = known_dialect(dialect), source_of(answer, dialect)
    for each in _best(rules):
        if rule := _rule(each.rule):
            yield from broken_here(rule, body, asked, context, data)


def _rule(id_: str) -> Rule | None:
    home = DIALECTS.get(id_.partition(".")[0])
    return home.rule(id_) if home else None
