"""`Guard`: where an HTTP client sends a request to a provider, its payload is judged first.

A hook of httpx, of its client or of its asynchronous one, and an adapter of requests. Neither library is imported: what
they hand over is asked for its address and its body. What goes elsewhere, what is no JSON and what is still a stream
passes unread; headers are never read.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn
from urllib.parse import urlsplit

from pytest_promptfmt.common.did_you_mean import did_you_mean, tells_fields
from pytest_promptfmt.common.text import cut, described, safe
from pytest_promptfmt.dialects import DIALECTS, known_dialect
from pytest_promptfmt.dialects.endpoints import Addressed, addressed
from pytest_promptfmt.guarding.budget import MILLISECONDS, Judged, check_budget, judged, prepare

LOG = logging.getLogger("pytest_promptfmt.guarding")


class Refused(Exception):
    """The provider is known to refuse this request, which was therefore not sent; `judged` has the findings."""

    def __init__(self, judged: Judged, address: str) -> None:
        super().__init__(judged, address)
        self.judged = judged
        self.address = address

    def __str__(self) -> str:
        return _sentence(self.judged, self.address)


class Sent:
    """What a guard's call gives: nothing, also to ``await``, so that a client of either kind may call it."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


_WAYS = ("log", "raise")


_IS_A_HOOK = (
    "it is a hook: for httpx event_hooks={'request': [guard]}, "
    "for requests session.mount('https://', guard.adapter(HTTPAdapter()))"
)


@tells_fields
@dataclass(frozen=True, slots=True)
class Guard:
    """Judges what is sent. `refused` says what comes of a request with an error: a line in the log, or `Refused`.

    `dialects` names the dialect at addresses that no provider's documentation has, by the beginning of the address
    (``{"https://gateway.example/v1/": "openai"}``). `milliseconds` is the budget for each request. The guard itself
    never fails a request: what is wrong with it goes to the log.
    """

    refused: Literal["log", "raise"] = "log"
    milliseconds: float = MILLISECONDS
    dialects: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A mistake is told here, and not where something is sent."""
        if self.refused not in _WAYS:
            number = isinstance(self.refused, int | float) and not isinstance(self.refused, bool)
            meant = f"; did you mean milliseconds={self.refused}?" if number else did_you_mean(self.refused, _WAYS)
            raise ValueError(f"Guard({cut(repr(self.refused), 80)}){meant}")
        check_budget(self.milliseconds)
        _check_addresses(self.dialects)
        prepare()

    if not TYPE_CHECKING:  # for what takes it for a client's transport, its hooks, or what is entered

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(f"'Guard' object has no attribute {name!r}; {_IS_A_HOOK}")

        def __enter__(self) -> NoReturn:
            raise TypeError(f"a Guard is not entered; {_IS_A_HOOK}")

        def __exit__(self, *_: object) -> None: ...

    def __call__(self, request: Any) -> Sent:
        """For ``httpx.Client(event_hooks={"request": [guard]})``; raises `Refused`."""
        if hasattr(request, "status_code"):
            raise TypeError(f"a guard judges what is sent, and this is a response: {_IS_A_HOOK}")
        if not hasattr(request, "url"):
            raise TypeError(
                f"a guard is a hook that gets a client's request (httpx event_hooks={{'request': [guard]}}), not "
                f"{type(request).__name__}; a payload is judged by judged(payload, dialect)"
            )
        self._judge(str(request.url), _content(request))
        return Sent()

    def asynchronous(self, request: Any) -> Sent:
        """For ``httpx.AsyncClient(event_hooks={"request": [guard.asynchronous]})``; raises `Refused`.

        It judges when it is called, so that a client which awaits nothing is guarded as well.
        """
        return self(request)

    def send(self, *args: Any, **options: Any) -> Any:
        """Nothing: that a guard is mounted in the place of an adapter of requests is told."""
        raise TypeError("a guard sends nothing itself: session.mount('https://', guard.adapter(HTTPAdapter()))")

    def adapter(self, adapter: Any = None) -> Any:
        """For ``session.mount("https://", guard.adapter(HTTPAdapter()))``, with an adapter of requests."""
        if isinstance(adapter, type):
            raise TypeError(f"the adapter is made already: guard.adapter({adapter.__name__}())")
        if not hasattr(adapter, "send"):  # of httpx's transports none has it
            kind = "nothing" if adapter is None else type(adapter).__name__
            raise TypeError(
                f"an adapter of requests is judged before it sends, guard.adapter(HTTPAdapter()), and not {kind}; "
                "httpx takes event_hooks={'request': [guard]}"
            )
        return _Adapter(self, adapter)

    def _judge(self, url: str, body: bytes | None) -> None:
        try:
            found = self._found(url, body)
        except Exception as error:
            LOG.warning("not judged: %s", safe(described(error)))
            return
        if found is not None and found.errors:
            if self.refused == "raise":
                raise Refused(found, _shown(url))
            LOG.warning("%s", _sentence(found, _shown(url)))
        if found is not None and not found.complete:
            LOG.info("judged in part: %s", _unsaid(found))

    def _found(self, url: str, body: bytes | None) -> Judged | None:
        spoken = self._spoken(url)
        if spoken is None and urlsplit(url).path.endswith(_CHATS):
            LOG.info("not judged, since nobody said whose dialect it is: Guard(dialects={%r: …})", _shown(url))
        if spoken is None or not body:
            return None
        try:
            payload = json.loads(body)
        except (ValueError, RecursionError):
            return None
        context = {"model": spoken.model} if spoken.model else {}
        return judged(payload, spoken.dialect, milliseconds=self.milliseconds, warnings=False, context=context)

    def _spoken(self, url: str) -> Addressed | None:
        beginning = max((each for each in self.dialects if url.startswith(each)), key=len, default=None)
        return Addressed(self.dialects[beginning]) if beginning is not None else addressed(url)


_CHATS = ("/chat/completions", "/messages", "/responses", "/api/chat", "/converse", ":generateContent")
"""Ends of addresses that somebody's own server has as the providers have them."""


