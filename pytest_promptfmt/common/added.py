"""What is not the kit's own: names that begin with ``x-``, and what other distributions add by entry point.

A distribution is looked up when somebody asks for what it adds, and imported no sooner. The kit gives no dialect,
family or rule a name that begins with ``x-``, and nobody else may give one that does not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.text import described

MARK = "x-"
GENERATED = "generated"
"""The family of the conversations that nobody enumerated."""
_NAME = re.compile(r"x-[a-z0-9]+(-[a-z0-9]+)*")


class NotAdded(ValueError):
    """No distribution adds this, or one that does cannot be used; the text names it, and says what to do."""


@dataclass(frozen=True, slots=True)
class Added:
    """One entry point, and the distribution that it is of."""

    entry: EntryPoint
    distribution: str

    def load(self) -> Any:
        """What it names; raises `NotAdded`."""
        try:
            return self.entry.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also SystemExit: it is foreign code
            if isinstance(error, NotAdded) and str(error).startswith(self._named):
                raise  # its data say so already
            raise self.unusable(f"cannot be imported: {described(error)}") from error

    @property
    def _named(self) -> str:
        return f"{self.entry.name!r} ({self.entry.group}, {self.entry.value}) of the distribution {self.distribution}"

    def unusable(self, why: str) -> NotAdded:
        """What to raise where it cannot be used."""
        return NotAdded(f"{self._named}: {why}")

    def misnamed(self) -> NotAdded:
        """What to raise where its name is none that a distribution may add."""
        called = f"{MARK}{slug(self.entry.name)}"
        return self.unusable(f"a name begins with {MARK} and is of a-z, 0-9 and -: call it {called}")


def is_added(id_: str) -> bool:
    """Is it a name that is not the kit's: of a dialect, a target, a rule, a family, a case?"""
    return id_.startswith(MARK)


def is_outside_levels(id_: str) -> bool:
    """Is it part of no level: a name that is not the kit's, or generated conversations or one of them?"""
    return is_added(id_) or id_.partition("/")[0] == GENERATED


@cache
def added(group: str) -> Mapping[str, tuple[Added, ...]]:
    """All entry points of a group by name, be there several of one, without importing any."""
    found: dict[str, tuple[Added, ...]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        named = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "nobody knows which"
        each = Added(entry, named)
        if each not in found.get(entry.name, ()):
            found[entry.name] = (*found.get(entry.name, ()), each)
    return found


def find(group: str, name: str) -> Added:
    """The entry point of this name; raises `NotAdded` where there is none, or more than one."""
    known = added(group)
    unmarked = name.removeprefix(MARK)
    if name not in known and unmarked in known:
        name = unmarked  # whoever wrote the entry point forgot the mark
    if name not in known:
        raise NotAdded(f"no distribution here adds {name!r} ({group}){did_you_mean(name, known)}")
    first, *others = known[name]
    if others:
        raise first.unusable(f"{others[0].distribution} adds one of the same name; uninstall one of the two")
    if not _NAME.fullmatch(name):
        raise first.misnamed()
    return first


def slug(name: str) -> str:
    """A name of ``[a-z0-9-]``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "mine"
