"""How fast messages are formatted, beside AgentScope's own formatters where `agentscope` can be imported.

``python benchmarks/formatting.py [N]`` (10,000 messages) formats plain text with every formatter, by turns ours and
theirs, and prints the best of seven in messages per second of CPU time: texts as strings, and each as a list of one
block. AgentScope 1.0.20 and later share blocks with the caller; ours share nothing. ``--profile NAME`` shows where one
of ours spends its time.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import pstats
import sys
import time
from importlib.util import find_spec
from itertools import product
from typing import Any

from truncation import Family, conversation

PROVIDERS = ("OpenAI", "Anthropic", "DashScope", "Gemini", "Ollama", "DeepSeek")
NAMES = tuple(f"{provider}{kind}Formatter" for kind in ("Chat", "MultiAgent") for provider in PROVIDERS)
ROUNDS = 7


def plain(make: Any, n: int, as_blocks: bool) -> list[Any]:
    msgs = conversation(make, n)
    return [make(msg.name, [{"type": "text", "text": msg.content}], msg.role) for msg in msgs] if as_blocks else msgs


def seconds(family: Any, name: str, n: int, as_blocks: bool) -> float:
    """CPU time of one call."""
    msgs = plain(family.Msg, n, as_blocks)
    formatter = getattr(family, name)()
    gc.collect()
    started = time.process_time()
    payload = asyncio.run(formatter.format(msgs))
    taken = time.process_time() - started
    assert payload
    return taken


def main(arguments: list[str]) -> None:
    ours = Family("promptfmt_reference.agentscope_v1.message", "promptfmt_reference.agentscope_v1.formatter")
    if arguments[:1] == ["--profile"]:
        msgs = conversation(ours.Msg, 10_000)
        formatter = getattr(ours, arguments[1])()
        with cProfile.Profile() as profile:
            asyncio.run(formatter.format(msgs))
        pstats.Stats(profile).sort_stats("tottime").print_stats(12)
        return
    n = int(arguments[0]) if arguments else 10_000
    families = {"ours": ours}
    if find_spec("agentscope"):
        families["agentscope"] = Family("agentscope.message", "agentscope.formatter")
    print(f"{n:,} messages; thousands of messages per second")
    print(f"{'':36}" + "".join(f"{family:>12}" for family in families))
    for name, as_blocks in product(NAMES, (False, True)):
        best = dict.fromkeys(families, float("inf"))
        for _ in range(ROUNDS):
            for family, members in families.items():
                best[family] = min(best[family], seconds(members, name, n, as_blocks))
        print(f"{name + ', blocks' * as_blocks:36}" + "".join(f"{n / taken / 1000:12,.0f}" for taken in best.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
