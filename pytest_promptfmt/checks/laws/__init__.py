"""Does a payload change as its conversation does, and no further? Nobody has to know which payload is right for that.

A formatter is asked twice: for a conversation, and for what one change has made of it (`conversation.changes`). A law
says how the two payloads then stand to each other, read by the dialect's reader: what they say is compared, and not
how it is spelled. `LAWS` has them all. They are asked of generated conversations, and where nothing else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pytest_promptfmt.checks.fidelity.losses import cut
from pytest_promptfmt.checks.laws.relations import (
    Difference,
    Pair,
    appended,
    begun,
    offers,
    other_ids,
    parts,
    permuted,
    renamed,
    same,
)
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.exchange.varied import Varied
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import Transcript

_E, _W = Severity.ERROR, Severity.WARNING

FINDINGS: Statements = {
    "appended-turn": (_E, "with a further turn at the end, what was said before it is told otherwise"),
    "first-turns": (_E, "the beginning of a conversation is told otherwise where it is sent alone"),
    "renamed-agent": (_E, "with other names of agents more is told otherwise than their names"),
    "text-in-parts": (_E, "a text in two parts says something else than the same text in one"),
    "replaced-text": (_E, "with another plain text more is told otherwise than that text"),
    "permuted-calls": (_E, "with parallel calls in another order more is told otherwise than their order"),
    "unused-tool": (_E, "with a further tool on offer more is told otherwise than the list of tools"),
    "other-words": (_W, "words that nobody said are others where something else in the conversation is"),
    "other-ids": (_W, "calls have other ids where something else in the conversation is another"),
}
_found = maker("laws", FINDINGS)

Read: TypeAlias = Callable[[Any], Transcript]
"""What a payload says; raises `NotAPayload`."""
Carried: TypeAlias = Callable[[Conversation], bool]
"""Must a right formatter make a payload of it, in which all of it is said?"""


@dataclass(frozen=True, slots=True)
class Law:
    """What `differs` between two payloads although no other thing may; None where the law is obeyed.

    Where a change makes a conversation of another kind, the law holds for those only that `must_be_carried`.
    """

    slug: str
    differs: Callable[[Pair], Difference | None]
    must_be_carried: bool = False
    keeps_ids: bool = True


LAWS: Mapping[str, Law] = {
    "append": Law("appended-turn", appended, must_be_carried=True),
    "begin": Law("first-turns", begun, must_be_carried=True),
    "rename": Law("renamed-agent", renamed),
    "split": Law("text-in-parts", parts, must_be_carried=True),
    "join": Law("text-in-parts", parts, must_be_carried=True),
    "replace": Law("replaced-text", same),
    "permute": Law("permuted-calls", permuted, keeps_ids=False),
    "offer": Law("unused-tool", offers),
}
"""By the change that each is about (`conversation.changes`)."""


def laws(exchange: Exchange, read: Read, carried: Carried) -> Iterator[Finding]:
    """Every law that is broken, of an exchange in which nothing else is wrong."""
    if exchange.limit or not equal(exchange.payload, exchange.again):
        return
    try:
        said = read(exchange.payload)
    except NotAPayload:
        return
    for varied in exchange.varied:
        yield from _broken(LAWS[varied.change], varied, exchange, said, read, carried)


def _broken(
    law: Law, varied: Varied, exchange: Exchange, said: Transcript, read: Read, carried: Carried
) -> Iterator[Finding]:
    told, changed = varied.changed.told, varied.changed.conversation

    def holds() -> bool:  # asked last, since it takes the longest
        return not law.must_be_carried or (carried(exchange.conversation) and carried(changed))

    if varied.failure is not None:
        if holds():
            failed = f"{varied.failure.kind}: {varied.failure.text}"
            yield _found(law.slug, "$", f"{told}, no payload comes: {failed}")
        return
    try:
        pair = Pair(exchange.conversation, said, varied.changed, read(varied.payload), exchange.scenario)
    except NotAPayload as error:
        yield from [_found(law.slug, "$", f"{told}, no payload comes: {error}")] if holds() else ()
        return
    if difference := law.differs(pair):
        if holds():
            slug = law.slug if difference.said else "other-words"
            yield _told(slug, f"{told}, {_how(difference)}", difference)
    elif law.keeps_ids and (difference := other_ids(pair)):
        yield _told("other-ids", f"{told}, a call has another id", difference)


def _how(difference: Difference) -> str:
    given, changed = (cut(str(piece)) if piece is not None else "" for piece in (difference.given, difference.changed))
    if not changed:
        return f"{given} is not told any more"
    return f"{given} is told as {changed}" if given else f"{changed} is told beside"


def _told(slug: str, message: str, difference: Difference) -> Finding:
    given, changed = difference.given, difference.changed
    path = given.path if given is not None and given.path else "$"
    return _found(slug, path, message, expected=str(given or "nothing"), actual=str(changed or "nothing"))
