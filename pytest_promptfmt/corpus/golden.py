"""Golden payloads: what the reference says for each case, by generation and target.

They are data of the package, ``promptfmt_fixtures/golden/<generation>.json``, and are only read here. For each target
``payloads`` holds them by case, as `Case.portable` spells them; ``refused`` lists the cases that the reference refuses.
Those that another target has as well stand there alone, and are named under ``same``, by that target.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.common.did_you_mean import did_you_mean


class UnknownGeneration(ValueError):
    """There are no golden payloads of that name; the text names the nearest."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there are no golden payloads of {name!r}{did_you_mean(name, generations())}")


@dataclass(frozen=True, slots=True)
class Golden:
    """One generation's payloads for one target."""

    payloads: Mapping[str, Any]
    refused: frozenset[str]

    def knows(self, case: str) -> bool:
        return case in self.payloads or case in self.refused


NONE = Golden({}, frozenset())


def generations() -> list[str]:
    """The names of the generations that there are golden payloads of."""
    folder = files("promptfmt_fixtures").joinpath("golden")
    return sorted(each.name.removesuffix(".json") for each in folder.iterdir()) if folder.is_dir() else []


def check_generation(name: str) -> str:
    """The name; raises `UnknownGeneration`."""
    if name not in generations():
        raise UnknownGeneration(name)
    return name


@cache
def load_golden(generation: str, target: str) -> Golden:
    """The payloads of one target, none where the generation has no such formatter."""
    document = _document(generation).get(target)
    if document is None:
        return NONE
    payloads = dict(document["payloads"])
    for other, cases in document.get("same", {}).items():
        theirs = load_golden(generation, other).payloads
        payloads |= {case: theirs[case] for case in cases}
    return Golden(payloads, frozenset(document["refused"]))


@cache
def _document(generation: str) -> Mapping[str, Any]:
    resource = files("promptfmt_fixtures").joinpath(f"golden/{generation}.json")
    return json.loads(resource.read_text("utf-8")) if resource.is_file() else {}
