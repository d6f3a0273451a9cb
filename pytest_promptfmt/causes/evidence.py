"""What the results show of one symptom: its findings, where they stand and what they speak of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_promptfmt.causes.same_edit import Edit, edits
from pytest_promptfmt.causes.symptom import Symptom
from pytest_promptfmt.causes.topics import missing, of
from pytest_promptfmt.payload.finding import Finding

_OFFER = re.compile(r"\$[\w.]*\.(tools|toolConfig)\b")
LOOKED_AT = 8
"""Findings of one id in one payload; who has more repeats himself."""
SAMPLE = 200
"""Results of one id that are looked into."""
_DEEP = 3


@dataclass(frozen=True)
class SymptomEvidence:
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
    def said_of(self) -> frozenset[str]:
        """The places with what the schema minds there: the part whose sort it is, the key that is missing."""
        sorts = (place.removesuffix(".type") for place in self.places)
        keys = {key for each in self.at.values() for finding in each[:1] if (key := missing(finding))}
        return self.places.union(sorts, (f"{place}.{key}" for place in self.places for key in keys))

    @cached_property
    def topics(self) -> frozenset[str]:
        return frozenset().union(*(of(finding) for each in list(self.at.values())[:SAMPLE] for finding in each[:1]))

    @cached_property
    def edits(self) -> set[Edit]:
        return edits(finding for each in self.at.values() for finding in each[:LOOKED_AT])

    @cached_property
    def defined(self) -> frozenset[tuple[str, str]]:
        """What a schema asks of its places, with the key: alike where one definition is used in several places."""
        return frozenset(
            (finding.path.rpartition(".")[2], repr(finding.data.get("expected")))
            for each in self.at.values()
            for finding in each[:1]
        )

    @cached_property
    def of_offers(self) -> bool:
        """Is it of the tools on offer? What is wrong with these spoils no turn, and the reverse."""
        return "offers" in self.topics or all(_OFFER.match(place) for place in self.places)

    @cached_property
    def deep(self) -> bool:
        return all(place.count(".") >= _DEEP for place in self.places)