class _Adapter:
    """An adapter of requests that judges before it sends; all else is the other's."""

    def __init__(self, guard: Guard, adapter: Any) -> None:
        self._guard, self._adapter = guard, adapter

    def send(self, request: Any, *args: Any, **options: Any) -> Any:
        body = request.body.encode() if isinstance(request.body, str) else request.body
        self._guard._judge(str(request.url), body if isinstance(body, bytes) else None)
        return self._adapter.send(request, *args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adapter, name)


def _check_addresses(dialects: Any) -> None:
    if not isinstance(dialects, Mapping):
        kind = type(dialects).__name__
        raise TypeError(f'dialects are by addresses, {{"https://gateway.example/": "openai"}}, not a {kind}')
    for address, dialect in dialects.items():
        if address in DIALECTS:
            raise ValueError(f"dialects are by addresses, the address first: {{{dialect!r}: {address!r}}}")
        if "chat" not in known_dialect(dialect).scenarios:
            raise ValueError(f"{dialect!r} is a dialect of templates: no request is sent as a payload of it")
        if not isinstance(address, str):
            raise TypeError(f"an address is a text that begins with https://, not {address!r}")
        if "://" not in address:
            raise ValueError(f"an address begins with its scheme: {'https://' + address!r}, not {address!r}")


def _content(request: Any) -> bytes | None:
    """The body of a request of httpx, None where it is a stream that only sending it reads."""
    try:
        content = request.content
    except Exception:
        return None
    return content if isinstance(content, bytes) else None


def _shown(url: str) -> str:
    """The address without what may be secret: its query, its user."""
    parts = urlsplit(url)
    return safe(cut(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}", 300))


_MOST = 5


def _sentence(judged: Judged, address: str) -> str:
    told = "; ".join(f"{each.id} at {safe(each.path)}: {safe(each.message)}" for each in judged.errors[:_MOST])
    more = len(judged.errors) - _MOST
    return f"{judged.dialect} refuses this request to {address}: {told}" + (f"; and {more} more" if more > 0 else "")


def _unsaid(judged: Judged) -> str:
    late = (
        f"the {judged.milliseconds:.0f} ms were too short for {', '.join(judged.unjudged)}" if judged.unjudged else ""
    )
    broke = ", ".join(f"{step} failed ({safe(error)})" for step, error in judged.broke.items())
    return "; ".join(filter(None, (late, broke)))
