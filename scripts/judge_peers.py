"""Judges a library of docs/peers.md, or of a page of its own in docs/peers/, and counts exchanges by rule and target.

``python scripts/judge_peers.py langchain``, where the library is installed, says what is not as the page has it (exit
1); ``--write`` puts the counts into the library's column. A rule with errors needs a row there, with a verdict.
"""

from __future__ import annotations

import logging
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from options import parser

from pytest_promptfmt import check_formatter
from pytest_promptfmt.verdicts.result import Result, result_of
from pytest_promptfmt.verdicts.verdict import Outcome

DOCS = Path(__file__).parents[1] / "docs"
COLUMNS = {
    "agno": "Agno",
    "autogen": "AutoGen",
    "camel": "CAMEL",
    "crewai": "CrewAI",
    "dspy": "DSPy",
    "google_adk": "ADK",
    "haystack": "Haystack",
    "instructor": "Instructor",
    "langchain": "LangChain",
    "litellm": "LiteLLM",
    "livekit": "LiveKit",
    "llama_index": "LlamaIndex",
    "mirascope": "Mirascope",
    "openai_agents": "Agents SDK",
    "pydantic_ai": "Pydantic AI",
    "semantic_kernel": "Semantic Kernel",
    "smolagents": "smolagents",
    "strands": "Strands",
}


def counted(results: Sequence[Result]) -> Counter[str]:
    """Exchanges by the name of the row that counts them: outcome, dialect (those with an error), rule."""
    counts: Counter[str] = Counter(exchanges=len(results))
    for result in results:
        wrong = {finding.id for finding in result.findings if finding.is_error}
        counts.update(wrong)
        if wrong:
            counts.update(["with an error", result.target.rpartition(".")[0]])
        elif result.outcome is Outcome.PASS:
            counts["passed"] += 1
        else:
            counts[str(result.outcome)] += 1
    return counts


def rows(page: str, column: str) -> Iterator[tuple[int, list[str], int]]:
    """Of tables that have the column, each row: its line, its cells (the second is its name), the column's place."""
    at = 0
    for number, line in enumerate(page.split("\n")):
        cells = re.split(r"(?<!\\)\|", line)
        titles = [cell.strip() for cell in cells]
        if len(cells) < 3:
            at = 0  # a table is over
        elif column in titles[2:]:  # in the first column it is a name, no head
            at = titles.index(column, 2)
        elif at and not titles[1].startswith("-"):
            yield number, cells, at


def named(cells: list[str]) -> str:
    return cells[1].strip(" `")


def filled(page: str, column: str, counts: Counter[str]) -> str:
    """The page with the counts in the cells of `column`."""
    lines = page.split("\n")
    for number, cells, at in rows(page, column):
        count = counts[named(cells)]
        cells[at] = f" {count:,} " if count else " – "
        lines[number] = "|".join(cells)
    return "\n".join(lines)


def blamed(page: str, column: str) -> set[str]:
    """The names of the rows that count something in `column`."""
    return {named(cells) for _, cells, at in rows(page, column) if cells[at].strip() != "–"}


def page_of(library: str) -> Path:
    """Where the library is written about."""
    return own if (own := DOCS / "peers" / f"{library}.md").exists() else DOCS / "peers.md"


def without_row(library: str, counts: Counter[str]) -> list[str]:
    """The names of counts that have no row in the library's page."""
    page = page_of(library).read_text("utf-8")
    return sorted(counts.keys() - {named(cells) for _, cells, _ in rows(page, COLUMNS[library])})


def main() -> int:
    """Judges, compares with the page or writes it, and says what has no row."""
    told = parser(__doc__)
    told.add_argument("library", choices=sorted(COLUMNS))
    told.add_argument("--write", action="store_true", help="put the counts into the library's column")
    options = told.parse_args()
    library = options.library
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    report = check_formatter(f"adapter:{library}")
    counts = counted([result_of(judgement) for judgement in report.judgements])
    where = page_of(library)
    before = where.read_text("utf-8")
    page, missing = filled(before, COLUMNS[library], counts), without_row(library, counts)
    print(f"{library} {report.implementation.version}: {len(report.judgements)} exchanges")
    for name in missing:
        print(f"no row for {name}")
    if options.write:
        where.write_text(page, "utf-8")
        return 1 if missing else 0
    for old, new in zip(before.split("\n"), page.split("\n"), strict=True):
        if old != new:
            print(f"- {old}\n+ {new}")
    return 1 if missing or page != before else 0


if __name__ == "__main__":
    sys.exit(main())
