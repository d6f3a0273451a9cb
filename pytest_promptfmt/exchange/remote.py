"""A formatter behind a command, called in an exchange: what it tells beside its payload goes on its account.

While it is asked nobody watches this process, in which no foreign code runs then.
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.common.doubles import as_doubles, inexact_integers
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.limits import INEXACT
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Given
from pytest_promptfmt.exchange.guard import unwatched
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.implementation.protocol import NoStart, ToldError

_SAID = 4_000
"""Characters of what a command says on standard error that are kept: the last."""


def start(entry: Any) -> None:
    """Starts the process again where an earlier exchange has lost it: not on the time of this one."""
    if isinstance(entry, Remote):
        with unwatched():
            try:
                entry.command.ready()
            except NoStart:  # which the request says again
                return


def ask(remote: Remote, given: Any, **options: Any) -> Any:
    """What it answers; an error that it answers is raised."""
    tried = []
    with unwatched() as effects:
        try:
            return remote(given, **options)
        except ToldError as error:
            tried = [str(error) or error.type] if error.kind == "connects" else []
            raise
        finally:
            if effects is not None:
                effects.output.write(remote.command.account.printed)
                effects.said = (effects.said + remote.command.said())[-_SAID:]
                effects.connections += tried


def understood(entry: Any, given: Given) -> tuple[Given, str]:
    """The conversation as the command's language can hold it, and where that is less, why."""
    if not isinstance(entry, Remote) or not entry.command.account.rounds:
        return given, ""
    value = given.to_json()
    number = next(inexact_integers(value))
    limit = (
        f"{INEXACT}: the language of the command keeps numbers as 64-bit floats, and cannot hold {number} "
        f"({as_doubles(number)} is the nearest): its limit, not the formatter's"
    )
    return (parse(as_doubles(value)) if isinstance(given, Conversation) else given), limit
