"""Which of the arguments are the kit's own ids, and what of the plan they leave.

The argument rule. No arguments: with the option typed on the command line the kit alone, so that a broken test file
that happens to lie about stops nothing; where an ini file or addopts names the implementation, the project's tests too.
Arguments that are ids of the kit: those, and whatever else is named; ``promptfmt`` is all of them. Directories and
files only: both where an option of the kit is typed, or where one of them is the whole project; else those alone. A
test of somebody else's, named with ``::``: the kit stays out, so that an editor can run that one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from pytest_promptfmt.common.added import is_outside_levels
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.report.ids import ROOT, node_id, selects, xfails_id
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.xfails import Entry

LISTED = "; --co lists what there is"


def take_arguments(config: pytest.Config, slugs: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether the kit runs, and the ids of its own (none: all), which are taken out of ``config.args``."""
    runs, ids, config.args = read_arguments(config, slugs)
    return runs, ids


def read_arguments(config: pytest.Config, slugs: Sequence[str]) -> tuple[bool, list[str], list[str]]:
    """Whether the kit runs, the ids of its own (none: all), and the arguments that are left to pytest."""
    source = config.args_source
    typed = [str(arg) for arg in config.invocation_params.args]
    if source is config.ArgsSource.INVOCATION_DIR:
        return True, [], [] if any(arg.startswith("--promptfmt-impl") for arg in typed) else config.args
    if source is config.ArgsSource.TESTPATHS:
        return True, [], config.args
    others, ids = [], []
    for arg in config.args:
        id_ = _own_id(str(arg), config, slugs)
        others += [arg] if id_ is None else []
        ids += [id_] if id_ is not None else []
    both = any(arg.startswith("--promptfmt-") for arg in typed) or any(_is_whole_project(arg, config) for arg in others)
    runs = bool(ids) or (both and not any("::" in str(arg) for arg in others))
    return runs, [id_ for id_ in ids if id_ != ROOT] if ROOT not in ids else [], others


def check_ids(config: pytest.Config) -> None:
    """Raises `pytest.UsageError` for an id of ours where no implementation is named."""
    for arg in map(str, config.args):
        head = arg.partition("::")[0]
        if _own_id(arg, config, ()) and not os.path.lexists(config.invocation_params.dir / head):
            slug = head.split("/")[1]
            raise pytest.UsageError(
                f"{arg!r} is an item of promptfmt: name its implementation, --promptfmt-impl={slug}"
            )


def _is_whole_project(arg: str, config: pytest.Config) -> bool:
    """Is the argument the directory of the whole project, or one around it?"""
    return config.rootpath.is_relative_to(os.path.normpath(config.invocation_params.dir / arg))


def _own_id(arg: str, config: pytest.Config, slugs: Sequence[str]) -> str | None:
    """The argument as an id of the kit, or None; an id may be written from the rootdir, from here, or absolutely."""
    head, separator, tail = arg.partition("::")
    here = Path(os.path.normpath(config.invocation_params.dir / head))
    heads = [os.path.normpath(head).replace(os.sep, "/")]
    if here.is_relative_to(config.rootpath):
        heads.append(here.relative_to(config.rootpath).as_posix())
    for name in heads:
        first, *rest = name.split("/")
        if first == ROOT and ((rest and rest[0] in slugs) or not here.exists()):
            return name + separator + tail
    return None


def judged_xfails(config: pytest.Config, certification: Certification, ids: Sequence[str]) -> list[int]:
    """The numbers of the expected failures that the run can judge.

    With ids those that are named; with globs those whose exchanges are all chosen, and those that no run matches; with
    ``--promptfmt-check`` none, and none where the file is written anew, which drops what is out of date. pytest's own
    selection (-k, -m, --lf, --deselect) takes them away by name like other items; one that stays judges for itself what
    was not judged.
    """
    numbers = [
        n
        for n, row in enumerate(certification.rows, 1)
        if certification.reference or not all(entry.check.startswith("golden") for entry in row)
    ]
    if ids:
        slug = certification.implementation.slug
        return [n for n in numbers if any(selects(id_, xfails_id(slug, n)) for id_ in ids)]
    if config.getoption("promptfmt_check") or config.getoption("promptfmt_xfails_update"):
        return []
    if not config.getoption("promptfmt_target") and not config.getoption("promptfmt_case"):
        return numbers
    chosen = {(target, case.id) for target, case in certification.chosen}
    concerned = {
        n: {(t, case.id) for entry in row for t, case in certification.concerned(entry)}
        for n, row in enumerate(certification.rows, 1)
        if n in numbers
    }
    lost = {
        n for n, row in enumerate(certification.rows, 1) if any(_matches_no_run(entry, certification) for entry in row)
    }
    return [n for n, pairs in concerned.items() if (pairs or n in lost) and pairs <= chosen]


def _matches_no_run(entry: Entry, certification: Certification) -> bool:
    """Is its target nobody's, or its case none of the kit's, so that no run matches it, narrowed or not?

    What begins with a wildcard may be of another distribution, or a case of one's own.
    """
    targets = (*certification.implementation.formatters, *TARGETS)
    known = ((entry.target, targets), (entry.case, [case.id for case in corpus()]))
    return any(
        not (
            glob.startswith(("*", "?", "["))
            or is_outside_levels(glob)
            or any(fnmatchcase(name, glob) for name in names)
        )
        for glob, names in known
    )


def select_ids(certifications: Iterable[Certification], xfails: Mapping[str, list[int]], ids: Sequence[str]) -> None:
    """Leaves chosen what the ids name; each names a case or one of the expected failures, or `pytest.UsageError`."""
    nodes: list[str] = []
    for certification in certifications:
        slug = certification.implementation.slug
        cases = {node_id(slug, target, case.id): (target, case) for target, case in certification.chosen}
        nodes += [*cases, *(xfails_id(slug, n) for n in xfails[slug])]
        certification.chosen = tuple(pair for node, pair in cases.items() if any(selects(id_, node) for id_ in ids))
    for id_ in ids:
        if not any(selects(id_, node) for node in nodes):
            parents = {node.partition("::")[0] for node in nodes}
            known = [*nodes, *parents, *{parent.rpartition("/")[0] for parent in parents}]
            raise pytest.UsageError(f"{id_} names no case of this run{did_you_mean(id_, known, LISTED)}")
