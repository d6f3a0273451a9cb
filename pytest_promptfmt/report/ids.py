"""Node ids of the kit's items: ``promptfmt/<implementation>/<dialect>/<scenario>::<family>/<name>``; and titles."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.common.added import is_outside_levels

ROOT = "promptfmt"


def prefix(slug: str) -> str:
    """What the ids of one implementation begin with."""
    return f"{ROOT}/{slug}/"


def with_version(spec: str, version: str | None) -> str:
    """What an implementation is called, with its version where that is known; foreign text."""
    return " ".join(filter(None, (spec, version)))


def node_id(slug: str, target: str, case: str) -> str:
    return f"{prefix(slug)}{target.replace('.', '/')}::{case}"


def xfails_id(slug: str, n: int) -> str:
    """The item of the `n`-th expected failure, counted from 1 over the shipped ones and the project's."""
    return f"{prefix(slug)}xfails::{n}"


def row(slug: str, node: str) -> str:
    """What a node id is counted under; ``xfails`` for an expected failure."""
    target, _, case = node.removeprefix(prefix(slug)).partition("::")
    return row_of(target.replace("/", "."), case)


def row_of(target: str, case: str) -> str:
    """What a result is counted under: its target, and behind it what it is of, where that is part of no level."""
    family = case.partition("/")[0]
    return f"{target} {family}" if is_outside_levels(family) else target


def is_apart(row: str) -> bool:
    """Are these counts part of no level?"""
    return any(map(is_outside_levels, row.split()))


def node_of(report: Any) -> str:
    """The id that an item's report is of, whatever a conftest has made of the one that is printed."""
    node: str = getattr(report, "promptfmt_node", report.nodeid)
    return node


def selects(id_: str, node: str) -> bool:
    """Is `node` the item that `id_` names, or one below it?"""
    return node == id_ or node.startswith((f"{id_}/", f"{id_}::"))
