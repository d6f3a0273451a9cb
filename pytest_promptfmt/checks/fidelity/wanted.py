"""What a request wants of the thoughts and the tools that a conversation has."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from pytest_promptfmt.payload.request import Model, Request


@dataclass(frozen=True, slots=True)
class Wanted:
    """Is thinking `claimed`, and what does the request's `model` do without it? Nothing where it is switched `off`.

    Who does not claim `tools` need not offer any: some clients write an empty list of them always. `tools_written_in`
    is a plain case for which the formatter lists them, and "" where it leaves them to its caller, or nobody knows.
    """

    model: Model
    claimed: bool
    off: bool
    tools: bool = True
    tools_written_in: str = ""

    @property
    def back(self) -> bool:
        """Is a model that is known to mind asked to go on thinking?"""
        return self.model.known and not self.off and self.model.minds("thinking-missing")


def wanted_in(request: Request, claimed: Container[str] | None = None) -> Wanted:
    """What this request wants back of a formatter that claims these blocks, or (None) all of them."""
    off = request.context.get("thinking") in (False, {"type": "disabled"})
    thinks, calls = (claimed is None or each in claimed for each in ("thinking", "tool"))
    return Wanted(request.model, thinks, off, calls)
