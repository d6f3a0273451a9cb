"""Proofs of rules: for each a short payload that breaks it, and one that keeps it, in ``proofs.json``.

``scripts/write_proofs.py`` takes them from the tests. Rules that only a very long payload breaks have none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


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
    """All of them, by rule id."""
    text = files("pytest_promptfmt").joinpath("dialects/proofs.json").read_text("utf-8")
    return {
        id_: Proof(entry["dialect"], entry["path"], Side(**entry["breaks"]), Side(**entry["keeps"]))
        for id_, entry in json.loads(text).items()
    }
