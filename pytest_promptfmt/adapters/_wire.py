"""What a library puts on the wire: its request is caught where its HTTP client would send it, and nothing is sent.

A library's public call is the entry, and the JSON body of its first POST is the payload, whichever private function
made it. Gemini and Bedrock name the model in the address: it joins the payload as ``model``, where other providers
have it, since rules depend on it. Everything else that a library does on the network, such as fetching an image, goes
its way, and is the guard's.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote, urlsplit


class Sent(BaseException):
    """Not an `Exception`, so that no client takes it for a failed connection and tries again."""

    def __init__(self, body: Any) -> None:
        super().__init__("a request was caught")
        self.body = body


PLACES = (
    ("httpx", "HTTPTransport.handle_request"),
    ("httpx", "AsyncHTTPTransport.handle_async_request"),
    ("httpx2", "HTTPTransport.handle_request"),
    ("httpx2", "AsyncHTTPTransport.handle_async_request"),
    ("botocore.httpsession", "URLLib3Session.send"),
)
"""Where the HTTP clients of today's libraries hand a request over to the network: module, class and method."""

CONVERSATIONS = {"messages", "contents", "input"}
"""The keys of which a body that tells a conversation has one; any other question finds nobody."""

_MODEL = re.compile("/models?/([^/:]+)")
"""Where an address names the model, as Gemini's and Bedrock's do."""


@contextmanager
def caught() -> Iterator[None]:
    """Within, the first POST of a known client raises `Sent`; of those clients, those that are imported are known."""
    with ExitStack() as stack:
        for module, place in PLACES:
            if module in sys.modules:
                name, method = place.split(".")
                client = getattr(sys.modules[module], name)
                stack.enter_context(patch.object(client, method, _catching(getattr(client, method))))
        yield


def _catching(send: Callable[..., Any]) -> Callable[..., Any]:
    def catching(self: Any, request: Any) -> Any:
        if request.method != "POST":
            return send(self, request)
        body = json.loads(request.read() if hasattr(request, "read") else request.body)
        if body.keys() & CONVERSATIONS:
            named = _MODEL.search(urlsplit(str(request.url)).path)
            raise Sent({"model": unquote(named[1])} | body if named else body)
        raise ConnectionError("nobody is there")

    return catching


def payload_of(call: Callable[[], Any]) -> Any:
    """The body that `call` would have sent; what it raises before that is its own."""
    with caught():
        try:
            call()
        except Sent as sent:
            return sent.body
    raise LookupError("nothing was sent")


async def awaited_payload_of(call: Callable[[], Any]) -> Any:
    """The same for a call that is to be awaited."""
    with caught():
        try:
            await call()
        except Sent as sent:
            return sent.body
    raise LookupError("nothing was sent")
