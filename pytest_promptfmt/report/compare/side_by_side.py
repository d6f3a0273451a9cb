"""Several implementations side by side: their levels by target and profile, and the cases in which they part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.document import Judged, ReportDocument
from pytest_promptfmt.report.outcome_table import column
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES, Standing
from pytest_promptfmt.verdicts.result import Result


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One target, and a profile that one of them claims; None where an implementation does not claim the target."""

    target: str
    profile: str
    standings: tuple[Standing | None, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One exchange that does not come out the same; an outcome is ``""`` where the target is not claimed."""

    target: str
    case: str
    outcomes: tuple[str, ...]
    results: tuple[Result | None, ...]

    @property
    def cells(self) -> Iterator[tuple[str, Finding | None]]:
        """Each outcome, with the first error."""
        for outcome, result in zip(self.outcomes, self.results, strict=True):
            errors = [finding for finding in result.findings if finding.is_error] if result else []
            yield outcome, next(iter(errors), None)


@dataclass(frozen=True, slots=True)
class Compared:
    """`names` are unique, in the order of the reports; everything else has one entry for each of them."""

    names: tuple[str, ...]
    overall: tuple[Standing, ...]
    outcomes: tuple[Counter[str], ...]
    levels: tuple[LevelRow, ...]
    differences: tuple[Disagreement, ...]
    corpora: tuple[str, ...]
    """More than one where the reports are of different corpora."""


def compared(documents: Sequence[ReportDocument]) -> Compared:
    """All implementations of some reports, held against one another."""
    pairs = [(document, judged) for document in documents for judged in document.implementations]
    return Compared(
        tuple(_names([judged for _, judged in pairs])),
        tuple(document.overall(judged) for document, judged in pairs),
        tuple(Counter(map(_outcome, judged.results)) for _, judged in pairs),
        tuple(_levels(pairs)),
        tuple(_differences([judged for _, judged in pairs])),
        tuple(dict.fromkeys(f"{document.revision} ({document.corpus[7:19]})" for document in documents)),
    )


def _outcome(result: Result | None) -> str:
    """What the terminal calls it; ``missing`` where nothing was judged."""
    return column(result.outcome) if result and result.outcome else "missing"


def _names(implementations: Sequence[Judged]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for judged in implementations:
        seen[judged.name] += 1
        yield judged.name if seen[judged.name] == 1 else f"{judged.name} ({seen[judged.name]})"


def _levels(pairs: Sequence[tuple[ReportDocument, Judged]]) -> Iterator[LevelRow]:
    found = [document.standings(judged) for document, judged in pairs]
    for target in dict.fromkeys(target for each in found for target in each):
        for profile in (*PROFILES, OVERALL):
            standings = [each[target][profile] if target in each else None for each in found]
            if any(standing and standing.state in ("graded", "partial") for standing in standings):
                yield LevelRow(target, profile, tuple(standings))


def _differences(implementations: Sequence[Judged]) -> Iterator[Disagreement]:
    """Those of the targets that at least two of them claim, in which these do not all come out the same."""
    by_place = [{(result.target, result.case): result for result in judged.results} for judged in implementations]
    targets = dict.fromkeys(target for judged in implementations for target in judged.claims)
    places = dict.fromkeys(place for found in by_place for place in found)
    order = {target: n for n, target in enumerate(targets)}
    for target, case in sorted(places, key=lambda place: (order[place[0]], place[1])):
        results = tuple(found.get((target, case)) for found in by_place)
        pairs = zip(results, implementations, strict=True)
        outcomes = tuple(_outcome(result) if target in judged.claims else "" for result, judged in pairs)
        if len({*outcomes} - {""}) > 1:
            yield Disagreement(target, case, outcomes, results)
