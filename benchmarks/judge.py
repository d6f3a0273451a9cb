"""What the judge takes of an exchange where the formatter takes nothing: its payloads were made before.

``python benchmarks/judge.py [N]`` judges every N-th (1) exchange of the reference with all checks, in one process and
without the second one, and prints the best of three in ms of CPU. With ``--profile`` it shows where they go.
"""

from __future__ import annotations

import cProfile
import logging
import pstats
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

CALLS = 2
"""Of the formatter in an exchange, where there is no second process."""


class Free:
    """Gives what somebody made before, or raises it."""

    def __init__(self) -> None:
        self.made: list[Any] = []

    def __call__(self, given: Any) -> Any:
        made = self.made.pop()
        if isinstance(made, Exception):
            raise made
        return made


def made(formatter: Any, case: Case) -> Any:
    try:
        return formatter(case.given())
    except Exception as refusal:
        return refusal


def seconds(reference: Implementation, pairs: list[tuple[str, Case]], profile: cProfile.Profile | None = None) -> float:
    """CPU time of the judge alone."""
    free = {target: Free() for target in reference.formatters}
    taken = 0.0
    with Judge(replace(reference, formatters=free, source=None)) as judge:
        for target, case in pairs:
            free[target].made = [made(reference.formatters[target], case) for _ in range(CALLS)]
            with profile or nullcontext():
                started = time.process_time()
                judge.judge(target, case)
                taken += time.process_time() - started
    return taken


def main(arguments: list[str]) -> None:
    logging.disable()
    step = next((int(each) for each in arguments if each.isdigit()), 1)
    reference = resolve("promptfmt_reference", Path.cwd())
    pairs = plan(reference, corpus())[::step]
    seconds(reference, pairs)  # what is loaded once is loaded now
    if "--profile" in arguments:
        profile = cProfile.Profile(time.process_time)
        seconds(reference, pairs, profile)
        pstats.Stats(profile).strip_dirs().sort_stats("cumtime").print_stats(40)
        return
    best = min(seconds(reference, pairs) for _ in range(3))
    print(f"{len(pairs):,} exchanges, {best / len(pairs) * 1e3:.2f} ms of CPU each")


if __name__ == "__main__":
    main(sys.argv[1:])
