"""Dialects without golden payloads are spoiled as those that they are like, on what the reference writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.selftest import mutants
from pytest_promptfmt.selftest.mutants import Catalogue, Mutant, catalogue
from pytest_promptfmt.selftest.mutants.places import UnclassifiedNode
from pytest_promptfmt.selftest.mutants.subjects import Subject

DIALECTS = ("groq", "minimax", "moonshot", "openrouter", "siliconflow", "xai")
AS = ("deepseek", "zhipu")
"""Their rules, reader and shapes are the nearest; what OpenAI's payloads have beside is read as there."""
THOUGHTS = {"groq": {"$[].reasoning": "thought"}}

LIVES = {
    "split/calls*": "the provider has not said that each call is answered: a warning",
    "swap/tool-name": "two tools of a case take the same, in another order",
    "swap/thought": "the thought of a turn that says nothing goes to the next, which calls",
    "*/tool-schema*": "a tool that asks for nothing needs no schema",
    "unwrap/media-object": "Moonshot takes an address that is a string",
}
"""Mutants by name (globs) that live on here, and why."""


def alike(dialect: str) -> Catalogue:
    """The catalogue with this dialect in it."""
    known = catalogue()
    nearest = {**known.places["zhipu"], **known.places["deepseek"], **THOUGHTS.get(dialect, {})}
    beside = {path: kind for path, kind in known.places["openai"].items() if path not in nearest}
    spoiled = (replace(each, dialects=(*each.dialects, dialect)) for each in known.mutants if {*AS} & {*each.dialects})
    return replace(known, places={**known.places, dialect: nearest | beside}, mutants=tuple(spoiled))


def subjects(target: str) -> Iterator[Subject]:
    """What the reference writes of each case that it takes, within no budget."""
    for case in corpus():
        if case.family in ("templates", "errors") or case.budget is not None:
            continue
        conversation = case.conversation()
        try:
            payload = FORMATTERS[target](conversation)
        except ValueError:
            continue
        yield Subject(target, case, payload, conversation)


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_spoiled_is_told(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = alike(dialect)
    monkeypatch.setattr(mutants, "catalogue", lambda: known)
    staged = []
    for subject in subjects(f"{dialect}.chat"):
        try:
            staged.append(mutants.staged(subject))
        except UnclassifiedNode:  # what stands under `reasoning_details`, or is a recording's address, has no place
            continue
    entries: list[Mutant] = [each for each in known.mutants if not each.equivalent]
    applied = list(mutants.apply_to(f"{dialect}.chat", staged, entries, payloads=2))

    lives = [each for each in applied if not (each.killed or each.same or known.explanation(each))]
    strange = [each for each in lives if not any(fnmatchcase(each.entry.id, name) for name in LIVES)]
    assert len(applied) > 1_000
    assert [(each.entry.id, each.case, each.path, each.ids) for each in strange] == []
    assert len(lives) < len(applied) * 0.01
