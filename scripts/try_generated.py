"""Holds the reference against very many generated conversations: ``python scripts/try_generated.py 100000 [SEED]``.

Every error is told with the plainest conversation that still shows it. Exit status 1 where there is one.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import partial
from random import Random

from options import parser

import promptfmt_reference
from pytest_promptfmt.corpus import case_files
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.cases import case_of
from pytest_promptfmt.generation.features import Choice, asked, draw, plainest, told
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge

ASKED = ("schema", "protocol", "fidelity", "purity", "errors", "laws")
TARGETS = [target for target in promptfmt_reference.FORMATTERS if not target.startswith("aisbench")]


def errors(judge: Judge, target: str, choice: Choice) -> dict[str, str]:
    """The first error of each id."""
    case = case_of("generated/tried", target.rpartition(".")[0], choice)
    found = judge.judge(target, case).findings
    if case.files:
        case_files.remove_root()
    return {finding.id: str(finding) for finding in reversed(found) if finding.is_error}


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("number", type=int, help="of conversations, over all targets")
    arguments.add_argument("seed", nargs="?", default="1")
    options = arguments.parse_args()
    number, seed = options.number, options.seed
    seen: Counter[tuple[str, str]] = Counter()
    began = time.perf_counter()
    with Judge(from_object(promptfmt_reference, "reference"), checks=ASKED, timeout=None) as judge:
        for target in TARGETS:
            dialect, _, scenario = target.rpartition(".")
            questions, random = asked(DIALECTS[dialect], scenario), Random(f"try {target} {seed}")
            for _ in range(number // len(TARGETS)):
                choice = draw(questions, random)
                for id_ in errors(judge, target, choice):
                    seen[target, id_] += 1
                    if seen[target, id_] == 1:
                        least = plainest(choice, partial(_shows, judge, target, id_))
                        print(f"{target}: {errors(judge, target, least)[id_]}\n  {told(least)}", flush=True)
    tried = number // len(TARGETS) * len(TARGETS)
    print(f"{tried:,} conversations in {time.perf_counter() - began:.0f} seconds, {seen.total()} with an error")
    return 1 if seen else 0


def _shows(judge: Judge, target: str, id_: str, choice: Choice) -> bool:
    return id_ in errors(judge, target, choice)


if __name__ == "__main__":
    sys.exit(main())
