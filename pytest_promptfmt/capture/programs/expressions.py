"""What stands in a program where a value is expected, beside values: what only the running program knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_ABSENT = ("undefined", "NOT_GIVEN", "omit", "Omit", "NotGiven")


class NoValue(ValueError):
    """What stands here is no value, in any of the languages."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A name, a call, an expression, in its own words."""

    words: str

    @property
    def is_absent(self) -> bool:
        """Does it say that nothing is given?"""
        return self.words.rpartition(".")[2] in _ABSENT


@dataclass(frozen=True, slots=True)
class Call:
    """A call or the making of an object, with what it is given by place and by name."""

    name: str
    given: tuple[Any, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)
    words: str = ""

    @property
    def last(self) -> str:
        """What is called, without that whose it is."""
        return self.name.replace("::", ".").rpartition(".")[2].rstrip("!")

    @property
    def is_class(self) -> bool:
        """Is it the making of an object, as far as spelling tells?"""
        return self.last[:1].isupper()
