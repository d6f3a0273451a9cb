"""A report as a Python prompt or a notebook shows it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.causes.example import smallest
from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.report.cause_text import example_of, explain_cause, finding_of, first_line
from pytest_promptfmt.report.document import failed
from pytest_promptfmt.report.ids import row_of, with_version
from pytest_promptfmt.report.level_table import overall_line
from pytest_promptfmt.report.outcome_table import COLUMNS, column, table
from pytest_promptfmt.verdicts.levels import Standing
from pytest_promptfmt.verdicts.result import Result

_LINES = 8
"""Causes that have a line."""
_TOLD = 5
"""Causes that are told in full; each is looked for in the smallest conversation for some seconds."""
_SECONDS = 10.0


@dataclass(frozen=True)
class Digest:
    """The `results` of one implementation in some lines, as a piece of a page, and cause by cause.

    `cases` are the cases of the results by id, `stands` the levels by target and profile.
    """

    implementation: Implementation
    results: Sequence[Result]
    cases: Mapping[str, Case]
    stands: Mapping[str, Mapping[str, Standing]]

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        return causes(self.results)

    @property
    def title(self) -> str:
        failed = sum(n for (_, name), n in self.counts.items() if name == "failed")
        what = f"{count(failed, 'failure')} of {count(len(self.causes), 'cause')}" if failed else "no failure"
        return f"{safe(with_version(self.implementation.spec, self.implementation.version))}: {what}"

    @property
    def level(self) -> str:
        apart = sum(result.apart and failed(result) for result in self.results)
        return overall_line(self.stands, failed_apart=apart) if self.results else "nothing was judged"

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        return Counter(
            (row_of(result.target, result.case), column(result.outcome)) for result in self.results if result.outcome
        )

    def lines(self) -> list[str]:
        """Title, outcomes by target, level, and a line for each cause."""
        found = [self.title, *table(self.counts), f"  {self.level}"]
        found += [f"  {cause.id}: {self._first_line(cause)}" for cause in self.causes[:_LINES]]
        return found + self._more(_LINES)

    def told(self) -> str:
        """The causes in full, each with the smallest conversation that shows it."""
        until = time.monotonic() + _SECONDS
        texts = [self._text(cause, until) for cause in self.causes[:_TOLD]]
        return "\n\n".join([self.title if self.results else self.level, *texts, *self._more(_TOLD)])

    def html(self) -> str:
        """The lines as a piece of a page; what is foreign in them is text and nothing else."""
        rows: dict[str, list[str]] = {target: [] for target, _ in self.counts}
        for target, cells in rows.items():
            cells += (str(self.counts.get((target, name), 0) or "–") for name in COLUMNS)
        head = "".join(f"<th>{name}</th>" for name in ("target", *COLUMNS))
        body = "".join(
            f"<tr><td>{escape(target)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for target, cells in rows.items()
        )
        items = "".join(
            f"<li><code>{escape(cause.id)}</code>: {escape(self._first_line(cause))}</li>"
            for cause in self.causes[:_LINES]
        )
        more = "".join(f"<p>{escape(line)}</p>" for line in self._more(_LINES))
        return (
            f"<div><p><strong>{escape(self.title)}</strong><br>{escape(self.level)}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><ul>{items}</ul>{more}</div>"
        )

    def _first_line(self, cause: Cause) -> str:
        return safe(first_line(cause, finding_of(cause)))

    def _text(self, cause: Cause, until: float) -> str:
        left = until - time.monotonic()
        example = smallest(cause, self.implementation, self.cases, seconds=min(left, 3.0)) if left > 0 else None
        shown = example_of(cause, self.cases, example)
        named = repr(self.implementation.source) if self.implementation.source else "…"
        rerun = f"check_formatter({named}, targets=[{shown.member.target!r}], cases=[{shown.member.case!r}])"
        return explain_cause(cause, shown, self.implementation, rerun=rerun)

    def _more(self, shown: int) -> list[str]:
        rest = len(self.causes) - shown
        return [f"  … and {count(rest, 'more cause')}"] if rest > 0 else []
