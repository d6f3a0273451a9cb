"""One refusal: whose it is, of which models, where a request breaks it, and the provider's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.globs import matches_any
from pytest_promptfmt.verdicts.request.breaks import Said


@dataclass(frozen=True, slots=True)
class Refusal:
    """`broken` tells where a body breaks it; without `words` nothing is certain, nor where they do not hold everywhere.

    It holds for the models whose name one of the globs `models` fits, and, where `families` are named, which
    `models.json` has, for those of them only.
    """

    slug: str
    dialects: tuple[str, ...]
    broken: Callable[[Mapping[str, Any]], Iterator[Said]]
    words: str = ""
    models: tuple[str, ...] = ("*",)
    families: tuple[str, ...] = ()
    everywhere: bool = True

    def holds(self, dialect: str, model: str, family: str) -> bool:
        known = not self.families or family in self.families
        return dialect in self.dialects and known and matches_any(model, self.models)
