"""The report as Markdown, for a pull request or ``$GITHUB_STEP_SUMMARY``: levels, outcomes, causes, warnings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.common.text import count, cut, first_few, safe, sentence
from pytest_promptfmt.report.cause_text import finding_of
from pytest_promptfmt.report.document import Judged, ReportDocument, failed
from pytest_promptfmt.report.excerpt import values
from pytest_promptfmt.report.ids import is_apart, row_of
from pytest_promptfmt.report.level_table import level_rows, overall_line, unneeded_limits
from pytest_promptfmt.report.outcome_table import COLUMNS, column
from pytest_promptfmt.report.words import fix_of, provider_says
from pytest_promptfmt.verdicts.levels import level_text
from pytest_promptfmt.verdicts.result import Result

_SHOWN = 20
_SPECIAL = re.compile(
    r"(?P<markup>[\\`*_\[\]#<>&@|~$!%]|:(?=//)|(?<=\bmailto):|(?<=\bxmpp):|(?<=\bwww)\.)"
    r"|(?P<cut>\bGH-(?=\d)|:(?=[\w+-]+:)|(?P<hash>\b[0-9a-f]{7,40}\b))",
    re.IGNORECASE,
)
_APART = "<!-- -->"
"""Nothing, but what stands before it and behind it is not read together, even by who looks at the finished page."""


def escape(text: str) -> str:
    """Foreign text on one line, of which nothing is markup, HTML, a link, a mention, a reference or an emoji.

    GitHub and GitLab look for addresses, ``@name`` and ``#1`` in the finished page, where a character that was spelled
    as an entity is itself again.
    """
    return _SPECIAL.sub(_inert, safe(text))


def _inert(found: re.Match[str]) -> str:
    if found["hash"]:
        return _APART.join(wrap(found["hash"], 6))
    if found["cut"]:
        return found["cut"] + _APART
    entity = f"&#{ord(found[0])};"
    behind = found.string[found.end() : found.end() + 1]
    return entity + _APART if found[0] in "@#!$%~&" and not behind.isspace() and behind else entity


def code(text: str) -> str:
    """Foreign text as code in a line or a cell of a table."""
    return f"<code>{escape(text)}</code>"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows of cells that are Markdown already; all columns but the first to the right."""
    yield f"| {' | '.join(header)} |"
    yield f"|---|{'--:|' * (len(header) - 1)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def markdown(document: ReportDocument) -> str:
    """The whole report; ends with a line break."""
    lines: list[str] = []
    for judged in document.implementations:
        lines += [*_implementation(document, judged), ""]
    lines.append(
        f"<sub>pytest-promptfmt {escape(document.kit)}, corpus {escape(document.revision)}"
        + (f" (pinned to {escape(document.pinned)})" if document.pinned else "")
        + f", {code(document.corpus.removeprefix('sha256:')[:12])}</sub>"
    )
    return "\n".join(lines) + "\n"


def _implementation(document: ReportDocument, judged: Judged) -> Iterator[str]:
    found = document.standings(judged)
    overall = document.overall(judged)
    wrong = any(map(failed, judged.results)) or any(entry.problem for entry in judged.expected) or overall.unknown
    mark = "❌" if wrong else "✅"
    yield f"## {mark} {escape(judged.name)}: {_level(overall.level) if overall.state == 'graded' else 'no level'}"
    yield ""
    blocks = document.blocking(judged)
    line = overall_line(found, blocks, judged.failed_apart())
    yield f"{escape(line)}; {overall.graded:,} of {overall.promised:,} checks graded."
    if idle := unneeded_limits(document, judged):
        yield from ("", escape(sentence(idle)))
    header, *rows = level_rows(found, blocks, words=True)
    counts = Counter((row_of(result.target, result.case), _column(result)) for result in judged.results)
    yield ""
    yield from table(
        ["target", *COLUMNS, *header[1:]],
        ([code(row[0]), *(str(counts[row[0], name] or "") for name in COLUMNS), *row[1:]] for row in rows),
    )
    yield from _apart(counts)
    yield from _failures(judged)
    yield from _expected(judged)
    yield from _warnings(judged)


def _apart(counts: Counter[tuple[str, str]]) -> Iterator[str]:
    """What is part of no level: one's own cases, and dialects of other distributions."""
    rows = sorted({row for row, _ in counts if is_apart(row)})
    if rows:
        yield from ("", "Apart, part of no level:", "")
        yield from table(
            ["target", *COLUMNS], ([code(row), *(str(counts[row, name] or "") for name in COLUMNS)] for row in rows)
        )


def _column(result: Result) -> str:
    return "skipped" if result.outcome is None else column(result.outcome)


def _level(level: int | None) -> str:
    return "no level reached" if level is None else level_text(level)


def _failures(judged: Judged) -> Iterator[str]:
    failures = [result for result in judged.results if failed(result)]
    if not failures:
        return
    found = causes(failures)
    yield from ("", f"### {count(len(failures), 'failure')}, {count(len(found), 'cause')}", "")
    for cause in found[:_SHOWN]:
        yield from _cause(cause)
    if len(found) > _SHOWN:
        yield from ("", f"… and {count(len(found) - _SHOWN, 'more cause')}")


def _cause(cause: Cause) -> Iterator[str]:
    finding = finding_of(cause)
    yield f"- **{code(cause.id)}** {escape(cut(sentence(finding.message), 300))}"
    if pair := [f"{label}: {code(each)}" for label, each in values(finding.data) if label]:
        yield f"  <br>{', '.join(pair)}"
    if words := provider_says(finding):
        yield f"  <br>{escape(words)}"
    if fix := fix_of(finding):
        yield f"  <br>fix: {escape(fix)}"
    places = [f"{result.target} / {result.case}" for result in cause.results]
    yield f"  <br>{count(len(places), 'case')}: {first_few([*map(code, places)])}"


def _expected(judged: Judged) -> Iterator[str]:
    if judged.expected:
        yield from ("", f"<details><summary>{count(len(judged.expected), 'expected failure')}</summary>", "")
        for entry in judged.expected:
            state = f" — **out of date**: {escape(entry.problem)}" if entry.problem else ""
            link = f" ({escape(entry.issue)})" if entry.issue else ""
            yield f"- {code(entry.match)}: {escape(entry.reason)}{link}{state}"
        yield from ("", "</details>")


def _warnings(judged: Judged) -> Iterator[str]:
    found = [finding for result in judged.results for finding in result.findings if not finding.is_error]
    if found:
        first = {finding.id: finding.message for finding in reversed(found)}
        ids = Counter(finding.id for finding in found)
        yield from ("", f"<details><summary>{count(len(found), 'warning')}, which fail nothing</summary>", "")
        for id_, n in sorted(ids.items(), key=lambda item: (-item[1], item[0])):
            yield f"- {n} × {code(id_)}: {escape(cut(sentence(first[id_]), 200))}"
        yield from ("", "</details>")
