"""The order in which faults are mended: what gives no payload, what a provider refuses, what is lost, then the rest."""

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
    if id_.startswith("exchange.") or id_ == "errors.unclear":
        return 0
    if is_form(id_):
        return 1
    return 2 if is_content(id_) else 3 if id_.startswith("purity.") else 4


def rank(id_: str) -> tuple[int, int, int, str]:
    """Of two that show in as many results the one that tells more."""
    schema = 1 if id_.startswith("schema.") else 0 if id_ == NOT_JSON else 2
    return stage(id_), schema, _KINDS.get(id_, 0), id_
