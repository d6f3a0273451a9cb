"""What came of mutants and rewrites, in lines: rates, whom they are owed to, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from pytest_promptfmt.selftest.mutants import Application, Catalogue

KILLED, EACH, ATTRIBUTED = 0.98, 0.90, 0.95
"""What is asked of all mutants, of each operator and each dialect, and of the killed ones."""


def mutant_lines(found: Sequence[Application], catalogue: Catalogue) -> Iterator[str]:
    """Rates in all, by operator and by dialect, then the survivors with the reasons that the catalogue has for them."""
    idle = sum(len(mutant.dialects) for mutant in catalogue.mutants if mutant.equivalent)
    pairs = sum(len(mutant.dialects) for mutant in catalogue.mutants)
    killed = [each for each in found if each.killed]
    warned = sum(not each.wrong for each in killed)
    yield (
        f"{len(catalogue.mutants)} mutants, {pairs} with their dialects; "
        f"{idle} of these ({_percent(idle, pairs)}) change nothing of meaning"
    )
    yield (
        f"{len(found)} applications: {_percent(len(killed), len(found))} killed ({warned} by a warning, which is all "
        f"that is asked there), {_percent(sum(each.attributed for each in killed), len(killed))} of them attributed"
    )
    yield from _table("operator", found, lambda each: each.entry.operator)
    yield from _table("dialect", found, lambda each: each.target.rpartition(".")[0])
    yield from _survivors([each for each in found if not each.killed], catalogue)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "nothing"


def _table(title: str, found: Iterable[Application], key: Callable[[Application], str]) -> Iterator[str]:
    rows: dict[str, list[Application]] = {}
    for each in found:
        rows.setdefault(key(each), []).append(each)
    width = max(map(len, [*rows, title]))
    yield ""
    yield f"  {title:<{width}}{'applied':>9}{'killed':>10}{'attributed':>13}"
    for name, row in sorted(rows.items()):
        killed = sum(each.killed for each in row)
        attributed = _percent(sum(each.attributed for each in row), killed)
        yield f"  {name:<{width}}{len(row):>9}{_percent(killed, len(row)):>10}{attributed:>13}"


def _survivors(left: Iterable[Application], catalogue: Catalogue) -> Iterator[str]:
    explained: Counter[str] = Counter()
    unexplained = []
    for each in left:
        if why := catalogue.explanation(each):
            explained[why] += 1
        else:
            unexplained.append(each)
    yield ""
    yield f"{explained.total()} survivors are explained, {len(unexplained)} are not"
    yield from (f"  {number:>6}  {why}" for why, number in explained.most_common())
    yield from map(_line, unexplained)


def _line(each: Application) -> str:
    found = f": only {', '.join(each.ids)}" if each.ids else ""
    return f"  {each.entry.id} in {each.target} {each.case} at {each.path or 'every place'}{found}"


def holds(found: Sequence[Application]) -> bool:
    """Is what is asked of mutants reached?"""
    groups: dict[tuple[str, str], list[bool]] = {}
    for each in found:
        for group in (("all", ""), ("operator", each.entry.operator), ("dialect", each.target.rpartition(".")[0])):
            groups.setdefault(group, []).append(each.killed)
    attributed = [each.attributed for each in found if each.killed]
    floors = ((rate, KILLED if name == "all" else EACH) for (name, _), rate in groups.items())
    return all(_rate(rate) >= floor for rate, floor in floors) and _rate(attributed) >= ATTRIBUTED


def _rate(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else 1.0


def rewrite_lines(found: Sequence[Application], catalogue: Catalogue) -> Iterator[str]:
    """How many rewrites were made and blamed, by dialect, and each that was."""
    pairs = sum(len(rewrite.dialects) for rewrite in catalogue.rewrites)
    blamed = [each for each in found if each.wrong]
    yield f"{len(catalogue.rewrites)} rewrites, {pairs} with their dialects"
    yield f"{len(found)} applications: {_percent(len(found) - len(blamed), len(found))} accepted"
    made = Counter(each.target.rpartition(".")[0] for each in found)
    yield from (f"  {dialect:<{max(map(len, made))}}{number:>9}" for dialect, number in sorted(made.items()))
    yield from (f"{_line(each)}" for each in blamed)
