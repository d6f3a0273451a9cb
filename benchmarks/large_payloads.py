"""How long one exchange takes, and how much memory, where the payload is large.

``python benchmarks/large_payloads.py [MB …]`` (12.5, 25 and 50) judges, for each size, a payload of one text that long
and one of as many messages of 100 characters as make it; each in a process of its own, on one case. Where the time
doubles with the size, there is no quadratic step. Memory is the largest that the process had, in MB.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from typing import Any

from pytest_promptfmt import check_formatter

SHAPES = ("one text", "messages of 100")


def payload(shape: str, size: int) -> list[dict[str, Any]]:
    if shape == "one text":
        return [{"role": "user", "content": "x" * size}]
    return [{"role": "user", "content": "x" * 100} for _ in range(size // 100)]


def judged(shape: str, size: int) -> tuple[float, float, float]:
    """Seconds to make the payload, as often as it is made, and to judge it; the process's largest size in MB."""
    made = 0.0

    def chat(conversation: object) -> list[dict[str, Any]]:
        nonlocal made
        started = time.process_time()
        found = payload(shape, size)
        made += time.process_time() - started
        return found

    check_formatter({"openai.chat": lambda conversation: []}, cases=["chat/one-user"])  # what is loaded once
    started = time.process_time()
    report = check_formatter({"openai.chat": chat}, cases=["chat/one-user"], timeout=None)
    taken = time.process_time() - started
    assert len(report.failures) == 1, "it carries nothing of the conversation"
    str(report)
    told = time.process_time() - started - taken
    return taken - made, told, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(sizes: list[float]) -> None:
    print(f"{'payload':<18}{'MB':>6}{'judged':>10}{'told':>10}{'memory':>9}")
    for shape in SHAPES:
        for size in sizes:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                taken, told, memory = pool.apply(judged, (shape, round(size * 1e6)))
            print(f"{shape:<18}{size:>6g}{taken:>8.2f} s{told:>8.2f} s{memory:>6.0f} MB", flush=True)


if __name__ == "__main__":
    main([float(word) for word in sys.argv[1:]] or [12.5, 25, 50])
