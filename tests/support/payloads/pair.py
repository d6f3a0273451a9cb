"""Two payloads for a rule: one that breaks it, and one that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect


@dataclass(frozen=True)
class Pair:
    """In `dialect`, `broken` breaks the rule first at `path`, and `kept` keeps it; `also` are errors that come with it.

    `context` is of both, but where the kept one has a context of its own.
    """

    dialect: Dialect
    rule: str
    broken: Any
    path: str
    kept: Any
    context: Mapping[str, Any] = field(default_factory=dict)
    kept_context: Mapping[str, Any] | None = None
    also: tuple[str, ...] = ()

    @property
    def context_of_kept(self) -> Mapping[str, Any]:
        return self.context if self.kept_context is None else self.kept_context

    def __str__(self) -> str:
        return f"{self.dialect.id}-{self.rule}"
