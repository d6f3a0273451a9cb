"""What a formatter makes of a conversation in which one thing is another: asked of generated conversations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.changes import Changed, changes
from pytest_promptfmt.exchange.failure import Failure, failure_of
from pytest_promptfmt.exchange.guard import note_refused_connections
from pytest_promptfmt.exchange.trial import Formatter


@dataclass(frozen=True, slots=True)
class Varied:
    """The plain payload for what one change made of the conversation, or why there is none."""

    change: str
    changed: Changed
    payload: Any = None
    failure: Failure | None = None


def vary(formatter: Formatter, conversation: Conversation) -> Iterator[Varied]:
    """One for each change that can be made."""
    for name, changed in changes(conversation):
        try:
            payload = formatter(changed.conversation.copy())
        except BaseException as error:
            note_refused_connections(error)
            yield Varied(name, changed, failure=failure_of(error, formatter.timeout))
        else:
            yield Varied(name, changed, payload)
