"""Which exchanges a run has: targets, cases, and the checks that have a question about them."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from os import PathLike
from pathlib import Path

from pytest_promptfmt.checks import CHECKS, concerns
from pytest_promptfmt.checks.fidelity.legal_repairs import allowing
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.own import load_corpora
from pytest_promptfmt.dialects import dialect_of
from pytest_promptfmt.generation.cases import examples
from pytest_promptfmt.implementation import Implementation


def own_cases(
    places: Iterable[str | PathLike[str]], directory: Path, implementations: Iterable[Implementation]
) -> tuple[Case, ...]:
    """The cases of one's own in these places, seen from `directory`, for whoever is judged; raises `CorpusError`.

    Those that say nothing of what is right allow what is legal of the implementations' dialects.
    """
    targets = dict.fromkeys(target for each in implementations for target in each.formatters)
    dialects = {dialect.id: dialect for dialect in map(dialect_of, targets)}
    return tuple(allowing(case, dialects.values()) for case in load_corpora(places, directory))


def plan(
    implementation: Implementation,
    cases: Iterable[Case],
    targets: Iterable[str] = ("*",),
    names: Iterable[str] = ("*",),
    checks: Iterable[str] = tuple(CHECKS),
    reference: str | None = None,
) -> list[tuple[str, Case]]:
    """Target and case of every exchange that is asked for, in the order of the table and the corpus; globs select.

    What no check has a question about is left out, and so are budgets for those who do not claim to keep them.
    """
    targets, names, cases, checks = list(targets), list(names), list(cases), list(checks)
    return [
        (target, case)
        for target in implementation.formatters
        if any(fnmatchcase(target, glob) for glob in targets)
        for case in cases
        if target.rpartition(".")[2] in case.scenarios and any(fnmatchcase(case.id, glob) for glob in names)
        if case.budget is None or implementation.claim(target).truncation != "none"
        if any(concerns(check, target, case, reference) for check in checks)
    ]


def plan_examples(
    implementation: Implementation,
    number: int,
    seed: int,
    targets: Iterable[str] = ("*",),
    names: Iterable[str] = ("*",),
    checks: Iterable[str] = tuple(CHECKS),
) -> list[tuple[str, Case]]:
    """The same of generated conversations: for each target those that cover, and so many that are drawn."""
    targets, names, checks = list(targets), list(names), list(checks)
    return [
        (target, case)
        for target in implementation.formatters
        if any(fnmatchcase(target, glob) for glob in targets)
        for case in examples(target, number, seed, names)
        if any(concerns(check, target, case) for check in checks)
    ]
