"""What the provider's answer adds to what was seen in a request: findings, and the rules that it tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.error_words import Told, told
from pytest_promptfmt.diagnosis.refused_keys import refused_keys
from pytest_promptfmt.diagnosis.spoken_of import named_in, shown_first, spoken_of
from pytest_promptfmt.diagnosis.stated import stated, told_by, unseen
from pytest_promptfmt.diagnosis.wording.lent import lent
from pytest_promptfmt.diagnosis.wording.refused_values import refused_values
from pytest_promptfmt.diagnosis.wording.wanted_keys import wanted_keys
from pytest_promptfmt.payload.finding import Finding


def answered(
    said: str, body: Any, dialect: str, context: Mapping[str, Any], seen: Sequence[Finding]
) -> tuple[list[Finding], tuple[Told, ...]]:
    """What was `seen` and what the answer adds, from the surest to what it only names; and the rules that it tells."""
    if not said:
        return [*seen], ()
    rules = shown_first(told(said, dialect), seen)
    found = [*seen, *spoken_of(body, dialect, context, rules, seen)]
    found += lent(said, body, dialect, context, rules, found)
    broken = stated(said, body, dialect)
    rules = (*told_by(broken, found), *rules)
    found += [*unseen(broken, found)]
    refused = [*refused_keys(said, body, dialect, found)]
    found += refused
    words = [*refused_values(said, body, dialect, found), *wanted_keys(said, body, dialect, found)]
    places = {(each.id, each.path) for each in found}
    found += [each for each in words if (each.id, each.path) not in places]
    rules = shown_first((*rules, *told_by([*refused, *words], ())), found)
    found += named_in(said, body, dialect, found)
    return found, tuple({each.rule: each for each in reversed(rules)}.values())[::-1]
