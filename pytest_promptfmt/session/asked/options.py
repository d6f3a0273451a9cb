"""What an option says, and which glob matches nothing; by which options another run has one of the same items."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from pytest_promptfmt.common.added import GENERATED, is_outside_levels
from pytest_promptfmt.common.did_you_mean import unmatched
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.exchange.timing import seconds_of
from pytest_promptfmt.generation.cases import SEED
from pytest_promptfmt.implementation.hints.command_line import OTHERS, meant_word
from pytest_promptfmt.implementation.hints.ini_file import keys_like_ours, meant_key
from pytest_promptfmt.implementation.spec import glob_and_model
from pytest_promptfmt.session.asked.ids import LISTED
from pytest_promptfmt.session.certification import Certification


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
    for glob, problem in unmatched(globs, known, LISTED):
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


def read_timeout(config: pytest.Config) -> float | None:
    """In seconds; None for none."""
    given = config.getoption("promptfmt_timeout")
    try:
        return seconds_of(10 if given is None else given)
    except ValueError:
        raise pytest.UsageError(f"--promptfmt-timeout={given}: a number of seconds, or 0 for none") from None


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
