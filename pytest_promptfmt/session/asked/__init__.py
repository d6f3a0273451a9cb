"""What a run is to certify, from its options: implementations, cases, checks, and what is expected to fail."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from datetime import date
from fnmatch import fnmatchcase
from typing import Any

import pytest

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.corpus import Case, case_files, corpus
from pytest_promptfmt.corpus.golden import UnknownGeneration, check_generation, generations, load_golden
from pytest_promptfmt.corpus.own_case import CorpusError
from pytest_promptfmt.corpus.revision import UnknownRevision, check_revision, load_released, young
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.exchange.guard import load_implementation
from pytest_promptfmt.generation.cases import choices
from pytest_promptfmt.implementation import Implementation, ImplementationError
from pytest_promptfmt.implementation.spec import slugs
from pytest_promptfmt.session.asked.options import (
    check_globs,
    corpus_directories,
    read_examples,
    read_models,
    read_timeout,
)
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.verdicts.plan import own_cases, plan, plan_examples
from pytest_promptfmt.xfails import Entry, XfailError, combined
from pytest_promptfmt.xfails.reading import project_entries, read


def certifications_of(config: pytest.Config, specs: list[str]) -> list[Certification]:
    targets, names, globs = (config.getoption(f"promptfmt_{name}") or ["*"] for name in ("target", "case", "check"))
    reference = _reference(config)
    models, found, entries = _loaded(config, specs, reference)
    own = _own_cases(config, found)
    cases = (*corpus(), *own)
    known_checks = _known_checks(globs, golden=bool(reference) or any(case.golden for case in own))
    _check_file_names(cases)
    unscored = _unscored(config.getoption("promptfmt_revision"), [case.id for case in corpus()])
    known_targets = list(dict.fromkeys(target for each in found for target in each.formatters))
    check_globs("--promptfmt-target", targets, known_targets)
    for mark, what in _marks_of(found, own).items():
        config.addinivalue_line("markers", f"{mark}: {what}")
    check_globs("--promptfmt-model", models, [*TARGETS, *known_targets])
    check_globs("--promptfmt-check", globs, known_checks)
    checks = tuple(check for check in known_checks if any(fnmatchcase(check, glob) for glob in globs))
    wanted = read_examples(config)
    generated = {id_ for target in known_targets if wanted for id_, _ in choices(target, *wanted)}
    check_globs("--promptfmt-case", names, [*(case.id for case in cases), *sorted(generated)])
    certifications = [
        Certification(
            implementation=implementation,
            plan=tuple(plan(implementation, cases)),
            chosen=(
                *plan(implementation, cases, targets, names, checks, reference),
                *(plan_examples(implementation, *wanted, targets, names, checks) if wanted else ()),
            ),
            entries=known,
            checks=checks,
            timeout=read_timeout(config),
            today=date.today(),
            reference=reference,
            unscored=unscored,
            watched=any(config.getoption(name, False) for name in ("usepdb", "trace")),
            shown=config.getoption("capture", "") == "no",
        )
        for implementation, known in zip(found, entries, strict=True)
    ]
    for certification in certifications:
        _check_chosen(certification, targets, names)
    return certifications


def _marks_of(found: list[Implementation], own: tuple[Case, ...]) -> dict[str, str]:
    """Those of dialects and corpora that are not the kit's."""
    ids = dict.fromkeys(target.rpartition(".")[0] for each in found for target in each.formatters if is_added(target))
    marks = {id_: f"targets of {id_}" for id_ in ids} | {case.family: f"cases of {case.family}" for case in own}
    return {f"promptfmt_{name.replace('-', '_')}": what for name, what in marks.items()}


def _reference(config: pytest.Config) -> str | None:
    """The generation of golden payloads that is asked for."""
    named: str | None = config.getoption("promptfmt_reference")
    try:
        return check_generation(named) if named else None
    except UnknownGeneration as error:
        raise pytest.UsageError(f"--promptfmt-reference: {error}") from None


