"""Which exchanges a run has: targets, cases, and the checks that have a question about them."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.golden import golden
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.implementation import Implementation


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


def concerns(check: str, target: str, case: Case, reference: str | None = None) -> bool:
    """Has the check a question about this case? Where there is a budget, truncation asks what fidelity asks elsewhere.

    `reference` is the generation of golden payloads, None where nobody asks for them.
    """
    match check:
        case "truncation":
            return case.budget is not None
        case "fidelity":
            return case.budget is None
        case "protocol":
            return bool(DIALECTS[target.rpartition(".")[0]].rules)
        case "golden":
            return reference is not None and golden(reference, target).knows(case.id)
        case _:
            return True
