"""A run of pytest that certifies: what its options ask for is registered, or refused."""

from __future__ import annotations

import gc

import pytest

from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.corpus import FAMILIES
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.implementation.hints.ini_file import unread
from pytest_promptfmt.implementation.spec import slugs
from pytest_promptfmt.report.formats import UnknownFormat, check_places, check_writable, parse_request
from pytest_promptfmt.report.ids import ROOT
from pytest_promptfmt.session.asked import certifications_of
from pytest_promptfmt.session.asked.ids import take_arguments
from pytest_promptfmt.session.asked.options import check_keys, option_hint
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.failures import register as register_failures
from pytest_promptfmt.session.foreign_text import ForeignText
from pytest_promptfmt.session.results import PackedReports
from pytest_promptfmt.session.run import Run
from pytest_promptfmt.session.xfails_update import EVERYTHING, Updater, file_of
from pytest_promptfmt.xfails import XfailError


def activate(config: pytest.Config) -> None:
    """Registers the run that the options ask for; raises `pytest.UsageError` where they make no sense."""
    specs = config.getoption("promptfmt_impl") or config.getini("promptfmt_impl")
    check_keys(config)
    if not specs:
        raise pytest.UsageError(
            option_hint(config, impl=True)
            or "the --promptfmt options certify an implementation: add --promptfmt-impl=NAME"
            f"{unread(config.inipath, config.rootpath)}"
        )
    for mark, what in _marks().items():
        config.addinivalue_line("markers", f"{mark}: {what}")
    config.pluginmanager.register(ForeignText(), "promptfmt-foreign-text")
    try:
        wanted = [parse_request(each) for each in config.getoption("promptfmt_report") or ()]
        places = [config.invocation_params.dir / path for _, path in wanted]
        of_junit = config.getoption("xmlpath", None)
        check_places(places + ([config.invocation_params.dir / of_junit] if of_junit else []))
        check_writable(places)
    except UnknownFormat as error:
        raise pytest.UsageError(f"--promptfmt-report: {safe(str(error))}") from None
    runs, ids = take_arguments(config, slugs(specs))
    if meant := option_hint(config, impl=False):
        raise pytest.UsageError(meant)
    if runs:
        certifications = certifications_of(config, specs)
        update = _updater(config, certifications, ids) if config.getoption("promptfmt_xfails_update") else None
        run = Run(config, certifications, ids, update)
        config.pluginmanager.register(run, "promptfmt-run")
        config.pluginmanager.register(PackedReports(), "promptfmt-packed-reports")
        if not gc.get_freeze_count():  # else a run around this one has frozen what it has
            config.add_cleanup(gc.unfreeze)  # the last of all: before it, pytest looks for what the run has left
        config.pluginmanager.register(run.deselection, "promptfmt-deselection")
        if not run.worker:
            register_failures(config, run)


def _updater(config: pytest.Config, certifications: list[Certification], ids: list[str]) -> Updater:
    """What writes the expected failures when everything has run; until then everything is expected to fail."""
    narrowing = [f"--promptfmt-{name}" for name in ("target", "case", "check") if config.getoption(f"promptfmt_{name}")]
    narrowing += [
        f"--{name}" for name in ("collect-only", "setup-plan") if config.getoption(name.replace("-", ""), False)
    ]
    if narrowing or ids:
        raise pytest.UsageError(
            "--promptfmt-xfails-update looks at a whole run, since an entry may match nothing that passes: "
            f"leave out {', '.join([*narrowing, *ids])}"
        )
    named = config.getoption("promptfmt_xfails")
    path = config.invocation_params.dir / named if named else None
    project = [entry for entry in certifications[0].entries if not entry.shipped]
    update = Updater(*file_of(config.rootpath, path, project), certifications)
    try:
        update.check()
    except XfailError as error:
        raise pytest.UsageError(safe(str(error))) from error
    for certification in certifications:
        certification.entries += (EVERYTHING,)
    return update


def _marks() -> dict[str, str]:
    marks = {ROOT: "every item of pytest-promptfmt"}
    marks |= {f"promptfmt_{family}": f"cases of the family {family}" for family in (*FAMILIES, GENERATED)}
    return marks | {f"promptfmt_{id_.replace('-', '_')}": f"targets of {id_}" for id_ in DIALECTS}
