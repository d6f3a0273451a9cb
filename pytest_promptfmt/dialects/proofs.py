"""Proofs of rules: for each a short payload that breaks it, and one that keeps it, in ``proofs.json``.

``scripts/write_proofs.py`` takes them from the tests. Rules that only a very long payload breaks have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pytest_promptfmt.common.added import NotAdded, is_added
from pytest_promptfmt.dialects.data import data


@dataclass(frozen=True, slots=True)
class Side:
    """A payload, and what is known of the request beside it."""

    payload: Any
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proof:
    """In `dialect` the rule is broken first at `path`."""

    dialect: str
    path: str
    breaks: Side
    keeps: Side


@cache
def proofs() -> Mapping[str, Proof]:
    """All of the kit's, by rule id."""
    return _in(data("proofs.json"))


def proof_of(id_: str) -> Proof | None:
    """That of one rule, be it the kit's or another distribution's."""
    return (_added(id_.partition(".")[0]) if is_added(id_) else proofs()).get(id_)


@cache
def _added(dialect: str) -> Mapping[str, Proof]:
    try:
        return _in(data("proofs.json", dialect) or {})
    except NotAdded:
        return {}


def _in(document: Mapping[str, Any]) -> Mapping[str, Proof]:
    return {
        id_: Proof(entry["dialect"], entry["path"], Side(**entry["breaks"]), Side(**entry["keeps"]))
        for id_, entry in document.items()
    }
