"""Node ids of the kit's items: ``promptfmt/<implementation>/<dialect>/<scenario>::<family>/<name>``; and titles."""

from __future__ import annotations

ROOT = "promptfmt"


def prefix(slug: str) -> str:
    """What the ids of one implementation begin with."""
    return f"{ROOT}/{slug}/"


def titled(spec: str, version: str | None) -> str:
    """What an implementation is called, with its version where that is known; foreign text."""
    return " ".join(filter(None, (spec, version)))


def node_id(slug: str, target: str, case: str) -> str:
    return f"{prefix(slug)}{target.replace('.', '/')}::{case}"


def xfails_id(slug: str, n: int) -> str:
    """The item of the `n`-th expected failure, counted from 1 over the shipped ones and the project's."""
    return f"{prefix(slug)}xfails::{n}"


def row(slug: str, node: str) -> str:
    """The target that a node id belongs to; ``xfails`` for an expected failure."""
    return node.removeprefix(prefix(slug)).partition("::")[0].replace("/", ".")


def selects(id_: str, node: str) -> bool:
    """Is `node` the item that `id_` names, or one below it?"""
    return node == id_ or node.startswith((f"{id_}/", f"{id_}::"))
