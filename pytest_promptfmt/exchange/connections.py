"""Connections that a formatter tries: what Python's hook hears of them, and what an error says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, cast


class Blocked(BaseException):
    """A formatter tried to open a connection. No `Exception`: a client would try again, and wait before it does."""

    def __init__(self, address: str) -> None:
        super().__init__(f"the kit lets no formatter open a connection ({address})")
        self.address = address


_LOOK_UPS = (
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.gethostbyaddr",
    "socket.getnameinfo",
)
_SENDING = ("socket.connect", "socket.sendto", "socket.sendmsg")
NETWORK = frozenset((*_LOOK_UPS, *_SENDING))
"""The audit events of connections."""


def address_of(event: str, args: tuple[Any, ...]) -> str:
    """Host and port of such an event, or the name of a pipe."""
    address = args[1] if event in _SENDING else args[:2]
    parts = address[:2] if isinstance(address, tuple) else (address,)
    return ":".join(os.fsdecode(part) if isinstance(part, bytes) else str(part) for part in parts if part is not None)


_HOST = re.compile(r"\bhttps?://([^/\s?#\"')]+)")
_UNREACHED = re.compile(
    r"\bdns error\b|failed to lookup address|in name resolution|name or service not known|nodename nor servname"
    r"|\b(?:getaddrinfo|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENETUNREACH)\b|network is unreachable",
    re.IGNORECASE,
)


def address_in(text: str) -> str:
    """The host that an error says was not reached, or the line that says so where it names none; else nothing."""
    said = _UNREACHED.search(text)
    if said is None:
        return ""
    if host := _HOST.search(text):
        return host[1]
    begins, ends = text.rfind("\n", 0, said.start()) + 1, text.find("\n", said.end())
    return (text[begins:] if ends < 0 else text[begins:ends]).strip()


def refused_connections(error: BaseException) -> Iterator[Blocked]:
    """The refused connections among an error, what it came of, and its parts."""
    found, seen = [error], {id(error)}
    for each in found:  # which grows
        if issubclass(type(each), Blocked):
            yield cast(Blocked, each)
        for next_ in _behind(each):
            if next_ is not None and id(next_) not in seen:
                seen.add(id(next_))
                found.append(next_)


def _behind(error: BaseException) -> Iterator[BaseException | None]:
    """What an error came of, and its parts; one of a foreign class may say anything of itself, and is not asked."""
    held = vars(BaseException)
    yield from (held["__cause__"].__get__(error), held["__context__"].__get__(error))
    if issubclass(type(error), BaseExceptionGroup):
        yield from vars(BaseExceptionGroup)["exceptions"].__get__(error)
