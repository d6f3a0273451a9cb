"""Writes the pages of docs/ that are made from tables: rules.md, cases.md, and the marked parts of other pages.

``python scripts/make_docs.py`` writes them, ``--check`` only says which are out of date (exit 1); a test runs that.
A part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import judge_generated
import judged_libraries
from options import parser
from pages import cases, models, readme, rules, tables

from pytest_promptfmt.report.statements import FINDINGS

ROOT = Path(__file__).parents[1]

PAGES: dict[str, Callable[[], str]] = {
    "docs/rules.md": rules.page,
    "docs/cases.md": cases.page,
    "docs/models.md": models.page,
}
PARTS: dict[str, Callable[[], str]] = {
    "v0-breaks": tables.breaks,
    "generations": tables.by_generation,
    "failure": readme.failure,
    "found": readme.found,
    "libraries": judged_libraries.table,
    "generated": judge_generated.table,
    "checks": tables.checks,
    "targets": tables.targets,
    "limits": tables.limits,
    **{check: partial(tables.findings, check) for check in FINDINGS},
}

_PART = re.compile(r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pages() -> Iterator[tuple[Path, str]]:
    """Each page that has something made in it, and what it should hold."""
    for name, make in PAGES.items():
        yield ROOT / name, make()
    for path in _hand_written():
        text = path.read_text("utf-8")
        yield path, _PART.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n\n{found[3]}", text)


def _hand_written() -> Iterable[Path]:
    made = {ROOT / name for name in PAGES}
    return (path for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if path not in made)


def stale() -> list[Path]:
    """The pages that are not what the tables say."""
    return [path for path, text in pages() if not path.is_file() or path.read_text("utf-8") != text]


def main() -> int:
    told = parser(__doc__)
    told.add_argument("--check", action="store_true", help="only say what is out of date (exit 1)")
    only_check: bool = told.parse_args().check
    old = stale()
    for path in old:
        print(f"{'out of date' if only_check else 'written'}: {path.relative_to(ROOT)}")
    if only_check:
        return 1 if old else 0
    for path, text in list(pages()):
        if path in old:
            path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
