"""What changed from one report to the next: regressions, fixes, levels, and what is no longer judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pytest_promptfmt.common.text import count, cut, safe, sentence
from pytest_promptfmt.report.document import Judged, ReportDocument, failed
from pytest_promptfmt.report.level_table import cell
from pytest_promptfmt.verdicts.result import Result

Kind = Literal["regression", "fix", "changed", "gone", "new"]


@dataclass(frozen=True, slots=True)
class Change:
    """Of one exchange: what it was and what it is; None where it was, or is, not judged."""

    kind: Kind
    target: str
    case: str
    before: Result | None
    after: Result | None


@dataclass(frozen=True, slots=True)
class Changes:
    """Of one implementation. `levels` are target, profile, before and after, where these differ."""

    name: str
    changes: tuple[Change, ...]
    levels: tuple[tuple[str, str, str, str], ...]

    def of(self, kind: Kind) -> list[Change]:
        return [change for change in self.changes if change.kind == kind]

    @property
    def worse(self) -> bool:
        return bool(self.of("regression") or self.of("gone"))


def compare(old: ReportDocument, new: ReportDocument) -> list[Changes]:
    """By implementation; those are held against one another that have the same name, or are the only ones."""
    pairs = _pairs(old, new)
    return [
        Changes(
            f"{before.name} → {after.name}" if before.name != after.name else after.name,
            tuple(_changes(before, after)),
            tuple(_levels(old, before, new, after)),
        )
        for before, after in pairs
    ]


def _pairs(old: ReportDocument, new: ReportDocument) -> list[tuple[Judged, Judged]]:
    if len(old.implementations) == len(new.implementations) == 1:
        return [(old.implementations[0], new.implementations[0])]
    held = {judged.slug: judged for judged in old.implementations}
    return [(held[judged.slug], judged) for judged in new.implementations if judged.slug in held]


def _changes(before: Judged, after: Judged) -> Iterator[Change]:
    was = {(result.target, result.case): result for result in before.results}
    now = {(result.target, result.case): result for result in after.results}
    for place in sorted({*was, *now}):
        old, new = was.get(place), now.get(place)
        if kind := _kind(old, new):
            yield Change(kind, *place, old, new)


def _kind(old: Result | None, new: Result | None) -> Kind | None:
    if new is None:
        return "gone"
    if old is None:
        return "regression" if failed(new) else "new"
    if failed(old) != failed(new):
        return "regression" if failed(new) else "fix"
    return "changed" if failed(new) and _ids(old) != _ids(new) else None


def _ids(result: Result) -> frozenset[str]:
    return frozenset(finding.id for finding in result.findings if finding.is_error)


def _levels(
    old: ReportDocument, before: Judged, new: ReportDocument, after: Judged
) -> Iterator[tuple[str, str, str, str]]:
    was, now = old.standings(before), new.standings(after)
    for target, profiles in now.items():
        for profile, standing in profiles.items():
            if target in was and (first := cell(was[target][profile])) != (last := cell(standing)):
                yield target, profile, first, last


TITLES: dict[Kind, str] = {
    "regression": "regression",
    "gone": "no longer judged",
    "changed": "failing otherwise",
    "fix": "fixed",
    "new": "new",
}


def change_lines(changes: Changes, *, most: int = 20) -> Iterator[str]:
    """What a terminal shows: levels, then each kind of change with its first cases."""
    yield safe(changes.name)
    for target, profile, before, after in changes.levels:
        yield f"  level    {safe(target)} {profile}: {before or 'n/a'} → {after or 'n/a'}"
    for kind, title in TITLES.items():
        found = changes.of(kind)
        if found and kind == "new":
            yield f"  {count(len(found), 'exchange')} more, none of which fails"
            continue
        for change in found[:most]:
            yield f"  {title}: {safe(change.target)} / {safe(change.case)}{_why(change)}"
        if len(found) > most:
            yield f"  {title}: and {len(found) - most} more"
    if not changes.changes and not changes.levels:
        yield "  nothing changed"


def _why(change: Change) -> str:
    shown = change.after if change.kind in ("regression", "changed") else None
    finding = next((finding for finding in shown.findings if finding.is_error), None) if shown else None
    return f": {finding.id}: {cut(sentence(finding.message), 100)}" if finding else ""
