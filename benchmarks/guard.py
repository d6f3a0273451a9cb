"""What the guard costs a call, beside the client's own work on the same request.

``python benchmarks/guard.py`` prints, for histories of 10, 100 and 1,000 messages with tools, milliseconds: what
`json.dumps` and httpx's `build_request` take, the guard's hook with all the time in the world and with its usual
budget, and `judged` with warnings. Best of many; then the time of the imports, each in a process of its own.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import httpx

from pytest_promptfmt.guarding import Guard, judged

TEXT = "Do I need a coat in Oslo today? "
PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
Payload = dict[str, Any]


def openai(messages: int) -> Payload:
    """A system text, then rounds of a question, a call, its result and an answer."""
    found: list[Payload] = [{"role": "system", "content": "Be brief."}]
    for n in range(messages // 4):
        function = {"name": "get_weather", "arguments": '{"city": "Oslo"}'}
        calls = [{"id": f"call_{n}", "type": "function", "function": function}]
        found.append({"role": "user", "content": TEXT * 5})
        found.append({"role": "assistant", "content": None, "tool_calls": calls})
        found.append({"role": "tool", "tool_call_id": f"call_{n}", "content": "Four degrees and sleet."})
        found.append({"role": "assistant", "content": TEXT.strip()})
    found.append({"role": "user", "content": TEXT.strip()})
    tool = {"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}
    return {"model": "gpt-4o", "messages": found, "tools": [tool]}


def anthropic(messages: int) -> Payload:
    """The same in typed blocks."""
    found: list[Payload] = []
    for n in range(messages // 4):
        call = {"type": "tool_use", "id": f"toolu_{n}", "name": "get_weather", "input": {"city": "Oslo"}}
        result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "Four degrees and sleet."}
        found.append({"role": "user", "content": [{"type": "text", "text": TEXT * 5}]})
        found.append({"role": "assistant", "content": [{"type": "text", "text": "Let me see."}, call]})
        found.append({"role": "user", "content": [result]})
        found.append({"role": "assistant", "content": [{"type": "text", "text": TEXT.strip()}]})
    found.append({"role": "user", "content": [{"type": "text", "text": TEXT.strip()}]})
    tool = {"name": "get_weather", "input_schema": PARAMETERS}
    return {"model": "claude-sonnet-4-5", "max_tokens": 100, "system": "Be brief.", "messages": found, "tools": [tool]}


CLIENTS: dict[str, tuple[str, Callable[[int], Payload]]] = {
    "openai": ("https://api.openai.com/v1/chat/completions", openai),
    "anthropic": ("https://api.anthropic.com/v1/messages", anthropic),
}


def best(work: Callable[[], object], seconds: float = 2.0) -> float:
    """Milliseconds of the quickest of as many rounds as fit."""
    until, quickest = perf_counter() + seconds, float("inf")
    while perf_counter() < until:
        started = perf_counter()
        work()
        quickest = min(quickest, perf_counter() - started)
    return quickest * 1000


def one(dialect: str, messages: int) -> None:
    url, make = CLIENTS[dialect]
    payload = make(messages)
    with httpx.Client() as client:
        request = client.build_request("POST", url, json=payload)
        whole, usual = Guard("raise", milliseconds=1e9), Guard("raise")
        times = (
            best(lambda: json.dumps(payload)),
            best(lambda: client.build_request("POST", url, json=payload)),
            best(lambda: whole(request)),
            best(lambda: usual(request)),
            best(lambda: judged(payload, dialect, milliseconds=1e9)),
        )
    found = judged(payload, dialect)
    assert not found.errors
    part = "whole" if found.complete else f"{len(found.unjudged)} of its steps left"
    size = f"{len(request.content) / 1000:,.0f} kB"
    print(
        f"{dialect:<10}{messages:>6}{size:>8}" + "".join(f"{time:>10.2f}" for time in times) + f"   {part}", flush=True
    )


def imports() -> None:
    for module in ("json", "httpx", "pytest_promptfmt", "pytest_promptfmt.guarding", "jsonschema"):
        times = []
        for _ in range(7):
            program = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
            times.append(float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout))
        print(f"import {module:<28}{min(times) * 1000:>8.1f} ms")


def main() -> None:
    logging.disable(logging.INFO)
    titles = ("dumps", "request", "guard", "budget", "judged")
    print(f"{'ms':<10}{'n':>6}{'':>8}" + "".join(f"{title:>10}" for title in titles))
    for dialect in CLIENTS:
        for messages in (10, 100, 1000):
            one(dialect, messages)
    imports()


if __name__ == "__main__":
    main()
