"""The top of the page: who was judged, the level reached, what stands in the way of the next, the levels by target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from urllib.parse import urlencode

from pytest_promptfmt.common.text import count
from pytest_promptfmt.report.document import Judged, ReportDocument
from pytest_promptfmt.report.html.markup import escaped
from pytest_promptfmt.report.ids import is_apart, row_of
from pytest_promptfmt.report.level_table import cell, limits_line, models_line, to_next, warned, why_no_level
from pytest_promptfmt.report.outcome_table import COLUMNS, column
from pytest_promptfmt.verdicts.levels import CHECKS_OF, NAMES, OVERALL, PROFILES, Standing, level_text, unclaimed


def header_of(document: ReportDocument) -> Iterator[str]:
    """HTML of everything above the results."""
    for judged in document.implementations:
        yield "<header>"
        yield from _who(document, judged)
        yield "</header>"
        yield from _matrix(document, judged)
        yield from _facts(document, judged)
        yield from _out_of_date(judged)


def _who(document: ReportDocument, judged: Judged) -> Iterator[str]:
    overall = document.overall(judged)
    yield '<p class="kicker">promptfmt report</p>'
    version = f" <small>{escaped(judged.version)}</small>" if judged.version else ""
    yield f"<h1>{escaped(judged.spec)}{version}</h1>"
    yield f'<div class="level"><p><strong>{_title(overall)}</strong> {escaped(_below(document, judged, overall))}</p>'
    yield from ladder(overall)
    yield "</div>"


def _facts(document: ReportDocument, judged: Judged) -> Iterator[str]:
    overall = document.overall(judged)
    pinned = f", pinned to {document.pinned}" if document.pinned else ""
    facts = {
        "judged": f"{overall.graded:,} of {overall.promised:,} checks",
        "not claimed": _unclaimed(document.standings(judged)),
        "limits": limits_line(document.standings(judged)),
        "corpus": f"{document.revision}{pinned} ({document.corpus.removeprefix('sha256:')[:12]})",
        "kit": f"pytest-promptfmt {document.kit}",
        "requests": models_line(judged).removeprefix("judged as requests "),
        "warnings": warned(judged.warnings()),
        "checks": ", ".join(document.checks),
        "compared with": document.reference or "",
    }
    yield from fold("this-run", "About this run", f"{facts['judged']}, corpus {document.revision}")
    yield '<dl class="facts">'
    yield from (f"<div><dt>{name}</dt><dd>{escaped(fact)}</dd></div>" for name, fact in facts.items() if fact)
    yield "</dl></details>"


def fold(name: str, title: str, gist: str = "", *, hidden: bool = False) -> Iterator[str]:
    """The start of what the script may close, so that the first cause stands higher; without it all is open."""
    yield f'<details class="fold {name}"{" hidden" if hidden else " open"}>'
    yield f'<summary class="line">{title} <span class="aside">{escaped(gist)}</span></summary>'


def _title(overall: Standing) -> str:
    if overall.state != "graded":
        return "No level"
    return "No level reached" if overall.level is None else f"{level_text(overall.level)} {NAMES[overall.level]}"


def _below(document: ReportDocument, judged: Judged, overall: Standing) -> str:
    """What stands in the way."""
    if overall.state != "graded":
        return why_no_level(overall)
    after = 0 if overall.level is None else overall.level + 1
    if after == len(NAMES):
        return ""
    blocks = {
        (target, *block)
        for target, profiles in document.standings(judged).items()
        for standing in profiles.values()
        if standing.state == "graded" and standing.level == overall.level
        for block in standing.blocks
    }
    by_check = Counter(check for _, check, _ in blocks)
    in_the_way = ", ".join(f"{check} ({by_check[check]:,})" for check in CHECKS_OF[after] if by_check[check])
    return f"What stands in the way of {level_text(after)} {NAMES[after]}: {in_the_way}." if in_the_way else ""


def ladder(overall: Standing) -> Iterator[str]:
    """The four levels, those that are reached marked."""
    reached = -1 if overall.state != "graded" or overall.level is None else overall.level
    yield '<ol class="ladder" aria-label="Levels">'
    for n, name in enumerate(NAMES):
        state = "reached" if n <= reached else "open"
        yield f'<li class="{state}"><b>{level_text(n)}</b> {name} <span class="for-ears">{state}</span></li>'
    yield "</ol>"


def _unclaimed(found: Mapping[str, Mapping[str, Standing]]) -> str:
    missing = Counter(profile for profiles in found.values() for profile in unclaimed(profiles))
    return ", ".join(
        f"{profile} ({'all' if n == len(found) else count(n, 'target')})" for profile, n in missing.items()
    )


def _matrix(document: ReportDocument, judged: Judged) -> Iterator[str]:
    """Levels and outcomes by target; a cell's link filters the results."""
    found, blocks = document.standings(judged), document.blocking(judged)
    counts = Counter((row_of(r.target, r.case), column(r.outcome) if r.outcome else "failed") for r in judged.results)
    several = {"implementation": judged.slug} if len(document.implementations) > 1 else {}
    totals = Counter(name for _, name in counts.elements())
    gist = ", ".join(f"{totals[name]:,} {name}" for name in COLUMNS if totals[name])
    yield from fold("by-target", "Levels by target", gist)
    yield '<section class="scroll" tabindex="0" role="region" aria-label="Levels by target and profile">'
    yield '<table class="matrix levels"><thead><tr><th scope="col">target</th>'
    yield from (f'<th scope="col">{name}</th>' for name in (*PROFILES, OVERALL, *COLUMNS))
    yield "</tr></thead><tbody>"
    for target, profiles in found.items():
        if is_apart(target):
            continue
        link = _link(several | {"target": target})
        yield f'<tr><th scope="row"><a href="{link}">{escaped(target)}</a></th>'
        for profile in PROFILES:
            yield standing_cell(profiles[profile], blocks[target][profile], label=profile)
        yield standing_cell(profiles[OVERALL], blocks[target][OVERALL], label=OVERALL, strong=True)
        yield from _outcomes(counts, target, several | {"target": target})
        yield "</tr>"
    yield "</tbody></table></section>"
    yield from _apart(counts, several)
    yield "</details>"


