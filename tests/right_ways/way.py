"""`Way`: one right way to say a case, which nobody may blame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from liars.liar import Formatter, shipped

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.corpus import Case


@dataclass(frozen=True, slots=True)
class Way:
    """`warnings` are the findings that it may have, and has; `claims` what the formatter says of itself."""

    name: str
    target: str
    case: Case
    formatter: Formatter
    warnings: tuple[str, ...] = ()
    claims: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.target}/{self.name}/{self.case.id}"


PLAIN = "chat/plain-turns"
Ways: TypeAlias = tuple[Way, ...]


def way(target: str, *cases: Case | str, warnings: tuple[str, ...] = ()) -> Callable[[Formatter], Ways]:
    """Makes ways, one for each case, of a function from a payload of the reference's to one that says the same."""

    def make(rewrite: Formatter) -> Ways:
        def formatter(conversation: Any) -> Any:
            return rewrite(deepcopy(FORMATTERS[target](conversation)))

        return written(target, *cases, warnings=warnings, name=rewrite.__name__)(formatter)

    return make


def written(
    target: str, *cases: Case | str, warnings: tuple[str, ...] = (), name: str = ""
) -> Callable[[Formatter], Ways]:
    """Makes ways, one for each case, of a function from a conversation to a payload."""

    def make(formatter: Formatter) -> Ways:
        called = (name or formatter.__name__).replace("_", "-")
        found = (shipped(each) if isinstance(each, str) else each for each in cases)
        return tuple(Way(called, target, each, formatter, warnings) for each in found)

    return make


def unclaimed(ways: Ways, *blocks: str) -> Ways:
    """The ways of who claims these blocks only, and tools."""
    return tuple(replace(each, claims={"blocks": ["tool", *blocks]}) for each in ways)


def ways_of(module: Mapping[str, Any]) -> Ways:
    """The ways among a module's names, in their order."""
    groups = [value for value in module.values() if isinstance(value, tuple)]
    return tuple(each for group in groups for each in group if isinstance(each, Way))
