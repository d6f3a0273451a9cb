"""Writes pytest_promptfmt/dialects/proofs.json: for each rule a payload that breaks it and one that keeps it.

They are the smallest of those by which the dialects' own tests prove the rules; what is too long to read is left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "pytest_promptfmt" / "dialects" / "proofs.json"
MODULES = (
    *("openai", "openai_compatible", "openai_responses", "anthropic", "gemini"),
    *("dashscope", "ollama", "mistral", "bedrock"),
)
LONGEST = 1200


def proofs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every proof by the id of its rule, as an entry of the file; the tests of two dialects have other names for it."""
    for module in MODULES:
        for proof in import_module(f"test_{module}").PROOFS:
            given = {name: getattr(proof, name) for name in ATTRIBUTES if hasattr(proof, name)}
            home = given.get("dialect") or given.get("dialects", ("openai",))[0]
            dialect = given.get("provider") or (home if isinstance(home, str) else home.id)
            id_ = proof.rule if "." in proof.rule else f"{dialect}.{proof.rule}"
            if "dialect" not in given and "dialects" not in given and "." in proof.rule:
                dialect = proof.rule.partition(".")[0]
            sides = {}
            for side, names in SIDES.items():
                payload, context = (next(given[name] for name in either if name in given) for either in names)
                sides[side] = {"payload": payload, "context": dict(context or {})}
            yield id_, {"dialect": dialect, "path": proof.path, **sides}


SIDES = {
    "breaks": (("breaking", "broken"), ("context", "broken_context")),
    "keeps": (("keeping", "kept"), ("context", "kept_context")),
}

ATTRIBUTES = (
    "provider",
    "dialect",
    "dialects",
    *(name for either in SIDES.values() for names in either for name in names),
)


def smallest() -> dict[str, dict[str, Any]]:
    """One proof for each rule that has a short one, by id."""
    found: dict[str, dict[str, Any]] = {}
    for id_, entry in proofs():
        if _size(entry) <= min(LONGEST, _size(found[id_]) - 1 if id_ in found else LONGEST):
            found[id_] = entry
    return dict(sorted(found.items()))


def _size(entry: dict[str, Any]) -> float:
    """In characters of JSON; bytes are the SDK's, and no JSON."""
    try:
        return len(json.dumps(entry, ensure_ascii=False))
    except TypeError:
        return inf


def written() -> str:
    lines = (f"  {json.dumps(id_)}: {json.dumps(entry, ensure_ascii=False)}" for id_, entry in smallest().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    TARGET.write_text(written(), "utf-8")
