"""What holds every day and what at the edges, and why some was skipped, each by count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pytest_promptfmt.common.text import count, cut, hanging_indent, sentence
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.verdicts.levels import GRADED
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome

_SHOWN = 3


def share_line(results: Iterable[Result], cases: Mapping[str, Case]) -> str:
    """``everyday 58 of 60, edge 201 of 253``: the scored exchanges that are right, of those that were graded.

    What is expected to fail is not right, and is named.
    """
    scored = (result for result in results if result.scored and not result.apart and result.case in cases)
    graded = [result for result in scored if result.outcome in GRADED]
    parts = []
    for name, everyday in (("everyday", True), ("edge", False)):
        mine = Counter(str(result.outcome) for result in graded if cases[result.case].everyday is everyday)
        if total := sum(mine.values()):
            expected = f" ({mine[Outcome.XFAIL]} expected to fail)" if mine[Outcome.XFAIL] else ""
            parts.append(f"{name} {mine[Outcome.PASS]:,} of {total:,}{expected}")
    return ", ".join(parts)


def skip_lines(results: Iterable[Result], *, whole: bool, width: int) -> Iterator[str]:
    """Why exchanges were skipped, by count: ``skipped: 12x image is not claimed``; all on lines of their own."""
    reasons = Counter(
        _plain(next(verdict.reason for verdict in result.verdicts if verdict.outcome is result.outcome))
        for result in results
        if result.outcome in (Outcome.UNSUPPORTED, Outcome.INCONCLUSIVE)
    )
    ordered = sorted(reasons.items(), key=lambda found: (-found[1], found[0]))
    if not ordered:
        return
    if whole:
        yield "  skipped:"
        yield from (f"  {n:>4}x {reason}" for reason, n in ordered)
        return
    shown = [f"{n}x {reason}" for reason, n in (ordered if len(ordered) <= _SHOWN + 1 else ordered[:_SHOWN])]
    if hidden := ordered[len(shown) :]:
        shown.append(f"{sum(n for _, n in hidden)}x for {count(len(hidden), 'other reason')} (-rs says all)")
    yield from hanging_indent(f"skipped: {', '.join(shown)}", width, indent=2)


def _plain(reason: str) -> str:
    """Without the words of the formatter's own refusal, which differ from case to case."""
    return cut(sentence(reason.partition(": refused: ")[0]), 120)
