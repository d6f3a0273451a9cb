"""What a request wants back of the thoughts that a conversation has."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from pytest_promptfmt.payload.request import Model, Request


@dataclass(frozen=True, slots=True)
class Wanted:
    """Is thinking `claimed`, and what does the request's `model` do without it? Nothing where it is switched `off`."""

    model: Model
    claimed: bool
    off: bool

    @property
    def back(self) -> bool:
        """Is a model that is known to mind asked to go on thinking?"""
        return self.model.known and not self.off and self.model.minds("thinking-missing")


def wanted_in(request: Request, claimed: Container[str] | None = None) -> Wanted:
    """What this request wants back of a formatter that claims these blocks, or (None) all of them."""
    off = request.context.get("thinking") in (False, {"type": "disabled"})
    return Wanted(request.model, claimed is None or "thinking" in claimed, off)
