"""A provider's answer as evidence: how much of it is read, as whose sentence it is told, names as it may spell them."""

from __future__ import annotations

from pytest_promptfmt.dialects import known_dialect

LONGEST = 20_000
"""So many characters of an answer are read."""
_SHOWN = 300


def read(answer: str) -> str:
    """What is looked at, with quotation marks and ends of lines that stood in JSON."""
    return answer[:LONGEST].replace('\\"', '"').replace("\\n", "\n")


def source_of(answer: str, dialect: str) -> dict[str, str]:
    """The data of a finding that the answer itself is the evidence of."""
    return {"source": f'"{answer.strip()[:_SHOWN]}"', "provider": known_dialect(dialect).provider}


def plain(name: str) -> str:
    """A name that is compared whatever its case is, and whether it has underscores."""
    return name.replace("_", "").lower()
