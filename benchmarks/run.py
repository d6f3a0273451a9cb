"""Where the CPU time of a whole run goes, stage by stage, in one process and on two workers.

``python benchmarks/run.py [IMPLEMENTATION [PYTEST-OPTION …]]`` (``promptfmt_reference.agentscope_v1``). It is its own
plugin of pytest in each process of the run, which adds up CPU seconds of that process's main thread. Second processes,
which format ahead, are one figure for whoever started them.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

STAGES = {
    "start": "imports, options, the corpus, the plan",
    "collect": "the items",
    "format": "the formatter under watch, twice, and once for each budget that is asked about",
    "judge": "the checks",
    "tell": "what an item carries: its result as JSON, its text",
    "results": "the results taken out of the reports",
    "pytest": "all else between the first item and the last: pytest's own, and xdist's",
    "end": "levels, causes, the document, what is printed",
    "second": "the second process",
}
_KEPT = "PROMPTFMT_BENCHMARK"
_spent = dict.fromkeys(STAGES, 0.0)
_open: list[float] = []


def _timed(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose time counts for the stage, but for what counts for another within it."""

    @wraps(function)
    def timed(*args: Any, **kwargs: Any) -> Any:
        began = time.thread_time()
        _open.append(0.0)
        try:
            return function(*args, **kwargs)
        finally:
            took, within = time.thread_time() - began, _open.pop()
            _spent[stage] += took - within
            if _open:
                _open[-1] += took

    return timed


def _time(owner: type, name: str, stage: str) -> None:
    setattr(owner, name, _timed(stage, getattr(owner, name)))


def pytest_configure() -> None:
    from pytest_promptfmt.session.items import CaseItem
    from pytest_promptfmt.session.results import CollectedResults
    from pytest_promptfmt.verdicts import judge

    _time(judge.Judge, "_perform", "format")
    _time(judge.Judge, "judge", "judge")
    _time(CaseItem, "runtest", "tell")
    _time(CollectedResults, "add", "results")


def _hook(stage: str) -> Generator[None, Any, Any]:
    began = time.thread_time()
    _open.append(0.0)
    result = yield
    took, within = time.thread_time() - began, _open.pop()
    _spent[stage] += took - within
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, Any, Any]:
    _spent["start"] += time.thread_time()
    return (yield from _hook("collect"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtestloop() -> Generator[None, Any, Any]:
    return (yield from _hook("pytest"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> Generator[None, Any, Any]:
    result = yield
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    _spent["end"] += time.thread_time() - sum(_spent.values())
    worker = getattr(config, "workerinput", {}).get("workerid", "")
    if worker or not config.pluginmanager.hasplugin("dsession"):
        _spent["second"] += used.ru_utime + used.ru_stime
    others = time.process_time() - time.thread_time()
    kept = {"stages": _spent, "other threads": others, "memory": _memory()}
    Path(os.environ[_KEPT], f"{worker or 'main'}.json").write_text(json.dumps(kept))
    return result


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(spec: str, *options: str) -> dict[str, Any]:
    """What each process of one run has spent, by name."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {
            _KEPT: folder,
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "run", "-p", "no:cacheprovider"]
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([*command, f"--promptfmt-impl={spec}", *options], cwd=folder, env=env, stdout=subprocess.DEVNULL)
        wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        found = {path.stem: json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json"))}
    return found | {"wall": wall, "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def told(found: dict[str, Any]) -> None:
    processes = [name for name in found if name not in ("wall", "cpu")]
    print(f"{'':>14}" + "".join(f"{name:>9}" for name in processes))
    for stage, what in STAGES.items():
        row = "".join(f"{found[name]['stages'].get(stage, 0.0):>9.2f}" for name in processes)
        print(f"{stage:>14}{row}   {what}")
    for other in ("other threads", "memory"):
        print(f"{other:>14}" + "".join(f"{found[name][other]:>9.2f}" for name in processes))
    print(f"{found['cpu']:.1f} s of CPU in all processes, {found['wall']:.1f} s by the clock\n")


def main(spec: str = "promptfmt_reference.agentscope_v1", *options: str) -> None:
    for workers in ((), ("-n", "2")):
        print(" ".join(["pytest", f"--promptfmt-impl={spec}", *workers, *options]))
        told(measured(spec, *workers, *options))


if __name__ == "__main__":
    main(*sys.argv[1:])
