"""How many of the liars, and of the planted faults, the generated conversations tell, without the enumerated corpus.

``python scripts/measure_generated.py liars 1000`` asks the covering array first and then so many drawn conversations,
and stops at the first error that the honest twin does not get on the same conversation; a third argument asks every
n-th only. Liars of templates and of truncation are left out: no generated conversation is a template or has a budget.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from options import parser

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from liars.liar import Liar  # noqa: E402  # stands in tests
from planted.planted import Planted  # noqa: E402
from planted.running import ASKED, honest_errors, shows_in  # noqa: E402
from planted.survivors import survivor  # noqa: E402
from planted.table import ALL  # noqa: E402
from support.single_faults import SINGLE, one_fault  # noqa: E402

from pytest_promptfmt.corpus import Case, Given, case_files  # noqa: E402
from pytest_promptfmt.generation.cases import examples  # noqa: E402
from pytest_promptfmt.implementation import from_object  # noqa: E402
from pytest_promptfmt.verdicts.judge import Judge  # noqa: E402


class Kept:
    """What an iterator gave, to be gone through again; it goes on where nobody has been yet."""

    def __init__(self, further: Iterator[Case]) -> None:
        self._kept: list[Case] = []
        self._further = further

    def __iter__(self) -> Iterator[Case]:
        n = 0
        while True:
            if n == len(self._kept):
                more = next(self._further, None)
                if more is None:
                    return
                self._kept.append(more)
            yield self._kept[n]
            n += 1


@cache
def cases(target: str, number: int) -> tuple[Kept, Kept]:
    """Those that cover, and those that are drawn."""
    drawn_ones = [f"generated/*-{target.rpartition('.')[2]}-*"]
    return Kept(examples(target, 0)), Kept(examples(target, number, 1, drawn_ones))


def answer(formatter: Callable[[Given], Any], case: Case) -> Any:
    """What it returns, or what it raises."""
    given = case.given()
    try:
        return repr(formatter(given)), given
    except Exception as error:
        return f"{type(error).__name__}: {error}", given


@cache
def _honest(formatter: Callable[[Given], Any], case: Case) -> Any:
    return answer(formatter, case)


def of_liar(liar: Liar, number: int) -> str:
    """Where it is told: pairs, drawn or nowhere."""
    lying = one_fault(liar)
    [formatter] = lying.formatters.values()
    claims = {"timeout": 4 * liar.timeout, "context": liar.context, "checks": ASKED}
    with Judge(lying, **claims) as judge, Judge(from_object(liar.twin, "twin"), **claims) as twin:
        for where, some in zip(("pairs", "drawn"), cases(liar.target, number), strict=True):
            for case in some:
                if (
                    callable(formatter)
                    and liar.check not in ("purity", "exchange", "laws")
                    and _same(formatter, liar.honest, case)
                ):
                    continue
                found = {finding.id for finding in judge.judge(liar.target, case).findings if finding.is_error}
                if found - {finding.id for finding in twin.judge(liar.target, case).findings if finding.is_error}:
                    return where
    return "nowhere"


def _same(lying: Callable[[Given], Any], honest: Callable[[Given], Any], case: Case) -> bool:
    return bool(answer(lying, case) == _honest(honest, case))


def of_planted(fault: Planted, number: int) -> str:
    implementation = from_object(fault.implementation(fault.origin), fault.source)
    with Judge(implementation, checks=ASKED, timeout=None) as judge:
        for n, where in enumerate(("pairs", "drawn")):
            for target in implementation.formatters:
                for case in cases(target, number)[n]:
                    if not shows_in(fault, target, case):
                        continue
                    found = {finding.id for finding in judge.judge(target, case).findings if finding.is_error}
                    if found - honest_errors(target, case, fault.truncates):
                        return where
    return "nowhere"


def asked(what: str, number: int) -> Iterator[tuple[str, Callable[[], str]]]:
    if what == "liars":
        for liar in SINGLE:
            if not liar.target.startswith("aisbench") and liar.check != "truncation":
                yield f"{liar} ({liar.caught_by}, {liar.case.id})", partial(of_liar, liar, number)
    else:
        for fault in ALL:
            if not survivor(fault, fault.origin) and fault.truncates == "none":
                yield f"{fault.id} ({fault.origin}: {fault.does})", partial(of_planted, fault, number)


def main() -> None:
    told = parser(__doc__)
    told.add_argument("what", choices=("liars", "planted"))
    told.add_argument("number", type=int, help="of conversations that are drawn for each")
    told.add_argument("nth", type=int, nargs="?", default=1, help="asks every n-th only")
    options = told.parse_args()
    what, number, nth = options.what, options.number, options.nth
    found: dict[str, list[str]] = {"pairs": [], "drawn": [], "nowhere": []}
    began = time.perf_counter()
    for name, ask in list(asked(what, number))[::nth]:
        where = ask()
        found[where].append(name)
        if where != "pairs":
            print(f"{where}: {name}", flush=True)
    case_files.remove_root()
    whole = sum(map(len, found.values()))
    pairs, both = len(found["pairs"]), len(found["pairs"]) + len(found["drawn"])
    print(
        f"{what}: {whole}; told by the covering array {pairs} ({pairs / whole:.1%}), "
        f"with {number} drawn {both} ({both / whole:.1%})"
    )
    print(f"{time.perf_counter() - began:.0f} seconds")


if __name__ == "__main__":
    main()
