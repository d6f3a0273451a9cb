"""What page and Markdown say alike: the words of cells, facts and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.report.matrix.column import Cell, Column, ColumnCause, Share, TargetColumn
from pytest_promptfmt.verdicts.levels import PROFILES, level_text

ABOUT = (
    "Each implementation formats the cases of the corpus, most of them rare ones, and each payload is judged; no "
    "provider is called. A failure is what a provider's own words refuse, or what was said and is not in the payload.",
    "A level is reached where no case fails: L0 runs, L1 is what the provider takes, L2 says all that was said, L3 is "
    "robust. In part: not everything could be asked, since the formatter tried to connect, say, and the kit lets none. "
    "The cell of a dialect is the lowest of its profiles, with the number of causes, each of which is one fault, "
    "however many cases show it.",
)
PROFILE_DIGITS = (
    "The digits are the levels of text, tools, vision, audio, thinking and truncation: ✕ is no level, ? in part, and · "
    "what is not claimed, or what the provider does not carry."
)


def cell_words(cell: Cell) -> str:
    """``L2``, ``none``, ``–`` where it is not claimed, ``in part``, nothing where it is n/a."""
    match cell.state:
        case "graded":
            return level_text(cell.level)
        case "partial":
            return "in part"
        case "not claimed":
            return "–"
        case _:
            return ""


def shares(share: Share) -> str:
    """``58 of 60``."""
    return f"{share[0]:,} of {share[1]:,}" if share[1] else ""


def dialects(columns: Iterable[Column]) -> list[str]:
    """Those that one of them has, in the kit's order."""
    found = {name for column in columns for name in column.dialects}
    return [name for name in DIALECTS if name in found] + sorted(found - DIALECTS.keys())


def facts(column: Column) -> dict[str, str]:
    """How an implementation was judged; empty where nobody knows."""
    kit = f"pytest-promptfmt {column.kit}" + (f", revision {column.run.kit}" if column.run.kit else "")
    return {
        "judged": column.run.date,
        "kit": kit,
        "corpus": f"{column.revision} ({column.corpus.removeprefix('sha256:')[:12]})",
        "exchanges": f"{column.exchanges:,}",
        "limits": ", ".join(dict.fromkeys(limit for found in column.targets.values() for limit in found.limits)),
        "installed": ", ".join(f"{name} {version}" for name, version in column.run.packages.items()),
        "read": column.run.page,
    }


def same_for_all(columns: Sequence[Column]) -> dict[str, str]:
    """What all were judged with and when; several where they differ."""
    told = [facts(column) for column in columns]
    days = sorted(filter(None, {each["judged"] for each in told}))
    found = {name: ", ".join(dict.fromkeys(each[name] for each in told)) for name in ("corpus", "kit")}
    return {"judged": " to ".join(dict.fromkeys((days[0], days[-1]))) if days else "", **found}


def other_corpora(columns: Sequence[Column]) -> str:
    """A warning where not all were judged by the same cases."""
    several = len({column.corpus for column in columns}) > 1
    return "The reports are of different corpora: what differs may be their doing." if several else ""


def blocked_levels(target: TargetColumn, number: int) -> str:
    """``Before L1 of text, tools.``: the next levels that a cause stands before, by profile."""
    by_level: dict[int, list[str]] = {}
    for profile in PROFILES:
        cell = target.profiles[profile]
        if number in cell.causes:
            by_level.setdefault(0 if cell.level is None else cell.level + 1, []).append(profile)
    told = (f"L{level} of {', '.join(profiles)}" for level, profiles in sorted(by_level.items()))
    return f"Before {' and '.join(told)}." if by_level else ""


def consequences(cause: ColumnCause, target: str) -> list[str]:
    """The first findings that come of a cause, but for rules of other dialects."""
    dialect = target.rpartition(".")[0]
    others = DIALECTS.keys() - {dialect}
    return [id_ for id_ in cause.also if id_ != cause.shown_by(target) and id_.partition(".")[0] not in others][:2]


def figure_rows(columns: Sequence[Column]) -> tuple[list[str], list[list[str]]]:
    """Head and rows of what each took; a figure that nobody measured is empty."""
    head = [
        "implementation",
        "adapter, lines",
        "exchanges",
        "to judge, of CPU",
        "causes",
        "rules with an error",
        "of these read",
    ]
    rows = []
    for column in columns:
        run = column.run
        seconds = "" if run.seconds is None else f"{run.seconds:,} s"
        rest = ("" if n is None else f"{n:,}" for n in (run.rules, run.read))
        lines = "" if run.lines is None else f"{run.lines:,}"
        rows.append([column.title, lines, f"{column.exchanges:,}", seconds, f"{len(column.causes):,}", *rest])
    return head, rows
