"""One thing that a provider refuses of a request beside its messages, and for which models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.common.globs import matches_any

Said: TypeAlias = tuple[str, str]
"""A path in the request, and what is wrong there."""
Broken: TypeAlias = Callable[[Mapping[str, Any]], Iterator[Said]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """`broken` tells where a body breaks it; models are globs over names, and without `words` nothing is certain.

    Where `families` are named, which `models.json` has, it holds for those of them only. A `note` is a warning, also
    with words: what the request shows may be right.
    """

    slug: str
    dialects: tuple[str, ...]
    broken: Broken
    words: str = ""
    models: tuple[str, ...] = ("*",)
    families: tuple[str, ...] = ()
    note: bool = False

    def concerns(self, dialect: str, model: str, family: str) -> bool:
        """Is it about such a request?"""
        known = not self.families or family in self.families
        return dialect in self.dialects and known and matches_any(model, self.models)
