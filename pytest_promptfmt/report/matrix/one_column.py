"""One implementation on the page: how it was judged, and each dialect with its levels, its command and its causes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pytest_promptfmt.common.text import count, sentence
from pytest_promptfmt.report.html.markup import escaped
from pytest_promptfmt.report.matrix.cells import counted, shown_level, state
from pytest_promptfmt.report.matrix.column import CauseInTarget, Column, ColumnCause, TargetColumn, lowest
from pytest_promptfmt.report.matrix.wording import blocked_levels, cell_words, consequences, facts, shares
from pytest_promptfmt.verdicts.levels import OVERALL, PROFILES


def column_details(column: Column) -> Iterator[str]:
    """All of it, folded."""
    yield f'<details class="one" id="{column.id}"><summary><b>{escaped(column.name)}</b> <span class="target">'
    version, gist = escaped(column.version or ""), _summary(column, column.targets)
    yield f'{version}</span><span class="gist">{gist}</span></summary>'
    yield from fact_list(facts(column))
    if column.run.install:
        yield f'<p class="rerun"><code>{escaped(column.run.install)}</code></p>'
    for name in column.dialects:
        yield from _dialect(column, name)
    yield "</details>"


def _summary(column: Column, targets: Mapping[str, TargetColumn]) -> str:
    causes = column.causes_in(targets)
    cell = lowest(targets.values())
    level = "no level" if cell.state == "graded" and cell.level is None else cell_words(cell)
    return ", ".join(filter(None, (level, count(causes, "cause") if causes else "")))


def _dialect(column: Column, name: str) -> Iterator[str]:
    targets = column.of(name)
    yield f'<details class="dialect" id="{column.id}-{escaped(name)}"><summary><b>{escaped(name)}</b>'
    yield f'<span class="gist">{_summary(column, targets)}</span></summary>'
    yield '<table class="matrix levels"><thead><tr><th scope="col">target</th>'
    yield from (f'<th scope="col">{profile}</th>' for profile in (*PROFILES, OVERALL, "everyday", "edge"))
    yield "</tr></thead><tbody>"
    for target, found in targets.items():
        yield from _row(target, found)
        again = escaped(column.command(target))
        yield f'<tr class="again"><td colspan="10"><code>{again}</code></td></tr>'
    yield '</tbody></table><ol class="causes">'
    for n, cause in enumerate(column.causes):
        if seen := {target: cause.targets[target] for target in targets if target in cause.targets}:
            yield _cause(column, n, cause, seen)
    yield "</ol></details>"


def _row(target: str, found: TargetColumn) -> Iterator[str]:
    """The levels of one target by profile, and how much is right."""
    yield f'<tr><th scope="row">{escaped(target)}<small class="model">as for {escaped(found.model)}</small></th>'
    for profile in (*PROFILES, OVERALL):
        cell = found.profiles[profile]
        strong = "overall " if profile == OVERALL else ""
        shown = shown_level(cell) + counted(len(cell.causes))
        yield f'<td class="{strong}{state(cell)}" data-label="{profile}">{shown}</td>'
    for share, label in ((found.everyday, "everyday"), (found.edge, "edge")):
        yield f'<td class="n" data-label="{label}">{shares(share)}</td>'
    yield "</tr>"


def _cause(column: Column, n: int, cause: ColumnCause, seen: Mapping[str, CauseInTarget]) -> str:
    """A cause in the targets of one dialect, told by the first of them."""
    target, first = next(iter(seen.items()))
    before = blocked_levels(column.targets[target], n)
    where = ", ".join(f"{name} {each.failures:,}" for name, each in seen.items()) + ". " if len(seen) > 1 else ""
    others = consequences(cause, target)
    leads = f" Leads to {', '.join(others)}." if others else ""
    id_ = escaped(cause.shown_by(target))
    said = f'<a href="#rule-{id_}">{id_}</a> {escaped(sentence(first.says))}'
    return (
        f"<li><b>{sum(each.failures for each in seen.values()):,}×</b><div>{said}<p>{escaped(where + before + leads)} "
        f'Smallest: <a href="#case-{escaped(first.case)}">{escaped(first.case)}</a></p></div></li>'
    )


def fact_list(found: Mapping[str, str]) -> Iterator[str]:
    """Names and facts, but for those that nobody knows."""
    yield '<dl class="facts">'
    yield from (f"<div><dt>{name}</dt><dd>{escaped(fact)}</dd></div>" for name, fact in found.items() if fact)
    yield "</dl>"
