"""Generated conversations as cases: N of them for a seed, those of a covering array, and one as a case file has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.corpus import Case, Expectation
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.building import build
from pytest_promptfmt.generation.covering import rows
from pytest_promptfmt.generation.expected import expected
from pytest_promptfmt.generation.features import Choice, asked, draw, told

SEED = 1
"""Where nobody names one."""


def examples(target: str, number: int, seed: int = SEED, names: Iterable[str] = ("*",)) -> Iterator[Case]:
    """The conversations that cover the model for a target, then so many that are drawn; globs over ids select."""
    names, dialect = list(names), target.rpartition(".")[0]
    for id_, choice in choices(target, number, seed):
        if matches_any(id_, names):
            yield case_of(id_, dialect, choice)


def choices(target: str, number: int, seed: int = SEED) -> Iterator[tuple[str, Choice]]:
    """Their ids and choices, which cost little; of templates there are none, nor of dialects that others add."""
    dialect, _, scenario = target.rpartition(".")
    if dialect not in DIALECTS or "chat" not in DIALECTS[dialect].scenarios:
        return
    for n, choice in rows(dialect):
        if scenario == "multiagent" or choice["names"] == "roles":
            yield f"{GENERATED}/{dialect}-pairs-{n}", choice
    questions = asked(DIALECTS[dialect], scenario)
    random = Random(f"{target} {seed}")  # a text: the same in every process
    for n in range(1, number + 1):
        yield f"{GENERATED}/{dialect}-{scenario}-{seed}-{n}", draw(questions, random)


_ID = re.compile(
    rf"{GENERATED}/(?P<dialect>[a-z0-9-]+)-(?:pairs|(?P<scenario>chat|multiagent)-(?P<seed>\d+))-(?P<n>\d+)"
)


def example(id_: str) -> Case:
    """The case of an id, as a failure prints it; raises `LookupError` where no conversation is called so."""
    found = _ID.fullmatch(id_)
    if found is None or found["dialect"] not in DIALECTS:
        raise LookupError(id_)
    dialect, scenario, n = found["dialect"], found["scenario"] or "multiagent", int(found["n"])
    drawn = n if found["seed"] else 0
    known = choices(f"{dialect}.{scenario}", min(drawn, _MOST), int(found["seed"] or SEED))
    choice = next((choice for known_id, choice in known if known_id == id_), None)
    if choice is None:
        raise LookupError(id_)
    return case_of(id_, dialect, choice)


_MOST = 1_000_000
"""Drawn ones before the one of which somebody says the number."""


def case_of(id_: str, dialect: str, choice: Choice) -> Case:
    """The case of a choice, with what a right formatter for this dialect does."""
    built = build(choice)
    tags = tuple(f"{question} is {answer}" for question, answer in told(choice).items() if question in built.read)
    case = Case(
        id=id_,
        hunts=f"what goes wrong only where {', '.join(tags) or 'everything is plain'}",
        document=built.document,
        tags=tags,
        scenarios=("multiagent",) if built.several else ("chat", "multiagent"),
        files=built.files,
        expectations=(Expectation(dialects=(dialect,)),),
        request=built.request,
    )
    return derived(case)


def derived(case: Case) -> Case:
    """The case with what is derived anew, for its dialect, in the place of what it expects."""
    [dialect] = case.expectations[0].dialects
    return replace(case, expectations=(expected(case.conversation(), DIALECTS[dialect]),))


def is_generated(case: Case) -> bool:
    return case.family == GENERATED


def entry(case: Case, name: str) -> dict[str, Any]:
    """The case as a corpus file has it, for whoever wants to keep it, with what is right for each dialect."""
    expectations: dict[Expectation, list[str]] = {}
    for dialect in DIALECTS.values():
        derived_ = replace(expected(case.said(), dialect), dialects=())
        expectations.setdefault(derived_, []).append(dialect.id)
    expected_ = [
        {"dialects": dialects, "demand": each.demand, "repairs": list(each.repairs), "why": each.why}
        for each, dialects in expectations.items()
        if each.demand != "carry"
    ]
    found = {
        "name": name,
        "hunts": case.hunts,
        "source": [case.id],
        "tags": ["own"],
        "scenarios": list(case.scenarios),
        "conversation": case.document,
        "request": case.request,
        "files": case.files,
        "expect": expected_,
    }
    return {key: value for key, value in found.items() if value}
