"""The order in which findings are told: first what most likely made the provider refuse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_promptfmt.diagnosis.answer.places import at_place
from pytest_promptfmt.diagnosis.error_words import Told
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.words import known_as

_FORM = ("schema.form", "purity.not-json", "request.misspelled-key")
"""What is refused before anything else is looked at."""


def by_likelihood(findings: Iterable[Finding], told: Sequence[Told], places: Sequence[str]) -> list[Finding]:
    """Errors before warnings, but what the provider's answer speaks of before either.

    Within them the request's form comes first, then values of a wrong type, then what each message must hold, then what
    depends on other messages; warnings by how strong their evidence of a refusal is. Findings of one id stay together.
    """
    rank = {each.rule: n for n, each in enumerate(told[:_TOLD])}
    words = [each.words for each in told[:_TOLD]]
    found = list(findings)

    def key(item: tuple[int, Finding]) -> tuple[int, bool, bool, bool, int, int]:
        n, finding = item
        spoken_of = rank.get(known_as(finding), rank.get(finding.id, _TOLD))
        placed = any(at_place(finding.path, place) for place in places)
        quoted = any(each in str(finding.data.get("source", "")) for each in words)
        return (spoken_of, not quoted, not (placed and finding.is_error), not finding.is_error, _class(finding), n)

    ordered = [finding for _, finding in sorted(enumerate(found), key=key)]
    first = {id_: n for n, id_ in reversed([(n, finding.id) for n, finding in enumerate(ordered)])}
    return sorted(ordered, key=lambda finding: first[finding.id])


_TOLD = 2


def _class(finding: Finding) -> int:
    if finding.id in _FORM:
        return 0
    if finding.is_error:
        return 1
    known = evidence().get(known_as(finding))
    if known is None:
        return 4 if finding.id.startswith("schema.") else 3 if finding.data.get("source") else 6
    return 2 if "400" in known.effect else 6 if known.effect.startswith("lint") else 5
