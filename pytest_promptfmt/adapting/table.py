"""The targets of a library as a table: which model, made with what, takes what. Those are judged that are installed.

A place is spelled as entry points spell it: a module, and what is called in it, ``"langchain_openai:ChatOpenAI"``.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.dialects import no_target
from pytest_promptfmt.implementation import Entry

Formatters: TypeAlias = dict[str, Entry]
Capabilities: TypeAlias = dict[str, dict[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Library:
    """What a library is called, and what installs it, to be tried where something is missing."""

    name: str
    remedy: str


@contextmanager
def imported(name: str, remedy: str) -> Iterator[Library]:
    """Within, the library is imported; where it cannot be, the `ImportError` tells what to try."""
    try:
        yield Library(name, remedy)
    except ImportError as error:
        raise ImportError(f"{name} cannot be imported here ({error}); try {remedy}", name=error.name) from error


@dataclass(frozen=True, slots=True)
class Made:
    """What lies at a place, to be called with options; those that are of this class are made before it."""

    place: str
    options: Mapping[str, Any]

    def make(self, within: str = "") -> Any:
        """Imports it, `within` a package, and calls it. Raises `ImportError` where something is not installed."""
        options = {name: one.make() if isinstance(one, Made) else one for name, one in self.options.items()}
        return pkgutil.resolve_name(f"{within}.{self.place}" if within else self.place)(**options)


@dataclass(frozen=True, slots=True)
class Target:
    """A row of the table: what makes the target's model, the kinds of content that it claims, and its limits."""

    name: str
    made: Made
    blocks: tuple[str, ...]
    refuses: tuple[str, ...]

    @property
    def dialect(self) -> str:
        """Its name without the scenario: ``anthropic`` of ``anthropic.chat``."""
        return self.name.rpartition(".")[0]

    @property
    def thinks(self) -> bool:
        """Does it claim thoughts?"""
        return "thinking" in self.blocks


def target(name: str, place: str, blocks: str, refuses: str = "", /, **options: Any) -> Target:
    """A row: what at `place` is called with `options`; its claims are names with blanks between: ``"tool image"``."""
    if (hint := no_target(name)) is not None:
        raise ValueError(f"no target is {name!r}{hint}")
    for words, known in ((blocks, CAPABILITIES), (refuses, LIMITS)):
        for word in words.split():
            if word not in known:
                raise ValueError(f"{name}: {word!r} is neither a block nor a limit here{did_you_mean(word, known)}")
    return Target(name, Made(place, options), tuple(blocks.split()), tuple(refuses.split()))


def made(place: str, /, **options: Any) -> Made:
    """An option of a target that is made only where it is installed, as a client is."""
    return Made(place, options)


def targets(
    table: Iterable[Target],
    entry: Callable[[Any, Target], Entry],
    library: Library | None = None,
    *,
    within: str = "",
    refuses: str = "",
) -> tuple[Formatters, Capabilities]:
    """``FORMATTERS`` and ``CAPABILITIES`` of what can be made here; `entry` is given what was made, and its row.

    A target is left out where an import fails, since its package is not installed. Places are told `within` a package;
    `refuses` are the limits of all. Raises `ImportError`, with the remedy of the `library`, where nothing can be made.
    """
    formatters: Formatters = {}
    capabilities: Capabilities = {}
    missing: dict[str, None] = {}
    for row in table:
        try:
            model = row.made.make(within)
        except ImportError as error:
            missing[str(error)] = None
            continue
        except Exception as error:  # an optional import that failed in silence, an option of another release
            error.add_note(f"as {row.made.place} was made for {row.name}")
            raise
        formatters[row.name] = entry(model, row)
        capabilities[row.name] = {"blocks": [*row.blocks], "refuses": [*refuses.split(), *row.refuses]}
    if not formatters:
        what = f"{library.name}: " if library else ""
        remedy = f"; try {library.remedy}" if library else ""
        raise ImportError(f"{what}no provider's package is installed ({'; '.join(missing)}){remedy}")
    return formatters, capabilities
