"""Does the judge's time grow as a conversation does? The exponent for each dialect and kind of conversation.

``python benchmarks/linearity.py [ROUNDS]`` judges conversations of so many rounds (100), twice and four times as many,
which the reference formats, and prints how the CPU time of the judge grows from the second to the third: 1.0 where it
doubles, 2.0 where a step is quadratic. The best of three turns counts.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from math import log2
from pathlib import Path
from typing import Any

from judge import seconds

from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.implementation.resolve import resolve

Round = Callable[[int], list[dict[str, Any]]]
TIMES = 3


def texts(n: int) -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": f"What of {n}, amber-{n}?"},
        {"role": "assistant", "content": f"It is {n}, jade-{n}."},
    ]


def calls(n: int) -> list[dict[str, Any]]:
    call = {"type": "tool_use", "id": f"call_{n}", "name": "look", "input": {"at": n}}
    result = {"type": "tool_result", "id": f"call_{n}", "name": "look", "output": f"There is {n}, heron-{n}."}
    return [{"role": "assistant", "content": [call]}, {"role": "tool", "content": [result]}]


def thoughts(n: int) -> list[dict[str, Any]]:
    thought = {"type": "thinking", "thinking": f"Perhaps {n}, cobalt-{n}.", "signature": f"c2lnbmF0dXJl{n:08}"}
    asked, answered = texts(n)
    return [asked, {"role": "assistant", "content": [thought, {"type": "text", "text": answered["content"]}]}]


KINDS: dict[str, Round] = {"texts": texts, "calls": calls, "thoughts": thoughts}
TOOL = {
    "name": "look",
    "description": "Looks.",
    "parameters": {"type": "object", "properties": {"at": {"type": "integer"}}},
}


def conversation(kind: str, rounds: int) -> Case:
    """So many rounds between a question and thanks."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go on, otter-77."}]
    for n in range(rounds):
        messages += KINDS[kind](n)
    messages.append({"role": "user", "content": "Thank you, falcon-58."})
    document = {"messages": messages, **({"tools": [TOOL]} if kind == "calls" else {})}
    hunts = "what takes too long"
    return case_from_json("chat", {"name": f"{kind}-{rounds}", "hunts": hunts, "conversation": document})


def main(rounds: int) -> None:
    logging.disable()
    reference = resolve("promptfmt_reference", Path.cwd())
    targets = [target for target in reference.formatters if target.endswith(".chat")]
    print(f"{'dialect':<22}" + "".join(f"{kind:>16}" for kind in KINDS) + "   ms, exponent")
    for target in targets:
        cells = []
        for kind in KINDS:
            sizes = [conversation(kind, rounds * times) for times in (1, 2, 4)]
            turns = [seconds(reference, [(target, case) for case in sizes]) for _ in range(TIMES)]
            _, twice, four = (min(times) for times in zip(*turns, strict=True))
            cells.append(f"{four * 1e3:>10.0f}  {log2(four / twice):.1f}")
        print(f"{target.rpartition('.')[0]:<22}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100)
