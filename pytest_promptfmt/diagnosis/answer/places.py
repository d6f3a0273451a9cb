"""Where in a request stands what an answer names: ``messages.[1].content``, ``tools.1.member.name``, ``depth``.

Answers spell a place in many ways. pydantic puts the kind of an object among the keys, as Anthropic does; AWS counts
members from one, Google the entries of an object, Go has no numbers at all; nearly all write keys in their own case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.leaves import nodes

PLACE = r"(?<![\w.\]-])[`'\"]?(?P<place>(?:[A-Za-z_]|\d{1,9}\.)[\w.\[\]-]{0,160})[`'\"]?"
"""How answers spell a place, dotted or with brackets, from the request or from a list in it.

It begins where a word does and has an end, so that no answer takes long to read.
"""
_STEP = re.compile(r"[A-Za-z_][\w-]*|\d+")
_MEMBER = re.compile(r"\.(\d+)\.member\b")
_WHOLE = frozenset({"body", "request", "root", "input", "payload", "parameter", "parameters"})
"""What some answers call the request itself."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the request; `there` is false of a key that an object lacks."""

    path: str
    value: Any
    there: bool = True

    @property
    def key(self) -> str:
        return self.path.rpartition(".")[2]


def plain(name: str) -> str:
    """A name that is compared whatever its case is, and whether it has underscores."""
    return name.replace("_", "").lower()


def spelled(value: Any, name: str) -> Iterator[str]:
    """The keys of an object that are this name, be it in another case."""
    for key in value if isinstance(value, dict) else ():
        if isinstance(key, str) and plain(key) == plain(name):
            yield key


def way(said: Mapping[str, str]) -> str:
    """The place that a sentence names, with the object in which it says that it stands."""
    return ".".join(filter(None, (said.get("above"), said.get("place"), said.get("key"))))


def steps(place: str) -> list[str | int]:
    """The keys and indexes of a place."""
    counted = _MEMBER.sub(lambda member: f".{int(member[1]) - 1}", place)
    return [int(each) if each.isdigit() else each for each in _STEP.findall(counted)]


def at(body: Any, going: list[str | int]) -> Part | None:
    """What these steps lead to from the request, or from the one list in it where they lead anywhere."""
    going = inside(body, going)
    lists = body.items() if isinstance(body, dict) and going and isinstance(going[0], int) else ()
    starts = [(jsonpath.join("$", [key]), items) for key, items in lists if isinstance(items, list)] or [("$", body)]
    found = [part for path, start in starts if (part := _down(path, start, going)) is not None]
    return found[0] if len(found) == 1 else None


def inside(body: Any, going: list[str | int]) -> list[str | int]:
    """The steps from the request, without what some answers call the request itself."""
    first = going[0] if len(going) > 1 else ""
    whole = isinstance(first, str) and (first in _WHOLE or _A_REQUEST.fullmatch(first))
    return inside(body, going[1:]) if whole and not any(spelled(body, str(first))) else going


_A_REQUEST = re.compile(r"[A-Z]\w*Request(?:Body|Params?)?")
"""``GenerateContentRequest.contents[1]``: the request by the name of its type."""


def _down(path: str, node: Any, going: list[str | int]) -> Part | None:
    """The first and the last step lead somewhere; between them may stand names of kinds, ``user`` or ``typed-dict``."""
    strange = False
    for n, step in enumerate(going):
        if isinstance(node, list) and isinstance(step, int) and step < len(node):
            path, node = jsonpath.join(path, [step]), node[step]
        elif isinstance(node, dict) and isinstance(step, str) and (key := next(spelled(node, step), None)) is not None:
            path, node = jsonpath.join(path, [key]), node[key]
        elif isinstance(node, dict) and isinstance(step, int) and step < len(node) and going[n + 1 :][:1] == ["value"]:
            path, node = jsonpath.join(path, [[*node][step]]), [*node.values()][step]
        elif step == "value" and n and isinstance(going[n - 1], int):
            continue  # of the entry that its number has led to
        elif n == 0 or isinstance(step, int) or not isinstance(node, dict):
            return None
        elif n == len(going) - 1:
            return None if strange else Part(jsonpath.join(path, [step]), None, there=False)
        else:
            strange = strange or not _kind(step, node)
    return Part(path, node) if going else None


def _kind(step: str, node: dict[str, Any]) -> bool:
    """Is it what the object says that it is, or spelled like no key? A tool that says nothing is ``custom``."""
    return step in (node.get("type", "custom"), node.get("role")) or not _A_KEY.fullmatch(step)


_A_KEY = re.compile(r"[a-z]+(_[a-z]+)*")


def meant(body: Any, place: str) -> list[Part]:
    """What the request has at a place; a name without indexes is meant wherever the request has it."""
    going = steps(place)
    found = at(body, going)
    if found is not None and found.there:
        return [found]
    keys = [step for step in going if isinstance(step, str)]
    return [] if len(keys) < len(going) else [*_ending_in(body, keys)]


