"""Which faults under one condition does the enumerated corpus tell? Dialects are named, else all are asked.

``python scripts/measure_conditions.py openai --every=3`` plants each mechanism of ``tests/planted/crossed`` into the
reference at each place of each conversation of a chat, one at a time, and counts it under every condition that holds
there. Possible is a pair of a mechanism and a condition that some conversation tells: an enumerated one, one of those
that cover the model (with ``--every=3`` every third of them), or one of ``--drawn=100``. ``--holes`` names the pairs
that no enumerated case tells, or a single one.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from itertools import islice
from pathlib import Path

from options import parser

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from planted.crossed.counting import Pair, enumerated, tally  # noqa: E402  # stands in tests

from promptfmt_reference import FORMATTERS  # noqa: E402
from pytest_promptfmt.generation.cases import choices, examples  # noqa: E402

_HEADER = (
    "dialect",
    "possible",
    "two or more",
    "by intent",
    "one",
    "none",
    "one or none",
    "covered once more",
    "covered to two",
    "seconds of CPU",
)
DIALECTS = sorted(
    {target.rpartition(".")[0] for target in FORMATTERS if target.endswith(".chat")} - {"ollama-generate"}
)
"""A prompt has no calls: it is a dialect of its own kind."""


def measure(dialect: str, options: Namespace) -> list[str]:
    began = time.process_time()
    target = f"{dialect}.chat"
    known = tally(dialect, enumerated())
    told = {pair for pair, cases in known.told.items() if len(cases) > 1}
    rows = [id_ for id_, _ in choices(target, 0)]
    covering = tally(dialect, examples(target, 0, names=list(islice(rows, 0, None, options.every))), wanted=_Not(told))
    drawn = tally(dialect, examples(target, options.drawn, names=["generated/*-chat-*"]), wanted=_Not(told))
    possible = {pair for found in (known, covering, drawn) for pair in found.told}
    thin = sorted(pair for pair in possible if known.number(pair) < 2)
    none = [pair for pair in thin if not known.number(pair)]
    if options.holes:
        for pair in thin:
            print(f"{dialect}: {known.number(pair)} of {len(known.shown.get(pair, ()))}: {' | '.join(pair)}")
    numbers = (
        len(possible),
        len(possible) - len(thin),
        sum(len(known.intended.get(pair, ())) > 1 for pair in possible),
        len(thin) - len(none),
        len(none),
        len(thin),
        sum(covering.number(pair) > 0 for pair in thin),
        sum(known.number(pair) + covering.number(pair) > 1 for pair in thin),
        round(time.process_time() - began),
    )
    return [dialect, *map(str, numbers)]


class _Not:
    """All that is not in a set."""

    def __init__(self, known: set[Pair]) -> None:
        self._known = known

    def __contains__(self, pair: object) -> bool:
        return pair not in self._known


def main() -> None:
    told = parser(__doc__)
    told.add_argument("dialects", nargs="*", default=DIALECTS)
    told.add_argument("--drawn", type=int, default=100)
    told.add_argument("--every", type=int, default=1)
    told.add_argument("--holes", action="store_true")
    options = told.parse_args()
    print("| " + " | ".join(_HEADER) + " |\n|" + " --- |" * len(_HEADER))
    for dialect in options.dialects:
        print("| " + " | ".join(measure(dialect, options)) + " |", flush=True)


if __name__ == "__main__":
    main()
