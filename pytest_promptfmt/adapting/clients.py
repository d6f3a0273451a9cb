"""Where today's HTTP clients hand a request over to the network, and how the request is read there.

A place is a method of a class, so that it does not matter who imported what by which name. `PLACES` is the table: a
client that is not in it takes a line, and a reader if its requests are of a kind of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple, NoReturn
from unittest.mock import patch


class Outgoing(NamedTuple):
    """A request as its client has it; `body` is text or bytes where it can be read at once, else anything."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: Any


def _of_httpx(_: Any, request: Any) -> Outgoing:
    try:
        body = request.read()
    except RuntimeError:  # a stream that only an event loop can read
        body = None
    return Outgoing(request.method, str(request.url), getattr(request, "headers", {}), body)


def _prepared(_: Any, request: Any, *__: Any, **___: Any) -> Outgoing:
    """As requests and botocore have it."""
    return Outgoing(request.method, str(request.url), getattr(request, "headers", {}), request.body)


def _of_aiohttp(_: Any, request: Any, *__: Any, **___: Any) -> Outgoing:
    body = getattr(request.body, "_value", request.body)  # a payload, which is read in an event loop else
    return Outgoing(request.method, str(request.url), request.headers, body)


def _of_urllib3(
    pool: Any, method: str, url: str, body: Any = None, headers: Mapping[str, str] | None = None, *_: Any, **__: Any
) -> Outgoing:
    place = url if "://" in url else f"{pool.scheme}://{pool.host}:{pool.port or _port(pool.scheme)}{url}"
    return Outgoing(method, place, pool.headers if headers is None else headers, body)


def _of_http(
    connection: Any, method: str, url: str, body: Any = None, headers: Mapping[str, str] | None = None, **_: Any
) -> Outgoing:
    scheme = "https" if connection.default_port == _port("https") else "http"
    place = url if "://" in url else f"{scheme}://{connection.host}:{connection.port}{url}"
    return Outgoing(method, place, headers or {}, body)


def _of_lm15(_: Any, request: Any) -> Outgoing:
    return Outgoing(request.method, request.url, dict(request.headers), request.body)


def _port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


PLACES: dict[str, tuple[tuple[str, str, Callable[..., Outgoing]], ...]] = {
    "httpx": (
        ("HTTPTransport", "handle_request", _of_httpx),
        ("AsyncHTTPTransport", "handle_async_request", _of_httpx),
    ),
    "httpx2": (
        ("HTTPTransport", "handle_request", _of_httpx),
        ("AsyncHTTPTransport", "handle_async_request", _of_httpx),
    ),
    "requests.adapters": (("HTTPAdapter", "send", _prepared),),
    "botocore.httpsession": (("URLLib3Session", "send", _prepared),),
    "aiobotocore.httpsession": (("AIOHTTPSession", "send", _prepared),),
    "aiobotocore.httpxsession": (("HttpxSession", "send", _prepared),),
    "aiohttp.connector": (("BaseConnector", "connect", _of_aiohttp),),
    "urllib3.connectionpool": (("HTTPConnectionPool", "urlopen", _of_urllib3),),
    "http.client": (("HTTPConnection", "request", _of_http),),
    "dspy._vendor.lm15.transports._sync": (("StdlibTransport", "stream", _of_lm15),),
}
"""By module: class, method, and what reads the method's arguments. google-genai sends by httpx or aiohttp."""


@contextmanager
def watched(catch: Callable[[Outgoing], NoReturn]) -> Iterator[None]:
    """Within, each request of a known client goes to `catch` instead, also of one that is imported only then."""
    with ExitStack() as stack:

        def take(module: ModuleType) -> None:
            for name, method, read in PLACES[module.__name__]:
                if hasattr(cls := getattr(module, name, None), method):
                    stack.enter_context(patch.object(cls, method, _instead(read, catch)))

        for name in PLACES:
            if isinstance(module := sys.modules.get(name), ModuleType):
                take(module)
        finder = _Late(take)
        sys.meta_path.insert(0, finder)
        stack.callback(sys.meta_path.remove, finder)
        yield


def _instead(read: Callable[..., Outgoing], catch: Callable[[Outgoing], NoReturn]) -> Callable[..., NoReturn]:
    def instead(client: Any, *args: Any, **options: Any) -> NoReturn:
        catch(read(client, *args, **options))

    return instead


class _Late(MetaPathFinder):
    """Finds a module of `PLACES` as everybody else does, and hands it over once it has been imported."""

    def __init__(self, take: Callable[[ModuleType], None]) -> None:
        self._take = take

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in PLACES:
            return None
        finders = [finder for finder in sys.meta_path if not isinstance(finder, _Late)]
        spec = next((found for f in finders if (found := f.find_spec(name, path, target)) is not None), None)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_take(module: ModuleType) -> None:
                run(module)
                self._take(module)

            spec.loader.exec_module = run_and_take  # type: ignore[method-assign]  # a loader is one module's
        return spec