def like(body: Any, place: str) -> list[Part]:
    """What is meant, or all that stands at such a place, whatever the numbers, where these lead out of their lists.

    A request that was cut short for showing has other numbers than its answer; who asks has to see what is wrong.
    """
    going = steps(place)
    keys = [step for step in going if isinstance(step, str)]
    if (found := meant(body, place)) or len(keys) < 2 or not (_beyond(body, going) or _counted_otherwise(body, going)):
        return found
    return [*_ending_in(body, keys)] or [*_of_kinds(body, keys)]


def _of_kinds(body: Any, keys: list[str]) -> Iterator[Part]:
    """What stands at the keys among which stand names of kinds: where an object says its kind, that of this kind."""
    known = {plain(str(key)) for _, node in nodes(body) if isinstance(node, dict) for key in node}
    kinds = {key for key in keys[1:-1] if plain(key) not in known}
    found = [*_ending_in(body, [key for key in keys if key not in kinds])] if kinds else []
    said = {part.path: _kind_above(body, part) for part in found}
    yield from [part for part in found if said[part.path] in kinds] or [p for p in found if said[p.path] is None]


def _kind_above(body: Any, part: Part) -> Any:
    above = at(body, steps(part.path.rpartition(".")[0][1:]))
    return above.value.get("type") if above is not None and isinstance(above.value, dict) else None


def _counted_otherwise(body: Any, going: list[str | int]) -> bool:
    """Do the numbers lead to an object that lacks the key? Then another of the list is meant."""
    part = at(body, going)
    return part is not None and not part.there and any(isinstance(step, int) for step in going)


def _beyond(body: Any, going: list[str | int]) -> bool:
    """Does a number lead out of a list?"""
    node = body
    for step in going:
        if isinstance(node, list) and isinstance(step, int):
            if step >= len(node):
                return True
            node = node[step]
        elif isinstance(node, dict) and isinstance(step, str) and (key := next(spelled(node, step), None)) is not None:
            node = node[key]
        elif isinstance(step, int):
            return False
    return False


def lacking_elsewhere(body: Any, going: list[str | int]) -> Iterator[str]:
    """Where objects at such a place lack the last key, whatever the numbers; the numbers lead out of their lists."""
    keys = [step for step in going[:-1] if isinstance(step, str)]
    if keys and isinstance(going[-1], str) and _beyond(body, going):
        above = [*_ending_in(body, keys)]
        items = [(p.path, p.value) for p in above if isinstance(p.value, dict)]
        items += [
            (jsonpath.join(p.path, [n]), item)
            for p in above
            if isinstance(p.value, list)
            for n, item in enumerate(p.value)
        ]
        for path, item in items:
            if isinstance(item, dict) and not any(item[key] is not None for key in spelled(item, going[-1])):
                yield jsonpath.join(path, [going[-1]])


def _ending_in(body: Any, keys: list[str]) -> Iterator[Part]:
    """Every key of the request whose place, without its indexes, ends in these."""
    wanted = [plain(key) for key in keys]
    for path, node in nodes(body) if keys else ():
        for key in spelled(node, keys[-1]):
            above = [plain(step) for step in steps(path[1:]) if isinstance(step, str)] if wanted[1:] else []
            if [*above, wanted[-1]][-len(wanted) :] == wanted:
                yield Part(jsonpath.join(path, [key]), node[key])


OWN_WORDS = frozenset(
    {"content", "text", "description", "instructions", "prompt", "arguments", "thinking", "signature", "data"}
    | {"id", "tool_call_id", "tool_use_id", "toolUseId", "call_id"}
)
"""Keys whose values are the user's own, of which no provider has a list."""


def standing(body: Any, value: str, named: Iterable[str]) -> list[Part]:
    """Where a value of the API's stands in the request: of several those at places that the answer names, if any."""
    there = [Part(path, leaf) for path, leaf in nodes(body) if leaf == value]
    there = [part for part in there if part.key not in OWN_WORDS]
    return [part for part in there if any(at_place(part.path, place) for place in named)] or there


def at_place(path: str, place: str) -> bool:
    """Does a finding's path lie at, under or just over a place that an answer names?"""
    for spelled_ in (place, _KINDS_BETWEEN.sub("", place)):
        if path == spelled_ or _under(path, spelled_) or _under(spelled_, path):
            return path.count("[") > 0
    return False


def _under(path: str, place: str) -> bool:
    return path.startswith((f"{place}.", f"{place}["))


_KINDS_BETWEEN = re.compile(
    r"\.(?:tool_use|tool_result|text|image|thinking|custom|user|assistant|system|tool|document|base64)(?=\.|$)"
)
