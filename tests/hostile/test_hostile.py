"""No green without a verdict: every behaviour in a process of its own, alone and on two workers."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hostile.behaviour import GREEN, SURROGATE, USAGE, Hostile
from hostile.behaviours import text
from hostile.claims_held import clock, of_the_process, of_the_verdicts, problems
from hostile.running import PATIENCE, Run, certify, only, place, pytest_run
from hostile.table import ALL, EVERY_DAY, THEMES, marks

MILD = ("odd", "payloads", "errors", "text", "network")
"""Themes in which a behaviour does not end, slow down or change its process, so that a dozen share a run."""


def shareable(name: str) -> bool:
    one = ALL[name]
    whole = one.spares and one.reports and not one.hangs and not one.files and one.args in ((), text.REPORTS)
    mild = one.timeout == "1" and one.case != SURROGATE and "fork" not in one.name and not one.each
    return name.startswith(MILD) and whole and mild


def batches() -> Iterator[tuple[str, ...]]:
    """Of those that share a run, a dozen of one theme each."""
    for theme, names in itertools.groupby(filter(shareable, ALL), lambda name: name.partition("-")[0]):
        assert theme in MILD
        while some := tuple(itertools.islice(names, 12)):
            yield some


def early(name: str) -> bool:
    """It is refused, or ends, before there is a worker; one of each theme shows that."""
    return name not in EVERY_DAY and (ALL[name].status == USAGE or name.startswith("imports-import"))


SINGLE = [pytest.param(name, marks=marks(name)) for name in ALL]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="process groups and limits are POSIX")


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same formatter without any misdeed: the verdicts, and the time that this machine takes today."""
    run = certify(Hostile("honest", case=SURROGATE, status=GREEN), tmp_path_factory.mktemp("honest"))
    assert run.specs, run.told
    return run


def test_names_are_told_once() -> None:
    assert len(ALL) == sum(len(module.TABLE) for module in THEMES.values()) >= 120
    assert set(EVERY_DAY) <= set(ALL)


@pytest.mark.parametrize("name", SINGLE)
def test_alone(name: str, honest: Run, tmp_path: Path) -> None:
    hostile = ALL[name]

    run = certify(hostile, tmp_path, patience=clock(hostile, honest) + 5 if hostile.hangs else PATIENCE)

    assert not list(problems(hostile, run, honest)), run.told


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in ALL if not shareable(name) and not early(name)])
def test_on_two_workers(name: str, honest: Run, tmp_path: Path) -> None:
    hostile = ALL[name]

    run = certify(hostile, tmp_path, workers=2, patience=clock(hostile, honest) + 15 if hostile.hangs else PATIENCE)

    if hostile.breaks_xdist:
        assert run.status == pytest.ExitCode.INTERNAL_ERROR, run.told
        assert "INTERNALERROR" in run.output, run.told
        assert not run.specs, run.told
        return
    assert not list(problems(replace(hostile, hangs=False), run, honest)), run.told


@pytest.mark.nightly
@pytest.mark.parametrize("workers", [0, 2], ids=["alone", "xdist"])
@pytest.mark.parametrize("names", list(batches()), ids=lambda names: f"{names[0]}-and-{len(names) - 1}")
def test_a_dozen_in_one_run(names: tuple[str, ...], workers: int, honest: Run, tmp_path: Path) -> None:
    """None of them costs another one its verdicts."""
    arguments = list(ALL[names[-1]].args)
    for name in names:
        place(ALL[name], tmp_path / name.replace("-", "_"))
        arguments.append(f"--promptfmt-impl=./{name.replace('-', '_')}/fmt.py")

    run = pytest_run([*arguments, *only(ALL[names[0]].cases), "--promptfmt-timeout=1"], tmp_path, workers=workers)

    found = list(of_the_process(Hostile("together", status=(0, 1), never=ALL[names[-1]].never), run, honest))
    for name in names:
        results = run.specs.get(f"./{name.replace('-', '_')}/fmt.py", {})
        found += [f"{name}: {each}" for each in of_the_verdicts(ALL[name], results, honest.specs["./fmt.py"])]
        if ALL[name].unreached and (tmp_path / name.replace("-", "_") / "reached").exists():
            found.append(f"{name}: it went on behind its first try")
    assert not found, run.told
