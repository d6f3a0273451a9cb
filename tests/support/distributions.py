"""A distribution that adds to the kit, as it lies in ``site-packages``: the fictional Lumen, and spoiled copies."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt import corpus
from pytest_promptfmt.common import added
from pytest_promptfmt.dialects import data, models, proofs, rules, schema, third_party
from support.places import TESTS

LUMEN = TESTS / "distributions" / "lumen"
_KEPT: tuple[Callable[..., Any], ...] = (
    added.added,
    data._of,
    third_party.load,
    models.models_of,
    proofs._added,
    rules._added_evidence,
    schema.load_schemas,
    schema._predicates,
    schema._validators,
    corpus._added_expectations,
)
"""What remembers what is installed: nothing is installed or taken away while a run lasts."""


def install(site: Path, **changed: str) -> Path:
    """Lumen's distribution in a directory, with other contents in some of its files: ``schema_json="{}"``."""
    shutil.copytree(LUMEN, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in changed.items():
        stem, _, suffix = name.rpartition("_")
        folder = "lumen_promptfmt-1.0.dist-info" if suffix == "txt" else "lumen_promptfmt"
        (site / folder / f"{stem}.{suffix}").write_text(text, "utf-8")
    return site


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, site: Path) -> Iterator[None]:
    """What lies in `site` is installed, for as long as this lasts."""
    forget()
    try:
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(site))
            yield
    finally:
        forget()


def forget() -> None:
    for remembered in _KEPT:
        remembered.cache_clear()  # type: ignore[attr-defined]  # functools' own
    for name in [name for name in sys.modules if name.partition(".")[0] == "lumen_promptfmt"]:
        del sys.modules[name]
