"""What a library would have sent: its request is captured where its HTTP client would send it, and nothing is sent.

A library's public call is the entry, and the JSON body of its first request that tells a conversation is the payload,
whichever private function made it. What it asks beside, such as what a model can do, finds nobody. What it uploads or
fetches is a connection, which the kit's guard refuses: that exchange is inconclusive.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from pytest_promptfmt.adapting.clients import Outgoing, watched
from pytest_promptfmt.common.tls import without_system_certificates


@dataclass(frozen=True, slots=True)
class Captured:
    """What would have been sent; `url` and `headers` are without keys, and `body` is its JSON."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def payload(self) -> dict[str, Any]:
        """The body; a model that only the address names (Gemini's, Bedrock's) joins it, since rules depend on it."""
        named = _MODEL.search(urlsplit(self.url).path)
        return {"model": unquote(named[1])} | self.body if named else self.body


class Connects(ConnectionError):
    """The library would connect to somebody before it sends a conversation: to fetch, or to upload."""


def capture(call: Callable[[], Any]) -> Captured:
    """The request that `call` would have sent; a stream that it returns is asked for its first piece.

    What it raises before that is its own. Raises `Connects` where it uploads or fetches first (in an exchange the
    guard's own refusal), and `LookupError` where it sends nothing. No certificates are loaded: a client that is made
    in here is good for nothing else.
    """
    _check_call(call)
    net = _Net()
    with net.spread():
        answer = call()
        if inspect.isawaitable(answer):
            getattr(answer, "close", lambda: None)()
            raise TypeError("the call is to be awaited: use await capture_async(...)")
        if isinstance(answer, Iterable) and net.caught is None:
            next(iter(answer), None)
    return net.haul()


async def capture_async(call: Callable[[], Awaitable[Any] | AsyncIterable[Any]]) -> Captured:
    """The same for a call that is to be awaited, or that returns an asynchronous stream."""
    net = _Net()
    with net.spread():
        answer = call()
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, AsyncIterable) and net.caught is None:
            await anext(aiter(answer), None)
    return net.haul()


def sends(call: Callable[..., Any]) -> Callable[[Any], dict[str, Any]]:
    """The second step of an entry: what ``call(*native)`` would have sent, where `native` is a tuple of arguments."""
    _check_call(call)
    return lambda native: capture(lambda: call(*native)).payload


def sends_async(
    call: Callable[..., Awaitable[Any] | AsyncIterable[Any]],
) -> Callable[[Any], Awaitable[dict[str, Any]]]:
    """The same for a call that is to be awaited, or that returns an asynchronous stream."""

    _check_call(call)

    async def sent(native: Any) -> dict[str, Any]:
        return (await capture_async(lambda: call(*native))).payload

    return sent


def _check_call(call: object) -> None:
    if not callable(call):
        raise TypeError(f"it is what is called that is named here (sends(client.ask)), not {type(call).__name__}")


CONVERSATIONS = {"messages", "contents", "input", "prompt"}
"""The keys of which a body that tells a conversation has one."""

_MODEL = re.compile("/models?/([^/:]+)")
"""Where an address names the model, as Gemini's and Bedrock's do."""

_QUESTION = re.compile(r"embed|count_?tokens|tokeni[sz]e|moderation", re.IGNORECASE)
"""The ends of addresses that are told a conversation, or something spelled like one, and answer none."""

_STORE = re.compile(r"/(files?|uploads?)(/|$)")
"""Where an address takes files."""

_SECRET = re.compile(r"auth|key|token|secret|cookie|signature|credential", re.IGNORECASE)
"""The names of headers, and of what an address asks, that may hold a key."""


class _Caught(BaseException):
    """Ends the call. Not an `Exception`, so that no client takes it for a failed connection and tries again."""


@dataclass(slots=True)
class _Net:
    caught: Captured | None = None
    connected: list[str] = field(default_factory=list)

    @contextmanager
    def spread(self) -> Iterator[None]:
        """Within, requests are caught; what comes of that, be it wrapped or swallowed, ends here."""
        with watched(self.catch), without_system_certificates():
            try:
                yield
            except BaseException as error:
                if not _is_a_librarys(error) or (self.caught is None and not self.connected):
                    raise

    def haul(self) -> Captured:
        if self.caught is not None:
            return self.caught
        if self.connected:
            raise Connects(f"before it sends a conversation, the library would connect: {self.connected[0]}")
        raise LookupError("nothing was sent")

    def catch(self, request: Outgoing) -> NoReturn:
        """Ends the call, or refuses a connection."""
        method, place = request.method.upper(), urlsplit(request.url)
        body = None if _STORE.search(place.path) else _json(request.body)
        if method != "POST" or body is None:
            self.connected.append(f"{method} {_without_keys(request.url)}")
            _tell_the_guard(place.hostname or "", place.port or _PORTS.get(place.scheme, 443))
            raise _Caught
        if isinstance(body, dict) and body.keys() & CONVERSATIONS and not _QUESTION.search(place.path[-40:]):
            headers = {str(n): _text(v) for n, v in request.headers.items() if not _SECRET.search(str(n))}
            self.caught = self.caught or Captured(method, _without_keys(request.url), headers, body)
            raise _Caught
        told = f"a conversation is told under one of {', '.join(sorted(CONVERSATIONS))}"
        raise ConnectionError(f"nobody is there: {_without_keys(request.url)} was asked something else; {told}")


def _is_a_librarys(error: BaseException) -> bool:
    """Can it have come of what was raised here? Who hangs, or is interrupted, is somebody else's."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_is_a_librarys, error.exceptions))
    return isinstance(error, Exception | _Caught)


def _tell_the_guard(host: str, port: int) -> None:
    """Who guards connections hears of it as of any other, and may raise what it raises."""
    sys.audit("socket.getaddrinfo", host, port, 0, 0, 0)


def _json(body: Any) -> Any:
    """What the body says; None for what is no JSON, or cannot be read at once."""
    try:
        return json.loads(body) if isinstance(body, str | bytes | bytearray) else None
    except ValueError:
        return None


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _without_keys(url: str) -> str:
    """The address as everybody spells it: no keys, nobody's name, no port that its scheme has anyway."""
    place = urlsplit(url)
    asked = [(name, value) for name, value in parse_qsl(place.query, True) if not _SECRET.search(name)]
    host = place.netloc.rpartition("@")[2].removesuffix(f":{_PORTS.get(place.scheme)}")
    return urlunsplit(place._replace(netloc=host, query=urlencode(asked)))


_PORTS = {"http": 80, "https": 443}
