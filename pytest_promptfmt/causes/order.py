"""The order in which faults are mended: what gives no payload or is refused, what is lost, what is impure, the rest."""

from __future__ import annotations

from pytest_promptfmt.causes.topics import NOT_JSON, is_content, is_form
from pytest_promptfmt.checks.fidelity import FINDINGS

_TELLING = (
    "leaked-answer",
    "coded-text",
    "result-as-text",
    *(f"altered-{what}" for what in ("text", "result", "media", "thinking", "parameter")),
    *(f"lost-{what}" for what in ("text", "call", "result", "media", "thinking", "tool", "parameter")),
)
"""Where something went, or what became of it, tells more than that it is not there."""
_KINDS = {f"fidelity.{slug}": n for n, slug in enumerate(dict.fromkeys((*_TELLING, *FINDINGS)))}


def stage(id_: str) -> int:
    """Raised, or refused by the provider; lost or altered; impure; the rest."""
    if id_.startswith("exchange.") or id_ == "errors.unclear" or is_form(id_):
        return 0
    return 1 if is_content(id_) else 2 if id_.startswith("purity.") else 3


def rank(id_: str) -> tuple[int, int, int, str]:
    """Of two that show in as many results the one that tells more."""
    form = 1 if id_ == NOT_JSON else 2 if id_.startswith("schema.") else 3 if is_form(id_) else 0
    return stage(id_), form, _KINDS.get(id_, 0), id_