def _loaded(
    config: pytest.Config, specs: list[str], reference: str | None
) -> tuple[Mapping[str, str], list[Implementation], list[tuple[Entry, ...]]]:
    """The models by globs over targets, the implementations, and what is expected to fail of each."""
    try:
        models = read_models(config.getoption("promptfmt_model") or ())
        found = _implementations(config, specs, models, reference)
        return models, found, _expected_failures(config, found)
    except (ImplementationError, XfailError) as error:
        by_ini = config.inipath and not config.getoption("promptfmt_impl") and isinstance(error, ImplementationError)
        whence = f" (promptfmt_impl in {config.inipath.name})" if config.inipath and by_ini else ""
        raise pytest.UsageError(safe(f"{error}{whence}")) from error


def _implementations(
    config: pytest.Config, specs: list[str], models: Mapping[str, str], reference: str | None
) -> list[Implementation]:
    """Imported; what they warn of goes to pytest, which does not listen yet. Raises `ImplementationError`."""
    directory = config.invocation_params.dir
    with warnings.catch_warnings(record=True) as warned:
        found = [
            load_implementation(spec, directory, slug).writing_for(models)
            for spec, slug in zip(specs, slugs(specs), strict=True)
        ]
    for warning in warned:
        said: dict[str, Any] = {"warning_message": warning, "when": "config", "nodeid": "", "location": None}
        config.hook.pytest_warning_recorded.call_historic(kwargs=said)
    for implementation in found:
        _check_reference(reference, implementation)
    return found


def _expected_failures(config: pytest.Config, found: list[Implementation]) -> list[tuple[Entry, ...]]:
    """The entries for each implementation: its own, and the project's. Raises `XfailError`."""
    named = config.getoption("promptfmt_xfails")
    path = config.invocation_params.dir / named if named else None
    if path and path.is_dir():
        problem = "cannot be read: it is a directory; name a file, such as promptfmt.toml"
        raise pytest.UsageError(f"--promptfmt-xfails={named} {problem}")
    to_be_made = config.getoption("promptfmt_xfails_update") and path and not path.exists()
    project = () if to_be_made else project_entries(config.rootpath, path)
    return [combined(read(each.xfails or "", f"{each.spec}'s XFAILS", shipped=True), project) for each in found]


def _own_cases(config: pytest.Config, found: list[Implementation]) -> tuple[Case, ...]:
    try:
        return own_cases(*corpus_directories(config), found)
    except CorpusError as error:
        of_ini = f"promptfmt_corpus in {config.inipath.name}" if config.inipath else ""
        where = of_ini if of_ini and not config.getoption("promptfmt_corpus") else "--promptfmt-corpus"
        raise pytest.UsageError(f"{where}: {safe(str(error))}") from None


def _known_checks(globs: list[str], *, golden: bool) -> list[str]:
    """All that can be asked for: `golden` only where there are golden payloads."""
    if not golden and "golden" in globs:
        raise pytest.UsageError(
            f"--promptfmt-check=golden needs --promptfmt-reference=NAME; known are {', '.join(generations())}"
        )
    return [check for check in CHECKS if check != "golden" or golden]


def _unscored(pinned: str | None, cases: list[str]) -> dict[str, str]:
    """The cases that came after the revision that is asked for, each with why it is not scored."""
    if pinned is None:
        return {}
    released = load_released()
    try:
        return young(check_revision(pinned, released), cases, released)
    except UnknownRevision as error:
        raise pytest.UsageError(f"--promptfmt-revision: {error}") from None


def _check_reference(reference: str | None, implementation: Implementation) -> None:
    """Raises `ImplementationError` where there is nothing that it could be held against."""
    if reference and not any(load_golden(reference, target).payloads for target in implementation.formatters):
        named = ", ".join(implementation.formatters)
        raise ImplementationError(f"{implementation.spec!r}: {reference} has no golden payloads for {named}")


def _check_file_names(cases: Iterable[Case]) -> None:
    if odd := case_files.unnameable(name for case in cases for name in case.files):
        raise pytest.UsageError(
            f"this locale has no file names such as {odd!r}, which the corpus needs: set PYTHONUTF8=1"
        )


def _check_chosen(certification: Certification, targets: list[str], names: list[str]) -> None:
    if not certification.chosen:
        raise pytest.UsageError(
            f"no case is left of {certification.implementation.spec!r}, whose targets are "
            f"{', '.join(certification.implementation.formatters)}; the globs leave "
            f"--promptfmt-target={','.join(targets)} --promptfmt-case={','.join(names)}"
        )
