"""An HTTP request as text: its first line, headers, an empty line, the body; also as proxies export it."""

from __future__ import annotations

import re

from pytest_promptfmt.capture.captured import Captured, addressed
from pytest_promptfmt.capture.values import body_of

FIRST_LINE = re.compile(r"\s*(?:POST|PUT|PATCH|GET|DELETE) (\S+)(?: HTTP/[\d.]+)?[ \t]*\r?\n")
_BEHIND = re.compile(r"\n\s*(?:###|> \{%|<> )")
"""What a client's file of requests has behind a body: another request, a script, an answer."""
_CHUNK = re.compile(r"\A[0-9a-fA-F]+[ \t]*\r?\n")


def http_request(text: str) -> Captured:
    """The request that the text is; its first line has been seen."""
    first = FIRST_LINE.match(text)
    assert first is not None
    head, _, body = re.sub("\r\n", "\n", text[first.end() :]).partition("\n\n")
    headers = [
        (name.strip(), value.strip())
        for name, colon, value in (line.partition(":") for line in head.split("\n"))
        if colon
    ]
    if any(name.lower() == "transfer-encoding" and "chunked" in value.lower() for name, value in headers):
        body = _joined(body)
    body = _BEHIND.split(body, maxsplit=1)[0]
    value, problem = body_of(body) if body.strip() else (None, "it has no body")
    return addressed(Captured(value, "HTTP request", problem=problem), first[1], headers)


def _joined(body: str) -> str:
    """The chunks of a body, where it is still in chunks."""
    found, rest = [], body.encode()
    while size := _CHUNK.match(rest.decode("utf-8", "replace")):
        length, start = int(size[0].strip(), 16), len(size[0].encode())
        if not length:
            break
        found.append(rest[start : start + length])
        rest = rest[start + length :].lstrip(b"\r\n")
    return b"".join(found).decode("utf-8", "replace") or body
