"""An answer in words that are quoted of a rule: the rule is asked of this request, whatever it is known to hold for.

What is known of models grows old, and copies of an API answer in the words of the original. Where the provider itself
says that a rule is broken, it counts for this model and for this provider too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import Answer
from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.dialects import DIALECTS, known_dialect
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Rule
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.report.words import known_as
from pytest_promptfmt.verdicts.request.parameters import REFUSALS
from pytest_promptfmt.verdicts.request.refusals.refusal import Refusal

_ABOUT, _TIE, _ALIKE, _FIRST = 0.3, 0.1, 0.8, 3
_CONTINUED = ("previous_response_id", "conversation", "previous_interaction_id")


def shown_first(rules: Sequence[Told], seen: Sequence[Finding]) -> tuple[Told, ...]:
    """The told rules, and of those whose words fit about as well as the best first those that the request shows."""
    shown = _ids(seen)
    best = max((each.alike for each in rules), default=0.0)
    return tuple(sorted(rules, key=lambda each: not (each.rule in shown and each.alike >= best - _ABOUT)))


def spoken_of(
    answer: Answer, body: Any, context: Mapping[str, Any], rules: Sequence[Told], seen: Sequence[Finding]
) -> Iterator[Finding]:
    """The breaches of the best told rule; none where something of it was `seen`.

    The same words may be told of something else as well, which is no rule.
    """
    asked = known_dialect(answer.dialect)
    best = [(each, asked.rule(each.rule)) for each in rules if each.alike >= rules[0].alike - _TIE]
    said, rule = next(((each, rule) for each, rule in best if rule), (None, None))
    if said is not None and rule is not None and rule.id not in _ids(seen):
        yield from _broken(rule, body, asked, context, {"source": f'"{said.words}"', "provider": asked.provider})


def lent(
    answer: Answer, body: Any, context: Mapping[str, Any], own: Sequence[Told], seen: Sequence[Finding]
) -> Iterator[Finding]:
    """What the request shows of refusals whose words the answer has: first of this provider's, then of all others'."""
    found = [*_refused(answer, body, own)] if isinstance(body, dict) else []
    if not own and isinstance(body, dict):
        others, asked = told(answer.whole), known_dialect(answer.dialect)
        found += _refused(answer, body, others)
        for rule in filter(None, (_rule(each.rule) for each in _best(others))):
            found += _broken(rule, body, asked, context, answer.source)
    known = {(finding.id, finding.path) for finding in seen}
    yield from (finding for finding in found if (finding.id, finding.path) not in known)


def kept(answer: Answer, body: Any, rules: Sequence[Told], seen: Sequence[Finding]) -> Iterator[Finding]:
    """Where nothing breaks the told rule of messages: the key that continues what the provider keeps."""
    best = [each.rule for each in rules[:1] if known_dialect(answer.dialect).rule(each.rule) is not None]
    for key in _CONTINUED if best and best[0] not in _ids(seen) and isinstance(body, dict) else ():
        if body.get(key):
            problem = f"{best[0]} is broken in what the provider keeps, and this continues"
            yield answer.finding("kept-item", f"$.{key}", problem)


def _ids(seen: Sequence[Finding]) -> set[str]:
    return {finding.id for finding in seen} | {known_as(finding) for finding in seen}


def _best(rules: Sequence[Told]) -> list[Told]:
    return [each for each in rules[:_FIRST] if each.alike >= _ALIKE]


def _refused(answer: Answer, body: dict[str, Any], rules: Sequence[Told]) -> Iterator[Finding]:
    for each in _best(rules):
        for refusal in REFUSALS:
            if each.rule == f"request.{refusal.slug}" and each.words in refusal.words and not _elsewhere(refusal):
                for path, problem in refusal.broken(body):
                    if not _bounded_otherwise(answer, problem):
                        yield answer.finding(refusal.slug, path, problem)


_BOUND, _NUMBER = re.compile(r"at (?:most|least) (\d+)"), re.compile(r"(?<![\w.-])\d{2,}(?![\w-])")


def _bounded_otherwise(answer: Answer, problem: str) -> bool:
    """Does the answer state numbers, and none is the bound of the refusal whose words it has?"""
    bound, numbers = _BOUND.search(problem), _NUMBER.findall(answer.whole)
    return bound is not None and bool(numbers) and bound[1] not in numbers


def _elsewhere(refusal: Refusal) -> bool:
    """Is it one of an address, or of how a request was sent, and was looked for where that is so?"""
    return bool(refusal.where or refusal.told_only or refusal.before or refusal.beta)


def _rule(id_: str) -> Rule | None:
    home = DIALECTS.get(id_.partition(".")[0])
    return home.rule(id_) if home else None


def _broken(
    rule: Rule, body: Any, dialect: Dialect, context: Mapping[str, Any], data: Mapping[str, str]
) -> Iterator[Finding]:
    """Where a body breaks a rule, whatever its model is said to take; `data` say who says so."""
    try:
        request = dialect.open(body, {**dict.fromkeys(rule.context, True), **context})
    except NotAPayload:
        return
    for breach in rule.check(request):
        yield Finding(rule.id, Severity.ERROR, breach.path, breach.message, data={**breach.data, **data})
