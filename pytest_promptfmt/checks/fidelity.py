"""Is everything that the conversation says in the payload, once, in order, and said by the right speaker? (in work)"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.repairs import REPAIRS, Repair
from pytest_promptfmt.said import Said
from pytest_promptfmt.verdict import Finding


def fidelity(
    conversation: Conversation, said: Said, dialect: Dialect, scenario: str, repair: Repair = REPAIRS["keep"]
) -> Iterator[Finding]:
    """Every loss, doubling, change, wrong order and wrong speaker."""
    yield from ()
