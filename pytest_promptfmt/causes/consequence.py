"""Which error is the consequence of another: what speaks for it is where the two stand, and how often together.

An error that always comes with another may be a fault of its own all the same, which hides behind the other until that
is mended. It is a consequence where, beyond that, it stands at the other's place, tells of what is there and cannot be
read, or comes nearly whenever the other does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_promptfmt.causes.same_edit import Edit, edits
from pytest_promptfmt.causes.symptom import Symptom
from pytest_promptfmt.causes.topics import (
    NOT_JSON,
    is_absence,
    is_content,
    is_form,
    is_loss,
    is_rule,
    is_schema,
    topics,
)
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.paths import descend

_OFFER = re.compile(r"\$[\w.]*\.(tools|toolConfig)\b")
_ENOUGH, _NEARLY = 4, 0.9
"""Measured over the liars in tests/: see docs/failures.md."""
_LOOKED_AT = 8
"""Findings of one id in one payload; who has more repeats himself."""
_SAMPLE = 200
_DEEP = 3


@dataclass(frozen=True)
class Shown:
    """The findings of one symptom by the number of their result, and what the formatter returned for each result."""

    symptom: Symptom
    at: Mapping[int, Sequence[Finding]]
    payloads: Sequence[Any]

    @property
    def id(self) -> str:
        return self.symptom.id

    @cached_property
    def places(self) -> frozenset[str]:
        """Where in any payload they stand, whatever the number of the message."""
        return frozenset(re.sub(r"\[\d+\]", "[]", finding.path) for each in self.at.values() for finding in each)

    @cached_property
    def topics(self) -> frozenset[str]:
        return frozenset().union(*(_of(finding) for each in list(self.at.values())[:_SAMPLE] for finding in each[:1]))

    @cached_property
    def edits(self) -> set[Edit]:
        return edits(finding for each in self.at.values() for finding in each[:_LOOKED_AT])

    @cached_property
    def of_offers(self) -> bool:
        """Is it of the tools on offer? What is wrong with these spoils no turn, and the reverse."""
        return "offers" in self.topics or all(_OFFER.match(place) for place in self.places)

    @cached_property
    def deep(self) -> bool:
        return all(place.count(".") >= _DEEP for place in self.places)


def comes_of(later: Shown, earlier: Shown) -> frozenset[int]:
    """The results in which the one comes of the other, if that is how the two stand to each other; else none."""
    both = later.at.keys() & earlier.at.keys()
    if not both or better_told(later, earlier) or later.of_offers != earlier.of_offers:
        return frozenset()
    if later.deep and later.places <= earlier.places:
        return frozenset(both)
    if len(both) >= _NEARLY * len(earlier.at) and _comes_whenever(later, earlier, len(both)):
        return frozenset(both)
    alike = later.at.keys() == earlier.at.keys()
    sample = sorted(both)[:: len(both) // _SAMPLE + 1]
    there = sum(_at_its_place(later.at[n], earlier.at[n], later.payloads[n], alike=alike) for n in sample)
    return frozenset(both) if there >= _NEARLY * len(sample) else frozenset()


def _comes_whenever(later: Shown, earlier: Shown, number: int) -> bool:
    """Is it evidence that the one shows nearly whenever the other does? Two errors of form may both be in all calls."""
    if _beside(later, earlier):
        return False
    return bool(later.topics & earlier.topics) or (number >= _ENOUGH and not is_form(later.id))


def _beside(later: Shown, earlier: Shown) -> bool:
    """Are they two rules on different keys of one thing, each of which a formatter gets wrong by itself?"""
    if not (is_rule(later.id) and is_rule(earlier.id)):
        return False
    pairs = ((a, b) for a in later.places for b in earlier.places)
    return all(a != b and "]." in a and a.rpartition(".")[0] == b.rpartition(".")[0] for a, b in pairs)


def better_told(later: Shown, earlier: Shown) -> bool:
    """Does the provider's rule say at the same place what the schema says, who therefore has nothing to explain?"""
    return is_schema(earlier.id) and is_rule(later.id) and later.places <= earlier.places


def repeats(later: Shown, earlier: Shown) -> bool:
    """Is it the same fault in other conversations: the same edit of a text, or at the same place deep in a payload?"""
    if later.symptom.where and later.symptom.where == earlier.symptom.where:
        return True
    if "cuts" in topics(later.id) & topics(earlier.id):
        return True
    if is_content(later.id) and is_content(earlier.id):
        return bool(later.edits & earlier.edits)
    return later.deep and later.places <= earlier.places


