"""Lumen chat: a fictional provider, as another distribution adds it.

- a message is ``{"by": …, "says": …}``; who speaks is ``guide``, ``guest``, ``lumen`` or ``tool``
- calls stand in ``asks`` of a message of lumen's, as ``{"id", "function", "with"}``, with the arguments as JSON values
- a result is a message by ``tool``, which names its call in ``answers``
- Lumen 1 takes no guide behind the first message; Lumen 2 does
"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.rules import Breach, asks, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import CallPart, Part, ResultPart, TextPart, Transcript, Turn, TurnRole

ROLES: dict[str, TurnRole] = {"guide": "system", "guest": "user", "lumen": "assistant", "tool": "tool"}


def read(request: Request) -> Transcript:
    """What the payload says."""
    return Transcript(tuple(turn for path, message in request.each() for turn in _turn(message, path)))


def _turn(message: dict[str, object], path: str) -> Iterator[Turn]:
    role = ROLES.get(str(message.get("by")))
    if role is not None:
        yield Turn(role, tuple(_parts(message, path)), path)


def _parts(message: dict[str, object], path: str) -> Iterator[Part]:
    says, answers, calls = message.get("says"), message.get("answers"), message.get("asks")
    if isinstance(answers, str):
        yield ResultPart(answers, None, says, f"{path}.says")
    elif isinstance(says, str) and says:
        yield TextPart(says, f"{path}.says")
    for i, call in enumerate(calls if isinstance(calls, list) else ()):
        match call:
            case {"id": str(id_), "function": str(name)}:
                yield CallPart(id_, name, call.get("with"), f"{path}.asks[{i}]")
            case _:
                pass  # the schema reports it


def says_nonempty(request: Request) -> Iterator[Breach]:
    """A guest says something."""
    for path, message in request.each():
        if message.get("by") == "guest" and message.get("says") == "":
            yield Breach(f"{path}.says", "a guest says nothing")


@asks("guide-later")
def guide_first(request: Request) -> Iterator[Breach]:
    """Of a model that takes one guide only, the guide's message is the first."""
    for path, message in list(request.each())[1:]:
        if message.get("by") == "guide":
            yield Breach(f"{path}.by", "a guide behind the first message")


RULES = own("x-lumen", says_nonempty, guide_first, no_unknown_keys=no_unknown_keys)
DIALECT = Dialect(id="x-lumen", title="Lumen chat", provider="Lumen", carries=carrying("tool"), read=read, rules=RULES)
