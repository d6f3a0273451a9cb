"""What a run is to certify, from its options: implementations, cases, checks, and what is expected to fail."""

from __future__ import annotations

from datetime import date
from fnmatch import fnmatchcase

import pytest

from pytest_promptfmt.certification import Certification
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.corpus import FAMILIES, corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.golden import UnknownGeneration, check_generation, generations, golden
from pytest_promptfmt.implementation import Implementation, ImplementationError, resolve, slugs
from pytest_promptfmt.plan import plan
from pytest_promptfmt.report.ids import ROOT
from pytest_promptfmt.report.safe import safe
from pytest_promptfmt.run import Run
from pytest_promptfmt.selection import check_globs, take_arguments
from pytest_promptfmt.xfails import XfailError, of_project, read, together


def activate(config: pytest.Config) -> None:
    """Registers the run that the options ask for; raises `pytest.UsageError` where they make no sense."""
    specs = config.getoption("promptfmt_impl") or config.getini("promptfmt_impl")
    if not specs:
        raise pytest.UsageError("the --promptfmt options certify an implementation: add --promptfmt-impl=NAME")
    for mark, what in _marks().items():
        config.addinivalue_line("markers", f"{mark}: {what}")
    runs, ids = take_arguments(config, slugs(specs))
    if runs:
        certifications = _certifications(config, specs)
        config.pluginmanager.register(Run(config, certifications, ids), "promptfmt-run")


def _marks() -> dict[str, str]:
    marks = {ROOT: "every item of pytest-promptfmt"}
    marks |= {f"promptfmt_{family}": f"cases of the family {family}" for family in FAMILIES}
    return marks | {f"promptfmt_{id_.replace('-', '_')}": f"targets of {id_}" for id_ in DIALECTS}


def _certifications(config: pytest.Config, specs: list[str]) -> list[Certification]:
    directory = config.invocation_params.dir
    targets = config.getoption("promptfmt_target") or ["*"]
    names = config.getoption("promptfmt_case") or ["*"]
    globs = config.getoption("promptfmt_check") or ["*"]
    reference = config.getoption("promptfmt_reference")
    named = config.getoption("promptfmt_xfails")
    try:
        known_checks = [check for check in CHECKS if check != "golden" or (reference and check_generation(reference))]
    except UnknownGeneration as error:
        raise pytest.UsageError(f"--promptfmt-reference: {error}") from None
    if reference is None and "golden" in globs:
        raise pytest.UsageError(
            f"--promptfmt-check=golden needs --promptfmt-reference=NAME; known are {', '.join(generations())}"
        )
    try:
        found = [resolve(spec, directory, slug) for spec, slug in zip(specs, slugs(specs), strict=True)]
        for implementation in found:
            _check_reference(reference, implementation)
        project = of_project(config.rootpath, directory / named if named else None)
        entries = [together(read(one.xfails or "", f"{one.spec}'s XFAILS", shipped=True), project) for one in found]
    except (ImplementationError, XfailError) as error:
        raise pytest.UsageError(safe(str(error))) from error
    cases = corpus()
    check_globs("--promptfmt-target", targets, list(dict.fromkeys(t for one in found for t in one.formatters)))
    check_globs("--promptfmt-case", names, [case.id for case in cases])
    check_globs("--promptfmt-check", globs, known_checks)
    checks = tuple(check for check in known_checks if any(fnmatchcase(check, glob) for glob in globs))
    certifications = [
        Certification(
            implementation=one,
            plan=tuple(plan(one, cases)),
            chosen=tuple(plan(one, cases, targets, names, checks, reference)),
            entries=known,
            checks=checks,
            timeout=_timeout(config),
            today=date.today(),
            reference=reference,
        )
        for one, known in zip(found, entries, strict=True)
    ]
    for one in certifications:
        if not one.chosen:
            raise pytest.UsageError(
                f"no case is left of {one.implementation.spec!r}, whose targets are "
                f"{', '.join(one.implementation.formatters)}; the globs leave "
                f"--promptfmt-target={','.join(targets)} --promptfmt-case={','.join(names)}"
            )
    return certifications


def _check_reference(reference: str | None, implementation: Implementation) -> None:
    """Raises `ImplementationError` where there is nothing that it could be held against."""
    if reference and not any(golden(reference, target).payloads for target in implementation.formatters):
        named = ", ".join(implementation.formatters)
        raise ImplementationError(f"{implementation.spec!r}: {reference} has no golden payloads for {named}")


def _timeout(config: pytest.Config) -> float | None:
    given = config.getoption("promptfmt_timeout")
    try:
        seconds = float(10 if given is None else given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise pytest.UsageError(f"--promptfmt-timeout={given}: a number of seconds, or 0 for none")
    return seconds or None
