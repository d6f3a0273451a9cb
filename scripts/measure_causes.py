"""How well failures are grouped: ``python scripts/measure_causes.py [EVERY]``, with the liars of ``tests/liars/``.

Each is wrong in one way. It is asked about its own case and every fourth of all the cases that its honest twin passes
(`tests/support/single_faults`). A third of them, drawn by lot with a fixed seed, is kept aside: nothing is tuned on
these. The example is made of every EVERY-th liar (4), since it asks him a hundred times. It takes some ten minutes.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from options import parser

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from liars.liar import Liar
from support.single_faults import SINGLE, faults, one_fault

from pytest_promptfmt.causes import causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.causes.symptom import shown
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.verdicts.result import Result, result_of

CASES = {case.id: case for case in corpus()}
SEED = 15
_PAIRS = 2_500


@dataclass(frozen=True, slots=True)
class Failed:
    """A liar with the results that fail, and of these the `planted` ones: in them the lie is what it was written as."""

    liar: Liar
    results: tuple[Result, ...]
    planted: tuple[Result, ...]


def failed(liar: Liar) -> Failed:
    found = [each for each in faults(liar, list(CASES.values())[::4]) if any(True for _ in shown(each))]
    return Failed(liar, tuple(found), tuple(e for e in found if any(s.id == liar.caught_by for s, _ in shown(e))))


def share(flags: Iterable[bool]) -> str:
    """``93.2 % of 618``."""
    given = list(flags)
    return f"{100 * sum(given) / len(given):.1f} % of {len(given):,}" if given else "none"


def grouped(all_results: Sequence[tuple[Liar, Sequence[Result]]]) -> dict[str, str]:
    found = [(liar, causes(results)) for liar, results in all_results if results]
    return {
        "the first cause is the planted error": share(own[0].id == liar.caught_by for liar, own in found),
        "or what the lie cannot avoid": share(own[0].id in (liar.caught_by, *liar.also) for liar, own in found),
        "exactly one cause": share(len(own) == 1 for _, own in found),
    }


def examples(some: Sequence[Failed]) -> dict[str, str]:
    """What the smallest conversation shows beside the cause: nothing, its consequences, something else."""
    alone: list[bool] = []
    clear: list[bool] = []
    for each in some:
        cause, known = causes(each.planted)[0], CASES | {each.liar.case.id: each.liar.case}
        example = smallest(cause, one_fault(each.liar), known, timeout=each.liar.timeout)
        if example is not None:
            ids = {symptom.id for symptom, _ in shown(result_of(example.judgement))}
            alone.append(ids <= {cause.id})
            clear.append(ids <= {cause.id, *cause.consequences})
    return {"the example shows nothing but the cause": share(alone), "or its consequences": share(clear)}


def pairs(some: Iterable[Failed]) -> dict[str, str]:
    """Two liars of one target, their findings laid together: do both head a group?"""
    by_target = defaultdict(list)
    for each in some:
        if (
            each.liar.check != "truncation"
            and len(each.planted) > 1
            and not any(result.failure for result in each.planted)
        ):
            by_target[each.liar.target].append((causes(each.planted)[0].id, each.planted))
    drawn = [pair for own in by_target.values() for pair in combinations(own, 2) if pair[0][0] != pair[1][0]]
    random.Random(SEED).shuffle(drawn)
    apart: list[bool] = []
    part: list[bool] = []
    for (one, its), (other, others) in drawn[:_PAIRS]:
        here, there = {result.case for result in its}, {result.case for result in others}
        if here & there:
            both = {cause.id for cause in causes(_together([*its, *others]))} >= {one, other}
            (part if here <= there or there <= here else apart).append(both)
    return {"two faults, neither on a part of the other's cases": share(apart), "one on a part of them": share(part)}


def _together(results: Iterable[Result]) -> list[Result]:
    by_case: dict[str, Result] = {}
    for result in results:
        known = by_case.get(result.case)
        by_case[result.case] = replace(known, verdicts=(*known.verdicts, *result.verdicts)) if known else result
    return list(by_case.values())


def main(every: int) -> None:
    aside = set(random.Random(SEED).sample(range(len(SINGLE)), len(SINGLE) // 3))
    found = [(n in aside, failed(liar)) for n, liar in enumerate(SINGLE)]
    for name, kept in (("looked at", False), ("kept aside", True)):
        some = [each for is_aside, each in found if is_aside is kept]
        planted = [each for each in some if each.planted and each.liar.check != "truncation"][::every]
        print(f"\n{name}, as planted")
        tell(grouped([(each.liar, each.planted) for each in some]) | examples(planted) | pairs(some))
        print(f"\n{name}, wherever told")
        tell(grouped([(each.liar, each.results) for each in some]))


def tell(figures: dict[str, str]) -> None:
    for what, figure in figures.items():
        print(f"  {what:<52}{figure}", flush=True)


if __name__ == "__main__":
    told = parser(__doc__)
    told.add_argument("every", nargs="?", type=int, default=4, metavar="EVERY")
    main(told.parse_args().every)