def _outcomes(counts: Counter[tuple[str, str]], row: str, chosen: Mapping[str, str]) -> Iterator[str]:
    for name in COLUMNS:
        n = counts[row, name]
        link = _link({**chosen, "outcome": name})
        yield f'<td class="n {name}" data-label="{name}">' + (f'<a href="{link}">{n:,}</a>' if n else "·") + "</td>"


def _apart(counts: Counter[tuple[str, str]], several: Mapping[str, str]) -> Iterator[str]:
    """What is part of no level: one's own cases, and dialects of other distributions."""
    rows = sorted({row for row, _ in counts if is_apart(row)})
    if not rows:
        return
    yield '<section class="scroll" tabindex="0" role="region" aria-label="Apart, part of no level">'
    yield '<table class="matrix levels"><thead><tr><th scope="col">apart, part of no level</th>'
    yield from (f'<th scope="col">{name}</th>' for name in COLUMNS)
    yield "</tr></thead><tbody>"
    for row in rows:
        target, _, family = row.partition(" ")
        chosen = {**several, "target": target, **({"family": family} if family else {})}
        yield f'<tr><th scope="row"><a href="{_link(chosen)}">{escaped(row)}</a></th>'
        yield from _outcomes(counts, row, chosen)
        yield "</tr>"
    yield "</tbody></table></section>"


def standing_cell(standing: Standing, before: Collection[int] = (), *, label: str = "", strong: bool = False) -> str:
    """A cell of the matrix: the level and how many causes stand `before` the next; its title says what was graded.

    Where the head of its column is not seen, `label` is.
    """
    state = f"l{standing.level}" if standing.level is not None else standing.state.replace(" ", "-").replace("/", "")
    title = {"n/a": "the dialect cannot carry it", "not claimed": "not claimed"}.get(
        standing.state, f"{standing.graded:,} of {standing.promised:,} checks graded"
    )
    shown = cell(standing) or '<span class="for-ears">n/a</span>'
    if ahead := to_next(standing, before):
        shown += f'<span class="for-ears">, </span><span class="ahead">{ahead}</span>'
    labelled = f' data-label="{label}"' if label else ""
    return f'<td class="{"overall " if strong else ""}{state}" title="{title}"{labelled}>{shown}</td>'


def _link(state: Mapping[str, str]) -> str:
    return escaped(f"#?{urlencode(state)}")


def _out_of_date(judged: Judged) -> Iterator[str]:
    """The entries of expected failures that must go."""
    wrong = [entry for entry in judged.expected if entry.problem]
    if wrong:
        yield '<section class="notice"><h2>Expected failures that are out of date</h2><ul>'
        yield from (f"<li><code>{escaped(entry.match)}</code> {escaped(entry.problem)}</li>" for entry in wrong)
        yield "</ul></section>"
