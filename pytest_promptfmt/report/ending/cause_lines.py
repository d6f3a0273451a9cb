"""A line for each cause: how many failures, its id, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.common.text import count, cut, hanging_indent, sentence
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.report.cause_text import finding_of
from pytest_promptfmt.report.words import fix_of
from pytest_promptfmt.report.words.accidents import accident
from pytest_promptfmt.verdicts.result import Result


@dataclass(frozen=True, slots=True)
class LineLimit:
    """How many causes are named, and on how many lines of the terminal each, unless all is wanted."""

    causes: int = 12
    lines: int = 2


def cause_lines(
    causes: Sequence[Cause],
    cases: Mapping[str, Case],
    *,
    width: int,
    several: bool,
    room: LineLimit | None,
    named: bool = False,
) -> Iterator[str]:
    """In the order of the causes, as many as there is room for; with None nothing is cut.

    With `several` targets each says which it is found in, and `named` one case that shows it.
    """
    if not causes:
        return
    order = ", to be mended in this order" if len(causes) > 1 else ""
    yield f"  {count(len(causes), 'cause')}{order}:"
    shown = causes if room is None or len(causes) <= room.causes + 1 else causes[: room.causes]
    for cause in shown:
        yield from _lines(cause, cases, width, several=several, named=named, most=room.lines if room else None)
    if hidden := causes[len(shown) :]:
        failures = len({(result.target, result.case) for cause in hidden for result in cause.results})
        yield f"        and {count(len(hidden), 'cause')} more, of {count(failures, 'failure')} (-v names them)"


def _lines(
    cause: Cause, cases: Mapping[str, Case], width: int, *, several: bool, named: bool, most: int | None
) -> list[str]:
    usual = [result for result in cause.results if result.case in cases and cases[result.case].everyday]
    targets = list(dict.fromkeys(result.target for result in cause.results))
    where = [f"{len(usual)} everyday"] if usual else []
    if several:
        where.append(", ".join(targets) if most is None or len(targets) < 3 else count(len(targets), "target"))
    if named:
        where.append(f"as in {_shortest(usual or cause.results, cases)}")
    noted = f" ({'; '.join(where)})" if where else ""
    line = f"{len(cause.results):>4}x {cause.id}{noted}: {remedy_of(cause)}"
    folded = hanging_indent(line, width, indent=2, rest=8)
    most = most + named if most is not None else None  # a case's id takes the place of what is to be done
    if most is None or len(folded) <= most:
        return folded
    *kept, last = folded[:most]
    return [*kept, f"{last[: max(width, 40) - 2].rstrip()} …"]


def _shortest(results: Sequence[Result], cases: Mapping[str, Case]) -> str:
    """The id of the case with the least to read, among the first of these."""
    known = [result.case for result in results[:_LOOKED_AT] if result.case in cases]
    return min(known, key=lambda id_: len(repr(cases[id_].shown())), default=results[0].case)


_LOOKED_AT = 40


def remedy_of(cause: Cause) -> str:
    """What to change; what is wrong, where nothing else says that, as of an error, which is another each time."""
    finding = finding_of(cause)
    fix = accident(finding.message) if cause.id == "exchange.raised" else fix_of(finding)
    return f"fix: {fix}" if fix else cut(sentence(finding.message), 300)
