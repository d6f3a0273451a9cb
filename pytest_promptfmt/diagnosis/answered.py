"""What the provider's answer adds to what was seen in a request: findings, and the rules that it tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.answer.kept import kept
from pytest_promptfmt.diagnosis.answer.lent import lent
from pytest_promptfmt.diagnosis.answer.refused_keys import refused_keys
from pytest_promptfmt.diagnosis.answer.refused_values import refused_values
from pytest_promptfmt.diagnosis.answer.spoken_of import named_in, shown_first, spoken_of
from pytest_promptfmt.diagnosis.answer.stated import stated, told_by, unseen
from pytest_promptfmt.diagnosis.answer.unserved import outdated, unserved
from pytest_promptfmt.diagnosis.answer.wanted_keys import wanted_keys
from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.payload.finding import Finding


def answered(
    said: str, body: Any, dialect: str, context: Mapping[str, Any], seen: Sequence[Finding], version: str = ""
) -> tuple[list[Finding], tuple[Told, ...]]:
    """What was `seen` and what the answer adds, from the surest to what it only names; and the rules that it tells.

    `version` is that of the API which was asked, where the address names it.
    """
    if not said:
        return [*seen], ()
    rules = shown_first(told(said, dialect), seen)
    found = [*seen, *spoken_of(body, dialect, context, rules, seen)]
    found += lent(said, body, dialect, context, rules, found)
    model = str(context.get("model", ""))
    broken = [*stated(said, body, dialect), *unserved(said, body, dialect, model)]
    broken += outdated(said, body, dialect, version)
    certain = [each for each in rules[:1] if each.alike >= _SURE and any(each.rule == it.id for it in found)]
    rules = (*certain, *told_by(broken, found), *rules[len(certain) :])
    found += [*unseen(broken, found)]
    refused = [*refused_keys(said, body, dialect, found)]
    found += refused
    words = [*refused_values(said, body, dialect, found), *wanted_keys(said, body, dialect, found)]
    places = {(each.id, each.path) for each in found}
    found += [each for each in words if (each.id, each.path) not in places]
    found += kept(said, body, dialect, rules, found)
    rules = shown_first((*rules, *told_by([*refused, *words], ())), found)
    found += named_in(said, body, dialect, found)
    return found, tuple(each for n, each in enumerate(rules) if each.rule not in [other.rule for other in rules[:n]])


_SURE = 0.8
"""A quotation fits so well, and the request shows its rule: what the sentence says beside that comes after."""
