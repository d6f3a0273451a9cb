"""What certifying one implementation on the whole corpus costs, family by family, and how that grows with a history.

``python benchmarks/corpus.py [IMPLEMENTATION]`` (``promptfmt_reference.agentscope_v1``, 16 targets). CPU time of this
process for all checks; beside it what the least is that anybody would do who asks less: the formatter called once, and
its payloads there and back through JSON and against the dialect's schema, by jsonschema alone. Then the run by pytest,
alone and on two workers, with all processes; then one history of n messages, for n that grow.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from pytest_promptfmt.corpus import FAMILIES, Case, case_from_json, corpus
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange import format_once
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.exchange.trial import Formatter
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan

Pair = tuple[str, Case]


def cpu(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def judged(implementation: Implementation, pairs: Iterable[Pair]) -> None:
    """All checks; the second process, which purity asks, is not started."""
    with Judge(implementation) as judge:
        for target, case in pairs:
            judge.judge(target, case)


def formatted(implementation: Implementation, pairs: Iterable[Pair]) -> list[tuple[str, Any]]:
    found = []
    with Caller() as call:
        for target, case in pairs:
            payload, failure, _ = format_once(Formatter(implementation, target, call, None), case)
            if failure is None:  # else a refusal, which many a case is there for
                found.append((target, payload))
    return found


def peer(payloads: Iterable[tuple[str, Any]]) -> None:
    """There and back through JSON, and against the schema."""
    for target, payload in payloads:
        dialect = DIALECTS[target.rpartition(".")[0]]
        validator = Draft202012Validator({"$defs": dialect.schemas["$defs"], "$ref": "#/$defs/message"})
        try:
            messages = dialect.open(json.loads(json.dumps(payload))).messages
        except NotAPayload:
            continue
        for message in messages:
            list(validator.iter_errors(message))


def by_family(implementation: Implementation, pairs: list[Pair]) -> None:
    print(f"{'family':>12}{'exchanges':>11}{'all checks':>13}{'ms each':>9}{'format once':>13}{'JSON, schema':>14}")
    total = [0, 0.0, 0.0, 0.0]
    for family in FAMILIES:
        mine = [pair for pair in pairs if pair[1].family == family]
        if not mine:
            continue
        payloads: list[tuple[str, Any]] = []
        once = cpu(lambda mine=mine, payloads=payloads: payloads.extend(formatted(implementation, mine)))
        row = [len(mine), cpu(lambda mine=mine: judged(implementation, mine)), once, cpu(lambda p=payloads: peer(p))]
        total = [sum(both) for both in zip(total, row, strict=True)]
        _row(family, row)
    _row("in all", total)


def _row(name: str, row: list[float]) -> None:
    n, all_checks, once, least = row
    print(f"{name:>12}{n:>11,}{all_checks:>11.2f} s{all_checks / n * 1e3:>9.2f}{once:>11.2f} s{least:>12.2f} s")


def by_pytest(spec: str, *options: str) -> tuple[float, float]:
    """Wall and CPU seconds of a whole run, with all of its processes."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--promptfmt-impl={spec}", *options]
    with tempfile.TemporaryDirectory() as folder:
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


ROUND = [
    {"role": "user", "content": "Which tide is it at pier {#}, heather-{#}?"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "call_{#}", "name": "tide", "input": {"pier": "{#}"}}],
    },
    {"role": "system", "content": [{"type": "tool_result", "id": "call_{#}", "name": "tide", "output": "low, {#}"}]},
    {"role": "assistant", "content": "It is low at pier {#}, lichen-{#}."},
]
GROWING: dict[str, dict[str, Any]] = {
    "without a budget": {},
    "within a tenth": {"budget": {"of_full": 0.1}},
    "within all but a token": {"budget": {"full_minus": 1}},
}


def long(name: str, messages: int) -> Case:
    return case_from_json(
        "truncation" if GROWING[name] else "tools",
        {
            "name": f"{messages}-messages",
            "hunts": "time that grows faster than the history",
            "conversation": {
                "messages": [
                    {"role": "system", "content": "Be brief, amber-17."},
                    {"$repeat": [ROUND, messages // len(ROUND)]},
                ]
            },
            **GROWING[name],
        },
    )


SIZES = (200, 2_000, 20_000)


def growth(implementation: Implementation, target: str) -> None:
    """The smallest of three times each, since what else runs on a machine makes them longer, and never shorter."""
    print(f"\nms of CPU for one history of {target}, all checks, the best of three")
    print(f"{'messages':>24}" + "".join(f"{n:>10,}" for n in SIZES))
    for name in GROWING:
        pairs = [[(target, long(name, n))] for n in SIZES]
        took = [min(cpu(lambda pair=pair: judged(implementation, pair)) for _ in range(3)) * 1e3 for pair in pairs]
        print(f"{name:>24}" + "".join(f"{ms:>10,.0f}" for ms in took))


def main(spec: str) -> None:
    logging.disable()
    implementation = resolve(spec, Path.cwd())
    pairs = plan(implementation, corpus())
    judged(implementation, pairs[:50])  # what is loaded once is loaded now
    print(f"{spec}: {len(implementation.formatters)} targets, seconds of CPU in this process")
    by_family(implementation, pairs)
    print("\nby pytest, all processes: wall (CPU)")
    for name, options in {"alone": (), "-n 2": ("-n", "2")}.items():
        wall, used = by_pytest(spec, *options)
        print(f"{name:>12}{wall:>11.1f} s ({used:.1f} s), load {os.getloadavg()[0]:.1f}")
    growth(implementation, next(iter(implementation.formatters)))


if __name__ == "__main__":
    main(*sys.argv[1:] or ["promptfmt_reference.agentscope_v1"])
