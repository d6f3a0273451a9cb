"""Does the kit bite? Mutants of golden payloads, which some check has to catch; and rewrites, which none may blame.

`promptfmt_fixtures/mutants.json` lists both as data. A mutant is an operator at a kind of place in some dialects, with
the check that is meant to catch it. An application is *killed* if a check has an error that the golden payload has not
(or a warning, where that is all that the catalogue asks for), and *attributed* if the intended check was the first to
speak: of those with an error, or with a warning where there is no error, the first in the order of `ORDER`. The golden
check does not count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import Any
from zlib import crc32

from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.selftest.mutants.entries import Application, Catalogue, Entry, Mutant, Rewrite, catalogue
from pytest_promptfmt.selftest.mutants.meaning import normal_form
from pytest_promptfmt.selftest.mutants.paths import Path, written
from pytest_promptfmt.selftest.mutants.places import Scene, UnclassifiedNode, scene
from pytest_promptfmt.selftest.mutants.rewrites import REWRITES, VALUES
from pytest_promptfmt.selftest.mutants.subjects import ORDER, Subject, new_findings, subjects_of

__all__ = ["ORDER", "Application", "Catalogue", "Entry", "Mutant", "Rewrite", "apply", "catalogue", "run"]


def apply(
    target: str,
    entries: Iterable[Entry],
    *,
    cases: str = "*",
    payloads: int | None = None,
    everywhere: bool = False,
) -> Iterator[Application]:
    """Every mutant and rewrite on the golden payloads of a target; `cases` is a glob."""
    yield from apply_to(target, staged_of(target, cases), entries, payloads=payloads, everywhere=everywhere)


def apply_to(
    target: str,
    staged: Sequence[Staged],
    entries: Iterable[Entry],
    *,
    payloads: int | None = None,
    everywhere: bool = False,
) -> Iterator[Application]:
    """Every mutant and rewrite on these payloads.

    A hash chooses one place in each payload, and at most so many `payloads` of those where an entry applies; with
    `everywhere` all places are taken.
    """
    dialect, _, scenario = target.rpartition(".")
    for entry in entries:
        if dialect not in entry.dialects or entry.scenario not in ("", scenario) or _idle(entry):
            continue
        order = sorted(staged, key=lambda each: _hash(entry.id, target, each.subject.case.id))
        yield from islice(_at(entry, order, target, everywhere), payloads)


@dataclass(frozen=True, slots=True)
class Staged:
    """A subject with its places; `before` are its findings, counted by id."""

    subject: Subject
    scene: Scene
    before: Mapping[str, int]


@cache
def staged_of(target: str, cases: str = "*") -> tuple[Staged, ...]:
    """The golden payloads of a target; raises `UnclassifiedNode`, and `ValueError` for any that is not as shipped."""
    return tuple(map(staged, subjects_of(target, cases)))


def staged(subject: Subject) -> Staged:
    """A subject with its places; raises `UnclassifiedNode`."""
    table = catalogue().places[subject.dialect]
    before = Counter(finding.id for _, findings in subject.judge(subject.payload) for finding in findings)
    return Staged(subject, scene(subject.payload, table, subject.conversation), before)


def _at(entry: Entry, order: Iterable[Staged], target: str, everywhere: bool) -> Iterator[Application]:
    for each in order:
        for path, payload in changed(entry, each.scene, f"{target} {each.subject.case.id}"):
            place = Application(entry, target, each.subject.case.id, written(path))
            found = replace(place, **new_findings(each.subject.judge(payload), each.before))
            lives = isinstance(entry, Mutant) and not found.killed
            yield replace(found, same=is_equivalent(each, payload)) if lives else found
            if not everywhere:
                break
        if isinstance(entry, Rewrite) and not identical(
            payload := rewritten_everywhere(entry, each.scene), each.scene.payload
        ):
            place = Application(entry, target, each.subject.case.id, "")
            yield replace(place, **new_findings(each.subject.judge(payload), each.before))


def is_equivalent(staged: Staged, payload: Any) -> bool:
    """Does a changed payload say what the staged one does? Not where a place of it has no kind any more."""
    conversation = staged.subject.conversation
    try:
        shown = scene(payload, catalogue().places[staged.subject.dialect], conversation)
    except UnclassifiedNode:
        return False
    return equal(normal_form(shown, conversation), normal_form(staged.scene, conversation))


def _hash(*texts: object) -> int:
    return crc32(" ".join(map(str, texts)).encode())


def _idle(entry: Entry) -> bool:
    return isinstance(entry, Mutant) and bool(entry.equivalent)


def changed(entry: Entry, shown: Scene, salt: str) -> Iterator[tuple[Path, Any]]:
    """Each place where the payload changes, with the changed payload; in an order that a hash of `salt` gives."""
    operator = REWRITES[entry.operator]
    for path in sorted(places_of(entry, shown), key=lambda path: _hash(entry.id, salt, path)):
        for payload in operator(shown, path, entry.how):
            if not identical(payload, shown.payload):
                yield path, payload


def places_of(entry: Entry, shown: Scene) -> list[Path]:
    paths = shown.alike(entry.at)
    return list(filter(shown.over, paths)) if isinstance(entry, Rewrite) and entry.over else paths


def rewritten_everywhere(rewrite: Rewrite, shown: Scene) -> Any:
    """The payload with every place rewritten at once, where each rewriting leaves the others' places alone."""
    if rewrite.operator not in VALUES:
        return shown.payload
    for path in places_of(rewrite, shown):
        for payload in REWRITES[rewrite.operator](shown, path, rewrite.how):
            shown = replace(shown, payload=payload)
    return shown.payload


def identical(before: Any, after: Any) -> bool:
    """To the byte, with the order of keys."""
    return equal(before, after) and json.dumps(before) == json.dumps(after)


def run(targets: Sequence[str], entries: Sequence[Entry], *, jobs: int = 1, **options: Any) -> Iterator[Application]:
    """`apply` over several targets, on several processors, in the order of the targets."""
    work = partial(_listed, entries=entries, options=options)
    if jobs == 1:
        for target in targets:
            yield from work(target)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(work, targets):
            yield from found


def _listed(target: str, entries: Sequence[Entry], options: Mapping[str, Any]) -> list[Application]:
    return list(apply(target, entries, **options))
