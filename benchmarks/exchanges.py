"""What an exchange costs, with all checks, and how that grows with their number.

``python benchmarks/exchanges.py [N …]`` (100, 1,000 and 10,000) certifies the reference on the shipped cases, over and
over until there are N exchanges, in one pytest process for each N; beside it a bare test with N parameters, and the
engine on the same exchanges without pytest. The second table takes the start of the processes out of the first, the
third is the largest process of each run, in MB.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from pytest_promptfmt.corpus import Case, corpus
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

REFERENCE = "promptfmt_reference"

BARE = """import pytest

@pytest.mark.parametrize("n", range({n}))
def test_nothing(n):
    pass
"""

PART = """from promptfmt_reference import CAPABILITIES, FORMATTERS as ALL

FORMATTERS = {{target: ALL[target] for target in {targets!r}}}
CAPABILITIES = {{target: CAPABILITIES[target] for target in FORMATTERS}}
"""

CUT = """def pytest_collection_modifyitems(config, items):
    config.hook.pytest_deselected(items=items[{n}:])
    del items[{n}:]
"""


def timed(work: Callable[[], float]) -> tuple[float, float, float]:
    """Wall and CPU seconds, children included, and what the work says of its memory."""
    before, started = _cpu(), time.perf_counter()
    memory = work()
    return time.perf_counter() - started, _cpu() - before, memory


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def run_pytest(folder: Path, *options: str) -> float:
    """MB of the largest of its processes."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:syrupy", *options]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_maxrss / 1024


def parts(pairs: list[tuple[str, Case]], n: int) -> list[list[str]]:
    """Targets of as many implementations as it takes to have `n` exchanges."""
    cases: dict[str, int] = {}
    for target, _ in pairs:
        cases[target] = cases.get(target, 0) + 1
    found: list[list[str]] = []
    while n > 0:
        found.append([])
        for target, count in cases.items():
            if n > 0:
                found[-1].append(target)
                n -= count
    return found


def by_pytest(n: int, pairs: list[tuple[str, Case]]) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """A bare test with `n` parameters, and `n` exchanges."""
    with tempfile.TemporaryDirectory() as bare, tempfile.TemporaryDirectory() as kit:
        Path(bare, "test_bare.py").write_text(BARE.format(n=n))
        Path(kit, "conftest.py").write_text(CUT.format(n=n))
        options = []
        for number, targets in enumerate(parts(pairs, n)):
            Path(kit, f"part{number}.py").write_text(PART.format(targets=targets))
            options.append(f"--promptfmt-impl=part{number}")
        return timed(lambda: run_pytest(Path(bare))), timed(lambda: run_pytest(Path(kit), *options))


def by_engine(n: int, pairs: list[tuple[str, Case]]) -> tuple[float, float, float]:
    """`n` exchanges and all their checks, without pytest."""

    def work() -> float:
        left = n
        while left > 0:
            mine = pairs[:left]
            left -= len(mine)
            with Judge(resolve(REFERENCE, Path.cwd())) as judge:
                judge.expect(mine)
                for target, case in mine:
                    judge.judge(target, case)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    return timed(work)


COLUMNS = ("bare test", "exchange in pytest", "in the engine alone")


def main(sizes: list[int]) -> None:
    pairs = plan(resolve(REFERENCE, Path.cwd()), corpus())
    by_engine(10, pairs)  # what is loaded once is loaded now
    rows = {n: (*by_pytest(n, pairs), by_engine(n, pairs)) for n in sizes}
    print("seconds in all: wall (CPU of all processes)")
    _table({f"{n:,}": [f"{wall:.2f} ({cpu:.2f})" for wall, cpu, _ in row] for n, row in rows.items()})
    print("milliseconds for each further one")
    _table(
        {
            f"{few:,} to {many:,}": [
                _each((wall_many - wall_few, cpu_many - cpu_few), many - few)
                for (wall_few, cpu_few, _), (wall_many, cpu_many, _) in zip(rows[few], rows[many], strict=True)
            ]
            for few, many in pairwise(sizes)
        }
    )
    print("MB of the largest process (the engine's is this one: the most so far)")
    _table({f"{n:,}": [f"{memory:.0f}" for _, _, memory in row] for n, row in rows.items()})


def _each(times: tuple[float, float], n: int) -> str:
    wall, cpu = (seconds / n * 1e3 for seconds in times)
    return f"{wall:.2f} ({cpu:.2f})"


def _table(rows: dict[str, list[str]]) -> None:
    print(f"{'N':>18}" + "".join(f"{column:>22}" for column in COLUMNS))
    for name, cells in rows.items():
        print(f"{name:>18}" + "".join(f"{cell:>22}" for cell in cells))


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [100, 1_000, 10_000])
