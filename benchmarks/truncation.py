"""What truncation to a tenth costs, and how that grows with the conversation.

``python benchmarks/truncation.py [N …]`` (100, 400, 1,600, 3,200, 10,000, 32,000 and 100,000 messages) measures the
reference, with its search and with the naive loop, and AgentScope's own formatters where `agentscope` can be imported.
What is quadratic stops at 3,200. A second table keeps the same 400 messages of ever longer conversations.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from promptfmt_reference.agentscope_v1.token import OpenAITokenCounter
from promptfmt_reference.agentscope_v1.token.mini import NAME

SIZES = (100, 400, 1_600, 3_200, 10_000, 32_000, 100_000)
QUADRATIC = 3_200
FORMATTERS = ("OpenAIChatFormatter", "DashScopeMultiAgentFormatter")


class Characters:
    """The characters of all texts: a counter that costs next to nothing."""

    async def count(self, messages: list[dict[str, Any]], **_: Any) -> int:
        return sum(map(_characters, messages))


def _characters(message: dict[str, Any]) -> int:
    content = message["content"]
    return len(content) if isinstance(content, str) else sum(len(part.get("text", "")) for part in content or ())


def conversation(make: Callable[..., Any], n: int) -> list[Any]:
    """A system prompt, then two agents by turns; every tenth message is longer."""
    history = [make("system", "You are Friday.", "system")]
    for i in range(n - 1):
        text = f"message {i}, and what was said about the library " + "in the old town " * (i % 10 == 0) * 4
        history.append(make(("Bob", "Friday")[i % 2], text, ("user", "assistant")[i % 2]))
    return history


def seconds(family: Any, name: str, n: int, keep: int, counter: Any, **options: Any) -> float:
    """CPU time of one call; the budget is what the system prompt and the last `keep` messages take."""
    msgs = conversation(family.Msg, n)
    make = getattr(family, name)
    payload = asyncio.run(make().format([msgs[0], *msgs[len(msgs) - keep :]]))
    budget = asyncio.run(counter.count(payload))
    formatter = make(token_counter=counter, max_tokens=budget, **options)
    del payload
    gc.collect()
    started = time.process_time()
    kept = asyncio.run(formatter.format(msgs))
    taken = time.process_time() - started
    assert asyncio.run(counter.count(kept)) <= budget
    return taken


class Family:
    """A package's message and formatters under one roof."""

    def __init__(self, message: str, formatter: str) -> None:
        self.Msg = import_module(message).Msg
        self._formatters = import_module(formatter)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._formatters, name)


def columns(ours: Family, upstream: Family | None, name: str) -> dict[str, tuple[bool, Callable[[int, int], float]]]:
    """Each way to truncate: whether it is quadratic, and what it takes for `n` messages of which `keep` stay."""
    found = {
        "ours": (False, lambda n, keep: seconds(ours, name, n, keep, Characters())),
        "ours, mini tokens": (
            False,
            lambda n, keep: seconds(ours, name, n, keep, OpenAITokenCounter("", encoding=NAME)),
        ),
        "ours, naive": (True, lambda n, keep: seconds(ours, name, n, keep, Characters(), slack=None)),
    }
    if upstream is not None:
        found["agentscope"] = (True, lambda n, keep: seconds(upstream, name, n, keep, Characters()))
    return found


def table(
    title: str, ways: dict[str, tuple[bool, Callable[[int, int], float]]], rows: Sequence[tuple[int, int]]
) -> None:
    print(f"\n{title}, ms of CPU time\n{'N':>9}{'kept':>9}" + "".join(f"{way:>20}" for way in ways))
    for n, keep in rows:
        taken = [(run(n, keep) if n <= QUADRATIC or not quadratic else None) for quadratic, run in ways.values()]
        cells = ("–" if time_ is None else f"{time_ * 1e3:,.1f}" for time_ in taken)
        print(f"{n:>9,}{keep:>9,}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


def main(sizes: list[int]) -> None:
    ours = Family("promptfmt_reference.agentscope_v1.message", "promptfmt_reference.agentscope_v1.formatter")
    try:
        upstream = Family("agentscope.message", "agentscope.formatter")
    except ImportError:
        upstream = None
    for name in FORMATTERS:
        ways = columns(ours, upstream, name)
        for _, run in ways.values():
            run(50, 5)  # what is loaded once is loaded now
        table(f"{name}, to a tenth", ways, [(n, n // 10) for n in sizes])
        linear = {way: cell for way, cell in ways.items() if not cell[0]}
        table(f"{name}, to 400 messages", linear, [(n, 400) for n in sizes if n >= 1_600])


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or list(SIZES))