def _at_its_place(later: Sequence[Finding], earlier: Sequence[Finding], payload: Any, *, alike: bool) -> bool:
    causes = earlier[:_LOOKED_AT]
    return all(any(_follows(each, cause, payload, alike=alike) for cause in causes) for each in later[:_LOOKED_AT])


def _follows(later: Finding, earlier: Finding, payload: Any, *, alike: bool) -> bool:
    """`alike` where both show in the same results, so that either may be the cause."""
    common = _of(later) & _of(earlier)
    if earlier.path != "$" and _within(later.path, earlier.path):
        return True
    if later.path != "$" and (alike or (common and "[" in later.path)) and _within(earlier.path, later.path):
        return True
    beside = "]." in later.path and later.path.rpartition(".")[0] == earlier.path.rpartition(".")[0]
    if common and beside and not (is_rule(later.id) and is_rule(earlier.id)):
        return True
    if set(later.about) & set(earlier.about) or (_offer(later.path) == _offer(earlier.path) != ""):
        return True
    if earlier.id == NOT_JSON:
        return "[" not in later.path or _within(earlier.path, later.path)
    in_turn = is_rule(later.id) and "turns" in topics(later.id)
    if not is_form(earlier.id):
        return in_turn or (is_rule(later.id) and bool(common or is_absence(later.id))) or _alike(later.id, earlier.id)
    if is_absence(earlier.id) and (common or in_turn):
        return True
    if "turns" in _of(earlier) and (in_turn or "turns" in topics(later.id)):
        return True
    return _empty(payload, earlier.path) or (is_loss(later.id) and _hidden(later, earlier, payload))


def _of(finding: Finding) -> frozenset[str]:
    """What a finding speaks of: its id tells, and where the schema speaks the place."""
    return _held(finding) if is_schema(finding.id) else topics(finding.id)


def _held(finding: Finding) -> frozenset[str]:
    """What stands at its place: the last key tells, or where that only tells the sort of a part, the one before.

    Where content has another form or its parts are of another sort, media may be among what nobody can read.
    """
    *_, key = ("", *(key for key in re.findall(r"\.([A-Za-z_]+)", finding.path) if key != "type"))
    if key == "content" and (is_schema(finding.id) or finding.path.endswith(".type")):
        return frozenset(("texts", "media"))
    return topics("." + key.replace("_", "-"))


def _alike(later: str, earlier: str) -> bool:
    """Are both of what became of a call with its result, or both of a thought, or both of where a history is cut?"""
    return not {"rounds", "thinking", "cuts"}.isdisjoint(topics(later) & topics(earlier))


def _offer(path: str) -> str:
    """The tool on offer that a path leads into."""
    found = re.match(r"\$[\w.]*\.tools\[\d+\]", path)
    return found[0] if found else ""


def _within(path: str, place: str) -> bool:
    return path.startswith(place) and path[len(place) : len(place) + 1] in ("", ".", "[")


def _empty(payload: Any, path: str) -> bool:
    """Is there nothing where all messages should be?"""
    at, value = list(descend(payload, path))[-1]
    return at == path and "[" not in path and not value


def _hidden(loss: Finding, earlier: Finding, payload: Any) -> bool:
    """May what was lost be in the ill-formed part, or is it there, and cannot be read?"""
    if "offers" in topics(loss.id) & topics(earlier.id):
        return True
    return bool(_held(earlier) & topics(loss.id)) or _unread(loss, payload, earlier.path)


def _unread(loss: Finding, payload: Any, path: str) -> bool:
    """Is what was lost there all the same, in the ill-formed part?"""
    start = re.match(r"\$[^\[]*\[\d+\]", path)
    strings = list(_strings(list(descend(payload, start[0] if start else path))[-1][1]))
    if size := _BASE64.search(loss.message):
        return any(len(each) >= int(size[1].replace(",", "")) for each in strings)
    words = list(_strings(loss.data.get("expected"))) or [a or b for a, b in _NAMED.findall(loss.message)]
    part = "\n".join(strings)
    return bool(words) and all(word.rstrip("…") in part for word in words)


_BASE64 = re.compile(r"([\d,]+) characters of base64")
_NAMED = re.compile(r"'([^']+)'|\(([^()]+)\)")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)
    elif value is not None:
        yield str(value)
