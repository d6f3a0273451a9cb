"""docs/cases.md: the corpus."""

from __future__ import annotations

from collections.abc import Iterator

from pages.markdown import escaped
from pytest_promptfmt.conversation.needs import CAPABILITIES
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import FAMILIES, Case, Expectation, load_family

_CASES = """# The corpus

Made by `scripts/make_docs.py` from `fixtures/promptfmt_fixtures/cases/`; do not edit.

{total} cases. Each is one conversation, or in the family `templates` one template with its data, and hunts one fault. A
right formatter **carries** it, unless the case says otherwise: **refuse** asks for a clear error and nothing else;
**either** takes a clear error, or a payload under one of the listed repairs, of which templates have none. *Needs*
lists the kinds of block that the case exercises, beside text. {everyday} are **everyday** ones, with the habit that
each is of every agent's day ([why these](decisions/0029-everyday-cases.md)); the others are edges.
"""


def page() -> str:
    """docs/cases.md: every case by family, with what it hunts and what is expected, then the repairs."""
    families = {family: load_family(family) for family in FAMILIES}
    everyday = sum(case.everyday for cases in families.values() for case in cases)
    lines = [_CASES.format(total=sum(map(len, families.values())), everyday=everyday)]
    for family, cases in families.items():
        if cases:
            lines += [f"## {family}", "", f"{len(cases)} cases.", ""]
            lines += (line for case in cases for line in _case(case))
            lines.append("")
    lines += ["## Repairs", "", "What a payload may have done to a conversation that cannot be said as it stands.", ""]
    lines += (f"- `{repair.name}`: {repair.statement}" for repair in REPAIRS.values())
    return "\n".join(lines).rstrip() + "\n"


def _case(case: Case) -> Iterator[str]:
    yield f"- **`{case.id}`** hunts {escaped(case.hunts)}."
    notes = [f"**everyday**: {escaped(case.habit)}"] if case.everyday else []
    if case.needs:
        notes.append(f"needs {', '.join(block for block in CAPABILITIES if block in case.needs)}")
    if case.budget is not None:
        notes.append(f"budget {case.budget}")
    if case.twin:
        notes.append(f"twin `{case.twin}`")
    if len(case.scenarios) == 1 and case.scenarios[0] != case.family:
        notes.append(f"{case.scenarios[0]} only")
    if case.source:
        notes.append(f"from {escaped(', '.join(case.source))}")
    if notes:
        yield f"  {'; '.join(notes)}."
    for expectation in case.expectations:
        yield f"  {_expectation(expectation)}"


def _expectation(expectation: Expectation) -> str:
    where = "" if expectation.dialects == ("*",) else f" ({', '.join(f'`{d}`' for d in expectation.dialects)})"
    repairs = f", {' or '.join(f'`{name}`' for name in expectation.repairs)}" if expectation.repairs else ""
    why = f": {escaped(expectation.why)}" if expectation.why else ""
    return f"**{expectation.demand}**{where}{repairs}{why}."
