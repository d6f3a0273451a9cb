"""A run of pytest that proves its end: where pytest is all that this process was started for, it works in a fork.

Elsewhere (`pytest.main` in a program, an editor's runner, xdist's workers, pytester within a process) nobody may be
forked who does not expect it; there the controller, or the guards of `exchange`, have to do.
"""

from __future__ import annotations

import sys
from pathlib import PurePath

import pytest

from pytest_promptfmt.common.supervision import Unproven, can_supervise, is_full, supervised, unwritten
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.implementation.spec import slugs
from pytest_promptfmt.session.asked.ids import read_arguments

_ALONE = ("usepdb", "trace", "collectonly", "help", "version")
"""With these, somebody sits before the run, or nothing is judged. Nor is it where only others' tests are named."""


def proven(config: pytest.Config) -> int | None:
    """The exit status of the run, from our hook `pytest_cmdline_main`; None where the run goes on in this process."""
    if not _for_pytest_alone(config) or any(config.getoption(name, False) for name in _ALONE) or not can_supervise():
        return None
    specs = config.getoption("promptfmt_impl") or config.getini("promptfmt_impl")
    if not read_arguments(config, slugs(specs))[0]:
        return None
    hook = config.pluginmanager.subset_hook_caller("pytest_cmdline_main", _called(config))

    def run() -> int:
        try:
            return int(hook(config=config) or 0)
        except pytest.UsageError as error:  # as pytest itself says it, who has no part in this process
            for message in error.args:
                print(f"ERROR: {message}\n", file=sys.stderr)
            return pytest.ExitCode.USAGE_ERROR
        except OSError as error:  # pytest's own: what formatters raise, and what reports meet, is told by itself
            if not is_full(error):
                raise
            return unwritten(error)

    try:
        return supervised(run)
    except Unproven as error:
        print(
            f"\npromptfmt: the run was ended {safe(str(error))} before it came to its end, by what is judged or by "
            "somebody outside; nothing that was judged counts, nor what was written",
            file=sys.stderr,
        )
        return pytest.ExitCode.INTERNAL_ERROR


def _for_pytest_alone(config: pytest.Config) -> bool:
    """Was this process started as ``pytest …`` or ``python -m pytest …``, and is this that very run?"""
    program = PurePath(sys.argv[0])
    return (
        (program.stem in ("pytest", "py.test") or program.parts[-2:] == ("pytest", "__main__.py"))
        and [str(word) for word in config.invocation_params.args] == sys.argv[1:]
        and not hasattr(config, "workerinput")
    )


def _called(config: pytest.Config) -> list[object]:
    """The plugins whose hook comes before ours, and has been called; then ours."""
    called: list[object] = []
    for implementation in reversed(config.hook.pytest_cmdline_main.get_hookimpls()):
        called.append(implementation.plugin)
        if implementation.function.__module__ == "pytest_promptfmt.plugin":
            break
    return called
