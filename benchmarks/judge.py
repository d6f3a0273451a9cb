"""What the judge takes of an exchange where the formatter takes nothing: its payloads were made before.

``python benchmarks/judge.py [N]`` judges every N-th (1) exchange of the reference with all checks, in one process and
without the second one, six times, and prints the ms of CPU of an exchange, by the best time of each: what else the
machine does is in some of the six, and in few exchanges' best. With ``--profile`` it shows where they go.
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

TIMES = 6


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


def seconds(
    reference: Implementation, pairs: list[tuple[str, Case]], profile: cProfile.Profile | None = None
) -> list[float]:
    """CPU time of the judge alone, for each exchange."""
    free = {target: Free() for target in reference.formatters}
    taken = []
    with Judge(replace(reference, formatters=free, source=None)) as judge:
        for target, case in pairs:
            free[target].made = [made(reference.formatters[target], case) for _ in range(CALLS)]
            with profile or nullcontext():
                started = time.thread_time()
                judge.judge(target, case)
                taken.append(time.thread_time() - started)
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
    best = [min(times) for times in zip(*(seconds(reference, pairs) for _ in range(TIMES)), strict=True)]
    print(f"{len(pairs):,} exchanges, {sum(best) / len(pairs) * 1e3:.2f} ms of CPU each")


if __name__ == "__main__":
    main(sys.argv[1:])
