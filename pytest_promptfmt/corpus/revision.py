"""Revisions of the corpus: which ids came with which, what that means for a run that is pinned, and a digest.

`promptfmt_fixtures/revisions.json` lists by revision (CalVer) the ids of cases, rules and limits that came with it. An
id that was released never leaves. A case that came after the revision to which a run is pinned runs, and is not scored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.corpus import FAMILIES
from pytest_promptfmt.corpus.case_files import shipped_file

Released: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""By revision the ids that came with it, as ``{"2026.11": {"cases": [...], "rules": [...], "limits": [...]}}``."""

_FIXTURES = files("promptfmt_fixtures")


def load_released() -> Released:
    """What the shipped list says."""
    released: Released = json.loads(_FIXTURES.joinpath("revisions.json").read_text("utf-8"))
    return released


def age(revision: str) -> tuple[int, ...]:
    """What revisions are ordered by: 2026.9 is older than 2026.11, and that is older than 2026.11.1."""
    return tuple(map(int, revision.split(".")))


REVISION = max(load_released(), key=age)
"""The newest."""


class UnknownRevision(ValueError):
    """No such revision; the text lists the known ones."""


def check_revision(name: str, released: Released) -> str:
    """`name`, if it is a revision; else raises `UnknownRevision`."""
    if name not in released:
        known = sorted(released, key=age)
        raise UnknownRevision(f"{name!r} is no revision{did_you_mean(name, known)}; known are {', '.join(known)}")
    return name


def young(pinned: str, cases: Iterable[str], released: Released) -> dict[str, str]:
    """The cases that are younger than the revision `pinned`, each with the reason why it is not scored."""
    came = {case: revision for revision, ids in released.items() for case in ids["cases"]}
    return {
        case: f"not scored: {case} came with {came.get(case, 'a later revision')}, the run is pinned to {pinned}"
        for case in cases
        if case not in came or age(came[case]) > age(pinned)
    }


@cache
def digest() -> str:
    """``sha256:…`` of the corpus as it is here: every case as canonical JSON, by id, and the bytes of their media."""
    entries = {f"{family}/{entry['name']}": entry for family in FAMILIES for entry in _entries(family)}
    return corpus_digest(entries, lambda name: _FIXTURES.joinpath(name).read_bytes())


def corpus_digest(entries: Mapping[str, Mapping[str, Any]], read: Callable[[str], bytes]) -> str:
    """The same of `entries`, cases in their JSON form by id, whose files `read` gives by name.

    Whether a case is an everyday one judges nobody, and is left out.
    """
    media = sorted(set(_media(entries.values())))
    content = {
        "cases": [[id_, _judging(entries[id_])] for id_ in sorted(entries)],
        "media": [[name, hashlib.sha256(read(name)).hexdigest()] for name in media],
    }
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"


def _judging(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "everyday"}


def _entries(family: str) -> list[dict[str, Any]]:
    resource = _FIXTURES.joinpath(f"cases/{family}.json")
    cases: list[dict[str, Any]] = json.loads(resource.read_text("utf-8"))["cases"] if resource.is_file() else []
    return cases


def _media(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        for recipe in entry.get("files", {}).values():
            name = shipped_file(recipe) if recipe else None
            if name:
                yield name
