"""A cell of the page: a level, how many causes, and a digit for each profile."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_promptfmt.common.text import count
from pytest_promptfmt.report.matrix.column import Cell, TargetColumn
from pytest_promptfmt.report.matrix.wording import cell_words
from pytest_promptfmt.verdicts.levels import PROFILES


def shown_level(cell: Cell) -> str:
    """In words, also for who hears the page."""
    return cell_words(cell) or '<span class="for-ears">n/a</span>'


def state(cell: Cell) -> str:
    """Its class in the style."""
    return f"l{cell.level}" if cell.level is not None else cell.state.replace(" ", "-").replace("/", "")


def counted(causes: int) -> str:
    """``3 causes`` on a line of its own."""
    return f' <span class="ahead">{count(causes, "cause")}</span>' if causes else ""


def profile_strip(targets: Sequence[TargetColumn]) -> str:
    """A digit for each profile, the lowest of the targets: what a level looks like where nothing else lowers it."""
    cells = {profile: _lowest_of([each.profiles[profile] for each in targets]) for profile in PROFILES}
    words = ", ".join(f"{profile} {cell_words(cell) or cell.state}" for profile, cell in cells.items())
    digits = "".join(f'<i class="{state(cell)}">{_digit(cell)}</i>' for cell in cells.values())
    return f'<span class="strip" role="img" aria-label="{words}" title="{words}">{digits}</span>'


def _lowest_of(cells: Sequence[Cell]) -> Cell:
    given = [cell for cell in cells if cell.state == "graded"]
    return min(given, key=lambda cell: cell.height) if given else cells[0]


def _digit(cell: Cell) -> str:
    if cell.state != "graded":
        return "?" if cell.state == "partial" else "·"
    return "✕" if cell.level is None else str(cell.level)
