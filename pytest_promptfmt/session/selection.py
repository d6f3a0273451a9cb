"""What of the plan runs: which arguments are the kit's own ids, and globs, each of which must match something.

And the other way round: the options by which another run has one of its items.

The argument rule. No arguments: with the option typed on the command line the kit alone, so that a broken test file
that happens to lie about stops nothing; where an ini file or addopts names the implementation, the project's tests too.
Arguments that are ids of the kit: those, and whatever else is named; ``promptfmt`` is all of them. Directories and
files only: both where an option of the kit is typed, or where one of them is the whole project; else those alone. A
test of somebody else's, named with ``::``: the kit stays out, so that an editor can run that one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from pytest_promptfmt.common.added import GENERATED, is_outside_levels
from pytest_promptfmt.common.did_you_mean import did_you_mean, unmatched
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.generation.cases import SEED
from pytest_promptfmt.implementation.hints.command_line import OTHERS, meant_word
from pytest_promptfmt.implementation.hints.ini_file import keys_like_ours, meant_key
from pytest_promptfmt.implementation.spec import glob_and_model
from pytest_promptfmt.report.ids import ROOT, node_id, selects, xfails_id
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.xfails import Entry


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


def option_hint(config: pytest.Config, *, impl: bool) -> str:
    """Which option may have been meant by an argument that is no file; `impl`: no implementation is named."""
    for arg in map(str, config.args):
        there = os.path.lexists(config.invocation_params.dir / arg.partition("::")[0])
        if (
            not there
            and not config.option.pyargs
            and (meant := meant_word(arg, impl, TARGETS, [c.id for c in corpus()]))
        ):
            return f"{arg!r} is no file; did you mean {meant!r}? An option takes one value, and may be given again"
    return ""


def check_keys(config: pytest.Config) -> None:
    """Every key of the ini file that begins as ours do is ours, or another plugin's; `pytest.UsageError`."""
    names = [name.removeprefix("promptfmt_").replace("_", "-") for name in vars(config.option) if "promptfmt_" in name]
    for key, value in keys_like_ours(config.inipath) if config.inipath else ():
        try:
            config.getini(key)
        except ValueError:
            meant = meant_key(key, value, {**OTHERS, **{name: name for name in names}})
            raise pytest.UsageError(f"{config.inipath}: nothing reads {key}{meant}") from None


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


_LISTED = "; --co lists what there is"


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
            raise pytest.UsageError(f"{id_} names no case of this run{did_you_mean(id_, known, _LISTED)}")


def read_examples(config: pytest.Config) -> tuple[int, int] | None:
    """How many conversations are to be generated for each target, and their seed; None where nobody asks for any."""
    number, seed = config.getoption("promptfmt_examples"), config.getoption("promptfmt_seed")
    if number is None and seed is not None:
        raise pytest.UsageError("--promptfmt-seed says which conversations are generated: add --promptfmt-examples=N")
    return None if number is None else (_integer("examples", number), SEED if seed is None else _integer("seed", seed))


def examples_header(config: pytest.Config) -> list[str]:
    """The header's line on them, which says the seed."""
    wanted = read_examples(config)
    return [f"promptfmt: {wanted[0]} drawn for each target, --promptfmt-seed={wanted[1]}"] if wanted else []


def _integer(option: str, given: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", given):
        raise pytest.UsageError(f"--promptfmt-{option}={given}: a whole number, such as 100")
    return int(given)


def read_models(wanted: Iterable[str]) -> dict[str, str]:
    """Models by globs over targets, of ``openai.*=gpt-5.1``; `pytest.UsageError` for what is neither."""
    models = {}
    for each in wanted:
        try:
            glob, model = glob_and_model(each)
        except ValueError as error:
            raise pytest.UsageError(f"--promptfmt-model={each} {error}") from None
        models[glob] = model
    return models


def corpus_directories(config: pytest.Config) -> tuple[list[str], Path]:
    """The directories of cases that are named, and whence they are seen: on the command line, else in the ini file."""
    typed = config.getoption("promptfmt_corpus")
    if typed:
        return typed, config.invocation_params.dir
    return config.getini("promptfmt_corpus"), config.inipath.parent if config.inipath else config.rootpath


def check_globs(option: str, globs: Iterable[str], known: Sequence[str]) -> None:
    """Every glob matches something, or `pytest.UsageError`."""
    for glob, problem in unmatched(globs, known, _LISTED):
        raise pytest.UsageError(f"{option}={glob} {problem}{_other_option_hint(option, glob)}")


def _other_option_hint(option: str, glob: str) -> str:
    """What else such a glob may be: a case of one's own, a rule, a model."""
    if option == "--promptfmt-case" and glob.partition("/")[0] == GENERATED:
        return "; generated conversations are judged with --promptfmt-examples=N, and drawn as --promptfmt-seed says"
    if option == "--promptfmt-case" and is_outside_levels(glob.partition("/")[0]):
        return "; cases of your own are named with --promptfmt-corpus=DIR"
    if option == "--promptfmt-check" and glob.partition(".")[0] in DIALECTS:
        return "; it is a rule, and the check 'protocol' asks those"
    if option == "--promptfmt-model" and glob.partition(".")[0] not in DIALECTS:
        return "; it is GLOB=MODEL, such as openai.*=gpt-5.4"
    return ""


_PLUGIN_NAMES = ("promptfmt", "pytest_promptfmt.plugin")
_REPEATED_OPTIONS = (
    "corpus",
    "check",
    "model",
    "xfails",
    "reference",
    "revision",
    "snapshots",
    "timeout",
    "examples",
    "seed",
)


def rerun_options(config: pytest.Config, certification: Certification) -> list[str]:
    """The options of this run that another run of one item needs as well."""
    option = config.option
    given = [word for name in option.plugins if name in _PLUGIN_NAMES for word in ("-p", name)]
    given += ["-c", str(option.inifilename)] if option.inifilename else []
    given += [f"--rootdir={option.rootdir}"] if option.rootdir else []
    specs = option.promptfmt_impl or []
    spec, slug = certification.implementation.spec, certification.implementation.slug
    alone = [spec] if spec in specs and not slug.rpartition("-")[2].isdigit() else specs
    given += [f"--promptfmt-impl={name}" for name in alone]
    values = {name: getattr(option, f"promptfmt_{name}") for name in _REPEATED_OPTIONS}
    each = ((name, value if isinstance(value, list) else [value]) for name, value in values.items() if value)
    given += [f"--promptfmt-{name}={value}" for name, several in each for value in several]
    return given
