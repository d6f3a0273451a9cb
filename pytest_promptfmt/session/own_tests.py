"""What people's own test functions get from the corpus, one case at a time: by ``@cases(…)``, or ``promptfmt_case``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from os import PathLike
from pathlib import Path

import pytest

from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.common.did_you_mean import tells_names
from pytest_promptfmt.corpus import FAMILIES, Case
from pytest_promptfmt.corpus import corpus as shipped_cases
from pytest_promptfmt.corpus.own import load_corpora
from pytest_promptfmt.corpus.own_case import CorpusError
from pytest_promptfmt.dialects import no_target
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.session.asked.options import check_globs, corpus_directories
from pytest_promptfmt.verdicts.plan import plan

CONVERSATIONS = tuple(f"{family}/*" for family in FAMILIES if family != "templates")
"""What is taken where no mark says otherwise: a template is no conversation."""
OWN = "x-*/*"
"""The cases of corpora that are not the kit's."""


@tells_names
def cases(
    *globs: str, target: str | None = None, argument: str = "case", corpus: str | PathLike[str] | None = None
) -> pytest.MarkDecorator:
    """``@cases("chat/*", target="openai.chat")``: runs a test over these cases of the corpus, as its `argument`.

    It is pytest's own ``parametrize``. Without globs it is every conversation; with a `target` they are those that a
    run asks of it, but for those with a budget. With `corpus`, a directory of cases of your own, it is those, or what
    the globs choose of all. Raises `ValueError` where a glob, or the target, names nothing.
    """
    if globs and callable(globs[0]):
        raise TypeError("cases is called with globs, or with none, before it decorates: @cases('chat/*'), @cases()")
    if target is not None and (hint := no_target(target)) is not None:
        raise ValueError(f"no target is {target!r}{hint}")
    if not isinstance(argument, str):
        raise TypeError(f"argument is the name of the test's argument, a text, not {argument!r}")
    own = load_corpora([corpus], Path.cwd()) if corpus is not None else ()
    known = (*shipped_cases(), *own)
    usual = ("*",) if target else CONVERSATIONS
    chosen = _chosen(globs or ((OWN,) if own else usual), _asked_of(target, known) if target else known)
    return pytest.mark.parametrize(argument, chosen, ids=list(map(_name, chosen)))


def _asked_of(target: str, known: Sequence[Case]) -> list[Case]:
    anybody = Implementation("", "", {target: lambda conversation: conversation}, {})
    return [case for _, case in plan(anybody, known)]


def _chosen(globs: Iterable[str], among: Sequence[Case]) -> list[Case]:
    """Those that a glob names; every glob names one, or `ValueError`."""
    wanted = list(globs)
    try:
        check_globs("cases", wanted, [case.id for case in among])
    except pytest.UsageError as error:
        drawn = any(glob.startswith(f"{GENERATED}/") for glob in wanted)
        more = "; generated conversations are drawn by pytest_promptfmt.strategies.cases(dialect)" if drawn else ""
        raise ValueError(f"{error}{more}") from None
    return [case for case in among if any(fnmatchcase(case.id, glob) for glob in wanted)]


def _name(case: Case) -> str:
    return case.id.replace("/", "-")  # syrupy names files by them


def _for_nobody(metafunc: pytest.Metafunc) -> bool:
    """Has the test the mark itself, or from a class or a module in which nothing takes a case?"""
    if any(mark.name == "promptfmt_cases" for mark in metafunc.definition.own_markers):
        return True
    if any("fixture" in type(value).__name__.lower() for value in vars(metafunc.module).values()):
        return False  # one of another module may take the case
    path = metafunc.definition.path
    near = [each for folder in path.parents if (each := folder / "conftest.py").is_file()]
    return not any(re.search(rb"promptfmt_case\b", each.read_bytes()) for each in (path, *near))


def over_cases(metafunc: pytest.Metafunc) -> None:
    """Runs the test over the cases that its mark ``promptfmt_cases`` names; the nearest mark counts.

    A test that bears the mark itself and asks for no case would run once, over nothing, and pass.
    """
    if "promptfmt_case" not in metafunc.fixturenames:
        if not _for_nobody(metafunc):
            return
        name = metafunc.definition.name
        raise pytest.Collector.CollectError(
            f"{name} has the mark promptfmt_cases and takes none of its cases; they are the argument promptfmt_case: "
            f"def {name}(promptfmt_case)"
        )
    mark = metafunc.definition.get_closest_marker("promptfmt_cases")
    if mark is None and metafunc.definition.get_closest_marker("promptfmt_case"):
        raise pytest.Collector.CollectError("the mark is promptfmt_cases, and promptfmt_case the argument of the test")
    if mark and mark.kwargs:
        raise pytest.Collector.CollectError(
            f"promptfmt_cases takes globs, and no {next(iter(mark.kwargs))}=…: the decorator @cases(…) of "
            "pytest_promptfmt has target and corpus"
        )
    marked = bool(mark and mark.args)
    globs = [str(glob) for glob in mark.args] if mark and mark.args else [*CONVERSATIONS]
    try:
        own = load_corpora(*corpus_directories(metafunc.config))
    except CorpusError as error:
        raise pytest.Collector.CollectError(f"promptfmt_corpus: {error}") from None
    try:
        chosen = _chosen(globs if marked or not own else [*globs, OWN], (*shipped_cases(), *own))
    except ValueError as error:
        raise pytest.Collector.CollectError(f"promptfmt_{error}") from None  # told without a traceback
    metafunc.parametrize("promptfmt_case", chosen, ids=list(map(_name, chosen)), indirect=True)
