"""`Captured`: one request as somebody has it on file, be it the bare payload or with all that was sent around it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from pytest_promptfmt.capture.secrets import masked, masked_text, secrets_of
from pytest_promptfmt.common.json.leaves import leaves, nodes


class Unreadable(ValueError):
    """A text in which no request is found; the sentence says why and where."""


@dataclass(frozen=True, slots=True)
class Captured:
    """`body` is fit to be shown: every secret in it is as many asterisks. `sent` is what was sent, shown to nobody.

    `form` says what was read (``curl command``), `place` where in it (``entry 3``). `host` and `path` are those of the
    address, without its query, of which `version` is the API's (Azure's ``api-version``); `betas` are the features that
    the headers ask for (``anthropic-beta``), `headers` the names of all. `status` and `said` are the provider's answer.
    `problem` says why there is no body. A `rebuilt` body was put together from telemetry: what was sent may have been
    spelled otherwise. `unsaid` are the paths of what only the running program knows, or of bytes that were left out;
    `cut` it is where the text ends before its last bracket.
    """

    body: Any = None
    form: str = "payload"
    place: str = ""
    host: str = ""
    path: str = ""
    status: int | None = None
    said: str = ""
    problem: str = ""
    rebuilt: bool = False
    version: str = ""
    betas: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    cut: bool = False
    mistake: str = ""
    sent: Any = field(default=None, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def model(self) -> str:
        """The model that the address names, as Gemini's, Bedrock's and Azure's do."""
        return _model_in(self.path)


def addressed(captured: Captured, url: str, headers: Iterable[tuple[str, str]] = ()) -> Captured:
    """The same with its address, of which host and path are kept and the rest is secret."""
    try:
        parts = urlsplit(url if "//" in url or url.startswith("/") or "." not in url.split("/")[0] else f"//{url}")
        user, _, host = parts.netloc.rpartition("@")
        query = parse_qsl(parts.query)
    except ValueError:
        return captured
    given = list(headers)
    host = host or next((value for name, value in given if name.lower() == "host"), "")
    password = [("password", user.rpartition(":")[2])]
    secrets = (*captured.secrets, *secrets_of([*given, *query, *password]))
    version = next((value for name, value in query if name == "api-version" and _VERSION.fullmatch(value)), "")
    return replace(
        captured,
        host=masked_text(host.lower(), secrets),
        path=masked_text(parts.path, secrets),
        version=version,
        betas=tuple(_BETA.findall(next((value for name, value in given if name.lower() == "anthropic-beta"), ""))),
        headers=tuple(name.lower() for name, _ in given),
        secrets=secrets,
    )


_VERSION = re.compile(r"\d{4}-\d\d-\d\d(-preview)?")
_BETA = re.compile(r"[a-z][a-z0-9-]{0,80}-\d{4}-\d\d-\d\d")


def shown(captured: Captured) -> Captured:
    """The same, fit to be shown: the last step of every reader. Raises `Unreadable` where the body is too deep."""
    secrets = captured.secrets
    try:
        body = masked(captured.body, secrets)
    except RecursionError:
        raise Unreadable("is nested too deeply") from None
    return replace(
        captured,
        body=body,
        unsaid=(*captured.unsaid, *_elided(captured.body)),
        sent=captured.body,
        said=masked_text(captured.said, secrets),
        problem=masked_text(captured.problem, secrets),
        secrets=(),
    )


_ELIDED = re.compile(
    r"(?:data:[\w/+.-]+;base64,)?[A-Za-z0-9+/=_-]*+"  # never given back: what follows begins with none of these
    r"(?:\.{3}|\u2026|\[\.{3}\]|<[^<>]{1,40}>|[\[(][^\[\]()]{0,20}(?:truncated|omitted|redacted|elided|bytes|base64)[^\[\]()]{0,20}[\])])"
    r"(?: ?[(\[][^()\[\]]{1,40}[)\]])?[A-Za-z0-9+/=_-]*",
    re.IGNORECASE,
)
_BYTES = ("data", "bytes", "file_data", "image", "images", "url", "image_url")
"""Where bytes stand as text, in one API or another."""


_OBJECT = re.compile(
    r"<[\w. ]+ at 0x[0-9a-fA-F]+>|<\.\.\.>"
    r"|\[(?:Object|Array|Circular|Function|Truncated|Max ?[Dd]epth)\b[^\[\]]{0,60}\]"
)
"""What a program prints in place of an object, where it goes no deeper."""


def _elided(body: Any) -> Iterator[str]:
    """The paths of bytes of which somebody, or a log, has left out the most, and of objects by their address."""
    if any(isinstance(leaf, str) and _OBJECT.fullmatch(leaf) for leaf in leaves(body)):
        yield from (path for path, node in nodes(body) if isinstance(node, str) and _OBJECT.fullmatch(node))
    if any(isinstance(leaf, str) and _ELIDED.fullmatch(leaf) for leaf in leaves(body)):
        for path, node in nodes(body):
            key = re.split(r"[.\[]", re.sub(r"\[\d+\]$", "", path))[-1]
            if key in _BYTES and isinstance(node, str) and _ELIDED.fullmatch(node):
                yield path


def _model_in(path: str) -> str:
    steps = [unquote(step) for step in path.split("/")]
    for before, step in itertools.pairwise(steps):
        if before in ("models", "model", "deployments"):
            return step if before == "model" else step.partition(":")[0]
    return ""
