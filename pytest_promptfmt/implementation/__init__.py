"""Implementations: who is judged. A module or object with a table `FORMATTERS`, found from what the user wrote.

An entry is a callable ``conversation -> payload`` (or an awaitable of it), or an object with ``prepare(conversation) ->
native`` and ``format(native) -> payload``. What a formatter can do beyond is claimed beside it, as data:
`CAPABILITIES`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, cast

from pytest_promptfmt.common.added import NotAdded
from pytest_promptfmt.common.did_you_mean import did_you_mean, tells_fields
from pytest_promptfmt.common.text import described
from pytest_promptfmt.dialects import TARGETS, no_target
from pytest_promptfmt.implementation.claims import ClaimError, Claims, read_claims, which_claim
from pytest_promptfmt.implementation.hints.no_implementation import import_failure, misspelt, no_entry, no_table
from pytest_promptfmt.implementation.source import Files, origin
from pytest_promptfmt.implementation.spec import slugify
from pytest_promptfmt.implementation.version import version_of


class ImplementationError(Exception):
    """What the user named is no implementation; the text names the remedy."""


@tells_fields
@dataclass(frozen=True, slots=True)
class TwoStep:
    """An entry that first builds the framework's own messages; purity watches those too."""

    prepare: Callable[[Any], Any]
    format: Callable[[Any], Any]


Entry: TypeAlias = "Callable[[Any], Any] | TwoStep"


@dataclass(frozen=True, slots=True)
class Implementation:
    """`spec` is what the user wrote, `slug` its name in node ids, `source` a spec that a child process can resolve.

    `source` is None for an object that exists in this process only, `origin` for one whose files are not known.
    `xfails` is the text of the expected failures that it ships.
    """

    spec: str
    slug: str
    formatters: Mapping[str, Entry]
    claims: Mapping[str, Claims]
    version: str | None = None
    source: str | None = None
    xfails: str | None = None
    origin: Files | None = None

    def claim(self, target: str) -> Claims:
        return self.claims.get(target, Claims())

    def writing_for(self, models: Mapping[str, str]) -> Implementation:
        """The same for these models, by globs over targets, where it claims none itself; the last that fits counts."""
        claims = dict(self.claims)
        for target in self.formatters:
            named = [model for glob, model in models.items() if fnmatchcase(target, glob)]
            if named and not self.claim(target).model:
                claims[target] = replace(self.claim(target), model=named[-1])
        return replace(self, claims=claims)


def from_object(
    found: Any,
    spec: str = "object",
    slug: str | None = None,
    source: str | None = None,
    from_: Files | None = None,
) -> Implementation:
    """The implementation in a module, an object or a bare table of formatters; `from_` is where it comes from.

    A module that can be imported has its name as `source`. Raises `ImplementationError`.
    """
    try:
        return _from_object(found, spec, slug, source or _importable(found), from_)
    except (ImplementationError, KeyboardInterrupt):
        raise
    except BaseException as error:  # foreign tables may raise whatever they like
        raise ImplementationError(
            f"{spec!r}: its FORMATTERS, CAPABILITIES or XFAILS cannot be read: {import_failure(error)}"
        ) from error


def _importable(found: Any) -> str | None:
    """The name by which another process can import it, None for what is no module, or was loaded from a path."""
    if not isinstance(found, ModuleType) or sys.modules.get(found.__name__) is not found:
        return None
    spec = found.__spec__
    return found.__name__ if spec is not None and not found.__name__.startswith("promptfmt_impl_") else None


def _from_object(found: Any, spec: str, slug: str | None, source: str | None, from_: Files | None) -> Implementation:
    table = found if isinstance(found, Mapping) else getattr(found, "FORMATTERS", None)
    if not isinstance(table, Mapping):
        raise ImplementationError(f"{spec!r}{no_table(found)}")
    table = _copy(table)
    if not table:
        raise ImplementationError(
            f"{spec!r}: FORMATTERS is empty, so there is nothing to judge; add {TARGETS[0]!r}, say"
        )
    for target in table:
        if (hint := _no_target(target, spec)) is not None:
            raise ImplementationError(f"{spec!r}: FORMATTERS names the unknown target {target!r}{hint}")
    for name in ("CAPABILITIES", "XFAILS"):
        if not hasattr(found, name) and (near := misspelt(found, name, table)):
            raise ImplementationError(f"{spec!r} has {near!r}, which nobody reads; did you mean {name!r}?")
    claims = getattr(found, "CAPABILITIES", None)
    if claims is None:
        claims = {}
    if not isinstance(claims, Mapping):
        raise ImplementationError(
            f"{spec!r}: CAPABILITIES is {type(claims).__name__}, and it maps a target to what it can do: "
            "CAPABILITIES = {'openai.chat': {'blocks': ['tool']}}"
        )
    claims = _copy(claims)
    return Implementation(
        spec=spec,
        slug=slug or slugify(spec),
        formatters={target: _entry(entry, target, spec) for target, entry in table.items()},
        claims={target: _claims(claim, target, table, spec) for target, claim in claims.items()},
        version=version_of(found),
        source=source,
        xfails=_xfails(found, spec),
        origin=from_ or origin(found, Path.cwd()),
    )


def _copy(table: Mapping[Any, Any]) -> dict[Any, Any]:
    """A foreign mapping may say something else each time that it is asked, and an enumeration is text too."""
    return {str.__str__(key) if isinstance(key, str) else key: value for key, value in dict(table).items()}


def _no_target(target: Any, spec: str) -> str | None:
    try:
        return no_target(str(target))
    except NotAdded as error:
        raise ImplementationError(f"{spec!r}: FORMATTERS names {target!r}, and that cannot be had: {error}") from None


def _entry(entry: Any, target: str, spec: str) -> Entry:
    if problem := no_entry(entry):
        raise ImplementationError(f"{spec!r}: FORMATTERS[{target!r}]{problem}")
    prepare, format_ = getattr(entry, "prepare", None), getattr(entry, "format", None)
    if callable(prepare) and callable(format_):
        return TwoStep(prepare, format_)
    return cast("Callable[[Any], Any]", entry)


def _claims(claim: Any, target: str, table: Mapping[str, Any], spec: str) -> Claims:
    place = f"{spec!r}: CAPABILITIES[{target!r}]"
    if target not in table:
        words = which_claim(target) or did_you_mean(target, table)
        raise ImplementationError(f"{place}: FORMATTERS has no such target{words}")
    try:
        return read_claims(claim, target)
    except ClaimError as error:
        raise ImplementationError(f"{place}{error}") from None


def _xfails(found: Any, spec: str) -> str | None:
    """The text of the expected failures that ship with the implementation: a path beside its module."""
    named = getattr(found, "XFAILS", None)
    if named is None:
        return None
    try:
        path = Path(named)
    except TypeError:
        raise ImplementationError(f"{spec!r}: XFAILS is the path of a file, not {type(named).__name__}") from None
    if not path.is_absolute():
        path = Path(getattr(found, "__file__", None) or ".").parent / path
    try:
        return path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:  # ValueError: it is not UTF-8, or no file can have such a name
        raise ImplementationError(f"{spec!r}: XFAILS cannot be read: {described(error)}") from error
