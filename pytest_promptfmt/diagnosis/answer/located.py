"""A place of the request as an answer spells it (``messages.[1].content``), found in the request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json_leaves import nodes

PLACE = r"(?<![\w.\]-])[`'\"]?(?P<place>(?:[A-Za-z_]|\d{1,9}\.)[\w.\[\]-]{0,160})[`'\"]?"
"""How answers spell a place, dotted or with brackets, from the request or from a list in it.

It begins where a word does and has an end, so that no answer takes long to read.
"""
_STEP = re.compile(r"[A-Za-z_][\w-]*|\d+")
_WHOLE = frozenset({"body", "request", "root"})
"""Names of the request itself."""


@dataclass(frozen=True, slots=True)
class Located:
    """A key of an object of the request, which the object may lack."""

    at: str
    within: dict[str, Any]
    key: str

    @property
    def path(self) -> str:
        return jsonpath.join(self.at, [self.key])

    @property
    def value(self) -> Any:
        return self.within.get(self.key)


def steps(place: str) -> list[str | int]:
    """The keys and indexes of a place, from the request's own."""
    found: list[str | int] = [int(each) if each.isdigit() else each for each in _STEP.findall(place)]
    return found[1:] if len(found) > 1 and found[0] in _WHOLE else found


def located(body: Any, going: list[str | int]) -> Located | None:
    """The place that these steps lead to from the request, or from the one list in it where they lead anywhere."""
    if going[:1] == ["input"] and len(going) > 1 and isinstance(body, dict) and "input" not in body:
        return located(body, going[1:])
    lists = body.items() if isinstance(body, dict) and going and isinstance(going[0], int) else ()
    starts = [(jsonpath.join("$", [key]), items) for key, items in lists if isinstance(items, list)] or [("$", body)]
    found = [each for path, start in starts if (each := _down(path, start, going)) is not None]
    return found[0] if len(found) == 1 else None


def _down(path: str, node: Any, going: list[str | int]) -> Located | None:
    """Names of a union's members, as pydantic has them on the way (``user``, ``typed-dict``), are no steps."""
    found = None
    for n, step in enumerate(going):
        if isinstance(node, list) and isinstance(step, int) and step < len(node):
            path, node = jsonpath.join(path, [step]), node[step]
        elif isinstance(node, dict) and isinstance(step, str) and (step in node or n == len(going) - 1):
            found = Located(path, node, step)
            path, node = found.path, node.get(step)
        elif isinstance(step, int) or n == 0:
            return None
    last = going[-1] if going else None
    return found if found is not None and found.key == last else None


def meant(body: Any, place: str) -> list[Located]:
    """What the request has at a place; a name without indexes is meant wherever it is."""
    going = steps(place)
    found = located(body, going) if len(going) > 1 else None
    if found is not None and found.key in found.within:
        return [found]
    return [] if any(isinstance(step, int) for step in going) else [*_ending_in(body, going)]


def _ending_in(body: Any, going: list[str | int]) -> Iterator[Located]:
    """Every key of the request whose place, without its indexes, ends in these steps."""
    keys = [step for step in going if isinstance(step, str)]
    for path, node in nodes(body):
        if keys and isinstance(node, dict) and keys[-1] in node:
            above = [step for step in steps(path.removeprefix("$")) if isinstance(step, str)]
            if [*above, keys[-1]][-len(keys) :] == keys:
                yield Located(path, node, keys[-1])
